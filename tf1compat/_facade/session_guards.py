"""Which check failed before an operation did: programs know sizes earlier than TF1, and fail where a check should.

assert size % 3 == 0;  y = reshape(x, [size // 3, 3])      a wrong size: TF1 tells what the check says
"""

from __future__ import annotations

from typing import Any

from tf1compat._facade import session_feed
from tf1compat._facade.tensor import Operation
from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.ir.graph import topological


def failed_check(session: Any, failed: Operation, feed_dict: Any) -> errors.OpError | None:
    """The error of an Assert that some control edge orders before `failed`, None if none fails.

    Only checks are asked again that have no effects besides, and what they look at.
    """
    fed: Any = set(session_feed.expand_feeds(session.graph, feed_dict)[0])
    guards = dict.fromkeys(c for n in topological([failed], fed) for c in n.control)
    # what is in a loop can only be asked by the loop
    checks = [g for g in guards if session.graph.is_fetchable(g) and _only_checks(topological([g], fed))]
    if not checks:
        return None
    try:
        session.run(checks, feed_dict)
    except errors.OpError as e:
        return e if e.op is not None and e.op.type == "Assert" else None
    return None


def _only_checks(nodes: list[Any]) -> bool:
    others = [n for n in nodes if n.type != "Assert"]
    return len(others) < len(nodes) and all(n.opdef.effect in (None, "read") for n in others)

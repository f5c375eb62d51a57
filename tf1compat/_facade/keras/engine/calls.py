"""Which layer is being called: what its inputs are, and whether it is training."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any, NamedTuple

from tf1compat._facade import context
from tf1compat._facade.tensor import Operation
from tf1compat._jaxcore.base import nest


class Call(NamedTuple):
    """One call of a layer that has not returned yet."""

    layer: Any
    inputs: Any
    training: Any


def current() -> Call | None:
    """The innermost call, or None outside of calls."""
    return context.KERAS.calls[-1] if context.KERAS.calls else None


@contextlib.contextmanager
def calling(layer: Any, inputs: Any, training: Any) -> Iterator[None]:
    """Inside the block, `layer` is being called."""
    context.KERAS.calls.append(Call(layer, inputs, training))
    try:
        yield
    finally:
        context.KERAS.calls.pop()


def reachable(inputs: Any, targets: Any) -> set[int]:
    """The ids of those targets (tensors or operations) that depend on `inputs`."""
    starts = {id(op) for op in map(_producer, nest.flatten(inputs)) if op is not None}
    return {id(t) for t in targets if _depends(t if isinstance(t, Operation) else t.op, starts)}


def _depends(op: Any, starts: set[int]) -> bool:
    seen: set[int] = set()
    waiting = [op]
    while waiting:
        node = waiting.pop()
        if id(node) in starts:
            return True
        if id(node) not in seen:
            seen.add(id(node))
            waiting.extend(x.op for x in node.inputs)
            waiting.extend(node.control_inputs)
    return False


def _producer(x: Any) -> Any:
    handle = getattr(x, "handle", None)
    return getattr(x if handle is None else handle, "op", None)

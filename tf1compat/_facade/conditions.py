"""The door to `tf.cond` and `tf.case` for the modules that need a choice made while a step runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tf1compat._jaxcore.base import errors


def _control_flow(what: str) -> Any:
    try:
        from tf1compat._facade import control_flow  # pyright: ignore[reportAttributeAccessIssue]
    except ImportError:
        raise errors.unsupported(f"{what}: it needs tf.cond") from None
    return control_flow


def cond(what: str, pred: Any, true_fn: Callable[[], Any], false_fn: Callable[[], Any]) -> Any:
    """`tf.cond`; `what` is named in the error where there is none."""
    return _control_flow(what).cond(pred, true_fn, false_fn)


def case(what: str, pairs: Sequence[tuple[Any, Callable[[], Any]]], default: Callable[[], Any]) -> Any:
    """`tf.case` with exclusive conditions; `what` is named in the error where there is none."""
    return _control_flow(what).case(pairs, default, exclusive=True)

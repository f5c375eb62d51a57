"""`smart_cond`: a Python branch where the predicate is known while building, `tf.cond` where it is not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tf1compat._facade.cond import cond
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.ir import partial
from tf1compat._jaxcore.ir.graph import topological


def smart_cond(
    pred: Any,
    true_fn: Callable[[], Any] | None = None,
    false_fn: Callable[[], Any] | None = None,
    name: str | None = None,
) -> Any:
    """`true_fn()` or `false_fn()`, whichever `pred` says.

    Args:
      pred: bool, 0 or 1, a variable, or a boolean scalar tensor.
      true_fn, false_fn: functions without arguments.
      name: name of the `tf.cond`, if it comes to one.

    Raises:
      TypeError: a branch cannot be called, or `pred` is none of the above.
    """
    if not callable(true_fn):
        raise TypeError("`true_fn` must be callable.")
    if not callable(false_fn):
        raise TypeError("`false_fn` must be callable.")
    known = smart_constant_value(pred)
    if known is not None:
        return true_fn() if known else false_fn()
    return cond(pred, true_fn, false_fn, name=name)


def smart_constant_value(pred: Any) -> bool | None:
    """The value of a predicate as far as the graph tells, else None."""
    if isinstance(pred, (bool, np.bool_)) or pred in (0, 1) and isinstance(pred, (int, np.integer)):
        return bool(pred)
    if isinstance(pred, Tensor):
        found = partial.constant_value(pred)
        if found is None:
            found = _evaluated(pred)
        return None if found is None else bool(found)
    if hasattr(pred, "initializer"):
        return None
    raise TypeError("`pred` must be a Tensor, or a Python bool, or 1 or 0. Found instead: " + str(type(pred)))


_MOST_NODES = 100


def _evaluated(pred: Tensor) -> Any:
    """The value of a predicate that is computed of constants alone, else None."""
    try:
        nodes = topological([pred.op])
    except ValueError:
        return None
    plain = all((n.inputs or n.type == "Const") and n.opdef.effect is None and not n.opdef.host for n in nodes)
    if len(nodes) > _MOST_NODES or not plain or any(n.type in _NO_CONSTANTS for n in nodes):
        return None
    values: dict[Any, Any] = {}
    for node in nodes:
        results = node.opdef([np.asarray(values[v]) for v in node.inputs], node.kernel_attrs)
        values.update(zip(node.outputs, results))
    return np.asarray(values[pred])


_NO_CONSTANTS = frozenset(
    (
        "PlaceholderWithDefault",
        "Switch",
        "RefSwitch",
        "Merge",
        "RefMerge",
        "Enter",
        "RefEnter",
        "Exit",
        "NextIteration",
        "LoopCond",
    )
)


constant_value = smart_constant_value  # what `tensorflow.python.layers.utils` calls it

"""`tf.range` and `tf.linspace`."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert
from tf1compat._facade.framework import name_scope
from tf1compat._facade.math_casts import cast
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes

_WIDENING = (dtypes.int32, dtypes.int64, dtypes.float32, dtypes.float64)


def range(start: Any, limit: Any = None, delta: Any = 1, dtype: Any = None, name: str | None = "range") -> Tensor:
    """start, start + delta… below limit (above it where delta is negative); `range(limit)` starts at 0.

    The type is `dtype`, or the widest of int32, int64, float32, float64 among the arguments.
    """
    if limit is None:
        start, limit = 0, start
    wanted = None if dtype is None else dtypes.as_dtype(dtype).base
    with name_scope(name, "Range", [start, limit, delta]) as scope:
        given = [convert(v, wanted, n) for v, n in ((start, "start"), (limit, "limit"), (delta, "delta"))]
        if wanted is None:
            widest = max((v.dtype.base for v in given), key=_WIDENING.index)
            given = [cast(v, widest) for v in given]
        return apply_op("Range", *given, name=scope)


def linspace(start: Any, stop: Any, num: Any, name: str | None = None) -> Tensor:
    """`num` evenly spaced numbers from start to stop, both included."""
    return apply_op("LinSpace", start, stop, num, name=name)


lin_space = linspace

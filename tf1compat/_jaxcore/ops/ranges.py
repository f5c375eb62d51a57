"""Sequences of numbers: Range and LinSpace."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tf1compat._jaxcore.base import dtypes, errors
from tf1compat._jaxcore.base.array import namespace
from tf1compat._jaxcore.base.shapes import Shape, ShapeError, with_rank
from tf1compat._jaxcore.schema.opdef import op

_INT32 = dtypes.int32


def _problem(start: Any, limit: Any, delta: Any) -> str:
    """What is wrong with the arguments of Range, or an empty text."""
    if delta == 0:
        return f"Requires delta != 0: {delta}"
    if delta > 0 and start > limit:
        return f"Requires start <= limit when delta > 0: {start}/{limit}"
    if delta < 0 and start < limit:
        return f"Requires start >= limit when delta < 0: {start}/{limit}"
    return ""


def _count(start: Any, limit: Any, delta: Any) -> int:
    """How many elements Range has; for floats computed in double precision, as TF does."""
    if np.asarray(delta).dtype.kind in "iu":
        return -(-abs(int(limit) - int(start)) // abs(int(delta)))
    return int(np.ceil(np.abs((float(limit) - float(start)) / float(delta))))


def _range_shape(x: Any) -> Sequence[Shape]:
    for i, name in enumerate(("start", "limit", "delta")):
        shape = x.shape(i)
        if shape:
            raise ShapeError(f"Shape must be rank 0 but is rank {len(shape)}\n\t for '{name}'")
    start, limit, delta = x.value(0), x.value(1), x.value(2)
    if start is None or limit is None or delta is None:
        return ((None,),)
    problem = _problem(start, limit, delta)
    if problem:
        raise ShapeError(problem)
    return ((_count(start, limit, delta),),)


@op(
    "Range",
    "start: Tidx, limit: Tidx, delta: Tidx -> output: Tidx",
    static=("start", "limit", "delta"),
    grad="none",
    shape=_range_shape,
    types={"Tidx": _INT32},
)
def range_(start: Any, limit: Any, delta: Any) -> Any:
    """`start`, `start + delta`, … up to but without `limit`."""
    problem = _problem(start, limit, delta)
    if problem:
        raise errors.InvalidArgumentError(None, None, problem)
    count = _count(start, limit, delta)
    dtype = np.asarray(start).dtype
    if dtype.kind in "iu":
        return (int(start) + int(delta) * np.arange(count, dtype=np.int64)).astype(dtype)
    # TF1: each value is the one before plus delta, so rounding errors add up.
    return np.add.accumulate(np.concatenate([[start], np.full(max(count - 1, 0), delta)]).astype(dtype))[:count]


def _lin_space_shape(x: Any) -> Sequence[Shape]:
    for i in range(3):
        with_rank(x.shape(i), 0)
    num = x.value(2)
    if num is None:
        return ((None,),)
    if num <= 0:
        raise ShapeError(f"Requires num > 0: {int(num)}")
    return ((int(num),),)


@op(
    "LinSpace",
    "start: T, stop: T, num: Tidx -> output: T",
    static="num",
    grad="none",
    shape=_lin_space_shape,
    types={"Tidx": _INT32},
)
def lin_space(start: Any, stop: Any, num: Any) -> Any:
    """`num` values from `start` to `stop` at equal distances, both included."""
    count = int(num)
    if count <= 0:
        raise errors.InvalidArgumentError(None, None, f"Requires num > 0: {count}")
    xp = namespace(start, stop)
    dtype = start.dtype
    if count == 1:
        return xp.reshape(start, (1,))
    step = (stop - start) / np.asarray(count - 1, dtype)
    values = start + step * np.arange(count).astype(dtype)
    last = np.arange(count) == count - 1
    return xp.where(last, stop, values).astype(dtype)  # TF1: the last value is `stop` itself

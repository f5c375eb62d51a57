"""`tf.ragged.range`: a row of numbers for each start, limit and delta."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import math_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.framework import name_scope
from tf1compat._facade.ragged.tensor import RaggedTensor
from tf1compat._jaxcore.base import dtypes

# each type holds those before it
_WIDTHS = [dtypes.int32, dtypes.int64, dtypes.float32, dtypes.float64]


def range(
    starts: Any,
    limits: Any = None,
    deltas: Any = 1,
    dtype: Any = None,
    name: str | None = None,
    row_splits_dtype: Any = dtypes.int64,
) -> RaggedTensor:
    """Rows `start, start + delta, …` up to but without `limit`.

    Args:
      starts, limits, deltas: scalars or vectors of one length; `range(limits)` begins at 0.
      dtype: type of the numbers; the widest of the arguments' where absent.
      name: name scope.
      row_splits_dtype: int32 or int64.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.ragged.range([2, 0, 3])).to_list())
    [[0, 1], [], [0, 1, 2]]
    """
    if limits is None:
        starts, limits = 0, starts
    with name_scope(name, "RaggedRange", [starts, limits, deltas]) as scope:
        given = {"starts": starts, "limits": limits, "deltas": deltas}
        parts = [convert_to_tensor(value, dtype=dtype, name=label) for label, value in given.items()]
        if dtype is None:
            assert all(part.dtype in _WIDTHS for part in parts)
            widest = max((part.dtype for part in parts), key=_WIDTHS.index)
            parts = [math_ops.cast(part, widest) for part in parts]
        splits, values = apply_op("RaggedRange", *parts, Tsplits=dtypes.as_dtype(row_splits_dtype), name=scope)
        return RaggedTensor.from_row_splits(values, splits, validate=False)

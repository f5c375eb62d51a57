"""`tf.ragged.constant`, `constant_value` and `placeholder`: RaggedTensors of nested lists, and fed ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tf1compat._facade import constants
from tf1compat._facade.framework import name_scope
from tf1compat._facade.framework import placeholder as dense_placeholder
from tf1compat._facade.ragged.tensor import RaggedTensor, is_ragged
from tf1compat._facade.ragged.values import RaggedTensorValue
from tf1compat._jaxcore.base import dtypes, shapes

_SplitsMaker = Callable[[Any, Any], Any]


def constant(
    pylist: Any,
    dtype: Any = None,
    ragged_rank: int | None = None,
    inner_shape: Any = None,
    name: str | None = None,
    row_splits_dtype: Any = dtypes.int64,
) -> Any:
    """A RaggedTensor (for a list without lists in it: a Tensor) of nested lists.

    Args:
      pylist: nested lists or arrays whose numbers or texts all have one depth.
      dtype: type of the values.
      ragged_rank: how many dimensions are ragged; all but the innermost where absent.
      inner_shape: sizes of the innermost, uniform dimensions.
      name: name scope.
      row_splits_dtype: int32 or int64.

    Raises:
      ValueError: the nesting does not fit.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.ragged.constant([[1, 2], [3]])).row_splits.tolist())
    [0, 2, 3]
    """

    def ragged(values: Any, splits: Any) -> Any:
        return RaggedTensor.from_row_splits(values, constants.constant(splits, row_splits_dtype), validate=False)

    def inner(values: Any, shape: Any, name: str | None = None) -> Any:
        return constants.constant(values, dtype, shape, name or "Const")

    with name_scope(name, "RaggedConstant"):
        return _nested(ragged, inner, pylist, ragged_rank, inner_shape)


def constant_value(
    pylist: Any,
    dtype: Any = None,
    ragged_rank: int | None = None,
    inner_shape: Any = None,
    row_splits_dtype: Any = "int64",
) -> Any:
    """`constant` as a RaggedTensorValue or array, for feeding."""
    if isinstance(dtype, dtypes.DType):
        dtype = dtype.as_numpy_dtype
    splits_dtype = dtypes.as_dtype(row_splits_dtype).as_numpy_dtype

    def ragged(values: Any, splits: Any) -> Any:
        return RaggedTensorValue(values, np.array(splits, splits_dtype))

    def inner(values: Any, shape: Any, name: str | None = None) -> Any:
        return np.reshape(np.array(values, dtype), np.shape(values) if shape is None else shape)

    return _nested(ragged, inner, pylist, ragged_rank, inner_shape)


def placeholder(dtype: Any, ragged_rank: int, value_shape: Any = None, name: str | None = None) -> Any:
    """A RaggedTensor that is given in every step, as a RaggedTensorValue.

    Args:
      dtype: type of the values.
      ragged_rank: number of ragged dimensions.
      value_shape: shape of each value.
      name: name scope.
    """
    if ragged_rank == 0:
        return dense_placeholder(dtype, value_shape, name)
    with name_scope(name, "RaggedPlaceholder", []):
        flat = shapes.TensorShape([None]).concatenate(value_shape)
        result: Any = dense_placeholder(dtype, flat, "flat_values")
        for i in reversed(range(ragged_rank)):
            splits = dense_placeholder(dtypes.int64, [None], f"row_splits_{i}")
            result = RaggedTensor(result, splits, internal=True)
        return result


# ---- nested lists ---------------------------------------------------------------------------------------------------


def _is_nested(item: Any) -> bool:
    return isinstance(item, (list, tuple)) or np.ndim(item) != 0


def _nested(ragged: _SplitsMaker, inner: Callable[..., Any], pylist: Any, rank: int | None, inner_shape: Any) -> Any:
    """The value of nested lists, put together from outside by `ragged` and `inner`."""
    if is_ragged(pylist):
        raise TypeError("pylist may not be a RaggedTensor or RaggedTensorValue.")
    if not _is_nested(pylist):
        if rank:
            raise ValueError(f"Invalid pylist={pylist!r}: incompatible with ragged_rank={rank}")
        if inner_shape:
            raise ValueError(f"Invalid pylist={pylist!r}: incompatible with dim(inner_shape)={len(inner_shape)}")
        return inner(pylist, ())
    if rank is not None and rank < 0:
        raise ValueError(f"Invalid ragged_rank={rank!r}: must be nonnegative")
    scalars, depth = _depths(pylist)
    if scalars is not None and depth > scalars:
        raise ValueError(f"Invalid pylist={pylist!r}: empty list nesting is greater than scalar value nesting")
    if inner_shape is not None and rank is not None:
        expected = rank + len(inner_shape) + 1
        if (scalars is not None and expected != scalars) or (scalars is None and expected < depth):
            raise ValueError(
                f"Invalid pylist={pylist!r}: incompatible with ragged_rank={rank} and dim(inner_shape)={len(inner_shape)}"
            )
    if rank == 0 or (rank is None and (depth < 2 or (inner_shape is not None and depth - len(inner_shape) < 2))):
        return inner(pylist, inner_shape)
    if inner_shape is None:
        inner_shape = () if rank is None else _inner_shape(pylist, rank)
    if rank is None:
        rank = max(1, depth - 1) if scalars is None else max(1, scalars - 1 - len(inner_shape))
    nested: list[list[int]] = []
    values = pylist
    for _ in range(rank):
        nested.append([0])
        for row in values:
            nested[-1].append(nested[-1][-1] + len(row))
        values = [item for row in values for item in row]
    result = inner(values, (len(values), *inner_shape), name="values")
    for splits in reversed(nested):
        result = ragged(result, splits)
    return result


def _depths(item: Any) -> tuple[int | None, int]:
    """At which depth the scalars are (None without any), and the depth of the deepest list."""
    if not _is_nested(item):
        return 0, 0
    scalars, depth = None, 1
    for child in item:
        inner, inner_depth = _depths(child)
        if inner is not None:
            if scalars is not None and scalars != inner + 1:
                raise ValueError("all scalar values must have the same nesting depth")
            scalars = inner + 1
        depth = max(depth, inner_depth + 1)
    return scalars, depth


def _inner_shape(pylist: Any, rank: int) -> tuple[int, ...]:
    """The shape that all values below `rank` ragged dimensions have.

    Raises:
      ValueError: they have different ones, or there are fewer dimensions.
    """
    values = list(pylist)
    for d in range(rank):
        if not all(_is_nested(v) for v in values):
            raise ValueError(
                f"pylist has scalar values depth {d + 1}, but ragged_rank={rank} requires scalar value depth greater "
                f"than {rank}"
            )
        values = [item for v in values for item in v]
    shape = _first_shape(values)
    _check_shape(values, shape)
    return shape[1:]


def _first_shape(item: Any) -> tuple[int, ...]:
    if not _is_nested(item):
        return ()
    return (len(item), *_first_shape(item[0])) if len(item) else (0,)


def _check_shape(item: Any, shape: tuple[int, ...]) -> None:
    if _is_nested(item) != bool(shape) or (shape and shape[0] != len(item)):
        raise ValueError("inner values have inconsistent shape")
    if shape:
        for child in item:
            _check_shape(child, shape[1:])

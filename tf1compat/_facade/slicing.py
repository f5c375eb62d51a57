"""`tensor[…]`, `tf.slice` and `tf.strided_slice`: Python's slicing notation as StridedSlice nodes."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from tf1compat._facade import constants
from tf1compat._facade.apply import apply_op
from tf1compat._facade.framework import name_scope
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, shapes

newaxis = None
_VALID = (
    "Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar tf.int32/tf.int64 tensors are valid "
    "indices"
)
_INDEX_TYPES = (dtypes.int32, dtypes.int64)

_MASKS = ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")


def slice(input_: Any, begin: Any, size: Any, name: str | None = None) -> Tensor:
    """The block of `input_` that starts at `begin` and has shape `size` (-1: up to the end).

    Args:
      input_: a tensor.
      begin: int32 or int64 vector, one entry per dimension.
      size: like `begin`.
      name: name of the node.

    Raises:
      InvalidArgumentError: when run, if the block reaches outside.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default():
    ...     tf.slice([[1, 2, 3], [4, 5, 6]], [0, 1], [2, -1]).shape.as_list()
    [2, 2]
    """
    return apply_op("Slice", input_, begin, size, name=name)


def strided_slice(
    input_: Any,
    begin: Any,
    end: Any,
    strides: Any = None,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
    var: Any = None,
    name: str | None = None,
) -> Tensor:
    """What `input_[begin:end:strides, …]` stands for; bit i of a mask is about entry i of the three vectors.

    Args:
      input_: a tensor.
      begin, end, strides: int32 or int64 vectors of one length; `strides` are ones where absent.
      begin_mask, end_mask: bits of entries of which begin or end is ignored.
      ellipsis_mask: the bit of the entry that stands for `...`.
      new_axis_mask: bits of entries that insert a dimension of size 1.
      shrink_axis_mask: bits of entries that take a single index and drop the dimension.
      var: the variable that the result's `assign` writes to.
      name: name of the node.
    """
    if strides is None:
        from tf1compat._facade.array_creation import ones_like

        strides = ones_like(begin)
    masks = {
        "begin_mask": begin_mask,
        "end_mask": end_mask,
        "ellipsis_mask": ellipsis_mask,
        "new_axis_mask": new_axis_mask,
        "shrink_axis_mask": shrink_axis_mask,
    }
    result = apply_op("StridedSlice", input_, begin, end, strides, name=name, **masks)

    def assign(val: Any, name: str | None = None) -> Any:
        if var is None:
            raise ValueError("Sliced assignment is only supported for variables")
        return var._strided_slice_assign(
            begin=begin, end=end, strides=strides, value=val, name=name or f"{parent}_assign", **masks
        )

    parent = name
    result._attached = assign
    return result


def _assign(tensor: Tensor) -> Callable[..., Any]:
    """Write to the slice of a variable: `v[1:3].assign(values)`; only results of slicing have this."""
    found = getattr(tensor, "_attached", None)
    if found is None:
        raise AttributeError("'Tensor' object has no attribute 'assign'")
    return found


def _check_index(index: Any) -> None:
    if isinstance(index, (int, shapes.Dimension)):
        return
    dtype = getattr(index, "dtype", None)
    if dtype is not None:
        try:
            fits = dtypes.as_dtype(dtype).base in _INDEX_TYPES
        except TypeError:
            fits = False
        if fits and not (index.shape and len(index.shape) == 1):
            return
    raise TypeError(f"{_VALID}, got {index!r}")


def _is_mask(spec: Any) -> bool:
    if isinstance(spec, bool):
        return True
    return isinstance(spec, (Tensor, np.ndarray)) and spec.dtype == (
        dtypes.bool if isinstance(spec, Tensor) else np.dtype(bool)
    )


def _given(bound: Any) -> bool:
    return bound is not None and (isinstance(bound, Tensor) or bool(bound != sys.maxsize))


def _packed(begin: list[Any], end: list[Any], strides: list[Any]) -> tuple[Tensor, ...]:
    """The three vectors as tensors of one dtype."""
    if not begin:
        return (constants.constant([], dtypes.int32),) * 3
    from tf1compat._facade.array_ops import stack

    vectors = (stack(begin), stack(end), stack(strides))
    if any(v.dtype is dtypes.int64 for v in vectors):
        return tuple(v if v.dtype is dtypes.int64 else apply_op("Cast", v, DstT=dtypes.int64) for v in vectors)
    return vectors


def slice_helper(tensor: Any, slice_spec: Any, var: Any = None) -> Tensor:
    """`tensor[slice_spec]`; a boolean mask selects rows.

    Raises:
      TypeError: an index is neither an integer, a slice, `...`, `None` nor a scalar integer tensor.
      ValueError: an index is out of range, or there are too many.
    """
    if _is_mask(slice_spec):
        from tf1compat._facade.array_index import boolean_mask

        return boolean_mask(tensor=tensor, mask=slice_spec)
    if not isinstance(slice_spec, (list, tuple)):
        slice_spec = [slice_spec]
    begin: list[Any] = []
    end: list[Any] = []
    strides: list[Any] = []
    masks: dict[str, Any] = dict.fromkeys(_MASKS, 0)
    for i, item in enumerate(slice_spec):
        entry = [0, 0, 1]
        if isinstance(item, builtins.slice):
            for place, mask, bound in ((0, "begin_mask", item.start), (1, "end_mask", item.stop)):
                if _given(bound):
                    _check_index(bound)
                    entry[place] = bound
                else:
                    masks[mask] |= 1 << i
            if item.step is not None:
                _check_index(item.step)
                entry[2] = item.step
        elif item is Ellipsis:
            masks["ellipsis_mask"] |= 1 << i
        elif item is newaxis:
            masks["new_axis_mask"] |= 1 << i
        else:
            _check_index(item)
            entry = [item, item + 1, 1]
            masks["shrink_axis_mask"] |= 1 << i
        for vector, value in zip((begin, end, strides), entry):
            vector.append(value)
    with name_scope(None, "strided_slice", [tensor, *begin, *end, *strides]) as scope:
        first, last, step = _packed(begin, end, strides)
        return strided_slice(tensor, first, last, step, **masks, var=var, name=scope)


def slice_variable(var: Any, slice_spec: Any) -> Tensor:
    """`variable[slice_spec]`, with `assign`."""
    return slice_helper(var.value(), slice_spec, var)


Tensor.__getitem__ = slice_helper  # type: ignore[attr-defined]
Tensor.assign = property(_assign)  # type: ignore[attr-defined]
__all__ = ["newaxis", "slice", "slice_helper", "slice_variable", "strided_slice"]

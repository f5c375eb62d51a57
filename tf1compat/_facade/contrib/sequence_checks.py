"""Tensors whose rank, shape or sizes are checked when the graph is built, and again when it runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tf1compat._facade import array_creation, array_ops, math_ops, math_reductions
from tf1compat._facade.framework import control_dependencies
from tf1compat._facade.logging_ops import Assert
from tf1compat._facade.string_ops import as_string, string_join
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.tensor_util import constant_value
from tf1compat._jaxcore.base.shapes import TensorShape


def check_multiple_of(value: Tensor, multiple_of: Any) -> Tensor:
    """`value`, an int32 scalar that is no 0, checked to be a multiple of `multiple_of`."""
    is_multiple = math_ops.logical_and(
        math_ops.equal(math_ops.mod(value, multiple_of), 0), math_ops.not_equal(value, 0)
    )
    text = string_join(
        [
            f"Tensor {value.name} should be a multiple of: ",
            as_string(multiple_of),
            ", but saw value: ",
            as_string(value),
            ". Consider setting pad=True.",
        ]
    )
    with control_dependencies([Assert(is_multiple, [text])]):
        return array_ops.identity(value, name="multiple_of_checked")


def _known(x: Any) -> Any:
    """The value of a tensor, if the graph tells it."""
    found = constant_value(x) if isinstance(x, Tensor) else None
    return x if found is None else found


def check_rank(value: Tensor, expected_rank: Any) -> Tensor:
    """`value`, checked to be of this rank.

    Raises:
      ValueError: it is known not to be.
    """
    is_right = math_ops.equal(expected_rank, array_creation.rank(value))
    text = string_join([f"Rank of tensor {value.name} should be: ", as_string(expected_rank), ", shape received:"])
    with control_dependencies([Assert(is_right, [text, array_creation.shape(value)])]):
        checked = array_ops.identity(value, name="rank_checked")
    expected_rank = _known(expected_rank)
    if not isinstance(expected_rank, Tensor):
        try:
            checked.set_shape(checked.get_shape().with_rank(int(expected_rank)))
        except ValueError as e:
            raise ValueError(f"Rank check failed for {value.name}: {e}") from e
    return checked


def check_shape(value: Tensor, expected_shape: Any) -> Tensor:
    """`value`, checked to be of this shape: a TensorShape, a list or a vector.

    Raises:
      ValueError: it is known not to be.
    """
    if isinstance(expected_shape, TensorShape):
        expected_shape = expected_shape.as_list()
    found = _known(expected_shape)
    if isinstance(expected_shape, Tensor) and not isinstance(found, Tensor):
        expected_shape = [int(d) for d in found]
    is_tensor = isinstance(expected_shape, Tensor)
    value = check_rank(value, array_creation.size(expected_shape) if is_tensor else len(expected_shape))
    is_right = math_reductions.reduce_all(math_ops.equal(expected_shape, array_creation.shape(value)))
    text = string_join(
        [
            f"Shape of tensor {value.name} should be: ",
            as_string(expected_shape),
            ", shape received: ",
            as_string(array_creation.shape(value)),
        ]
    )
    with control_dependencies([Assert(is_right, [text])]):
        checked = array_ops.identity(value, name="shape_checked")
    if not is_tensor:
        try:
            checked.set_shape(checked.get_shape().merge_with(expected_shape))
        except ValueError as e:
            raise ValueError(f"Shape check failed for {value.name}: {e}") from e
    return checked


def check_dimensions(value: Any, dimensions: Sequence[int], expected_sizes: Any, debug_prefix: str) -> Tensor:
    """`value`, its `dimensions` checked to be of `expected_sizes`: numbers and scalars, or a vector.

    Raises:
      TypeError: `value` is no tensor, or `dimensions` is no list.
      ValueError: `dimensions` repeat, or do not fit `expected_sizes` or the shape of `value`.
    """
    if not isinstance(dimensions, (list, tuple)):
        raise TypeError("dimensions must be a list or tuple")
    if len(set(dimensions)) != len(dimensions):
        raise ValueError(f"dimensions are not unique: {dimensions}")
    if not isinstance(value, Tensor):
        raise TypeError(f"value is not a Tensor: {value}")
    if not isinstance(expected_sizes, Tensor):
        _set_sizes(value, dimensions, expected_sizes, debug_prefix)
    asserts = [_assert_size(value, d, size, debug_prefix) for d, size in zip(dimensions, expected_sizes)]
    with control_dependencies(asserts):
        return array_ops.identity(value, name=f"dims_checked_{debug_prefix}")


def _set_sizes(value: Tensor, dimensions: Sequence[int], expected_sizes: Sequence[Any], debug_prefix: str) -> None:
    if len(dimensions) != len(expected_sizes):
        raise ValueError(f"len(dimensions) != len(expected_sizes): {len(dimensions)} vs. {len(expected_sizes)}")
    known = value.get_shape()
    if known.ndims is None:
        return
    if known.ndims <= max(dimensions):
        raise ValueError(
            f"{debug_prefix}: rank of input is not greater than max(dimensions): {known.ndims} vs. {max(dimensions)}"
        )
    sizes = known.as_list()
    for d, size in zip(dimensions, expected_sizes):
        if not isinstance(size, Tensor):
            sizes[d] = size
    try:
        value.set_shape(known.merge_with(sizes))
    except ValueError as e:
        raise ValueError(f"Dimensions check failed for {debug_prefix}: {e}") from e


def _assert_size(value: Tensor, dimension: int, expected: Any, debug_prefix: str) -> Any:
    is_right = math_ops.equal(expected, array_creation.shape(value)[dimension])
    text = string_join(
        [
            f"Dimension {dimension} of tensor labeled {debug_prefix} should be: ",
            as_string(expected),
            ", shape received: ",
            as_string(array_creation.shape(value)),
        ]
    )
    return Assert(is_right, [text])

"""What `tf.image` functions ask of an image's shape: checks at once where it is known, else by Assert nodes."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, check_ops, grouping, logging_ops, tensor_util
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import shapes

_POSITIVE = "all dims of 'image.shape' must be > 0"


def requires(condition: Any, message: str) -> list[Any]:
    """Nothing if `condition` is true, an Assert if it is a tensor.

    Raises:
      ValueError: it is false.
    """
    if tensor_util.is_tensor(condition):
        return [logging_ops.Assert(condition, [message])]
    if not condition:
        raise ValueError(message)
    return []


def dimensions(image: Tensor, rank: int) -> list[Any]:
    """The sizes of an image: ints where the graph knows them, else tensors."""
    if image.shape.is_fully_defined():
        return image.shape.as_list()
    known = image.shape.with_rank(rank).as_list()
    computed = array_ops.unstack(array_ops.shape(image), rank)
    return [c if k is None else k for k, c in zip(known, computed)]


def _is_empty(shape: shapes.TensorShape) -> bool:
    return shape.ndims is not None and any(d == 0 for d in shape.as_list())


def checks_at_least_3d(image: Tensor) -> list[Any]:
    """Assert nodes that an image has three dimensions or more, none of them empty; none if that is known."""
    try:
        shape = image.shape.with_rank(3) if image.shape.ndims is None else image.shape.with_rank_at_least(3)
    except ValueError:
        raise ValueError("'image' must be at least three-dimensional.") from None
    if _is_empty(shape):
        raise ValueError(f"{_POSITIVE}: {shape}")
    if shape.is_fully_defined():
        return []
    return [
        check_ops.assert_positive(array_ops.shape(image), [f"{_POSITIVE}."]),
        check_ops.assert_greater_equal(array_ops.rank(image), 3, message="'image' must be at least three-dimensional."),
    ]


def checked(image: Tensor) -> Any:
    """The image, behind `checks_at_least_3d`."""
    return grouping.with_dependencies(checks_at_least_3d(image), image)


def checks_3d(image: Tensor, require_static: bool = True) -> list[Any]:
    """Assert nodes that an image has three dimensions, none of them empty; none if that is known."""
    try:
        shape = image.shape.with_rank(3)
    except ValueError:
        raise ValueError(f"'image' (shape {image.shape}) must be three-dimensional.") from None
    if require_static and not shape.is_fully_defined():
        raise ValueError(f"'image' (shape {shape}) must be fully defined.")
    if _is_empty(shape):
        raise ValueError(f"{_POSITIVE}: {shape}")
    if shape.is_fully_defined():
        return []
    return [check_ops.assert_positive(array_ops.shape(image), [f"{_POSITIVE}."])]


def checked_grayscale(image: Any) -> Any:
    """The image, behind checks that its last dimension has size 1."""
    try:
        shape = image.shape.with_rank(2) if image.shape.ndims is None else image.shape.with_rank_at_least(2)
    except ValueError:
        raise ValueError("A grayscale image must be at least two-dimensional.") from None
    if shape.is_fully_defined():
        if shape.as_list()[-1] != 1:
            raise ValueError("Last dimension of a grayscale image should be size 1.")
        return grouping.with_dependencies([], image)
    last: Any = array_ops.shape(image)
    dependencies = [
        check_ops.assert_equal(last[-1], 1, message="Last dimension of a grayscale image should be size 1."),
        check_ops.assert_greater_equal(
            array_ops.rank(image), 3, message="A grayscale image must be at least two-dimensional."
        ),
    ]
    return grouping.with_dependencies(dependencies, image)


def as_batch(image: Any) -> tuple[Any, bool]:
    """(the image with four dimensions, was it a batch?).

    Raises:
      ValueError: it has neither three nor four.
    """
    if image.shape.ndims == 3:
        return array_ops.expand_dims(image, 0), False
    if image.shape.ndims is None:
        image = array_ops.expand_dims(image, 0)
        image.set_shape([None] * 4)
        return image, False
    if image.shape.ndims != 4:
        raise ValueError("'image' must have either 3 or 4 dimensions.")
    return image, True

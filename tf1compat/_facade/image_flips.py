"""`tf.image`: flips, turns and transposition."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade import array_ops, math_ops, random_ops
from tf1compat._facade.cond import case, cond
from tf1compat._facade.convert import convert
from tf1compat._facade.framework import name_scope
from tf1compat._facade.image_shapes import checked
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes

_WRONG_RANK = "'image' must have either 3 or 4 dimensions."


def _as_before(image: Tensor, result: Tensor) -> Tensor:
    """A flip does not change the shape."""
    result.set_shape([None, None, None] if image.shape.ndims is None else image.shape)
    return result


def random_flip_up_down(image: Any, seed: int | None = None) -> Tensor:
    """The image, with probability 1/2 upside down.

    Args:
      image: [height, width, channels] or a batch of them, each decided by itself.
      seed: the op's seed; see `tf.set_random_seed`.
    """
    return _random_flip(image, 0, seed, "random_flip_up_down")


def random_flip_left_right(image: Any, seed: int | None = None) -> Tensor:
    """The image, with probability 1/2 mirrored; arguments as for `random_flip_up_down`."""
    return _random_flip(image, 1, seed, "random_flip_left_right")


def _random_flip(image: Any, axis: int, seed: int | None, scope_name: str) -> Any:
    with name_scope(None, scope_name, [image]) as scope:
        image = checked(convert(image, None, "image"))
        if image.shape.ndims in (3, None):
            drawn = random_ops.random_uniform([], 0, 1.0, seed=seed)
            mirrored = math_ops.less(drawn, 0.5)
            result = cond(mirrored, lambda: array_ops.reverse(image, [axis]), lambda: image, name=scope)
            return _as_before(image, result)
        if image.shape.ndims != 4:
            raise ValueError(_WRONG_RANK)
        sizes: Any = array_ops.shape(image)
        batch = sizes[0]
        drawn = random_ops.random_uniform([batch], 0, 1.0, seed=seed)
        flips: Any = math_ops.round(array_ops.reshape(drawn, [batch, 1, 1, 1]))
        flips = math_ops.cast(flips, image.dtype)
        flipped: Any = array_ops.reverse(image, [axis + 1])
        return flips * flipped + (1 - flips) * image


def flip_left_right(image: Any) -> Tensor:
    """The image (or each of a batch) mirrored."""
    return _flip(image, 1, "flip_left_right")


def flip_up_down(image: Any) -> Tensor:
    """The image (or each of a batch) upside down."""
    return _flip(image, 0, "flip_up_down")


def _flip(image: Any, axis: int, scope_name: str) -> Tensor:
    with name_scope(None, scope_name, [image]):
        image = checked(convert(image, None, "image"))
        if image.shape.ndims in (3, None):
            return _as_before(image, array_ops.reverse(image, [axis]))
        if image.shape.ndims == 4:
            return array_ops.reverse(image, [axis + 1])
        raise ValueError(_WRONG_RANK)


def rot90(image: Any, k: Any = 1, name: str | None = None) -> Tensor:
    """The image (or each of a batch) turned counter-clockwise by `k` right angles (an integer scalar)."""
    with name_scope(name, "rot90", [image, k]) as scope:
        image = checked(convert(image, None, "image"))
        k = convert(k, dtypes.int32, "k")
        k.shape.assert_has_rank(0)
        k = math_ops.mod(k, 4)
        if image.shape.ndims not in (3, 4, None):
            raise ValueError(_WRONG_RANK)
        batched = image.shape.ndims == 4
        result = _turned(image, k, 1 if batched else 0, scope)
        if batched:
            result.set_shape([result.shape[0], None, None, result.shape[3]])
        else:
            result.set_shape([None, None, image.shape[2] if image.shape.ndims is not None else None])
        return result


def _turned(image: Tensor, k: Tensor, first: int, scope: str) -> Tensor:
    """Turned within the axes `first` and the one behind."""
    order = [1, 0, 2] if first == 0 else [0, 2, 1, 3]
    turns: list[Callable[[], Any]] = [
        lambda: array_ops.transpose(array_ops.reverse(image, [first + 1]), order),
        lambda: array_ops.reverse(image, [first, first + 1]),
        lambda: array_ops.reverse(array_ops.transpose(image, order), [first + 1]),
    ]
    pairs = [(math_ops.equal(k, n + 1), turn) for n, turn in enumerate(turns)]
    return case(pairs, default=lambda: image, exclusive=True, name=scope)


def transpose_image(image: Any, name: str | None = None) -> Tensor:
    """The image (or each of a batch) with rows and columns exchanged."""
    with name_scope(name, "transpose", [image]):
        image = checked(convert(image, None, "image"))
        if image.shape.ndims in (3, None):
            return array_ops.transpose(image, [1, 0, 2], name=name)
        if image.shape.ndims == 4:
            return array_ops.transpose(image, [0, 2, 1, 3], name=name)
        raise ValueError(_WRONG_RANK)

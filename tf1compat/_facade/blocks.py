"""Blocks of space to depth or batch and back: `tf.space_to_depth`, `tf.space_to_batch_nd`…"""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade.apply import apply_op
from tf1compat._facade.array_creation import zeros
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.deprecation import renamed_argument
from tf1compat._facade.framework import name_scope
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.ir import partial


def space_to_depth(input: Any, block_size: int, name: str | None = None, data_format: str = "NHWC") -> Tensor:
    """Each block of `block_size` x `block_size` pixels as the channels of one pixel."""
    return _depth("SpaceToDepth", input, block_size, name, data_format)


def depth_to_space(input: Any, block_size: int, name: str | None = None, data_format: str = "NHWC") -> Tensor:
    """The channels of each pixel as a block of `block_size` x `block_size` pixels."""
    return _depth("DepthToSpace", input, block_size, name, data_format)


def _depth(op_type: str, input: Any, block_size: int, name: str | None, data_format: str) -> Tensor:
    if block_size < 2:
        raise ValueError(f"Attr 'block_size' of '{op_type}' Op passed {block_size} less than minimum 2.")
    return apply_op(op_type, input, name=name, block_size=int(block_size), data_format=data_format.encode())


def space_to_batch_nd(input: Any, block_shape: Any, paddings: Any, name: str | None = None) -> Tensor:
    """Zero-pad, cut space into blocks, and move the position inside a block to the batch.

    Args:
      input: tensor [batch, space…, rest…].
      block_shape: integer vector [m] of block sizes.
      paddings: integer matrix [m, 2].
      name: name of the node.
    """
    return apply_op("SpaceToBatchND", input, block_shape, paddings, name=name)


def batch_to_space_nd(input: Any, block_shape: Any, crops: Any, name: str | None = None) -> Tensor:
    """The inverse of `space_to_batch_nd`, with cropping in place of padding."""
    return apply_op("BatchToSpaceND", input, block_shape, crops, name=name)


def space_to_batch(
    input: Any, paddings: Any, block_size: Any = None, name: str | None = None, block_shape: Any = None
) -> Tensor:
    """`space_to_batch_nd` for images, with one block size for height and width."""
    size = renamed_argument("block_shape", block_shape, "block_size", block_size)
    result = space_to_batch_nd(input, _square(size), paddings, name)
    result.set_shape(result.shape.with_rank(4))
    return result


def batch_to_space(input: Any, crops: Any, block_size: Any, name: str | None = None, block_shape: Any = None) -> Tensor:
    """`batch_to_space_nd` for images, with one block size for height and width."""
    size = renamed_argument("block_shape", block_shape, "block_size", block_size)
    result = batch_to_space_nd(input, _square(size), crops, name)
    result.set_shape(result.shape.with_rank(4))
    return result


def _square(size: Any) -> np.ndarray[Any, Any]:
    return np.array([size, size], dtype=np.int64)


def required_space_to_batch_paddings(
    input_shape: Any, block_shape: Any, base_paddings: Any = None, name: str | None = None
) -> tuple[Tensor, Tensor]:
    """Paddings that make `input_shape` divisible by `block_shape`, and the crops that undo them.

    Args:
      input_shape: int32 vector [n].
      block_shape: int32 vector [n] of known length.
      base_paddings: int32 matrix [n, 2] of paddings wanted at least.
      name: name of the scope.
    """
    from tf1compat._facade.array_ops import stack

    with name_scope(name, "required_space_to_batch_paddings", [input_shape, block_shape]):
        input_shape = convert_to_tensor(input_shape, dtype=dtypes.int32, name="input_shape")
        block_shape = convert_to_tensor(block_shape, dtype=dtypes.int32, name="block_shape")
        block_shape.shape.assert_is_fully_defined()
        block_shape.shape.assert_has_rank(1)
        count = block_shape.dims[0]
        if count == 0:
            return zeros([0, 2], dtypes.int32), zeros([0, 2], dtypes.int32)
        input_shape.shape.assert_is_compatible_with([count])
        if base_paddings is None:
            base_paddings = zeros([count, 2], dtypes.int32)
        else:
            base_paddings = convert_to_tensor(base_paddings, dtype=dtypes.int32, name="base_paddings")
            base_paddings.shape.assert_is_compatible_with([count, 2])
        known = [partial.constant_value(t) for t in (block_shape, input_shape, base_paddings)]
        if all(k is not None for k in known):
            block_shape, input_shape, base_paddings = known
        start = base_paddings[:, 0]
        end = base_paddings[:, 1]
        full = input_shape + start + end
        extra = (block_shape - full % block_shape) % block_shape
        end = end + extra
        paddings = stack([[start[i], end[i]] for i in range(count)], name="paddings")
        crops = stack([[0, extra[i]] for i in range(count)], name="crops")
        return paddings, crops

"""Arrays, constants and draws under TensorFlow 2's signatures."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.array_creation import ones_like as v1_ones_like
from tf1compat._facade.array_creation import shape as v1_shape
from tf1compat._facade.array_creation import size as v1_size
from tf1compat._facade.array_creation import zeros_like as v1_zeros_like
from tf1compat._facade.array_index import boolean_mask as v1_boolean_mask
from tf1compat._facade.array_index import gather as v1_gather
from tf1compat._facade.array_index import gather_nd as v1_gather_nd
from tf1compat._facade.array_ops import expand_dims as v1_expand_dims
from tf1compat._facade.array_ops import pad as v1_pad
from tf1compat._facade.array_ops import reverse_sequence as v1_reverse_sequence
from tf1compat._facade.array_ops import squeeze as v1_squeeze
from tf1compat._facade.array_ops import transpose as v1_transpose
from tf1compat._facade.blocks import batch_to_space_nd as v1_batch_to_space_nd
from tf1compat._facade.blocks import space_to_batch_nd as v1_space_to_batch_nd
from tf1compat._facade.constants import constant as v1_constant
from tf1compat._facade.convert import convert_to_tensor as v1_convert_to_tensor
from tf1compat._facade.framework import set_random_seed as v1_set_random_seed
from tf1compat._facade.random_ops import random_poisson as v1_random_poisson
from tf1compat._jaxcore.base import dtypes


def batch_to_space(input: Any, block_shape: Any, crops: Any, name: str | None = None) -> Any:
    """Moves blocks from the batch dimension into the dimensions of space."""
    if isinstance(block_shape, int):
        block_shape = [block_shape, block_shape]
    return v1_batch_to_space_nd(input, block_shape, crops, name)


def space_to_batch(input: Any, block_shape: Any, paddings: Any, name: str | None = None) -> Any:
    """Moves blocks from the dimensions of space into the batch dimension."""
    return v1_space_to_batch_nd(input, block_shape, paddings, name)


def boolean_mask(tensor: Any, mask: Any, axis: Any = None, name: str | None = "boolean_mask") -> Any:
    """The entries where `mask` is true."""
    return v1_boolean_mask(tensor, mask, name, axis)


def constant(value: Any, dtype: Any = None, shape: Any = None, name: str = "Const") -> Any:
    """A constant; a scalar fills `shape`."""
    return v1_constant(value, dtype, shape, name, verify_shape=False)


def convert_to_tensor(value: Any, dtype: Any = None, dtype_hint: Any = None, name: str | None = None) -> Any:
    """A tensor of a value; `dtype_hint` is taken if it fits."""
    return v1_convert_to_tensor(value, dtype=dtype, name=name, preferred_dtype=dtype_hint)


def expand_dims(input: Any, axis: Any, name: str | None = None) -> Any:
    """`input` with a dimension of size 1 at `axis`."""
    return v1_expand_dims(input, axis, name)


def squeeze(input: Any, axis: Any = None, name: str | None = None) -> Any:
    """`input` without dimensions of size 1, all or those of `axis`."""
    return v1_squeeze(input, axis, name)


def gather(
    params: Any, indices: Any, validate_indices: Any = None, axis: Any = None, batch_dims: int = 0, name: Any = None
) -> Any:
    """Slices of `params` along an axis; by default the one after the batch dimensions."""
    return v1_gather(params, indices, name=name, axis=axis, validate_indices=validate_indices, batch_dims=batch_dims)


def gather_nd(params: Any, indices: Any, batch_dims: int = 0, name: str | None = None) -> Any:
    """Entries or slices of `params` at the indices of the last dimension."""
    return v1_gather_nd(params, indices, name=name, batch_dims=batch_dims)


def ones_like(input: Any, dtype: Any = None, name: str | None = None) -> Any:
    """Ones in the shape of `input`."""
    return v1_ones_like(input, dtype, name, optimize=True)


def zeros_like(input: Any, dtype: Any = None, name: str | None = None) -> Any:
    """Zeros in the shape of `input`."""
    return v1_zeros_like(input, dtype, name, optimize=True)


def pad(tensor: Any, paddings: Any, mode: str = "CONSTANT", constant_values: Any = 0, name: str | None = None) -> Any:
    """`tensor` with entries around it."""
    return v1_pad(tensor, paddings, mode, name, constant_values)


def reverse_sequence(
    input: Any, seq_lengths: Any, seq_axis: Any = None, batch_axis: Any = None, name: str | None = None
) -> Any:
    """Each sequence backwards, as far as its length."""
    return v1_reverse_sequence(input, seq_lengths, seq_axis=seq_axis, batch_axis=batch_axis, name=name)


def shape(input: Any, out_type: Any = dtypes.int32, name: str | None = None) -> Any:
    """The shape as a tensor."""
    return v1_shape(input, name, out_type)


def size(input: Any, out_type: Any = dtypes.int32, name: str | None = None) -> Any:
    """The number of entries as a tensor."""
    return v1_size(input, name, out_type)


def transpose(a: Any, perm: Any = None, conjugate: bool = False, name: str = "transpose") -> Any:
    """`a` with its dimensions in another order, reversed by default."""
    return v1_transpose(a, perm=perm, name=name, conjugate=conjugate)


def poisson(shape: Any, lam: Any, dtype: Any = dtypes.float32, seed: Any = None, name: str | None = None) -> Any:
    """Draws `shape + lam.shape` of Poisson distributions."""
    return v1_random_poisson(lam, shape, dtype, seed, name)


def set_seed(seed: int | None) -> None:
    """The graph's seed."""
    v1_set_random_seed(seed)


NAMES: dict[str, Any] = {
    "batch_to_space": batch_to_space,
    "boolean_mask": boolean_mask,
    "constant": constant,
    "convert_to_tensor": convert_to_tensor,
    "expand_dims": expand_dims,
    "gather": gather,
    "gather_nd": gather_nd,
    "nn.space_to_batch": space_to_batch,
    "ones_like": ones_like,
    "pad": pad,
    "random.poisson": poisson,
    "random.set_seed": set_seed,
    "reverse_sequence": reverse_sequence,
    "shape": shape,
    "size": size,
    "space_to_batch": space_to_batch,
    "squeeze": squeeze,
    "transpose": transpose,
    "zeros_like": zeros_like,
}

"""Dense tensors made of the entries of sparse ones."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

from tf1compat._jaxcore.base.array import shape_tuple
from tf1compat._jaxcore.ops.arrays import invalid
from tf1compat._jaxcore.schema import shape_rules
from tf1compat._jaxcore.schema.opdef import op


def _shape(x: Any) -> Any:
    return (x.vector(1),)


@op(
    "SparseToDense",
    "sparse_indices: Tindices, output_shape: Tindices, sparse_values: T, default_value: T -> dense: T",
    static="output_shape",
    shape=_shape,
    attrs={"validate_indices": True},
)
def sparse_to_dense(sparse_indices: Any, output_shape: Any, sparse_values: Any, default_value: Any) -> Any:
    """A tensor of `default_value` with `sparse_values` (one for each row of indices, or one for all) put in."""
    shape = shape_tuple(output_shape)
    xp: Any = np if all(isinstance(x, np.ndarray) for x in (sparse_indices, sparse_values, default_value)) else jnp
    indices = xp.asarray(sparse_indices)
    if indices.ndim > 2:
        raise invalid(f"sparse_indices should be a scalar, vector, or matrix, got shape {list(indices.shape)}")
    indices = indices.reshape(-1, 1) if indices.ndim < 2 else indices
    if indices.shape[1] != len(shape):
        raise invalid(f"output_shape has incorrect number of elements: {len(shape)} should be: {indices.shape[1]}")
    values = xp.asarray(sparse_values)
    if values.ndim and values.shape[0] != indices.shape[0]:
        raise invalid(f"sparse_values has incorrect shape {list(values.shape)}, should be [] or [{indices.shape[0]}]")
    dense = xp.full(shape, default_value, values.dtype)
    places = tuple(indices[:, i] for i in range(indices.shape[1]))
    if xp is np:
        dense[places] = values
        return dense
    return dense.at[places].set(values)


@op(
    "SparseTensorDenseAdd",
    "a_indices: Tindices, a_values: T, a_shape: Tindices, b: T -> output: T",
    shape=shape_rules.like(3),
)
def sparse_tensor_dense_add(a_indices: Any, a_values: Any, a_shape: Any, b: Any) -> Any:
    """`b` plus a sparse tensor of its shape; values at one place are added up."""
    places = tuple(a_indices[:, i] for i in range(np.ndim(b)))
    return jnp.asarray(b).at[places].add(a_values, mode="drop")

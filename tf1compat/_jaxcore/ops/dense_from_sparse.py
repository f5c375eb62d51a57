"""Dense tensors made of the entries of sparse ones."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

from tf1compat._jaxcore.base.array import shape_tuple
from tf1compat._jaxcore.ops.arrays import invalid
from tf1compat._jaxcore.schema import rows, shape_rules
from tf1compat._jaxcore.schema.checks import Check
from tf1compat._jaxcore.schema.opdef import op


def _shape(x: Any) -> Any:
    shape_rules.with_rank(x.shape(1), 1)
    return (x.vector(1),)


def _rows(sparse_indices: Any) -> Any:
    """The indices as a matrix, one row each."""
    rank = np.ndim(sparse_indices)
    if rank > 2:
        shape = ",".join(map(str, np.shape(sparse_indices)))
        raise invalid(f"sparse_indices should be a scalar, vector, or matrix, got shape [{shape}]")
    return sparse_indices.reshape(-1, 1) if rank < 2 else sparse_indices


def _entries_are_valid(
    sparse_indices: Any, output_shape: Any, sparse_values: Any, default_value: Any, *, validate_indices: bool
) -> Check | None:
    """Indices lie inside; where that is asked for, they are in order and none is repeated."""
    shape = shape_tuple(output_shape)
    n = _rows(sparse_indices).shape[0]
    if not n or _rows(sparse_indices).shape[1] != len(shape):
        return None
    limits = np.asarray(shape, sparse_indices.dtype)

    def outside(x: Any) -> Any:
        return ((x < 0) | (x >= limits)).any(1)

    def unordered(x: Any) -> Any:
        """Rows that are not greater than the one before."""
        changed = x[1:] - x[:-1]
        bad = (changed[:, -1] <= 0) if changed.shape[1] else np.ones(n - 1, bool)
        for i in reversed(range(changed.shape[1] - 1)):
            bad = (changed[:, i] < 0) | ((changed[:, i] == 0) & bad)
        return bad

    def refused(x: Any) -> Any:
        rows = x.reshape(n, -1)
        return outside(rows).any() | (unordered(rows).any() if validate_indices else False)

    def describe(x: Any) -> str:
        rows = x.reshape(n, -1)
        sizes = ",".join(map(str, shape))
        if not validate_indices:
            return f"Indices are not valid (out of bounds).  Shape: [{sizes}]"
        bad = outside(rows)
        bad[1:] |= unordered(rows)
        at = int(np.argmax(bad))
        where = f"indices[{at}] = [{','.join(map(str, rows[at].tolist()))}]"
        if outside(rows)[at]:
            return f"{where} is out of bounds: need 0 <= index < [{sizes}]"
        if (rows[at] == rows[at - 1]).all():
            return f"{where} is repeated"
        return (
            f"{where} is out of order. Many sparse ops require sorted indices.\n"
            "    Use `tf.sparse.reorder` to create a correctly ordered copy.\n\n"
        )

    return Check((sparse_indices,), refused, describe)


@op(
    "SparseToDense",
    "sparse_indices: Tindices, output_shape: Tindices, sparse_values: T, default_value: T -> dense: T",
    static="output_shape",
    shape=_shape,
    check=_entries_are_valid,
    attrs={"validate_indices": True},
    rows=rows.to_dense,
)
def sparse_to_dense(sparse_indices: Any, output_shape: Any, sparse_values: Any, default_value: Any) -> Any:
    """A tensor of `default_value` with `sparse_values` (one for each row of indices, or one for all) put in."""
    shape = shape_tuple(output_shape)
    xp: Any = np if all(isinstance(x, np.ndarray) for x in (sparse_indices, sparse_values, default_value)) else jnp
    indices = _rows(xp.asarray(sparse_indices))
    if indices.shape[1] != len(shape):
        raise invalid(f"output_shape has incorrect number of elements: {len(shape)} should be: {indices.shape[1]}")
    values = xp.asarray(sparse_values)
    if values.ndim and values.shape != indices.shape[:1]:
        given = ",".join(map(str, values.shape))
        raise invalid(f"sparse_values has incorrect shape [{given}], should be [] or [{indices.shape[0]}]")
    if np.ndim(default_value):
        raise invalid("default_value should be a scalar.")
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
    rows=rows.entries(0, 1),
)
def sparse_tensor_dense_add(a_indices: Any, a_values: Any, a_shape: Any, b: Any) -> Any:
    """`b` plus a sparse tensor of its shape; values at one place are added up."""
    places = tuple(a_indices[:, i] for i in range(np.ndim(b)))
    return jnp.asarray(b).at[places].add(a_values, mode="drop")

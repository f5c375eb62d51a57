"""Crossed features: every combination of the features of several columns, row by row."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from tf1compat._formats import hashes
from tf1compat._jaxcore.ops.arrays import invalid
from tf1compat._jaxcore.schema import sparse_shapes
from tf1compat._jaxcore.schema.opdef import REQUIRED, op

_LARGEST, _WORD = 2**63 - 1, 2**64 - 1


@op(
    "SparseCross",
    "indices: N*int64, values: [sparse_types], shapes: N*int64, dense_inputs: [dense_types] -> output_indices: int64, "
    "output_values: out_type, output_shape: int64",
    host=True,
    grad="none",
    shape=sparse_shapes.crossed,
    attrs={"internal_type": REQUIRED},
)
def sparse_cross(
    indices: Any,
    values: Any,
    shapes: Any,
    dense_inputs: Any,
    *,
    hashed_output: bool = REQUIRED,
    num_buckets: int = REQUIRED,
    hash_key: int = REQUIRED,
    out_type: Any = REQUIRED,
) -> Any:
    """Sparse columns first, then dense ones; combinations are joined by `_X_`, or hashed."""
    hashed = partial(_hashed, num_buckets=num_buckets, key=hash_key)
    return _crossed(indices, values, shapes, dense_inputs, hashed if hashed_output else _joined, out_type)


@op(
    "SparseFeatureCrossV2",
    "indices: N*int64, values: [sparse_types], shapes: N*int64, dense: [dense_types] -> output_indices: int64, "
    "output_values: out_type, output_shape: int64",
    host=True,
    grad="none",
    shape=sparse_shapes.crossed,
    attrs={"internal_type": REQUIRED},
)
def sparse_feature_cross_v2(
    indices: Any,
    values: Any,
    shapes: Any,
    dense: Any,
    *,
    hashed_output: bool = REQUIRED,
    num_buckets: int = REQUIRED,
    hash_key: int = REQUIRED,
    out_type: Any = REQUIRED,
) -> Any:
    """`SparseCross`, of tf.contrib.layers."""
    hashed = partial(_hashed, num_buckets=num_buckets, key=hash_key)
    return _crossed(indices, values, shapes, dense, hashed if hashed_output else _joined, out_type)


@op(
    "SparseFeatureCross",
    "indices: N*int64, values: [sparse_types], shapes: N*int64, dense: [dense_types] -> output_indices: int64, "
    "output_values: out_type, output_shape: int64",
    host=True,
    grad="none",
    shape=sparse_shapes.crossed,
    attrs={"internal_type": REQUIRED},
)
def sparse_feature_cross(
    indices: Any,
    values: Any,
    shapes: Any,
    dense: Any,
    *,
    hashed_output: bool = REQUIRED,
    num_buckets: int = REQUIRED,
    out_type: Any = REQUIRED,
) -> Any:
    """`SparseFeatureCrossV2` with the older way to combine hashes."""
    hashed = partial(_hashed_by_shifts, num_buckets=num_buckets)
    return _crossed(indices, values, shapes, dense, hashed if hashed_output else _joined, out_type)


def _crossed(indices: Any, values: Any, shapes: Any, dense: Any, cross: Callable[[Any], Any], out_type: Any) -> Any:
    """The combinations of each row, each made one value by `cross`, as a sparse tensor."""
    n = int(shapes[0][0]) if len(shapes) else len(dense[0])
    columns = [_sparse_column(i, v, s, n) for i, v, s in zip(indices, values, shapes)]
    columns += [_dense_column(np.asarray(x), n) for x in dense]
    rows = [list(itertools.product(*(column[row] for column in columns))) for row in range(n)]
    found = [(row, i) for row, crossed in enumerate(rows) for i in range(len(crossed))]
    every = [c for crossed in rows for c in crossed]
    out = np.empty(len(every), out_type.base.np)
    for i, features in enumerate(every):
        out[i] = cross(features)
    shape = np.array([n, max(map(len, rows), default=0)], np.int64)
    return np.asarray(found, np.int64).reshape(-1, 2), out, shape


def _sparse_column(indices: Any, values: Any, shape: Any, n: int) -> list[list[Any]]:
    if len(shape) != 2:
        raise invalid(f"shape of input sparse tensors should be a vector of 2, got {len(shape)}")
    if int(shape[0]) != n:
        raise invalid(f"Expected batch size {n} got {int(shape[0])}")
    rows: list[list[Any]] = [[] for _ in range(n)]
    for at, value in zip(np.asarray(indices).tolist(), np.asarray(values).tolist()):
        rows[at[0]].append(value)
    return rows


def _dense_column(array: Any, n: int) -> list[list[Any]]:
    if array.ndim != 2:
        raise invalid(f"Dense inputs should be a matrix but received shape {list(array.shape)}")
    if len(array) != n:
        raise invalid(f"Expected batch size {n} got {len(array)}")
    return array.tolist()


def _shown(feature: Any) -> bytes:
    return feature if isinstance(feature, bytes) else str(feature).encode()


def _joined(features: Any) -> bytes:
    return b"_X_".join(map(_shown, features))


def _hashed(features: Any, num_buckets: int, key: int) -> int:
    result = key & _WORD
    for feature in features:
        result = hashes.combined(result, _fingerprint(feature))
    return result % (num_buckets if num_buckets > 0 else _LARGEST)


def _hashed_by_shifts(features: Any, num_buckets: int) -> int:
    result = 0xDECAFCAFFE
    for feature in features:
        signed = result - (1 << 64) if result >> 63 else result
        result ^= (_fingerprint(feature) + 0x9E3779B97F4A7800 + (result << 10) + (signed >> 4)) & _WORD
    return result % (num_buckets if num_buckets > 0 else _LARGEST)


def _fingerprint(feature: Any) -> int:
    return hashes.fingerprint64(feature) if isinstance(feature, bytes) else feature & _WORD

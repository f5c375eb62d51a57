"""Sparse tensors as three serialized tensors, and kept by number in the session, so that queues can hold them."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._formats import protos, tensor_proto
from tf1compat._formats.faults import FormatFault
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.host_context import HostContext, Unattached
from tf1compat._jaxcore.ops.arrays import invalid
from tf1compat._jaxcore.ops.sparse_order import text
from tf1compat._jaxcore.schema import shape_rules, sparse_shapes
from tf1compat._jaxcore.schema.opdef import REQUIRED, op

Parts = tuple[Any, Any, Any]


def serialized(array: Any) -> bytes:
    """An array as a TensorProto's bytes."""
    array = np.asarray(array)
    if array.dtype == object:
        return tensor_proto.make_packed_proto(array).SerializeToString()
    return tensor_proto.make_content_proto(array, tensor_proto.dtype_number(array)).SerializeToString()


def parsed(record: bytes, dtype: Any = None, what: str = "serialized proto") -> Any:
    """The array in a TensorProto's bytes; refused where it is none, or of another type than `dtype`."""
    proto = protos.TensorProto()
    try:
        proto.ParseFromString(record)
        array = tensor_proto.make_ndarray(proto)
    except (FormatFault, TypeError, ValueError, *_decode_errors()) as e:
        shown = record.decode("latin-1")
        raise invalid(f"Could not parse {what}: '{shown}' ({e})") from None
    found = dtypes.as_dtype(proto.dtype)
    if dtype is not None and found is not dtype.base:
        raise invalid(f"Type mismatch between parsed tensor ({_c_name(found)}) and dtype ({_c_name(dtype)})")
    return array


def _c_name(dtype: Any) -> str:
    name: str = dtype.name
    return {"float32": "float", "float64": "double"}.get(name, name)


def _decode_errors() -> tuple[type[Exception], ...]:
    from google.protobuf.message import DecodeError

    return (DecodeError,)


def _record(indices: Any, values: Any, shape: Any) -> Any:
    out = np.empty(3, object)
    out[:] = [serialized(x) for x in (indices, values, shape)]
    return out


def rows_of(indices: Any, values: Any, shape: Any) -> list[Parts]:
    """The sparse tensors along the first dimension."""
    indices, values, shape = np.asarray(indices), np.asarray(values), np.asarray(shape)
    if len(shape) < 2:
        raise invalid(f"Rank of input SparseTensor should be > 1, but saw rank: {len(shape)}")
    found: list[Parts] = []
    for row in range(int(shape[0])):
        mine = indices[:, 0] == row
        found.append((indices[mine][:, 1:], values[mine], shape[1:]))
    return found


def joined(rows: list[Parts], outer: tuple[int, ...], dtype: Any, what: str = "shape", extra: int = 0) -> Parts:
    """One sparse tensor of several, along new first dimensions of sizes `outer`; as large as the largest of them.

    `what` and `extra` are how messages speak of their ranks.
    """
    rank = len(rows[0][2]) if rows else 0
    for i, (_, found, shape) in enumerate(rows):
        if len(shape) != rank:
            raise invalid(
                f"Inconsistent {what} across SparseTensors: rank prior to SparseTensor[{i}] was: {rank + extra} but rank of "
                f"SparseTensor[{i}] is: {len(shape) + extra}"
            )
        if found.dtype != dtype.base.np:
            raise invalid(
                f"Requested SparseTensor of type {_c_name(dtype)} but SparseTensor[{i}].values.dtype() == "
                f"{_c_name(dtypes.as_dtype(found.dtype))}"
            )
    shape = np.max([s for _, _, s in rows], axis=0) if rows else np.zeros(rank, np.int64)
    indices = [np.zeros((0, len(outer) + rank), np.int64)]
    values = [np.zeros(0, dtype.base.np)]
    for at, (i, v, _) in zip(np.ndindex(*outer), rows):
        indices.append(np.concatenate([np.tile(np.asarray([at], np.int64).reshape(1, -1), (len(i), 1)), i], axis=1))
        values.append(v)
    return np.concatenate(indices), np.concatenate(values), np.asarray([*outer, *shape], np.int64)


_SPARSE = "sparse_indices: int64, sparse_values: T, sparse_shape: int64"
_STRING = {"out_type": dtypes.string}


@op("SerializeSparse", _SPARSE + " -> serialized_sparse: out_type", host=True, grad="none", types=_STRING,
    shape=lambda x: ((3,),))  # fmt: skip
def serialize_sparse(sparse_indices: Any, sparse_values: Any, sparse_shape: Any) -> Any:
    """A sparse tensor as three serialized tensors."""
    return _record(sparse_indices, sparse_values, sparse_shape)


@op("SerializeManySparse", _SPARSE + " -> serialized_sparse: out_type", host=True, grad="none", types=_STRING,
    shape=lambda x: ((None, 3),))  # fmt: skip
def serialize_many_sparse(sparse_indices: Any, sparse_values: Any, sparse_shape: Any) -> Any:
    """Each row of a sparse tensor as three serialized tensors."""
    rows = rows_of(sparse_indices, sparse_values, sparse_shape)
    return np.stack([_record(*row) for row in rows]) if rows else np.empty((0, 3), object)


_RESULT = " -> sparse_indices: int64, sparse_values: dtype, sparse_shape: int64"


@op("DeserializeSparse", "serialized_sparse: Tserialized" + _RESULT, host=True, grad="none",
    types={"Tserialized": dtypes.string}, shape=sparse_shapes.three_unknown)  # fmt: skip
def deserialize_sparse(serialized_sparse: Any, *, dtype: Any = REQUIRED) -> Any:
    """The sparse tensor of three serialized tensors; of several such, one with further dimensions."""
    records = np.asarray(serialized_sparse, object)
    if records.ndim < 1 or records.shape[-1] != 3:
        raise invalid(f"Serialized sparse should have 3 as the last dimension {text(records.shape)}")
    outer = records.shape[:-1]
    rows = [(parsed(i), parsed(v), parsed(s)) for i, v, s in records.reshape(-1, 3).tolist()]
    whole = joined(rows, outer or (1,), dtype)
    return whole if outer else rows[0]


@op("DeserializeManySparse", "serialized_sparse: string" + _RESULT, host=True, grad="none",
    shape=sparse_shapes.three_unknown)  # fmt: skip
def deserialize_many_sparse(serialized_sparse: Any, *, dtype: Any = REQUIRED) -> Any:
    """One sparse tensor of the rows of [N, 3] serialized tensors."""
    if np.ndim(serialized_sparse) != 2:
        raise invalid(f"Serialized sparse should have non-zero rank {text(np.shape(serialized_sparse))}")
    return deserialize_sparse(serialized_sparse, dtype=dtype)


# ---- kept in the session ----------------------------------------------------------------------------------------------


def _kept(context: HostContext, shared_name: bytes, container: bytes) -> Any:
    name = shared_name.decode() or context.node_name
    return context.resources.find_or_make("SparseTensorsMap", context.node_name, name, container.decode())


@op("AddSparseToTensorsMap", _SPARSE + " -> sparse_handle: int64", effect="io", host=True, grad="none",
    shape=shape_rules.scalar)  # fmt: skip
def add_sparse_to_tensors_map(
    sparse_indices: Any,
    sparse_values: Any,
    sparse_shape: Any,
    *,
    container: bytes = b"",
    shared_name: bytes = b"",
    context: HostContext = Unattached(),
) -> Any:
    """Keep a sparse tensor in the session; its number."""
    return _kept(context, shared_name, container).add([(sparse_indices, sparse_values, sparse_shape)])[0]


@op("AddManySparseToTensorsMap", _SPARSE + " -> sparse_handles: int64", effect="io", host=True, grad="none",
    shape=shape_rules.vector)  # fmt: skip
def add_many_sparse_to_tensors_map(
    sparse_indices: Any,
    sparse_values: Any,
    sparse_shape: Any,
    *,
    container: bytes = b"",
    shared_name: bytes = b"",
    context: HostContext = Unattached(),
) -> Any:
    """Keep each row of a sparse tensor in the session; their numbers."""
    return _kept(context, shared_name, container).add(rows_of(sparse_indices, sparse_values, sparse_shape))


@op("TakeManySparseFromTensorsMap", "sparse_handles: int64" + _RESULT, effect="io", host=True, grad="none",
    shape=sparse_shapes.three_unknown)  # fmt: skip
def take_many_sparse_from_tensors_map(
    sparse_handles: Any,
    *,
    dtype: Any = REQUIRED,
    container: bytes = b"",
    shared_name: bytes = b"",
    context: HostContext = Unattached(),
) -> Any:
    """Take sparse tensors out by their numbers, as rows of one."""
    rows = _kept(context, shared_name, container).take(np.asarray(sparse_handles).tolist())
    return joined(rows, (len(rows),), dtype, "rank", 1)

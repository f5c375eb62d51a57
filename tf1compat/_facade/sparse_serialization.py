"""SparseTensors as strings, and as numbers that queues can hold."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import context
from tf1compat._facade.apply import apply_op
from tf1compat._facade.sparse_tensor import SparseTensor, as_sparse
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._jaxcore.base import dtypes


def _parts(x: SparseTensor) -> tuple[Any, Any, Any]:
    return x.indices, x.values, x.dense_shape


def serialize_sparse(sp_input: Any, name: str | None = None, out_type: Any = dtypes.string) -> Tensor:
    """A SparseTensor as a vector of three strings (or variants): serialized indices, values and shape."""
    return apply_op("SerializeSparse", *_parts(as_sparse(sp_input)), out_type=dtypes.as_dtype(out_type), name=name)


def serialize_many_sparse(sp_input: Any, name: str | None = None, out_type: Any = dtypes.string) -> Tensor:
    """Each row (first dimension) of a SparseTensor as three strings, as an [N, 3] tensor."""
    parts = _parts(as_sparse(sp_input))
    return apply_op("SerializeManySparse", *parts, out_type=dtypes.as_dtype(out_type), name=name)


def deserialize_sparse(serialized_sparse: Any, dtype: Any, rank: Any = None, name: str | None = None) -> SparseTensor:
    """The SparseTensor that `serialize_sparse` made strings of."""
    return _ranked(apply_op("DeserializeSparse", serialized_sparse, dtype=dtypes.as_dtype(dtype), name=name), rank)


def deserialize_many_sparse(
    serialized_sparse: Any, dtype: Any, rank: Any = None, name: str | None = None
) -> SparseTensor:
    """The rows that `serialize_many_sparse` made strings of, as one SparseTensor of one dimension more.

    Args:
      serialized_sparse: strings of shape [N, 3].
      dtype: type of the values.
      rank: rank of the result, where it is known.
      name: name of the node.
    """
    return _ranked(apply_op("DeserializeManySparse", serialized_sparse, dtype=dtypes.as_dtype(dtype), name=name), rank)


def _ranked(parts: Any, rank: Any) -> SparseTensor:
    indices, values, shape = parts
    indices.set_shape([None, rank])
    shape.set_shape([rank])
    return SparseTensor(indices, values, shape)


def add_sparse_to_tensors_map(
    sp_input: Any, container: str | None = None, shared_name: str | None = None, name: str | None = None
) -> Tensor:
    """The number under which the session keeps a SparseTensor."""
    return _add("AddSparseToTensorsMap", sp_input, container, shared_name, name)


def add_many_sparse_to_tensors_map(
    sp_input: Any, container: str | None = None, shared_name: str | None = None, name: str | None = None
) -> Tensor:
    """The numbers under which the session keeps the rows of a SparseTensor."""
    return _add("AddManySparseToTensorsMap", sp_input, container, shared_name, name)


def _add(op_type: str, sp_input: Any, container: str | None, shared_name: str | None, name: str | None) -> Tensor:
    return apply_op(
        op_type,
        *_parts(as_sparse(sp_input)),
        container=(container or "").encode(),
        shared_name=(shared_name or "").encode(),
        name=name,
    )


def take_many_sparse_from_tensors_map(
    sparse_map_op: Any, sparse_handles: Any, rank: Any = None, name: str | None = None
) -> SparseTensor:
    """The SparseTensors of these numbers as rows of one; `sparse_map_op` is the operation that keeps them.

    Raises:
      TypeError: it is no such operation.
    """
    if not isinstance(sparse_map_op, Operation):
        raise TypeError("sparse_map_op be an Operation")
    if sparse_map_op.type not in ("AddSparseToTensorsMap", "AddManySparseToTensorsMap"):
        raise TypeError(
            "sparse_map_op must be one of AddSparseToTensorsMap or AddSparseToTensorsMap. Instead, "
            f"found `{sparse_map_op.type}`."
        )
    with context.get_default_graph().colocate_with(sparse_map_op):
        shared_name = sparse_map_op.get_attr("shared_name") or sparse_map_op.name.encode()
        found = apply_op(
            "TakeManySparseFromTensorsMap",
            sparse_handles,
            dtype=dtypes.as_dtype(sparse_map_op.get_attr("T")),
            container=sparse_map_op.get_attr("container"),
            shared_name=shared_name,
            name=name,
        )
    return _ranked(found, rank)

"""`tf.contrib.layers`: dense tensors as sparse ones, and crosses of sparse columns."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_creation, array_index, constants, framework, math_casts, math_ops, variable_scope
from tf1compat._facade.apply import add_op
from tf1compat._facade.contrib.arg_scope import add_arg_scope
from tf1compat._facade.contrib.named_outputs import collect_named_outputs
from tf1compat._facade.convert import convert
from tf1compat._facade.sparse_tensor import SparseTensor
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes

SPARSE_FEATURE_CROSS_DEFAULT_HASH_KEY = 0xDECAFCAFFE


def dense_to_sparse_tensor(dense_tensor: Any, ignore_value: Any = None) -> SparseTensor:
    """The elements of `dense_tensor` that are not `ignore_value`: zero or the empty string if absent."""
    with framework.name_scope("DenseToSparseTensor"):
        dense = convert(dense_tensor)
        if ignore_value is None:
            ignore_value = "" if dense.dtype == dtypes.string else dense.dtype.as_numpy_dtype()
        ignored = math_casts.cast(ignore_value, dense.dtype, name="ignore_value")
        indices = array_index.where(math_ops.not_equal(dense, ignored), name="indices")
        values = array_index.gather_nd(dense, indices, name="values")
        return SparseTensor(indices, values, array_creation.shape(dense, out_type=dtypes.int64, name="dense_shape"))


@add_arg_scope
def dense_to_sparse(tensor: Any, eos_token: Any = 0, outputs_collections: Any = None, scope: Any = None) -> Any:
    """The elements of `tensor` that are not `eos_token`, as a SparseTensor: labels for `tf.nn.ctc_loss`."""
    with variable_scope.variable_scope(scope, "dense_to_sparse", [tensor]) as sc:
        tensor = convert(tensor)
        indices = array_index.where(math_ops.not_equal(tensor, constants.constant(eos_token, tensor.dtype)))
        values = array_index.gather_nd(tensor, indices)
        outputs = SparseTensor(indices, values, array_creation.shape(tensor, out_type=dtypes.int64))
        return collect_named_outputs(outputs_collections, sc.name, outputs)


def sparse_feature_cross(
    inputs: Any, hashed_output: bool = False, num_buckets: int = 0, name: str | None = None, hash_key: int | None = None
) -> SparseTensor:
    """All combinations of the features of several columns, row by row.

    Args:
      inputs: a list of SparseTensors and matrices of strings or integers, with the same number of rows.
      hashed_output: numbers instead of strings joined by `_X_`.
      num_buckets: the numbers are below it, if it is not 0.
      name: name of the node.
      hash_key: combines hashes in the newer way, starting with this.

    Raises:
      TypeError: `inputs` is no list of tensors.
    """
    if not isinstance(inputs, list):
        raise TypeError("Inputs must be a list")
    if not all(isinstance(x, (SparseTensor, Tensor)) for x in inputs):
        raise TypeError("All inputs must be SparseTensors")
    sparse = [x for x in inputs if isinstance(x, SparseTensor)]
    given = [x.values for x in sparse] + [x for x in inputs if not isinstance(x, SparseTensor)]
    numbers = any(x.dtype != dtypes.string for x in given)
    tensors = [x if x.dtype == dtypes.string else math_casts.cast(x, dtypes.int64) for x in given]
    attrs: dict[str, Any] = {
        "hashed_output": hashed_output,
        "num_buckets": num_buckets,
        "out_type": dtypes.int64 if hashed_output else dtypes.string,
        "internal_type": dtypes.int64 if numbers else dtypes.string,
        "name": name,
    }
    if hash_key:
        attrs["hash_key"] = hash_key
    n = len(sparse)
    op_type = "SparseFeatureCrossV2" if hash_key else "SparseFeatureCross"
    indices, shapes = [x.indices for x in sparse], [x.dense_shape for x in sparse]
    return SparseTensor(*add_op(op_type, indices, tensors[:n], shapes, tensors[n:], **attrs).outputs)

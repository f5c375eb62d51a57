"""`tf.sparse`: what is done with sparse tensors as such, and their products with dense ones."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral
from typing import Any

from tf1compat._facade import array_creation, array_index, array_ops, constants, math_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert, convert_to_tensor
from tf1compat._facade.deprecation import deprecated, renamed_argument
from tf1compat._facade.framework import name_scope
from tf1compat._facade.indexed_slices import IndexedSlices
from tf1compat._facade.math_casts import cast
from tf1compat._facade.math_reductions import reduction_axes as _axes_of
from tf1compat._facade.sparse_arrange import KeywordRequired as KeywordRequired
from tf1compat._facade.sparse_arrange import sparse_concat as sparse_concat
from tf1compat._facade.sparse_arrange import sparse_concat_v2 as sparse_concat_v2
from tf1compat._facade.sparse_arrange import sparse_expand_dims as sparse_expand_dims
from tf1compat._facade.sparse_arrange import sparse_eye as sparse_eye
from tf1compat._facade.sparse_arrange import sparse_fill_empty_rows as sparse_fill_empty_rows
from tf1compat._facade.sparse_arrange import sparse_reorder as sparse_reorder
from tf1compat._facade.sparse_arrange import sparse_reset_shape as sparse_reset_shape
from tf1compat._facade.sparse_arrange import sparse_reshape as sparse_reshape
from tf1compat._facade.sparse_arrange import sparse_retain as sparse_retain
from tf1compat._facade.sparse_arrange import sparse_slice as sparse_slice
from tf1compat._facade.sparse_arrange import sparse_split as sparse_split
from tf1compat._facade.sparse_arrange import sparse_transpose as sparse_transpose
from tf1compat._facade.sparse_serialization import add_many_sparse_to_tensors_map as _add_many_sparse_to_tensors_map
from tf1compat._facade.sparse_serialization import add_sparse_to_tensors_map as _add_sparse_to_tensors_map
from tf1compat._facade.sparse_serialization import deserialize_many_sparse as deserialize_many_sparse
from tf1compat._facade.sparse_serialization import deserialize_sparse as deserialize_sparse
from tf1compat._facade.sparse_serialization import serialize_many_sparse as serialize_many_sparse
from tf1compat._facade.sparse_serialization import serialize_sparse as serialize_sparse
from tf1compat._facade.sparse_serialization import (
    take_many_sparse_from_tensors_map as _take_many_sparse_from_tensors_map,
)
from tf1compat._facade.sparse_tensor import SparseTensor, as_sparse, is_sparse
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes

_MODULE = "tensorflow.python.ops.sparse_ops"


def _parts(x: Any) -> tuple[Any, Any, Any]:
    return x.indices, x.values, x.dense_shape


# ---- made of and into dense tensors ---------------------------------------------------------------------------------


def from_dense(tensor: Any, name: str | None = None) -> SparseTensor:
    """The elements of `tensor` that are not zero.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.sparse.from_dense([[0, 3]])).indices.tolist())
    [[0, 1]]
    """
    with name_scope(name, "dense_to_sparse"):
        tensor = convert_to_tensor(tensor)
        zero = constants.constant(0 if tensor.dtype.base is not dtypes.string else "", tensor.dtype)
        indices = array_index.where_v2(math_ops.not_equal(tensor, zero))
        values = array_index.gather_nd(tensor, indices)
        return SparseTensor(indices, values, array_creation.shape(tensor, out_type=dtypes.int64))


@deprecated(None, "Create a `tf.sparse.SparseTensor` and use `tf.sparse.to_dense` instead.", _MODULE)
def sparse_to_dense(
    sparse_indices: Any,
    output_shape: Any,
    sparse_values: Any,
    default_value: Any = 0,
    validate_indices: bool = True,
    name: str | None = None,
) -> Tensor:
    """A tensor of `default_value` with `sparse_values` put in at `sparse_indices`.

    Args:
      sparse_indices: a scalar, vector or matrix of int32 or int64; its rows are indices.
      output_shape: the dense shape, of the same type.
      sparse_values: one for each index, or one for all.
      default_value: what stands elsewhere.
      validate_indices: whether indices must be in order and not repeated.
      name: name of the node.
    """
    return apply_op(
        "SparseToDense", sparse_indices, output_shape, sparse_values, default_value,
        validate_indices=validate_indices, name=name,
    )  # fmt: skip


def sparse_tensor_to_dense(
    sp_input: Any, default_value: Any = None, validate_indices: bool = True, name: str | None = None
) -> Tensor:
    """The dense tensor, with `default_value` (0 or "") where there are no entries."""
    sp_input = as_sparse(sp_input)
    if default_value is None:
        default_value = array_creation.zeros([], dtype=sp_input.dtype)
    return apply_op(
        "SparseToDense", sp_input.indices, sp_input.dense_shape, sp_input.values, default_value,
        validate_indices=validate_indices, name=name,
    )  # fmt: skip


def sparse_to_indicator(sp_input: Any, vocab_size: Any, name: str | None = None) -> Tensor:
    """Ids as bools: the last dimension becomes `vocab_size` long, True where its ids are."""
    sp_input = as_sparse(sp_input)
    with name_scope(name, "SparseToIndicator", [sp_input]) as scope:
        count = array_creation.shape(sp_input.indices)[0]
        yes = array_creation.fill(array_ops.expand_dims(count, 0), True)
        flags = SparseTensor(sp_input.indices, yes, sp_input.dense_shape)
        merged = merge(sp_input, flags, vocab_size, scope)
        return sparse_tensor_to_dense(merged, default_value=False, validate_indices=False, name=scope)


@deprecated(None, "No similar op available at this time.", _MODULE)
def sparse_merge(
    sp_ids: Any, sp_values: Any, vocab_size: Any, name: str | None = None, already_sorted: bool = False
) -> SparseTensor:
    """The values of a batch at the places that the ids of the same batch name.

    Args:
      sp_ids: a SparseTensor of ids, or a list of them, one for each new dimension.
      sp_values: a SparseTensor with the same indices.
      vocab_size: size of the new dimension, or a list of sizes.
      name: name scope.
      already_sorted: whether the ids of each example are in order.

    Raises:
      TypeError, ValueError: ids and sizes do not fit.
    """
    return merge(sp_ids, sp_values, vocab_size, name, already_sorted)


def merge(
    sp_ids: Any, sp_values: Any, vocab_size: Any, name: str | None = None, already_sorted: bool = False
) -> SparseTensor:
    """`sparse_merge`, without the warning that it is deprecated."""
    ids, sizes = _checked_ids(sp_ids, vocab_size)
    with name_scope(name, "SparseMerge", [*ids, sp_values]):
        ids = [as_sparse(x) for x in ids]
        sp_values = as_sparse(sp_values)
        columns: list[Any] = []
        for x in ids:
            values = x.values if x.dtype == dtypes.int64 else cast(x.values, dtypes.int64)
            columns.append(array_ops.expand_dims(values, axis=1))
        sizes = [cast(x, dtypes.int64) for x in sizes]
        indices = array_ops.concat([ids[0].indices[:, :-1], *columns], 1)
        shape = array_ops.concat([ids[0].dense_shape[:-1], sizes], 0)
        result = SparseTensor(indices, sp_values.values, shape)
        if already_sorted:
            return result
        ordered = sparse_reorder(result)
        return SparseTensor(ordered.indices, ordered.values, shape)


def _checked_ids(sp_ids: Any, vocab_size: Any) -> tuple[list[Any], list[Any]]:
    def is_size(x: Any) -> bool:
        return isinstance(x, (Tensor, Integral))

    if is_sparse(sp_ids):
        if not is_size(vocab_size):
            raise TypeError(f"vocab_size has to be a Tensor or Python int. Found {type(vocab_size)}")
        return [sp_ids], [vocab_size]
    if not isinstance(sp_ids, Iterable):
        raise TypeError(f"sp_ids has to be a SparseTensor or list thereof. Found {type(sp_ids)}")
    if not isinstance(vocab_size, Iterable):
        raise TypeError(f"vocab_size has to be a list of Tensors or Python ints. Found {type(vocab_size)}")
    ids, sizes = list(sp_ids), list(vocab_size)
    for size in sizes:
        if not is_size(size):
            raise TypeError(f"vocab_size has to be a list of Tensors or Python ints. Found {type(size)}")
    if len(ids) != len(sizes):
        raise ValueError("sp_ids and vocab_size have to have equal lengths.")
    return ids, sizes


# ---- products and softmax -------------------------------------------------------------------------------------------


def sparse_tensor_dense_matmul(
    sp_a: Any, b: Any, adjoint_a: bool = False, adjoint_b: bool = False, name: str | None = None
) -> Tensor:
    """A sparse matrix times a dense one.

    Args:
      sp_a: a SparseTensor of rank 2.
      b: a matrix of the same type.
      adjoint_a, adjoint_b: whether each is transposed (and conjugated) first.
      name: name of the node.
    """
    sp_a = as_sparse(sp_a)
    with name_scope(name, "SparseTensorDenseMatMul", [sp_a.indices, sp_a.values, b]):
        b = convert_to_tensor(b, name="b")
        return apply_op("SparseTensorDenseMatMul", *_parts(sp_a), b, adjoint_a=adjoint_a, adjoint_b=adjoint_b)


def sparse_softmax(sp_input: Any, name: str | None = None) -> SparseTensor:
    """Softmax along the last dimension over the entries that are there."""
    with name_scope(name, "SparseSoftmax", [sp_input.indices, sp_input.values]):
        return SparseTensor(sp_input.indices, apply_op("SparseSoftmax", *_parts(sp_input)), sp_input.dense_shape)


def sparse_dense_cwise_add(sp_t: Any, dense_t: Any) -> SparseTensor:
    """The sparse values plus the dense elements at their places."""
    return SparseTensor(sp_t.indices, apply_op("SparseDenseCwiseAdd", *_parts(sp_t), dense_t), sp_t.dense_shape)


def sparse_add(a: Any, b: Any, threshold: Any = None, thresh: Any = None) -> Any:
    """The sum of two sparse tensors, or of a sparse and a dense one.

    Args:
      a, b: tensors of one shape, at least one of them sparse.
      threshold: entries of a sparse sum that are smaller are left out; 0 keeps all (`thresh` is its old name).
      thresh: see there.

    Raises:
      TypeError: neither is sparse.
    """
    threshold = renamed_argument("threshold", threshold, "thresh", thresh)
    return sparse_add_v2(a, b, 0 if threshold is None else threshold)


def sparse_add_v2(a: Any, b: Any, threshold: Any = 0) -> Any:
    """`sparse_add` with its TF2 arguments."""
    if not (is_sparse(a) or is_sparse(b)):
        raise TypeError("At least one input should be SparseTensor; do you mean to use tf.add()?")
    if not (is_sparse(a) and is_sparse(b)):
        sparse, dense = (b, a) if is_sparse(b) else (a, b)
        return apply_op("SparseTensorDenseAdd", *_parts(sparse), dense)
    a, b = as_sparse(a), as_sparse(b)
    threshold = convert(threshold, a.values.dtype.real_dtype.base, "threshold")
    indices, values, shape = apply_op("SparseAdd", *_parts(a), *_parts(b), threshold)
    a.shape.assert_is_compatible_with(b.shape)
    static = array_creation.broadcast_static_shape(a.shape, b.shape)
    return SparseTensor(indices, values, static.as_list() if static.is_fully_defined() else shape)


def sparse_maximum(sp_a: Any, sp_b: Any, name: str | None = None) -> SparseTensor:
    """The greater of both at each place that one of them has."""
    return _chosen("SparseSparseMaximum", sp_a, sp_b, name)


def sparse_minimum(sp_a: Any, sp_b: Any, name: str | None = None) -> SparseTensor:
    """The lesser of both at each place that one of them has."""
    return _chosen("SparseSparseMinimum", sp_a, sp_b, name)


def _chosen(op_type: str, a: Any, b: Any, name: str | None) -> SparseTensor:
    with name_scope(name, op_type, [a.indices, a.values, b.indices, b.values]) as scope:
        indices, values = apply_op(op_type, *_parts(a), *_parts(b), name=scope)
    return SparseTensor(indices, values, a.dense_shape)


# ---- reductions -----------------------------------------------------------------------------------------------------


def _reduce_arguments(axis: Any, keepdims: Any, reduction_axes: Any, keep_dims: Any) -> tuple[Any, bool]:
    axis = renamed_argument("axis", axis, "reduction_axes", reduction_axes)
    keepdims = renamed_argument("keepdims", keepdims, "keep_dims", keep_dims)
    return axis, False if keepdims is None else keepdims


def _reduce(op_type: str, sp_input: Any, axis: Any, keep: Any, name: str | None = None) -> Any:
    # TF1: the axes become a node before the op's own scope begins
    axes = _axes_of(sp_input, axis)
    found = apply_op(op_type, *_parts(sp_input), axes, keep_dims=bool(keep), name=name)
    return SparseTensor(*found) if isinstance(found, list) else found


def sparse_reduce_sum(
    sp_input: Any, axis: Any = None, keepdims: Any = None, reduction_axes: Any = None, keep_dims: Any = None
) -> Tensor:
    """The sum over `axis` (an int, a list, or all), as a dense tensor."""
    return _reduce("SparseReduceSum", sp_input, *_reduce_arguments(axis, keepdims, reduction_axes, keep_dims))


def sparse_reduce_sum_sparse(
    sp_input: Any, axis: Any = None, keepdims: Any = None, reduction_axes: Any = None, keep_dims: Any = None
) -> SparseTensor:
    """The sum over `axis`, as a sparse tensor."""
    return _reduce("SparseReduceSumSparse", sp_input, *_reduce_arguments(axis, keepdims, reduction_axes, keep_dims))


def sparse_reduce_max(
    sp_input: Any, axis: Any = None, keepdims: Any = None, reduction_axes: Any = None, keep_dims: Any = None
) -> Tensor:
    """The greatest entry over `axis`, as a dense tensor; 0 where there is none."""
    return _reduce("SparseReduceMax", sp_input, *_reduce_arguments(axis, keepdims, reduction_axes, keep_dims))


def sparse_reduce_max_sparse(
    sp_input: Any, axis: Any = None, keepdims: Any = None, reduction_axes: Any = None, keep_dims: Any = None
) -> SparseTensor:
    """The greatest entry over `axis`, as a sparse tensor."""
    return _reduce("SparseReduceMaxSparse", sp_input, *_reduce_arguments(axis, keepdims, reduction_axes, keep_dims))


def sparse_reduce_sum_v2(
    sp_input: Any, axis: Any = None, keepdims: Any = None, output_is_sparse: bool = False, name: str | None = None
) -> Any:
    """`sparse_reduce_sum` with its TF2 arguments."""
    return _reduce("SparseReduceSumSparse" if output_is_sparse else "SparseReduceSum", sp_input, axis, keepdims, name)


def sparse_reduce_max_v2(
    sp_input: Any, axis: Any = None, keepdims: Any = None, output_is_sparse: bool = False, name: str | None = None
) -> Any:
    """`sparse_reduce_max` with its TF2 arguments."""
    return _reduce("SparseReduceMaxSparse" if output_is_sparse else "SparseReduceMax", sp_input, axis, keepdims, name)


# ---- compared and masked --------------------------------------------------------------------------------------------


def edit_distance(hypothesis: Any, truth: Any, normalize: bool = True, name: str | None = "edit_distance") -> Tensor:
    """The Levenshtein distance between the sequences (last dimension) of two SparseTensors.

    Args:
      hypothesis, truth: SparseTensors of one dtype and rank.
      normalize: whether distances are divided by the length of the truth.
      name: name of the node.

    Returns:
      A float32 tensor with one dimension less.

    Raises:
      TypeError: one of both is no SparseTensor.
    """
    if not is_sparse(hypothesis):
        raise TypeError("Hypothesis must be a SparseTensor.")
    if not is_sparse(truth):
        raise TypeError("Truth must be a SparseTensor.")
    return apply_op("EditDistance", *_parts(hypothesis), *_parts(truth), normalize=normalize, name=name)


def sparse_mask(a: IndexedSlices, mask_indices: Any, name: str | None = None) -> IndexedSlices:
    """IndexedSlices without the rows that `mask_indices` names."""
    with name_scope(name, "sparse_mask", [a, mask_indices]) as scope:
        kept, at = array_index.setdiff1d(a.indices, mask_indices)
        return IndexedSlices(array_index.gather(a.values, at, name=scope), kept, a.dense_shape)


# ---- crossed --------------------------------------------------------------------------------------------------------

_DEFAULT_HASH_KEY = 956888297470  # TF1: what hash_key is where nobody says


def sparse_cross(inputs: Any, name: str | None = None) -> SparseTensor:
    """For each row every combination of the features of several columns, joined by `_X_`.

    Args:
      inputs: a list of SparseTensors and matrices of strings or integers.
      name: name of the node.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.sparse.cross([tf.constant([["a"]]), tf.constant([["x", "y"]])])).values.tolist())
    [b'a_X_x', b'a_X_y']
    """
    return _crossed(inputs, False, 0, None, name)


def sparse_cross_hashed(
    inputs: Any, num_buckets: int = 0, hash_key: int | None = None, name: str | None = None
) -> SparseTensor:
    """`sparse_cross` as hashes, modulo `num_buckets` where it is positive."""
    return _crossed(inputs, True, num_buckets, hash_key, name)


def _crossed(inputs: Any, hashed: bool, num_buckets: int, hash_key: int | None, name: str | None) -> SparseTensor:
    if not isinstance(inputs, list):
        raise TypeError("Inputs must be a list")
    if not all(isinstance(x, (SparseTensor, Tensor)) for x in inputs):
        raise TypeError("All inputs must be SparseTensors")
    sparse = [x for x in inputs if isinstance(x, SparseTensor)]
    texts_only = True
    columns: list[list[Any]] = []
    for group in ([x.values for x in sparse], [x for x in inputs if not isinstance(x, SparseTensor)]):
        columns.append([])
        for x in group:
            is_text = x.dtype.base is dtypes.string
            texts_only = texts_only and is_text
            columns[-1].append(x if is_text else cast(x, dtypes.int64))
    found = apply_op(
        "SparseCross",
        [x.indices for x in sparse],
        columns[0],
        [x.dense_shape for x in sparse],
        columns[1],
        hashed_output=hashed,
        num_buckets=num_buckets,
        hash_key=hash_key or _DEFAULT_HASH_KEY,
        out_type=dtypes.int64 if hashed else dtypes.string,
        internal_type=dtypes.string if texts_only else dtypes.int64,
        N=len(sparse),
        name=name,
    )
    return SparseTensor(*found)


_sparse_cross, _sparse_cross_hashed = sparse_cross, sparse_cross_hashed

"""`tf.vectorized_map`, `tf.guarantee_const`, `tf.convert_to_tensor_or_indexed_slices`, and refused neighbours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade import functional_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.framework import name_scope, placeholder
from tf1compat._facade.graph import Graph
from tf1compat._facade.indexed_slices import IndexedSlices
from tf1compat._facade.refusals import refused
from tf1compat._facade.sparse_tensor import SparseTensorValue
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import nest


def vectorized_map(fn: Callable[[Any], Any], elems: Any) -> Any:
    """`fn` of each element along the first dimension, stacked.

    TensorFlow rewrites `fn` for all elements at once; here it is `tf.map_fn`, which has the same results.

    Args:
      fn: function of an element (a nest of tensors).
      elems: tensor or nest of tensors.
    """
    with name_scope("vectorized_map"):
        elems = nest.map_structure(convert_to_tensor, elems)
        with Graph().as_default():
            # `fn` once in a graph of its own: for the types of its results
            inputs = nest.map_structure(lambda x: placeholder(x.dtype, x.shape[1:]), elems)
            kinds = nest.map_structure(lambda y: convert_to_tensor(y).dtype, fn(inputs))
        return functional_ops.map_fn(fn, elems, dtype=kinds)


def guarantee_const(input: Any, name: str | None = None) -> Tensor:
    """The input, of which the program says that it never changes; nothing is made of that here."""
    return apply_op("GuaranteeConst", input, name=name)


def convert_to_tensor_or_indexed_slices(value: Any, dtype: Any = None, name: str | None = None) -> Any:
    """IndexedSlices and sparse tensors as they are, anything else as a tensor.

    Raises:
      ValueError: IndexedSlices of another dtype.
    """
    if isinstance(value, (IndexedSlices, SparseTensorValue)):
        given_dtype: Any = value.values.dtype
        if dtype is not None and not given_dtype.is_compatible_with(dtype):
            raise ValueError(
                f"Tensor conversion requested dtype {dtype} for Tensor with dtype {given_dtype}: {value!r}"
            )
        return value
    return convert_to_tensor(value, dtype=dtype, name=name)


_KEPT = "values are not kept in a session between its steps"
_KEEP = "fetch the value and feed it again, or assign it to a variable"
get_session_handle = refused("tf.get_session_handle", _KEPT, _KEEP)
get_session_tensor = refused("tf.get_session_tensor", _KEPT, _KEEP)
delete_session_tensor = refused("tf.delete_session_tensor", _KEPT, _KEEP)
fingerprint = refused("tf.fingerprint", "there is no kernel for it", "use tf.strings.to_hash_bucket_fast")
wrap_function = refused(
    "tf.wrap_function", "functions as graphs of their own belong to TensorFlow 2", "call the function while building"
)
nondifferentiable_batch_function = refused(
    "tf.nondifferentiable_batch_function", "calls of several sessions are not gathered", "batch with tf.data"
)
_POOL = "its windows are drawn at random"
fractional_avg_pool = refused("tf.nn.fractional_avg_pool", _POOL, "use tf.nn.avg_pool, or resize before pooling")
fractional_max_pool = refused("tf.nn.fractional_max_pool", _POOL, "use tf.nn.max_pool, or resize before pooling")
_SDCA = "stochastic dual coordinate ascent has no kernels here"
sdca_fprint = refused("tf.train.sdca_fprint", _SDCA, "use tf.train.FtrlOptimizer")
sdca_optimizer = refused("tf.train.sdca_optimizer", _SDCA, "use tf.train.FtrlOptimizer")
sdca_shrink_l1 = refused("tf.train.sdca_shrink_l1", _SDCA, "use tf.train.FtrlOptimizer")

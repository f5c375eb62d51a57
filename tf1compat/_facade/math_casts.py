"""`tf.cast` and its relatives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert
from tf1compat._facade.deprecation import deprecated, warn
from tf1compat._facade.dispatch import dispatched
from tf1compat._facade.framework import name_scope
from tf1compat._facade.indexed_slices import IndexedSlices
from tf1compat._facade.resource_variables import ResourceVariable
from tf1compat._facade.sparse_tensor import SparseTensor
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.dtypes import DType


@dispatched
def cast(x: Any, dtype: Any, name: str | None = None) -> Any:
    """`x` as another type: fractions are cut off, of complex numbers the real part stays.

    A Tensor that has the type already is returned itself; of IndexedSlices and SparseTensors, the values are cast.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default():
    ...     tf.cast([1.8, 2.2], tf.int32).dtype.name
    'int32'
    """
    wanted = dtypes.as_dtype(dtype).base
    if isinstance(x, (Tensor, ResourceVariable)) and x.dtype is wanted:
        return x  # TF1: a resource variable stays one, and is read where it is used
    with name_scope(name, "Cast", [x]) as scope:
        if isinstance(x, IndexedSlices):
            return IndexedSlices(cast(x.values, wanted, name=scope), x.indices, x.dense_shape)
        if isinstance(x, SparseTensor):
            return SparseTensor(x.indices, cast(x.values, wanted, name=scope), x.dense_shape)
        x = convert(x, None, "x")
        if x.dtype.is_complex and wanted.is_floating:
            warn("Casting complex to real discards imaginary part.")
        if x.dtype.base is not wanted:
            x = apply_op("Cast", x, name=scope, DstT=wanted)
    return x


@dispatched
def saturate_cast(value: Any, dtype: Any, name: str | None = None) -> Tensor:
    """`value` as another type, first limited to what the type can hold."""
    with name_scope(name, "saturate_cast", [value]) as scope:
        value = convert(value, None, "value")
        wanted = dtypes.as_dtype(dtype).base
        if value.dtype.min < wanted.min:
            value = apply_op("Maximum", value, convert(wanted.min, value.dtype.base, "min"))
        if value.dtype.max > wanted.max:
            value = apply_op("Minimum", value, convert(wanted.max, value.dtype.base, "max"))
        return cast(value, wanted, name=scope)


def bitcast(input: Any, type: Any, name: str | None = None) -> Tensor:
    """The same bits read as another type; a change of size adds or takes a last dimension."""
    return apply_op("Bitcast", input, name=name, type=dtypes.as_dtype(type).base)


def _to(dtype: DType, function: str, default_name: str) -> Callable[..., Any]:
    def convert_to(x: Any, name: str = default_name) -> Any:
        return cast(x, dtype, name=name)

    convert_to.__name__ = convert_to.__qualname__ = function
    convert_to.__doc__ = f"`x` as {dtype.name}."
    return deprecated(None, "Use `tf.cast` instead.", "tensorflow.python.ops.math_ops")(convert_to)


to_float = _to(dtypes.float32, "to_float", "ToFloat")
to_double = _to(dtypes.float64, "to_double", "ToDouble")
to_int32 = _to(dtypes.int32, "to_int32", "ToInt32")
to_int64 = _to(dtypes.int64, "to_int64", "ToInt64")
to_bfloat16 = _to(dtypes.bfloat16, "to_bfloat16", "ToBFloat16")
to_complex64 = _to(dtypes.complex64, "to_complex64", "ToComplex64")
to_complex128 = _to(dtypes.complex128, "to_complex128", "ToComplex128")

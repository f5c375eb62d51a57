"""`tf.convert_to_tensor` and the registry of conversions it goes through."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tf1compat._facade import constants, context
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._jaxcore.base import dtypes, shapes
from tf1compat._jaxcore.base.dtypes import DType
from tf1compat._jaxcore.schema import opdef

_PLAIN = (int, float, str, bytes, bool, complex, np.ndarray, np.generic)


def register_tensor_conversion_function(
    base_type: Any, conversion_func: Callable[..., Any], priority: int = 100
) -> None:
    """Make `convert_to_tensor` accept objects of `base_type`.

    `conversion_func(value, dtype, name, as_ref)` returns a Tensor or NotImplemented; lower priorities are asked first.
    """
    types = base_type if isinstance(base_type, tuple) else (base_type,)
    if not all(isinstance(t, type) for t in types):
        raise TypeError("base_type must be a type or a tuple of types.")
    if not callable(conversion_func):
        raise TypeError("conversion_func must be callable.")
    context.CONVERSIONS.append((priority, types, conversion_func))
    context.CONVERSIONS.sort(key=lambda row: row[0])


def convert_to_tensor(
    value: Any, dtype: Any = None, name: str | None = None, preferred_dtype: Any = None, dtype_hint: Any = None
) -> Tensor:
    """`value` as a Tensor: unchanged if it is one, else a Const, a read of a variable, or a packed list.

    Args:
      value: Tensor, Variable, ndarray, number, string, nested list, or anything with a registered conversion.
      dtype: element type wanted; a mismatch is an error, values are never cast.
      name: name of a node that has to be made.
      preferred_dtype: tried first where `dtype` is absent (`dtype_hint` is its later name).
    """
    wanted = None if dtype is None else dtypes.as_dtype(dtype).base
    hint = preferred_dtype if preferred_dtype is not None else dtype_hint
    return convert(value, wanted, name or "Const", None if hint is None else dtypes.as_dtype(hint).base)


def convert(
    value: Any, dtype: DType | None = None, name: str = "Const", preferred: DType | None = None, as_ref: bool = False
) -> Tensor:
    """`convert_to_tensor` for DTypes, with the option to get a variable's reference."""
    if isinstance(value, Tensor):
        if dtype is not None and value.dtype.base is not dtype:
            raise ValueError(
                f"Tensor conversion requested dtype {dtype.name} for Tensor with dtype {value.dtype.name}: {value!r}"
            )
        return value
    if dtype is None and preferred is not None:
        try:
            return _make(value, preferred, name, as_ref)
        except (TypeError, ValueError):
            pass
    return _make(value, dtype, name, as_ref)


def _make(value: Any, dtype: DType | None, name: str, as_ref: bool) -> Tensor:
    if isinstance(value, _PLAIN):
        array, found = constants.to_array(value, dtype)
        return constants.const_node(array, found, name)
    for _, types, function in context.CONVERSIONS:
        if isinstance(value, types):
            result = function(value, dtype=dtype, name=name, as_ref=as_ref)
            if result is not NotImplemented:
                return result
    if isinstance(value, (list, tuple)) and not isinstance(value, shapes.TensorShape):
        if any(_is_symbolic(v) for v in constants._leaves(value)):
            return _pack_list(value, dtype, name if name != "Const" else "packed")
    if isinstance(value, Operation):
        shown = None if name == "Const" else name
        raise TypeError(
            f"Can't convert Operation '{value.name}' to Tensor (target dtype={dtype!r}, name={shown!r}, as_ref={as_ref!r})"
        )
    if isinstance(value, shapes.TensorShape):
        return _shape_tensor(value, dtype, name)
    if isinstance(value, shapes.Dimension):
        return _dimension_tensor(value, dtype, name)
    if isinstance(value, (list, tuple)) and dtype is not None:
        value = _plain_dimensions(value)  # TF1: a list that holds Dimensions converts only to a dtype that is asked for
    array, found = constants.to_array(value, dtype)
    return constants.const_node(array, found, name)


def _is_symbolic(v: Any) -> bool:
    return isinstance(v, Tensor) or any(isinstance(v, types) for _, types, _f in context.CONVERSIONS)


def _plain_dimensions(value: Any) -> Any:
    if isinstance(value, shapes.Dimension):
        return value.value
    if isinstance(value, (list, tuple)) and any(isinstance(v, shapes.Dimension) for v in constants._leaves(value)):
        return [_plain_dimensions(v) for v in value]
    return value


def _pack_list(value: Sequence[Any], dtype: DType | None, name: str) -> Tensor:
    """A list that holds tensors becomes a Pack node, its other elements constants of the same dtype."""
    first = next((_dtype_of(v) for v in constants._leaves(value) if _is_symbolic(v)), None)
    if dtype is not None and first is not dtype:
        value = _cast_tensors(value, dtype)  # TF1: where another dtype than that of the first tensor is wanted
    packed = _pack_nested(value, first if dtype is None else dtype, name)
    assert isinstance(packed, Tensor)
    return packed


def _pack_nested(value: Sequence[Any], dtype: DType | None, name: str) -> Any:
    """The list as a Pack node if it holds tensors, else as it is; inner lists come first, then constants."""
    graph = context.get_default_graph()
    with graph.name_scope(name) as scope:  # TF1: the scope takes its name although nothing may be made in it
        parts: list[Any] = []
        for i, v in enumerate(value):
            if isinstance(v, (list, tuple)):
                parts.append(_pack_nested(v, dtype, str(i)))
                continue
            if _is_symbolic(v) and dtype is not None and _dtype_of(v) is not dtype:
                raise TypeError(
                    f"Cannot convert a list containing a tensor of dtype {v.dtype} to {dtype} (Tensor is: {v!r})"
                )
            parts.append(v)
        if not any(_is_symbolic(p) for p in parts):
            return parts
        tensors = tuple(p if isinstance(p, Tensor) else convert(p, dtype, str(i)) for i, p in enumerate(parts))
        op = graph.create(opdef.get("Pack"), scope, tensors, {"axis": 0, "N": len(tensors)})
    return op.outputs[0]


def _cast_tensors(value: Any, dtype: DType) -> Any:
    """Nested lists with Cast nodes in place of the tensors that are not of `dtype`."""
    if isinstance(value, (list, tuple)):
        return [_cast_tensors(v, dtype) for v in value]
    if not _is_symbolic(value) or _dtype_of(value) is dtype:
        return value
    attrs = {"DstT": dtype, "Truncate": False}
    return context.get_default_graph().create(opdef.get("Cast"), "Cast", (convert(value),), attrs).outputs[0]


def _dtype_of(v: Any) -> DType | None:
    found = getattr(v, "dtype", None)
    return None if found is None else dtypes.as_dtype(found).base


def _shape_tensor(shape: shapes.TensorShape, dtype: DType | None, name: str) -> Tensor:
    if not shape.is_fully_defined():
        raise ValueError(f"Cannot convert a partially known TensorShape to a Tensor: {shape}")
    sizes = shape.as_list()
    if dtype is None:
        dtype = dtypes.int64 if any(s is not None and s >= 2**31 for s in sizes) else dtypes.int32
    elif dtype not in (dtypes.int32, dtypes.int64):
        raise TypeError(f"Cannot convert a TensorShape to dtype: {dtype}")
    return constants.const_node(np.asarray(sizes, dtype.np), dtype, name if name != "Const" else "shape_as_tensor")


def _dimension_tensor(size: shapes.Dimension, dtype: DType | None, name: str) -> Tensor:
    if size.value is None:
        raise ValueError(f"Cannot convert an unknown Dimension to a Tensor: {size}")
    dtype = dtype or (dtypes.int64 if size.value >= 2**31 else dtypes.int32)
    if dtype not in (dtypes.int32, dtypes.int64):
        raise TypeError(f"Cannot convert a TensorShape to dtype: {dtype}")
    return constants.const_node(np.asarray(size.value, dtype.np), dtype, name if name != "Const" else "shape_as_tensor")


def convert_all(
    values: Sequence[Any], dtype: DType | None, name: str, preferred: DType | None = None, as_ref: bool = False
) -> list[Tensor]:
    """Convert the elements of a list argument; new nodes are called `name_0`, `name_1`…"""
    if not isinstance(values, (list, tuple)):
        raise TypeError("values must be a list.")
    if dtype is None:
        dtype = next((_dtype_of(v) for v in values if _is_symbolic(v)), None)
    return [convert(v, dtype, f"{name}_{i}", preferred, as_ref) for i, v in enumerate(values)]

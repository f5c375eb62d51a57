"""Feeds of `Session.run`: keys become tensors, values arrays of their dtype, checked against the static shape."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from tf1compat._facade import context
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import nest, shapes
from tf1compat._jaxcore.exec.step import SMALL_FEED


def expand_feeds(graph: Any, feed_dict: Mapping[Any, Any]) -> tuple[list[Tensor], list[Any]]:
    """The fed tensors and their values; keys may be tensors, names, variables, or nested tuples of them."""
    tensors: list[Tensor] = []
    values: list[Any] = []
    for key, value in _pairs(feed_dict):
        for part, part_value in _expand(key, value):
            tensors.append(_as_tensor(graph, part, part_value))
            values.append(part_value)
    return tensors, values


def feed_tensors(graph: Any, keys: Sequence[Any]) -> list[Tensor]:
    """The tensors that are fed where `keys` are."""
    return [_as_tensor(graph, part, None) for key in keys for part in _components(key)]


def _components(key: Any) -> list[Any]:
    if not isinstance(key, Tensor):
        for kind, parts in context.FEED_PARTS:
            if isinstance(key, kind):
                return list(parts(key))
    return [key]


def _pairs(feed_dict: Mapping[Any, Any]) -> list[tuple[Any, Any]]:
    if any(isinstance(key, tuple) for key in feed_dict):
        return list(nest.flatten_dict_items(feed_dict).items())
    return list(feed_dict.items())


def _expand(key: Any, value: Any) -> list[tuple[Any, Any]]:
    if not isinstance(key, Tensor):
        for kind, expand in context.FEED_EXPANSIONS:
            if isinstance(key, kind):
                return list(expand(key, value))
    return [(key, value)]


def _as_tensor(graph: Any, key: Any, value: Any) -> Tensor:
    try:
        tensor = graph.as_graph_element(key, allow_operation=False)
    except Exception as e:
        reason = e.args[0] if e.args else str(e)
        raise TypeError(f"Cannot interpret feed_dict key as Tensor: {reason}") from None
    if isinstance(value, Tensor):
        raise TypeError(
            "The value of a feed cannot be a tf.Tensor object. Acceptable feed values include Python scalars, strings, "
            "lists, numpy ndarrays, or TensorHandles. For reference, the tensor object was "
            f"{value} which was passed to the feed with key {key}."
        )
    if not graph.is_feedable(tensor):
        raise ValueError(f"Tensor {tensor} may not be fed.")
    return tensor


def converter(tensor: Tensor) -> Callable[[Any], Any]:
    """A function from a fed Python or NumPy value to an array of `tensor`'s dtype and shape."""
    dtype = tensor.dtype.base.np
    is_object = dtype == object

    def convert(value: Any) -> Any:
        if is_object or value.__class__ is not np.ndarray or value.dtype is not dtype:
            value = _strings(value, dtype) if is_object else _array(value, tensor, dtype)
        elif value.nbytes <= SMALL_FEED:
            value = value.copy()  # programs run on after a step, and callers fill their arrays anew
        dims = tensor.dims
        if dims is not None and value.shape != dims:
            _check_shape(value, tensor)
        return value

    return convert


def _array(value: Any, tensor: Tensor, dtype: Any) -> Any:
    if value.__class__ is Tensor:
        _as_tensor(tensor.graph, tensor, value)
    if value.__class__ is int and dtype.kind in "iu" and int(np.asarray(value).astype(dtype)) != value:
        raise _unfit(value, dtype)
    if hasattr(value, "devices") and hasattr(value, "dtype"):  # a jax array stays where it is
        return value if value.dtype == dtype else value.astype(dtype)
    return np.asarray(value, dtype=dtype)


def _strings(value: Any, dtype: Any) -> Any:
    if value.__class__ is int:
        raise _unfit(value, dtype)
    array = np.asarray(value, dtype=object)
    out = np.empty(array.shape, object)
    out.ravel()[:] = [v.encode() if isinstance(v, str) else v for v in array.ravel().tolist()]
    return out


def _unfit(value: Any, dtype: Any) -> TypeError:
    kind = object if dtype == object else dtype.type
    return TypeError(
        f"Type of feed value {value} with type {type(value)} is not compatible with Tensor type {kind}. "
        "Try explicitly setting the type of the feed tensor to a larger type (e.g. int64)."
    )


def _check_shape(value: Any, tensor: Tensor) -> None:
    if not shapes.is_compatible(value.shape, tensor.dims):
        raise ValueError(
            f"Cannot feed value of shape {value.shape!r} for Tensor {tensor.name!r}, which has shape "
            f"{shapes.to_text(tensor.dims)!r}"
        )

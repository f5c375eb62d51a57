"""`tf.contrib.layers`: outputs in collections under an alias, and choices made while building where possible."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Any

from tf1compat._facade import collections as graph_collections
from tf1compat._facade import context
from tf1compat._facade.cond import cond
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.tensor_util import constant_value as tensor_value
from tf1compat._facade.variable_base import Variable


def collect_named_outputs(collections: Any, alias: str, outputs: Any) -> Any:
    """Add `outputs` to collections and note their alias; gives `outputs`."""
    if collections:
        append_tensor_alias(outputs, alias)
        graph_collections.add_to_collections(collections, outputs)
    return outputs


def append_tensor_alias(tensor: Any, alias: str) -> Any:
    """Note a further name of a tensor in its attribute `aliases`."""
    alias = alias.removesuffix("/")
    if hasattr(tensor, "aliases"):
        tensor.aliases.append(alias)
    else:
        tensor.aliases = [alias]
    return tensor


def get_tensor_aliases(tensor: Any) -> list[str]:
    """The aliases of a tensor, or its own name."""
    if hasattr(tensor, "aliases"):
        return tensor.aliases
    return [tensor.op.name if tensor.name.endswith(":0") else tensor.name]


def gather_tensors_aliases(tensors: Iterable[Any]) -> list[str]:
    """The aliases of several tensors."""
    return [alias for tensor in tensors for alias in get_tensor_aliases(tensor)]


def convert_collection_to_dict(collection: Any, clear_collection: bool = False) -> OrderedDict[str, Any]:
    """The tensors of a collection by alias."""
    found = graph_collections.get_collection(collection)
    output = OrderedDict((alias, tensor) for tensor in found for alias in get_tensor_aliases(tensor))
    if clear_collection:
        context.get_default_graph().clear_collection(collection)
    return output


def get_variable_collections(variables_collections: Any, name: str) -> Any:
    """The collections for a variable, from one list for all or a dict by name."""
    return variables_collections.get(name) if isinstance(variables_collections, dict) else variables_collections


def constant_value(value_or_tensor_or_var: Any, dtype: Any = None) -> Any:
    """The Python value, as far as it is known while building, else None.

    Raises:
      ValueError: it is None, or a tensor of another dtype.
    """
    value = value_or_tensor_or_var
    if value is None:
        raise ValueError("value_or_tensor_or_var cannot be None")
    if not isinstance(value, (Tensor, Variable)):
        return value
    if dtype and value.dtype != dtype:
        raise ValueError(f"It has the wrong type {value.dtype} instead of {dtype}")
    return tensor_value(value) if isinstance(value, Tensor) else None


def static_cond(pred: Any, fn1: Callable[[], Any], fn2: Callable[[], Any]) -> Any:
    """`fn1()` if `pred` else `fn2()`."""
    if not callable(fn1):
        raise TypeError("fn1 must be callable.")
    if not callable(fn2):
        raise TypeError("fn2 must be callable.")
    return fn1() if pred else fn2()


def smart_cond(pred: Any, fn1: Callable[[], Any], fn2: Callable[[], Any], name: str | None = None) -> Any:
    """`fn1()` or `fn2()`: decided while building where the predicate is known, by `tf.cond` where it is not."""
    known = constant_value(pred)
    return cond(pred, fn1, fn2, name=name) if known is None else static_cond(known, fn1, fn2)


def _dimension(shape: Any, axis: int, min_rank: int) -> int:
    dims = shape.dims
    if dims is None:
        raise ValueError("dims of shape must be known but is None")
    if len(dims) < min_rank:
        raise ValueError(f"rank of shape must be at least {min_rank} not: {len(dims)}")
    value = dims[axis].value
    if value is None:
        raise ValueError(f"dimension {axis} of shape must be known but is None: {shape}")
    return value


def channel_dimension(shape: Any, data_format: str, min_rank: int = 1) -> int:
    """Number of channels; ValueError where it is unknown."""
    return _dimension(shape, 1 if data_format == "channels_first" else -1, min_rank)


def last_dimension(shape: Any, min_rank: int = 1) -> int:
    """The last dimension; ValueError where it is unknown."""
    return _dimension(shape, -1, min_rank)


def two_element_tuple(int_or_tuple: Any) -> tuple[int, int]:
    """`(n, n)` for a number, or the two elements of a list."""
    if isinstance(int_or_tuple, (list, tuple)):
        if len(int_or_tuple) != 2:
            raise ValueError(f"Must be a list with 2 elements: {int_or_tuple}")
        return int(int_or_tuple[0]), int(int_or_tuple[1])
    if isinstance(int_or_tuple, int):
        return int_or_tuple, int_or_tuple
    if hasattr(int_or_tuple, "dims") and len(int_or_tuple) == 2:
        return int_or_tuple[0], int_or_tuple[1]
    raise ValueError("Must be an int, a list with 2 elements or a TensorShape of length 2")


def n_positive_integers(n: int, value: Any) -> tuple[int, ...]:
    """A positive number repeated `n` times, or a sequence of `n` of them; ValueError for anything else."""
    if int(n) < 1 or int(n) != n:
        raise ValueError("n must be a positive integer")
    try:
        values = (int(value),) * int(n)
    except (TypeError, ValueError):
        wrong = ValueError(f"Expected sequence of {n} positive integers, but received {value!r}")
        if len(value) != n:
            raise wrong from None
        try:
            values = tuple(int(v) for v in value)
        except (TypeError, ValueError):
            raise wrong from None
    for v in values:
        if v < 1:
            raise ValueError(f"expected positive integer, but received {v}")
    return values

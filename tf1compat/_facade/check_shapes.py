"""`tf.assert_rank`, `tf.assert_type` and their like: checks of ranks, shapes and dtypes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from tf1compat._facade import context
from tf1compat._facade.apply import apply_op
from tf1compat._facade.array_creation import rank as rank_of
from tf1compat._facade.array_creation import shape as shape_of
from tf1compat._facade.convert import convert
from tf1compat._facade.framework import name_scope, no_op
from tf1compat._facade.grouping import group, with_dependencies
from tf1compat._facade.logging_ops import Assert
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.ir.partial import constant_value

Data = Sequence[Any] | None


def assert_rank(
    x: Any,
    rank: Any,
    data: Data = None,
    summarize: int | None = None,
    message: str | None = None,
    name: str | None = None,
) -> Operation:
    """An operation that fails unless `x` has this rank.

    Args:
      x: tensor.
      rank: int32 scalar.
      data: shown on failure; rank and shape if absent.
      summarize: entries shown of each tensor, 3 if absent.
      message: prefix of the error.
      name: name scope of the nodes.

    Raises:
      ValueError: now, if both ranks follow from the graph; else InvalidArgumentError when the operation runs.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default():
    ...     tf.assert_rank(tf.zeros([2, 3]), 2).type
    'NoOp'
    """

    def holds(found: int, wanted: list[Any]) -> bool:
        return found == wanted[0]

    def node(found: Tensor, ranks: list[Tensor]) -> Tensor:
        return apply_op("Equal", found, ranks[0])

    return _ranks("assert_rank", "rank", x, [rank], data, summarize, message, name, holds, node)


def assert_rank_at_least(
    x: Any,
    rank: Any,
    data: Data = None,
    summarize: int | None = None,
    message: str | None = None,
    name: str | None = None,
) -> Operation:
    """An operation that fails unless `x` has this rank or a higher one; see `assert_rank`."""

    def holds(found: int, wanted: list[Any]) -> bool:
        return found >= wanted[0]

    def node(found: Tensor, ranks: list[Tensor]) -> Tensor:
        return apply_op("GreaterEqual", found, ranks[0])

    return _ranks("assert_rank_at_least", "rank at least", x, [rank], data, summarize, message, name, holds, node)


def assert_rank_in(
    x: Any,
    ranks: Sequence[Any],
    data: Data = None,
    summarize: int | None = None,
    message: str | None = None,
    name: str | None = None,
) -> Operation:
    """An operation that fails unless `x` has one of these ranks; see `assert_rank`."""

    def holds(found: int, wanted: list[Any]) -> bool:
        return found in wanted

    def node(found: Tensor, ranks: list[Tensor]) -> Tensor:
        condition = apply_op("Equal", ranks[0], found)
        for rank in ranks[1:]:
            condition = apply_op("LogicalOr", condition, apply_op("Equal", rank, found))
        return condition

    return _ranks("assert_rank_in", "rank in", x, list(ranks), data, summarize, message, name, holds, node)


def _ranks(
    function: str,
    relation: str,
    x: Any,
    ranks: list[Any],
    data: Data,
    summarize: int | None,
    message: str | None,
    name: str | None,
    holds: Callable[[int, list[Any]], bool],
    node: Callable[[Tensor, list[Tensor]], Tensor],
) -> Operation:
    with name_scope(name, function, [x, *ranks, *(data or ())]):
        x = convert(x, None, "x")
        ranks = [convert(r, None, "rank") for r in ranks]
        message = message or ""
        if data is None:
            data = [message, f"Tensor {x.name} must have {relation}", *ranks, "Received shape: ", shape_of(x)]
        for rank in ranks:
            assert_type(rank, dtypes.int32)
        known = [constant_value(r) for r in ranks]
        values = [k for k in known if k is not None]
        if len(values) == len(ranks):
            if any(v.ndim != 0 for v in values):
                raise ValueError("Rank must be a scalar.")
            found = x.shape.ndims
            if found is not None:
                if not holds(found, values):
                    wanted = tuple(values) if relation == "rank in" else int(values[0])
                    raise ValueError(
                        f"{message}.  Tensor {x.name} must have {relation} {wanted}.  Received rank {found}, "
                        f"shape {x.shape}"
                    )
                return no_op("static_checks_determined_all_ok")
        condition = node(rank_of(x), ranks)
        for rank, value in zip(ranks, known):
            if value is None:
                scalar = assert_rank(rank, 0, data=["Rank must be a scalar. Received rank: ", rank])
                condition = with_dependencies([scalar], condition)
        return Assert(condition, data, summarize=summarize)


def assert_scalar(tensor: Any, name: str | None = None, message: str | None = None) -> Tensor:
    """`tensor`, whose static shape must be that of a scalar; ValueError otherwise."""
    with name_scope(name, "assert_scalar", [tensor]) as scope:
        tensor = convert(tensor, None, scope)
        if tensor.shape.ndims != 0:
            raise ValueError(f"{message or ''}Expected scalar shape for {tensor.name}, saw shape: {tensor.shape}.")
        return tensor


def assert_type(tensor: Any, tf_type: Any, message: str | None = None, name: str | None = None) -> Operation:
    """A no-op, if `tensor` has dtype `tf_type`; TypeError otherwise."""
    with name_scope(name, "assert_type", [tensor]):
        tensor = convert(tensor, None, "tensor")
        if tensor.dtype != tf_type:
            raise TypeError(f"{message or ''}  {tensor.name} must be of type {tf_type}")
        return no_op("statically_determined_correct_type")


def assert_integer(x: Any, message: str | None = None, name: str | None = None) -> Operation:
    """A no-op, if `x` is a tensor of integers; TypeError otherwise."""
    with name_scope(name, "assert_integer", [x]):
        x = convert(x, None, "x")
        if not x.dtype.is_integer:
            raise TypeError(f'{message or ""}  Expected "x" to be integer type.  Found: {x.name} of dtype {x.dtype}')
        return no_op("statically_determined_was_integer")


def assert_proper_iterable(values: Any) -> None:
    """TypeError unless `values` can be iterated over and is no tensor, array, str or bytes."""
    if isinstance(values, (Tensor, np.ndarray, str, bytes)) or type(values).__name__ == "SparseTensor":
        raise TypeError(f'Expected argument "values" to be a "proper" iterable.  Found: {type(values)}')
    if not hasattr(values, "__iter__"):
        raise TypeError(f'Expected argument "values" to be iterable.  Found: {type(values)}')


def assert_same_float_dtype(tensors: Sequence[Any] | None = None, dtype: Any = None) -> Any:
    """The floating-point dtype that all `tensors` (entries may be None) and `dtype` have, float32 if none is given.

    Raises:
      ValueError: two of them differ, or it is no floating-point type.
    """
    owner = ""
    for item in tensors or ():
        if item is None:
            continue
        found = item.dtype.base_dtype
        if dtype is None:
            dtype, owner = found, f" as {_name(item)}"
        elif dtype != found:
            raise ValueError(f"{_name(item)}, type={found}, must be of the same type ({dtype}){owner}.")
    if dtype is None:
        return dtypes.float32
    if not dtype.is_floating:
        raise ValueError(f"Expected floating point type, got {dtype}.")
    return dtype


def _name(item: Any) -> str:
    return getattr(item, "name", None) or str(item)


class _Constraint(NamedTuple):
    """A tensor and the symbols of its dimensions; the innermost ones only, if there was an ellipsis in front."""

    x: Tensor
    symbols: tuple[Any, ...]
    innermost: bool
    sizes: Any


def assert_shapes(
    shapes: Any,
    data: Data = None,
    summarize: int | None = None,
    message: str | None = None,
    name: str | None = None,
) -> Operation:
    """An operation that fails unless tensors have the given shapes, equal symbols being equal sizes.

    Args:
      shapes: pairs (or a dict) of a tensor and its shape: per dimension an int, a symbol like `"N"`, or None or `"."`
        for any size; `...` or `"*"` in front stands for any further dimensions. A scalar may be `()`.
      data: shown on failure.
      summarize: entries shown of each tensor, 3 if absent.
      message: prefix of the error.
      name: name scope of the nodes.

    Raises:
      ValueError: now, if the graph tells that a shape is wrong; else InvalidArgumentError when the operation runs.
    """
    pairs = shapes.items() if isinstance(shapes, Mapping) else shapes
    message = message or ""
    with name_scope(name, "assert_shapes", [shapes, data]):
        constraints = [_constraint(convert(x), symbols, message) for x, symbols in pairs if symbols is not None]
        checks = [c for c in (_check_rank(c, data, summarize, message, name) for c in constraints) if c is not None]
        sizes = _check_sizes(constraints, data, summarize, message)
        with context.get_default_graph().control_dependencies(checks):
            return group(*sizes)


def _constraint(x: Tensor, symbols: Any, message: str) -> _Constraint:
    if not hasattr(symbols, "__iter__") and not hasattr(symbols, "__getitem__"):
        raise ValueError(
            f"{message}.  Tensor {x.name}.  Specified shape must be an iterable.  An iterable has the attribute "
            f"`__iter__` or `__getitem__`.  Received specified shape: {symbols}"
        )
    wanted = tuple(symbols)
    for i, symbol in enumerate(wanted):
        if i and _is_ellipsis(symbol):
            raise ValueError(
                f"{message}.  Tensor {x.name} specified shape index {i}.  Symbol `...` or `*` for a variable number of "
                "unspecified dimensions is only allowed as the first entry"
            )
    innermost = bool(wanted) and _is_ellipsis(wanted[0])
    return _Constraint(x, wanted[1:] if innermost else wanted, innermost, _sizes(x))


def _is_ellipsis(symbol: Any) -> bool:
    return symbol is Ellipsis or symbol == "*"


def _check_rank(c: _Constraint, data: Data, summarize: int | None, message: str, name: str | None) -> Any:
    rank = len(c.symbols)
    if c.innermost:
        return None if rank <= 1 else assert_rank_at_least(c.x, rank, data, summarize, message, name)
    if rank <= 1:  # TF1: a scalar passes for a vector of one element
        return assert_rank_in(c.x, [0, 1], data, summarize, message, name)
    return assert_rank(c.x, rank, data, summarize, message, name)


def _check_sizes(
    constraints: Sequence[_Constraint], data: Data, summarize: int | None, message: str
) -> list[Operation]:
    specified: dict[Any, tuple[Any, str]] = {}
    checks: list[Operation] = []
    for x, symbols, innermost, sizes in constraints:
        for i, symbol in enumerate(symbols):
            if symbol in (None, "."):
                continue
            at = i - len(symbols) if innermost else i
            known = _as_int(symbol)
            if known is None and symbol not in specified:
                specified[symbol] = (sizes[at], f"Specified by tensor {x.name} dimension {at}")
                continue
            wanted, source = (known, "Specified explicitly") if known is not None else specified[symbol]
            found = sizes[at]
            if _as_int(found) is None or _as_int(wanted) is None:
                equal = apply_op("Equal", convert(found), convert(wanted))
                shown = data
                if shown is None:
                    shown = [message, source, f"Tensor {x.name} dimension", at, "must have size", wanted]
                    shown += ["Received shape: ", shape_of(x)]
                checks.append(Assert(equal, shown, summarize=summarize))
            elif int(found) != int(wanted):
                raise ValueError(
                    f"{message}.  {source}.  Tensor {x.name} dimension {at} must have size {wanted}.  Received size "
                    f"{found}, shape {x.shape}"
                )
    return checks


def _sizes(x: Tensor) -> Any:
    """Sizes of the dimensions, numbers where known; a scalar counts as one dimension of size 1."""
    dynamic = shape_of(x)
    if x.shape.ndims is None:
        return dynamic
    if x.shape.ndims == 0:
        return [1]
    return [dynamic[i] if size is None else size for i, size in enumerate(x.shape.as_list())]


def _as_int(value: Any) -> int | None:
    try:
        return None if isinstance(value, Tensor) else int(value)
    except (TypeError, ValueError):
        return None

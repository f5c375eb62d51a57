"""Broadcasting for element-wise kernels: NumPy while everything is concrete, lax with equal shapes otherwise."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from jax import lax

from tf1compat._jaxcore.base.array import is_concrete
from tf1compat._jaxcore.base.quiet import is_quiet

Function = Callable[..., Any]


def to_shape(x: Any, shape: tuple[int, ...]) -> Any:
    """`x` broadcast to `shape` as a lax value; unchanged where it has the shape already."""
    own = np.shape(x)
    if own == shape:
        return x
    return lax.broadcast_in_dim(x, shape, tuple(range(len(shape) - len(own), len(shape))))


def aligned(*operands: Any) -> Sequence[Any]:
    """The operands broadcast against each other; concrete scalars stay, lax takes them as they are."""
    shapes = [np.shape(x) for x in operands]
    first = shapes[0]
    if all(s == first for s in shapes):
        return operands
    fixed = all(type(d) is int for s in shapes for d in s)
    shape = (
        np.broadcast_shapes(*shapes) if fixed else lax.broadcast_shapes(*shapes)
    )  # sizes may be symbols (jax.export)
    return [x if s == () and is_concrete(x) else to_shape(x, shape) for x, s in zip(operands, shapes)]


def apply(numpy_function: Function, lax_function: Function, *operands: Any) -> Any:
    """One element-wise function of broadcast operands."""
    if is_concrete(*operands):
        if is_quiet():
            found = numpy_function(*operands)
        else:
            with np.errstate(all="ignore"):
                found = numpy_function(*operands)
        return found if found.__class__ is not bytes else _text(found)  # NumPy takes texts out of their arrays
    return lax_function(*aligned(*operands))


def _text(value: bytes) -> Any:
    array = np.empty((), object)
    array[()] = value
    return array


def concretely(function: Function, *operands: Any) -> Any:
    """`function` of lax on concrete operands, computed now even while tracing; for what NumPy does not have."""
    import jax

    with jax.ensure_compile_time_eval():
        return np.asarray(function(*operands))


def only_lax(function: Function) -> Function:
    """The NumPy side of a function that only lax has."""
    return lambda *operands: concretely(lambda *given: function(*aligned(*given)), *operands)


def unbroadcast(cotangent: Any, shape: tuple[int, ...]) -> Any:
    """The sum of `cotangent` over the dimensions along which an operand of `shape` was broadcast."""
    own = np.shape(cotangent)
    if own == shape:
        return cotangent
    extra = len(own) - len(shape)
    axes = tuple(range(extra)) + tuple(i + extra for i, d in enumerate(shape) if d == 1 and own[i + extra] != 1)
    total = lax.reduce_sum(cotangent, axes)
    return total if np.shape(total) == shape else lax.reshape(total, shape)


def where(condition: Any, x: Any, y: Any) -> Any:
    """Choose by element among broadcast operands; scalars written in Python take the other's dtype."""
    dtype = x.dtype if hasattr(x, "dtype") else y.dtype
    x, y = (v if hasattr(v, "dtype") else np.asarray(v, dtype) for v in (x, y))
    if is_concrete(condition, x, y):
        return np.where(condition, x, y)
    shape = np.broadcast_shapes(np.shape(condition), np.shape(x), np.shape(y))
    return lax.select(*(to_shape(v, shape) for v in (condition, x, y)))

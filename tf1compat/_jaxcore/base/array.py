"""Array functions that compute with NumPy while every operand is concrete and with JAX as soon as one is traced.

Kernels use these for shape arithmetic, so that `tf.shape(x)[0] * 2` stays a number while tracing. NumPy arrays,
NumPy scalars and Python numbers are concrete; jax arrays and tracers are not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.base.quiet import quietly

_CONCRETE = (np.ndarray, np.generic, int, float, complex, bool, bytes, str)


def is_concrete(*operands: Any) -> bool:
    """True if every operand (lists are looked into) is NumPy or a Python number."""
    for x in operands:
        if x.__class__ is np.ndarray:
            continue
        if isinstance(x, (list, tuple)):
            if not is_concrete(*x):
                return False
        elif not isinstance(x, _CONCRETE):
            return False
    return True


def namespace(*operands: Any) -> Any:
    """`numpy` for concrete operands, else `jax.numpy`."""
    if is_concrete(*operands):
        return np
    import jax.numpy as jnp

    return jnp


def shape_tuple(value: Any) -> tuple[int, ...]:
    """A concrete integer vector (or scalar) as a tuple of ints; symbols of `jax.export` stay."""
    return tuple(np.asarray(value).ravel().tolist())


def size_tuple(value: Any) -> tuple[int, ...]:
    """As `shape_tuple`, of a new array: InvalidArgumentError for a negative size."""
    sizes = shape_tuple(value)
    for size in sizes:
        if isinstance(size, int) and size < 0:
            raise errors.InvalidArgumentError(None, None, f"Dimension {size} must be >= 0")
    return sizes


def has_symbols(shape: Sequence[Any]) -> bool:
    """Is a size unknown, a symbol of `jax.export`?"""
    return not all(isinstance(d, (int, np.integer)) for d in shape)


def as_sizes(shape: Sequence[Any], dtype: Any) -> Any:
    """A shape as an integer vector; one with symbols as a vector of objects, which compute like integers."""
    return np.asarray(shape, object if has_symbols(shape) else dtype)


def axis_tuple(value: Any, rank: int) -> tuple[int, ...]:
    """Concrete axes as non-negative ints; ValueError where one is out of range."""
    axes = shape_tuple(value)
    for a in axes:
        if not -rank <= a < rank:
            raise ValueError(f"Invalid reduction dimension ({a} for input with {rank} dimension(s)")
    return tuple(a % rank if rank else a for a in axes)


def concatenate(parts: Sequence[Any], axis: int) -> Any:
    return namespace(*parts).concatenate(list(parts), axis)


def stack(parts: Sequence[Any], axis: int) -> Any:
    return namespace(*parts).stack(list(parts), axis)


def cast(x: Any, dtype: Any) -> Any:
    """Convert as a C++ cast does: floats truncate towards zero, NaN and complex parts as TF does on CPU."""
    if is_concrete(x):
        if x.__class__ is np.ndarray and x.dtype.kind in "biu":
            return x.astype(dtype)
        with quietly():
            return np.asarray(np.real(x) if _drops_imaginary(x, dtype) else x).astype(dtype)
    from jax import lax

    return lax.convert_element_type(lax.real(x) if _drops_imaginary(x, dtype) else x, dtype)


def _drops_imaginary(x: Any, dtype: Any) -> bool:
    return np.iscomplexobj(x) and np.dtype(dtype).kind != "c"

"""Changes of type: Cast, Bitcast, and the parts of complex numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
from jax import lax

from tf1compat._jaxcore.base import array, dtypes, errors
from tf1compat._jaxcore.ops.broadcast import apply
from tf1compat._jaxcore.schema import refusals, rows, shape_rules
from tf1compat._jaxcore.schema.opdef import REQUIRED, op

_COMPLEX = {"T": dtypes.complex64, "Tout": dtypes.float32}


@op("Cast", "x: SrcT -> y: DstT", shape=shape_rules.unchanged, rows=rows.cast)
def cast(x: Any, *, DstT: Any = REQUIRED, Truncate: bool = False) -> Any:
    """x as another type: fractions are cut off, small integers keep the low bits, complex numbers the real part."""
    if Truncate and DstT.size < np.dtype(x.dtype).itemsize and np.dtype(x.dtype).kind == "f":
        raise errors.unsupported(
            "Cast with Truncate=True from a wider float is not supported.", advice="Leave Truncate off: it rounds."
        )
    if not array.is_concrete(x) and np.dtype(x.dtype).kind == "f" and DstT.is_integer and DstT.size < 4:
        x = lax.convert_element_type(x, np.int32)  # C++ converts to int and keeps the low bits; XLA would clamp
    return array.cast(x, DstT.np)


def _bitcast_shape(x: Any) -> Any:
    shape, old, new = x.shape(0), x.dtype(0).size, x.attrs["type"].size
    if shape is None or old == new:
        return (shape,)
    if new < old:
        return ((*shape, old // new),)
    shape_rules.same_dim(shape[-1] if shape else 1, new // old)
    return (shape[:-1],)


def _bitcast_refusal(x: refusals.Given) -> str:
    # TF1: the numbers of the types
    return f"Cannot bitcast from {dtypes.as_dtype(x.inputs[0].dtype).enum} to {x.attrs['type'].enum}"


@op("Bitcast", "input: T -> output: type", shape=_bitcast_shape, grad="none", refusal=_bitcast_refusal)
def bitcast(input: Any, *, type: Any = REQUIRED) -> Any:
    """The same bits read as another type; a change of size adds or takes a last dimension."""
    if not array.is_concrete(input):
        return lax.bitcast_convert_type(input, type.np)
    x = np.asarray(input)
    old, new = x.dtype.itemsize, type.np.itemsize
    if old == new:
        return x.view(type.np)
    shape = (*x.shape, old // new) if new < old else x.shape[:-1]
    return np.frombuffer(x.tobytes(), type.np).reshape(shape)


@op(
    "Complex",
    "real: T, imag: T -> out: Tout",
    shape=shape_rules.broadcast,
    types={"T": dtypes.float32, "Tout": dtypes.complex64},
)
def complex_(real: Any, imag: Any) -> Any:
    """real + i imag."""
    kind = np.complex64 if np.dtype(real.dtype) == np.float32 else np.complex128
    return apply(lambda a, b: (a + 1j * b).astype(kind), lambda a, b: lax.complex(a, b), real, imag)


@op("Real", "input: T -> output: Tout", shape=shape_rules.unchanged, types=_COMPLEX)
def real(input: Any) -> Any:
    """The real part."""
    return apply(np.real, lambda x: lax.real(x) if np.dtype(x.dtype).kind == "c" else x, input)


@op("Imag", "input: T -> output: Tout", shape=shape_rules.unchanged, types=_COMPLEX)
def imag(input: Any) -> Any:
    """The imaginary part."""
    return apply(np.imag, lax.imag, input)


@op("Conj", "input: T -> output: T", shape=shape_rules.unchanged, types={"T": dtypes.complex64})
def conj(input: Any) -> Any:
    """The complex conjugate."""
    return apply(np.conj, lambda x: lax.conj(x) if np.dtype(x.dtype).kind == "c" else x, input)


@op("Angle", "input: T -> output: Tout", shape=shape_rules.unchanged, types=_COMPLEX)
def angle(input: Any) -> Any:
    """The argument of a complex number."""
    return apply(np.angle, lambda x: lax.atan2(lax.imag(x), lax.real(x)), input)


@op("ComplexAbs", "x: T -> y: Tout", shape=shape_rules.unchanged, types=_COMPLEX)
def complex_abs(x: Any) -> Any:
    """The absolute value of a complex number."""
    return apply(np.abs, lax.abs, x)

"""The QR decomposition."""

from __future__ import annotations

from typing import Any

from tf1compat._jaxcore.base.shapes import ShapeError
from tf1compat._jaxcore.schema.opdef import op


def _qr_shape(x: Any) -> Any:
    shape = x.shape(0)
    if shape is None:
        return (None, None)
    if len(shape) < 2:
        raise ShapeError(f"Shape must be at least rank 2 but is rank {len(shape)}")
    *batch, m, n = shape
    if x.attrs.get("full_matrices"):
        return ((*batch, m, m), (*batch, m, n))
    inner = None if m is None or n is None else min(m, n)
    return ((*batch, m, inner), (*batch, inner, n))


@op("Qr", "input: T -> q: T, r: T", shape=_qr_shape)
def qr(input: Any, *, full_matrices: bool = False) -> Any:
    """Orthonormal q and upper triangular r with input = q @ r, for each matrix of the last two dimensions."""
    from jax import lax

    return tuple(lax.linalg.qr(input, full_matrices=full_matrices))

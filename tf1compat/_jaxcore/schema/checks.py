"""Checks of values that an op does on the device: an index out of range, a division by zero.

XLA has no exceptions. An op declares `check=`, a function of its inputs and attrs that gives a `Check`; its traced
numbers leave the compiled step as one small array, and the step raises the error with the text made from them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np


class Check(NamedTuple):
    """`failed` is a traced boolean; `text` makes the message from the numbers in `details` (traced integers)."""

    failed: Any
    details: Sequence[Any]
    text: Callable[..., str]


def in_range(indices: Any, limit: Any, text: Callable[[str, int, int], str]) -> Check | None:
    """All of `indices` are in [0, limit); `text(position, value, limit)` describes the first that is not.

    `position` is text like `0,1` for the element [0, 1]. None where there is nothing to check.
    """
    import jax.numpy as jnp

    shape = np.shape(indices)
    if int(np.prod(shape, dtype=np.int64)) == 0:
        return None
    flat = jnp.reshape(indices, (-1,))
    bad = (flat < 0) | (flat >= limit)
    first = jnp.argmax(bad)

    def describe(position: int, value: int, limit: int) -> str:
        where = ",".join(str(i) for i in np.unravel_index(position, shape)) if shape else ""
        return text(where, value, limit)

    return Check(jnp.any(bad), (first, flat[first], limit), describe)


def index_text(name: str) -> Callable[[str, int, int], str]:
    """TF's words for a row index that does not exist: `indices[0] = 5 is not in [0, 3)`."""
    return lambda position, value, limit: (
        f"{name}[{position}] = {value} is not in [0, {limit})" if position else f"{name} = {value} is not in [0, {limit})"
    )


def nonzero_divisor(divisor: Any) -> Check | None:
    """TF's CPU kernels refuse to divide integers by zero."""
    import jax.numpy as jnp

    if not jnp.issubdtype(jnp.result_type(divisor), jnp.integer):
        return None
    return Check(jnp.any(jnp.equal(divisor, 0)), (), lambda: "Integer division by zero")

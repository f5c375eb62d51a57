"""`QuantizeAndDequantize`: numbers rounded to the steps of integers, whose number of bits may be an input."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np

from tf1compat._jaxcore.schema import shape_rules
from tf1compat._jaxcore.schema.opdef import op


def _rounded(
    x: Any, low: Any, high: Any, bits: int, signed: bool, given: bool, narrow: bool, round_mode: bytes = b"HALF_TO_EVEN"
) -> Any:
    """x to the nearest step; the steps' size is such that zero is one, and that the range fits."""
    first = (-(1 << (bits - 1)) + int(narrow)) if signed else 0
    last = (1 << (bits - 1)) - 1 if signed else (1 << bits) - 1
    kind = x.dtype
    if not given:
        low, high = jnp.min(x), jnp.max(x)
    first, last = (jnp.asarray(n, kind) for n in (first, last))
    largest = jnp.asarray(jnp.finfo(kind).max, kind)
    one = jnp.ones((), kind)
    by_low = jnp.where(first * low > 0, first / jnp.where(low == 0, one, low), largest)
    by_high = jnp.where(last * high > 0, last / jnp.where(high == 0, one, high), largest)
    from_low = by_low < by_high
    scale = jnp.where(from_low, by_low, by_high)
    step = jnp.where(from_low, low / jnp.where(first == 0, one, first), high / last)
    if given:
        x = jnp.clip(x, jnp.where(from_low, low, first * step), jnp.where(from_low, last * step, high))
    scaled = x * scale
    whole = jnp.floor(scaled + jnp.asarray(0.5, kind)) if round_mode == b"HALF_UP" else jnp.round(scaled)
    return whole * step


def _passes(inputs: Any, outputs: Any, cotangents: Any, **attrs: Any) -> Any:
    return [cotangents[0], *[None] * (len(inputs) - 1)]


@op("QuantizeAndDequantizeV2", "input: T, input_min: T, input_max: T -> output: T", shape=shape_rules.unchanged,
    grad=_passes)  # fmt: skip
def quantize_and_dequantize_v2(
    input: Any, input_min: Any, input_max: Any, *, signed_input: bool = True, num_bits: int = 8,
    range_given: bool = False, round_mode: bytes = b"HALF_TO_EVEN", narrow_range: bool = False,
) -> Any:  # fmt: skip
    """The input rounded to steps of `num_bits` bits."""
    how = (int(num_bits), signed_input, range_given, narrow_range, round_mode)
    return _rounded(input, input_min, input_max, *how)


@op("QuantizeAndDequantizeV3", "input: T, input_min: T, input_max: T, num_bits: int32 -> output: T", static="num_bits",
    shape=shape_rules.unchanged, grad=_passes)  # fmt: skip
def quantize_and_dequantize_v3(
    input: Any, input_min: Any, input_max: Any, num_bits: Any, *, signed_input: bool = True, range_given: bool = True,
    narrow_range: bool = False,
) -> Any:  # fmt: skip
    """`QuantizeAndDequantizeV2` whose number of bits is an input."""
    bits = int(np.asarray(num_bits))
    return _rounded(input, input_min, input_max, bits, signed_input, range_given, narrow_range)

"""`tf.fake_quant_…`, and `tf.nn.dilation2d` and `erosion2d`."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, math_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.framework import name_scope
from tf1compat._facade.tensor import Tensor


def fake_quant_with_min_max_args(
    inputs: Any, min: float = -6, max: float = 6, num_bits: int = 8, narrow_range: bool = False, name: str | None = None
) -> Tensor:
    """Inputs rounded to 2 ** num_bits steps of [min, max] (numbers); the gradient passes within."""
    how = {"min": float(min), "max": float(max), "num_bits": num_bits, "narrow_range": narrow_range}
    return apply_op("FakeQuantWithMinMaxArgs", inputs, name=name, **how)


def fake_quant_with_min_max_args_gradient(
    gradients: Any, inputs: Any, min: float = -6, max: float = 6, num_bits: int = 8, narrow_range: bool = False,
    name: str | None = None,
) -> Tensor:  # fmt: skip
    """The gradient of `fake_quant_with_min_max_args`."""
    how = {"min": float(min), "max": float(max), "num_bits": num_bits, "narrow_range": narrow_range}
    return apply_op("FakeQuantWithMinMaxArgsGradient", gradients, inputs, name=name, **how)


def fake_quant_with_min_max_vars(
    inputs: Any, min: Any, max: Any, num_bits: int = 8, narrow_range: bool = False, name: str | None = None
) -> Tensor:
    """As `fake_quant_with_min_max_args`, for a range of scalar tensors, which get gradients, too."""
    how = {"num_bits": num_bits, "narrow_range": narrow_range}
    return apply_op("FakeQuantWithMinMaxVars", inputs, min, max, name=name, **how)


def fake_quant_with_min_max_vars_gradient(
    gradients: Any, inputs: Any, min: Any, max: Any, num_bits: int = 8, narrow_range: bool = False,
    name: str | None = None,
) -> Any:  # fmt: skip
    """The gradients of `fake_quant_with_min_max_vars`."""
    how = {"num_bits": num_bits, "narrow_range": narrow_range}
    return apply_op("FakeQuantWithMinMaxVarsGradient", gradients, inputs, min, max, name=name, **how)


def fake_quant_with_min_max_vars_per_channel(
    inputs: Any, min: Any, max: Any, num_bits: int = 8, narrow_range: bool = False, name: str | None = None
) -> Tensor:
    """As `fake_quant_with_min_max_vars`, a range for each channel (the last dimension)."""
    how = {"num_bits": num_bits, "narrow_range": narrow_range}
    return apply_op("FakeQuantWithMinMaxVarsPerChannel", inputs, min, max, name=name, **how)


def fake_quant_with_min_max_vars_per_channel_gradient(
    gradients: Any, inputs: Any, min: Any, max: Any, num_bits: int = 8, narrow_range: bool = False,
    name: str | None = None,
) -> Any:  # fmt: skip
    """The gradients of `fake_quant_with_min_max_vars_per_channel`."""
    how = {"num_bits": num_bits, "narrow_range": narrow_range}
    return apply_op("FakeQuantWithMinMaxVarsPerChannelGradient", gradients, inputs, min, max, name=name, **how)


def dilation2d(
    input: Any, filter: Any = None, strides: Any = None, rates: Any = None, padding: Any = None,
    name: str | None = None, filters: Any = None, dilations: Any = None,
) -> Tensor:  # fmt: skip
    """Grayscale dilation: the greatest sum of image and filter within each window.

    Args:
      input: [batch, height, width, channels].
      filter: [rows, columns, channels]; `filters` is its newer name.
      strides: [1, rows, columns, 1].
      rates: [1, rows, columns, 1]; `dilations` is their newer name.
      padding: "SAME" or "VALID".
      name: name of the node.
    """
    from tf1compat._facade.deprecation import renamed_argument

    filter = renamed_argument("filters", filters, "filter", filter)
    rates = renamed_argument("dilations", dilations, "rates", rates)
    padding = padding.encode() if isinstance(padding, str) else padding
    how = {"strides": list(strides), "rates": list(rates), "padding": padding}
    return apply_op("Dilation2D", input, filter, name=name, **how)


def erosion2d(value: Any, kernel: Any, strides: Any, rates: Any, padding: Any, name: str | None = None) -> Tensor:
    """Grayscale erosion: the least difference of image and kernel within each window; arguments as for `dilation2d`."""
    with name_scope(name, "erosion2d", [value, kernel]) as scope:
        inverted = math_ops.negative(value)
        mirrored = array_ops.reverse(kernel, [0, 1])
        return math_ops.negative(dilation2d(inverted, mirrored, strides, rates, padding, name=scope))

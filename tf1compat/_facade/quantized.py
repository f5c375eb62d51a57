"""`tf.quantization`: values rounded as quantisation rounds them; tensors of quantised types are refused."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.apply import apply_op
from tf1compat._facade.refusals import refused
from tf1compat._facade.tensor import Tensor

_WHY = "tensors of quantised types (tf.quint8, tf.qint32 …) have no kernels here"
_ADVICE = "use tf.quantization.quantize_and_dequantize or tf.quantization.fake_quant_with_min_max_vars on floats"


def quantize_and_dequantize(
    input: Any,
    input_min: Any,
    input_max: Any,
    signed_input: bool = True,
    num_bits: int = 8,
    range_given: bool = False,
    round_mode: str = "HALF_TO_EVEN",
    name: str | None = None,
    narrow_range: bool = False,
) -> Tensor:
    """Floats rounded to the steps of `num_bits` bits between the bounds; the gradient passes.

    Args:
      input: floats.
      input_min, input_max: bounds, used if `range_given`; else those of the input.
      signed_input: whether the steps are those of signed integers.
      num_bits: number of bits.
      range_given: whether the bounds are given.
      round_mode: "HALF_TO_EVEN" or "HALF_UP".
      name: name of the node.
      narrow_range: leave out the lowest step.
    """
    attrs = {"signed_input": signed_input, "num_bits": num_bits, "range_given": range_given}
    attrs |= {"round_mode": round_mode.encode(), "narrow_range": narrow_range}
    return apply_op("QuantizeAndDequantizeV2", input, input_min, input_max, name=name, **attrs)


quantize = refused("tf.quantization.quantize", _WHY, _ADVICE)
quantize_v2 = refused("tf.quantize_v2", _WHY, _ADVICE)
dequantize = refused("tf.quantization.dequantize", _WHY, _ADVICE)
quantized_concat = refused("tf.quantization.quantized_concat", _WHY, _ADVICE)
quantized_avg_pool = refused("tf.nn.quantized_avg_pool", _WHY, _ADVICE)
quantized_conv2d = refused("tf.nn.quantized_conv2d", _WHY, _ADVICE)
quantized_max_pool = refused("tf.nn.quantized_max_pool", _WHY, _ADVICE)
quantized_relu_x = refused("tf.nn.quantized_relu_x", _WHY, _ADVICE)
do_quantize_training_on_graphdef = refused(
    "tf.train.do_quantize_training_on_graphdef", "graphs are not rewritten for quantisation", _ADVICE
)

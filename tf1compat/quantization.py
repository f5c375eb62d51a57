"""`tf.quantization`: rounding to fewer bits."""

from tf1compat._facade.fake_quantization import fake_quant_with_min_max_args as fake_quant_with_min_max_args
from tf1compat._facade.fake_quantization import (
    fake_quant_with_min_max_args_gradient as fake_quant_with_min_max_args_gradient,
)
from tf1compat._facade.fake_quantization import fake_quant_with_min_max_vars as fake_quant_with_min_max_vars
from tf1compat._facade.fake_quantization import (
    fake_quant_with_min_max_vars_gradient as fake_quant_with_min_max_vars_gradient,
)
from tf1compat._facade.fake_quantization import (
    fake_quant_with_min_max_vars_per_channel as fake_quant_with_min_max_vars_per_channel,
)
from tf1compat._facade.fake_quantization import (
    fake_quant_with_min_max_vars_per_channel_gradient as fake_quant_with_min_max_vars_per_channel_gradient,
)
from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.quantized import dequantize as dequantize
from tf1compat._facade.quantized import quantize as quantize
from tf1compat._facade.quantized import quantize_and_dequantize as quantize_and_dequantize
from tf1compat._facade.quantized import quantized_concat as quantized_concat

__getattr__, __dir__ = _on_demand(__name__)

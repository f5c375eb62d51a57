"""`tf.keras.utils`: sources of tensors, kernels of convolutions turned round."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras.engine.network import source_inputs
from tf1compat._facade.keras.tools.convolutions import convert_kernel

_CONVOLUTIONS = {"Conv1D", "Conv2D", "Conv3D", "Conv2DTranspose"}


def get_source_inputs(tensor: Any, layer: Any = None, node_index: int | None = None) -> list[Any]:
    """The tensors of `Input`s from which a tensor comes."""
    return source_inputs(tensor)


def convert_all_kernels_in_model(model: Any) -> None:
    """Turn the kernels of all convolutions round: from Theano's convolutions to TensorFlow's, or back."""
    found = [layer.kernel for layer in model.layers if type(layer).__name__ in _CONVOLUTIONS]
    K.batch_set_value([(kernel, convert_kernel(K.get_value(kernel))) for kernel in found])

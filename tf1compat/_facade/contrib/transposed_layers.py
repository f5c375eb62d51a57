"""`tf.contrib.layers`: transposed convolutions."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import init_ops, nn_ops, variable_scope
from tf1compat._facade.contrib import layer_parts
from tf1compat._facade.contrib.arg_scope import add_arg_scope
from tf1compat._facade.contrib.initializers import xavier_initializer
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.layers.transposed import Conv2DTranspose, Conv3DTranspose
from tf1compat._facade.tensor import Tensor


@add_arg_scope
def convolution2d_transpose(
    inputs: Any,
    num_outputs: int,
    kernel_size: Any,
    stride: Any = 1,
    padding: str = "SAME",
    data_format: str = "NHWC",
    activation_fn: Any = nn_ops.relu,
    normalizer_fn: Any = None,
    normalizer_params: Any = None,
    weights_initializer: Any = xavier_initializer(),
    weights_regularizer: Any = None,
    biases_initializer: Any = init_ops.zeros_initializer(),
    biases_regularizer: Any = None,
    reuse: Any = None,
    variables_collections: Any = None,
    outputs_collections: Any = None,
    trainable: bool = True,
    scope: Any = None,
) -> Tensor:
    """The transpose of a convolution of inputs of rank 4, with biases, normalizer and activation.

    Args:
      num_outputs: number of output channels.
      kernel_size, stride: a number, or one per spatial dimension.
      padding: `"SAME"` or `"VALID"`.
      data_format: `"NHWC"` or `"NCHW"`.
      Others: as of `fully_connected`.

    Raises:
      ValueError: an unknown layout, or inputs of another rank.
    """
    getter = layer_parts.variable_getter(layer_parts.KERNEL_NAMES)
    with variable_scope.variable_scope(scope, "Conv2d_transpose", [inputs], reuse=reuse, custom_getter=getter) as sc:
        layer_parts.check_data_format(data_format, ("NCHW", "NHWC"))
        inputs = convert_to_tensor(inputs)
        weights, biases = (weights_initializer, weights_regularizer), (biases_initializer, biases_regularizer)
        dtype = inputs.dtype.base_dtype
        options = layer_parts.layer_options(weights, biases, normalizer_fn, trainable, dtype, sc, reuse)
        layer = Conv2DTranspose(
            filters=num_outputs,
            kernel_size=kernel_size,
            strides=stride,
            padding=padding,
            data_format=layer_parts.layer_format(data_format),
            **options,
        )
        outputs = layer.apply(inputs)
        layer_parts.add_kernel_and_bias(layer, variables_collections)
        outputs = layer_parts.normalized(outputs, normalizer_fn, normalizer_params)
        return layer_parts.finished(outputs, activation_fn, outputs_collections, sc.name)


@add_arg_scope
def convolution3d_transpose(
    inputs: Any,
    num_outputs: int,
    kernel_size: Any,
    stride: Any = 1,
    padding: str = "SAME",
    data_format: str = "NDHWC",
    activation_fn: Any = nn_ops.relu,
    normalizer_fn: Any = None,
    normalizer_params: Any = None,
    weights_initializer: Any = xavier_initializer(),
    weights_regularizer: Any = None,
    biases_initializer: Any = init_ops.zeros_initializer(),
    biases_regularizer: Any = None,
    reuse: Any = None,
    variables_collections: Any = None,
    outputs_collections: Any = None,
    trainable: bool = True,
    scope: Any = None,
) -> Tensor:
    """The transpose of a convolution of inputs of rank 5, with biases, normalizer and activation.

    Args:
      num_outputs: number of output channels.
      kernel_size, stride: a number, or one per spatial dimension.
      padding: `"SAME"` or `"VALID"`.
      data_format: `"NDHWC"` or `"NCDHW"`.
      Others: as of `fully_connected`.

    Raises:
      ValueError: an unknown layout, or inputs of another rank.
    """
    getter = layer_parts.variable_getter(layer_parts.KERNEL_NAMES)
    with variable_scope.variable_scope(scope, "Conv3d_transpose", [inputs], reuse=reuse, custom_getter=getter) as sc:
        layer_parts.check_data_format(data_format, ("NCDHW", "NDHWC"))
        inputs = convert_to_tensor(inputs)
        weights, biases = (weights_initializer, weights_regularizer), (biases_initializer, biases_regularizer)
        dtype = inputs.dtype.base_dtype
        options = layer_parts.layer_options(weights, biases, normalizer_fn, trainable, dtype, sc, reuse)
        layer = Conv3DTranspose(
            filters=num_outputs,
            kernel_size=kernel_size,
            strides=stride,
            padding=padding,
            data_format=layer_parts.layer_format(data_format),
            **options,
        )
        outputs = layer.apply(inputs)
        layer_parts.add_kernel_and_bias(layer, variables_collections)
        outputs = layer_parts.normalized(outputs, normalizer_fn, normalizer_params)
        return layer_parts.finished(outputs, activation_fn, outputs_collections, sc.name)


conv2d_transpose = convolution2d_transpose
conv3d_transpose = convolution3d_transpose

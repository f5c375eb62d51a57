"""`tf.contrib.layers`: convolutions."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import init_ops, nn_ops, variable_scope
from tf1compat._facade.contrib import layer_parts
from tf1compat._facade.contrib.arg_scope import add_arg_scope
from tf1compat._facade.contrib.initializers import xavier_initializer
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.layers.convolutional import Conv1D, Conv2D, Conv3D
from tf1compat._facade.tensor import Tensor

_LAYERS: dict[int, Any] = {3: Conv1D, 4: Conv2D, 5: Conv3D}


def _layer_class(rank: int | None, conv_dims: int | None) -> Any:
    if conv_dims is not None and conv_dims + 2 != rank:
        raise ValueError(f"Convolution expects input with rank {conv_dims + 2}, got {rank}")
    if rank not in _LAYERS:
        raise ValueError("Convolution not supported for input with rank", rank)
    return _LAYERS[rank]


@add_arg_scope
def convolution(
    inputs: Any,
    num_outputs: int,
    kernel_size: Any,
    stride: Any = 1,
    padding: str = "SAME",
    data_format: str | None = None,
    rate: Any = 1,
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
    conv_dims: int | None = None,
) -> Tensor:
    """A convolution of one, two or three spatial dimensions: `activation(normalizer(inputs * weights + biases))`.

    Args:
      inputs: tensor of rank 3, 4 or 5, channels last unless `data_format` says so.
      num_outputs: number of output channels.
      kernel_size, stride, rate: a number, or one per spatial dimension; either stride or rate may exceed 1.
      padding: `"SAME"` or `"VALID"`.
      data_format: `"NWC"`, `"NCW"`, `"NHWC"`, `"NCHW"`, `"NDHWC"`, `"NCDHW"` or None.
      conv_dims: number of spatial dimensions to insist on.
      Others: as of `fully_connected`.

    Raises:
      ValueError: an unknown layout, or inputs of another rank.
    """
    if data_format not in [None, "NWC", "NCW", "NHWC", "NCHW", "NDHWC", "NCDHW"]:
        raise ValueError(f"Invalid data_format: {data_format!r}")
    getter = layer_parts.variable_getter(layer_parts.KERNEL_NAMES)
    with variable_scope.variable_scope(scope, "Conv", [inputs], reuse=reuse, custom_getter=getter) as sc:
        inputs = convert_to_tensor(inputs)
        layer_class = _layer_class(inputs.get_shape().ndims, conv_dims)
        weights, biases = (weights_initializer, weights_regularizer), (biases_initializer, biases_regularizer)
        dtype = inputs.dtype.base_dtype
        options = layer_parts.layer_options(weights, biases, normalizer_fn, trainable, dtype, sc, reuse)
        layer = layer_class(
            filters=num_outputs,
            kernel_size=kernel_size,
            strides=stride,
            padding=padding,
            data_format=layer_parts.layer_format(data_format),
            dilation_rate=rate,
            **options,
        )
        outputs = layer.apply(inputs)
        layer_parts.add_kernel_and_bias(layer, variables_collections)
        outputs = layer_parts.normalized(outputs, normalizer_fn, normalizer_params)
        return layer_parts.finished(outputs, activation_fn, outputs_collections, sc.name)


@add_arg_scope
def convolution1d(
    inputs: Any,
    num_outputs: int,
    kernel_size: Any,
    stride: Any = 1,
    padding: str = "SAME",
    data_format: str | None = None,
    rate: Any = 1,
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
    """`convolution` of inputs of rank 3."""
    return convolution(
        inputs,
        num_outputs,
        kernel_size,
        stride,
        padding,
        data_format,
        rate,
        activation_fn,
        normalizer_fn,
        normalizer_params,
        weights_initializer,
        weights_regularizer,
        biases_initializer,
        biases_regularizer,
        reuse,
        variables_collections,
        outputs_collections,
        trainable,
        scope,
        conv_dims=1,
    )


@add_arg_scope
def convolution2d(
    inputs: Any,
    num_outputs: int,
    kernel_size: Any,
    stride: Any = 1,
    padding: str = "SAME",
    data_format: str | None = None,
    rate: Any = 1,
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
    """`convolution` of inputs of rank 4."""
    return convolution(
        inputs,
        num_outputs,
        kernel_size,
        stride,
        padding,
        data_format,
        rate,
        activation_fn,
        normalizer_fn,
        normalizer_params,
        weights_initializer,
        weights_regularizer,
        biases_initializer,
        biases_regularizer,
        reuse,
        variables_collections,
        outputs_collections,
        trainable,
        scope,
        conv_dims=2,
    )


@add_arg_scope
def convolution3d(
    inputs: Any,
    num_outputs: int,
    kernel_size: Any,
    stride: Any = 1,
    padding: str = "SAME",
    data_format: str | None = None,
    rate: Any = 1,
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
    """`convolution` of inputs of rank 5."""
    return convolution(
        inputs,
        num_outputs,
        kernel_size,
        stride,
        padding,
        data_format,
        rate,
        activation_fn,
        normalizer_fn,
        normalizer_params,
        weights_initializer,
        weights_regularizer,
        biases_initializer,
        biases_regularizer,
        reuse,
        variables_collections,
        outputs_collections,
        trainable,
        scope,
        conv_dims=3,
    )


conv1d = convolution1d
conv2d = convolution2d
conv3d = convolution3d

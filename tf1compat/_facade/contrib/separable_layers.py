"""`tf.contrib.layers`: convolutions of one channel at a time."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, init_ops, nn_conv, nn_ops, variable_scope
from tf1compat._facade.contrib import layer_parts
from tf1compat._facade.contrib.arg_scope import add_arg_scope
from tf1compat._facade.contrib.initializers import xavier_initializer
from tf1compat._facade.contrib.named_outputs import (
    channel_dimension,
    get_variable_collections,
    last_dimension,
    two_element_tuple,
)
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.layers.separable import SeparableConv2D
from tf1compat._facade.tensor import Tensor

_NAMES = {"bias": "biases", "depthwise_kernel": "depthwise_weights", "pointwise_kernel": "pointwise_weights"}


@add_arg_scope
def separable_convolution2d(
    inputs: Any,
    num_outputs: int | None,
    kernel_size: Any,
    depth_multiplier: int = 1,
    stride: Any = 1,
    padding: str = "SAME",
    data_format: str = "NHWC",
    rate: Any = 1,
    activation_fn: Any = nn_ops.relu,
    normalizer_fn: Any = None,
    normalizer_params: Any = None,
    weights_initializer: Any = xavier_initializer(),
    pointwise_initializer: Any = None,
    weights_regularizer: Any = None,
    biases_initializer: Any = init_ops.zeros_initializer(),
    biases_regularizer: Any = None,
    reuse: Any = None,
    variables_collections: Any = None,
    outputs_collections: Any = None,
    trainable: bool = True,
    scope: Any = None,
) -> Tensor:
    """A convolution of each channel, then (unless `num_outputs` is None) a 1x1 convolution across channels.

    Args:
      inputs: images `[batch, height, width, channels]`, or channels first.
      num_outputs: number of output channels; None leaves out the second convolution.
      kernel_size, stride, rate: a number, or one per spatial dimension.
      depth_multiplier: outputs of the first convolution per channel.
      pointwise_initializer: of the second kernel; `weights_initializer` where absent.
      Others: as of `convolution`.

    Raises:
      ValueError: an unknown layout.
    """
    layer_parts.check_data_format(data_format)
    getter = layer_parts.variable_getter(_NAMES)
    with variable_scope.variable_scope(scope, "SeparableConv2d", [inputs], reuse=reuse, custom_getter=getter) as sc:
        inputs = convert_to_tensor(inputs)
        settings: dict[str, Any] = {"padding": padding, "data_format": data_format, "stride": stride, "rate": rate}
        settings.update(weights=weights_initializer, weights_regularizer=weights_regularizer, trainable=trainable)
        settings.update(biases=None if normalizer_fn else biases_initializer, biases_regularizer=biases_regularizer)
        settings.update(kernel_size=kernel_size, depth_multiplier=depth_multiplier, collections=variables_collections)
        if num_outputs is not None:
            pointwise = weights_initializer if pointwise_initializer is None else pointwise_initializer
            outputs = _separable(inputs, num_outputs, pointwise, sc, reuse, settings)
            outputs = layer_parts.normalized(outputs, normalizer_fn, normalizer_params)
        else:
            outputs, channels = _depthwise(inputs, settings)
            outputs = layer_parts.normalized(outputs, normalizer_fn, normalizer_params)
            if settings["biases"] is not None:
                outputs = _biased(outputs, channels, inputs.dtype.base_dtype, settings, data_format)
        return layer_parts.finished(outputs, activation_fn, outputs_collections, sc.name)


def _separable(inputs: Tensor, filters: int, pointwise: Any, scope: Any, reuse: Any, settings: dict[str, Any]) -> Any:
    layer = SeparableConv2D(
        filters=filters,
        kernel_size=settings["kernel_size"],
        strides=settings["stride"],
        padding=settings["padding"],
        data_format=layer_parts.layer_format(settings["data_format"]),
        dilation_rate=two_element_tuple(settings["rate"]),
        depth_multiplier=settings["depth_multiplier"],
        use_bias=bool(settings["biases"]),
        depthwise_initializer=settings["weights"],
        pointwise_initializer=pointwise,
        bias_initializer=settings["biases"],
        depthwise_regularizer=settings["weights_regularizer"],
        pointwise_regularizer=settings["weights_regularizer"],
        bias_regularizer=settings["biases_regularizer"],
        trainable=settings["trainable"],
        name=scope.name,
        dtype=inputs.dtype.base_dtype,
        _scope=scope,
        _reuse=reuse,
    )
    outputs = layer.apply(inputs)
    collections = settings["collections"]
    layer_parts.add_variable_to_collections(layer.depthwise_kernel, collections, "weights")
    layer_parts.add_variable_to_collections(layer.pointwise_kernel, collections, "weights")
    if layer.bias is not None:
        layer_parts.add_variable_to_collections(layer.bias, collections, "biases")
    return outputs


def _depthwise(inputs: Tensor, settings: dict[str, Any]) -> tuple[Tensor, int]:
    """The convolution of each channel, and the number of channels that it gives."""
    layout = settings["data_format"]
    channels = channel_dimension(inputs.get_shape(), layer_parts.layer_format(layout), min_rank=4)
    weights = layer_parts.parameter(
        "depthwise_weights",
        [*two_element_tuple(settings["kernel_size"]), channels, settings["depth_multiplier"]],
        inputs.dtype.base_dtype,
        settings["weights"],
        get_variable_collections(settings["collections"], "weights"),
        settings["trainable"],
        regularizer=settings["weights_regularizer"],
    )
    stride = two_element_tuple(settings["stride"])
    strides = [1, 1, *stride] if layout.startswith("NC") else [1, *stride, 1]
    rate = two_element_tuple(settings["rate"])
    outputs = nn_conv.depthwise_conv2d(inputs, weights, strides, settings["padding"], rate=rate, data_format=layout)
    return outputs, channels * settings["depth_multiplier"]


def _biased(outputs: Tensor, channels: int, dtype: Any, settings: dict[str, Any], data_format: str | None) -> Tensor:
    biases = layer_parts.parameter(
        "biases",
        [channels],
        dtype,
        settings["biases"],
        settings["collections"],
        settings["trainable"],
        regularizer=settings["biases_regularizer"],
    )
    return nn_ops.bias_add(outputs, biases, data_format=data_format)


@add_arg_scope
def convolution2d_in_plane(
    inputs: Any,
    kernel_size: Any,
    stride: Any = 1,
    padding: str = "SAME",
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
    """The same convolution of each channel of images `[batch, height, width, channels]`.

    Args:
      kernel_size, stride: a number, or one per spatial dimension.
      padding: `"SAME"` or `"VALID"`.
      Others: as of `fully_connected`.
    """
    with variable_scope.variable_scope(scope, "ConvInPlane", [inputs], reuse=reuse) as sc:
        dtype = inputs.dtype.base_dtype
        channels = last_dimension(inputs.get_shape(), min_rank=4)
        weights = layer_parts.parameter(
            "weights",
            [*two_element_tuple(kernel_size), 1, 1],
            dtype,
            weights_initializer,
            variables_collections,
            trainable,
            regularizer=weights_regularizer,
        )
        kernel = array_ops.tile(weights, [1, 1, channels, 1])
        outputs = nn_conv.depthwise_conv2d(inputs, kernel, [1, *two_element_tuple(stride), 1], padding)
        outputs = layer_parts.normalized(outputs, normalizer_fn, normalizer_params)
        if normalizer_fn is None and biases_initializer is not None:
            settings = {"biases": biases_initializer, "biases_regularizer": biases_regularizer}
            settings.update(collections=variables_collections, trainable=trainable)
            outputs = _biased(outputs, channels, dtype, settings, None)
        return layer_parts.finished(outputs, activation_fn, outputs_collections, sc.name)


separable_conv2d = separable_convolution2d
conv2d_in_plane = convolution2d_in_plane

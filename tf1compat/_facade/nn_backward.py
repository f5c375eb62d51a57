"""`tf.nn`: backward operations of depthwise and 3-D convolutions, and sums of losses for several replicas."""

from __future__ import annotations

import contextlib
from typing import Any

from tf1compat._facade import array_creation, array_ops, check_ops, framework, math_ops, nn_windows
from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.keras import losses_reduction
from tf1compat._facade.nn_conv import as_bytes
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes


def _backward(
    kind: str, inputs: Any, strides: Any, padding: Any, data_format: str, dilations: Any, name: Any
) -> Tensor:
    return apply_op(
        kind,
        *inputs,
        name=name,
        strides=list(strides),
        padding=nn_windows.checked_padding(kind, padding),
        data_format=as_bytes(data_format),
        dilations=list(dilations),
    )


def depthwise_conv2d_native_backprop_input(
    input_sizes: Any,
    filter: Any,
    out_backprop: Any,
    strides: Any,
    padding: Any,
    data_format: str = "NHWC",
    dilations: Any = (1, 1, 1, 1),
    name: str | None = None,
) -> Tensor:
    """The gradient of `depthwise_conv2d_native` with respect to its input, whose shape is `input_sizes`."""
    inputs = (input_sizes, filter, out_backprop)
    return _backward("DepthwiseConv2dNativeBackpropInput", inputs, strides, padding, data_format, dilations, name)


def depthwise_conv2d_native_backprop_filter(
    input: Any,
    filter_sizes: Any,
    out_backprop: Any,
    strides: Any,
    padding: Any,
    data_format: str = "NHWC",
    dilations: Any = (1, 1, 1, 1),
    name: str | None = None,
) -> Tensor:
    """The gradient of `depthwise_conv2d_native` with respect to its filter, whose shape is `filter_sizes`."""
    inputs = (input, filter_sizes, out_backprop)
    return _backward("DepthwiseConv2dNativeBackpropFilter", inputs, strides, padding, data_format, dilations, name)


def conv3d_backprop_filter_v2(
    input: Any,
    filter_sizes: Any,
    out_backprop: Any,
    strides: Any,
    padding: Any,
    data_format: str = "NDHWC",
    dilations: Any = (1, 1, 1, 1, 1),
    name: str | None = None,
) -> Tensor:
    """The gradient of `conv3d` with respect to its filter, whose shape is `filter_sizes`."""
    inputs = (input, filter_sizes, out_backprop)
    return _backward("Conv3DBackpropFilterV2", inputs, strides, padding, data_format, dilations, name)


depthwise_conv2d_backprop_input = depthwise_conv2d_native_backprop_input
depthwise_conv2d_backprop_filter = depthwise_conv2d_native_backprop_filter
conv3d_backprop_filter = conv3d_backprop_filter_v2


def scale_regularization_loss(regularization_loss: Any) -> Tensor:
    """The sum of regularisation losses, divided by the number of replicas: one here."""
    return math_ops.reduce_sum(regularization_loss) / 1


def compute_average_loss(
    per_example_loss: Any, sample_weight: Any = None, global_batch_size: int | None = None
) -> Tensor:
    """The sum of the examples' losses, over the size of the global batch.

    Args:
      per_example_loss: losses, one for each example.
      sample_weight: weights of the examples.
      global_batch_size: the number of examples, the first dimension's size if absent.

    Raises:
      ValueError: the losses are a scalar.
    """
    loss = convert_to_tensor(per_example_loss)
    with _has_examples(loss):
        weighted = loss if sample_weight is None else losses_reduction.scaled(loss, sample_weight)
        weighted = math_ops.cast(weighted, loss.dtype)
        size: Any = global_batch_size
        if size is None:
            # the size of all replicas together, of which there is one
            size = math_ops.cast(array_creation.shape_internal(weighted)[0] * 1, loss.dtype)
        return math_ops.reduce_sum(weighted) / size


def _has_examples(loss: Tensor) -> Any:
    """A context that refuses scalars, while running if the rank is unknown."""
    text = "Invalid value passed for `per_example_loss`. Expected a tensor with at least rank 1"
    if loss.dims == ():
        raise ValueError(f"{text}, received: {loss}")
    if loss.dims is not None:
        return contextlib.nullcontext()
    one = math_ops.cast(1, dtype=dtypes.int32)
    return framework.control_dependencies(
        [check_ops.assert_greater_equal(array_ops.rank(loss), one, message=text + ".")]
    )

"""`tf.nn`: transposed convolutions, the gradients of convolutions with respect to their inputs."""

from __future__ import annotations

from collections.abc import Sequence, Sized
from typing import Any

import numpy as np

from tf1compat._facade import array_ops, nn_windows
from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.deprecation import renamed_argument
from tf1compat._facade.framework import name_scope
from tf1compat._facade.nn_conv import as_bytes, channel_index, flat_layout
from tf1compat._facade.nn_windows import sequence
from tf1compat._facade.tensor import Tensor


def conv2d_transpose(
    value: Any = None,
    filter: Any = None,
    output_shape: Any = None,
    strides: Any = None,
    padding: str = "SAME",
    data_format: str | None = "NHWC",
    name: str | None = None,
    input: Any = None,
    filters: Any = None,
    dilations: Any = None,
) -> Tensor:
    """The transpose (gradient) of `conv2d`, often called deconvolution.

    Args:
      value: [batch, height, width, in] (`input` is its newer name).
      filter: [height, width, out, in] (`filters` is its newer name).
      output_shape: shape of the result, an integer vector.
      strides, padding, data_format, dilations: as `conv2d` takes them.
      name: name of the node.
    """
    value = renamed_argument("input", input, "value", value)
    filter = renamed_argument("filters", filters, "filter", filter)
    with name_scope(name, "conv2d_transpose", [value, filter, output_shape]) as scope:
        return conv2d_transpose_v2(value, filter, output_shape, strides, padding, data_format, dilations, scope)


def conv2d_transpose_v2(
    input: Any,
    filters: Any,
    output_shape: Any,
    strides: Any,
    padding: str = "SAME",
    data_format: str | None = "NHWC",
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """`conv2d_transpose` with the argument order of TF 2."""
    with name_scope(name, "conv2d_transpose", [input, output_shape]) as scope:
        data_format = data_format or "NHWC"
        index = channel_index(data_format, 2)
        return apply_op(
            "Conv2DBackpropInput",
            output_shape,
            filters,
            input,
            name=scope,
            strides=sequence(strides, 2, index, "strides"),
            padding=nn_windows.checked_padding("Conv2DBackpropInput", padding, ("SAME", "VALID", "EXPLICIT")),
            data_format=as_bytes(data_format),
            dilations=sequence(dilations, 2, index, "dilations"),
        )


def conv1d_transpose(
    input: Any,
    filters: Any,
    output_shape: Any,
    strides: Any,
    padding: str = "SAME",
    data_format: str | None = "NWC",
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """The transpose (gradient) of `conv1d`; filters [width, out, in]."""
    with name_scope(name, "conv1d_transpose", [input, filters, output_shape]) as scope:
        layout, start = flat_layout(data_format, old_names=False)
        index = 2 if start == 1 else 1
        steps = [1, *sequence(strides, 1, index, "stride")]
        rates = [1, *sequence(dilations, 1, index, "dilations")]
        input, filters = array_ops.expand_dims(input, start), array_ops.expand_dims(filters, 0)
        sizes = output_shape if isinstance(output_shape, Tensor) else list(output_shape)
        sizes = array_ops.concat([sizes[:start], [1], sizes[start:]], 0)
        result = apply_op(
            "Conv2DBackpropInput",
            sizes,
            filters,
            input,
            name=scope,
            strides=steps,
            padding=nn_windows.checked_padding("Conv2DBackpropInput", padding, ("SAME", "VALID", "EXPLICIT")),
            data_format=layout,
            dilations=rates,
        )
        return array_ops.squeeze(result, start)


def conv3d_transpose(
    value: Any,
    filter: Any = None,
    output_shape: Any = None,
    strides: Any = None,
    padding: str = "SAME",
    data_format: str | None = "NDHWC",
    name: str | None = None,
    input: Any = None,
    filters: Any = None,
    dilations: Any = None,
) -> Tensor:
    """The transpose (gradient) of `conv3d`; filter [depth, height, width, out, in]."""
    filter = renamed_argument("filters", filters, "filter", filter)
    value = renamed_argument("input", input, "value", value)
    return conv3d_transpose_v2(value, filter, output_shape, strides, padding, data_format, dilations, name)


def conv3d_transpose_v2(
    input: Any,
    filters: Any,
    output_shape: Any,
    strides: Any,
    padding: str = "SAME",
    data_format: str | None = "NDHWC",
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """`conv3d_transpose` with the argument order of TF 2."""
    with name_scope(name, "conv3d_transpose", [input, output_shape]) as scope:
        data_format = data_format or "NDHWC"
        index = channel_index(data_format, 3)
        return apply_op(
            "Conv3DBackpropInputV2",
            output_shape,
            filters,
            input,
            name=scope,
            strides=sequence(strides, 3, index, "strides"),
            padding=nn_windows.checked_padding("Conv3DBackpropInputV2", padding),
            data_format=as_bytes(data_format),
            dilations=sequence(dilations, 3, index, "dilations"),
        )


def conv_transpose(
    input: Any,
    filters: Any,
    output_shape: Any,
    strides: Any,
    padding: str = "SAME",
    data_format: str | None = None,
    dilations: Any = None,
    name: str | None = None,
) -> Tensor:
    """The transposed convolution of as many dimensions as `output_shape` says."""
    with name_scope(name, "conv_transpose", [input, output_shape]) as scope:
        if isinstance(output_shape, Tensor):
            n = int(output_shape.shape[0]) - 2
        elif isinstance(output_shape, Sized):
            n = len(output_shape) - 2
        else:
            raise ValueError("output_shape must be a tensor or sized collection.")
        if not 1 <= n <= 3:
            raise ValueError(f"output_shape must be of length 3, 4 or 5 but was {n + 2}.")
        transposed: Any = (conv1d_transpose, conv2d_transpose_v2, conv3d_transpose_v2)[n - 1]
        return transposed(input, filters, output_shape, strides, padding, data_format, dilations, scope)


def atrous_conv2d_transpose(
    value: Any, filters: Any, output_shape: Any, rate: int, padding: str, name: str | None = None
) -> Tensor:
    """The transpose (gradient) of `atrous_conv2d`; filters [height, width, out, in]."""
    with name_scope(name, "atrous_conv2d_transpose", [value, filters, output_shape]):
        value, filters = convert_to_tensor(value, name="value"), convert_to_tensor(filters, name="filters")
        if not value.shape[3].is_compatible_with(filters.shape[3]):
            raise ValueError(
                f"value's input channels does not match filters' input channels, {value.shape[3]} != {filters.shape[3]}"
            )
        if rate < 1:
            raise ValueError(f"rate {rate} cannot be less than one")
        if rate == 1:
            return conv2d_transpose(value, filters, output_shape, strides=[1, 1, 1, 1], padding=padding)
        as_tensor = convert_to_tensor(output_shape, name="output_shape")
        if not as_tensor.shape.is_compatible_with([4]):
            raise ValueError(f"output_shape must have shape (4,), got {as_tensor.shape}")
        sizes = list(output_shape) if isinstance(output_shape, tuple) else output_shape
        if isinstance(sizes, (list, np.ndarray)) and not filters.shape[2].is_compatible_with(sizes[3]):
            raise ValueError(f"output_shape does not match filter's output channels, {sizes[3]} != {filters.shape[2]}")
        return _spread_transpose(value, filters, sizes, rate, padding)


def _spread_transpose(value: Tensor, filters: Tensor, sizes: Any, rate: int, padding: str) -> Tensor:
    """Space to batch, the undilated transpose, and back."""
    before, after = _dilated_same_pads(filters, rate, padding)
    inner = [sizes[i + 1] + before[i] + after[i] for i in (0, 1)]
    extra = [(rate - inner[i] % rate) % rate for i in (0, 1)]
    value = array_ops.space_to_batch(input=value, paddings=[[0, extra[0]], [0, extra[1]]], block_size=rate)
    spatial = [(inner[i] + extra[i]) // rate for i in (0, 1)]
    value = apply_op(
        "Conv2DBackpropInput",
        [rate * rate * sizes[0], *spatial, sizes[3]],
        filters,
        value,
        strides=[1, 1, 1, 1],
        padding=b"VALID",
    )
    crops = [[before[i], after[i] + extra[i]] for i in (0, 1)]
    return array_ops.batch_to_space(input=value, crops=crops, block_size=rate)


def _dilated_same_pads(filters: Tensor, rate: int, padding: str) -> tuple[Sequence[Any], Sequence[Any]]:
    if padding == "VALID":
        return (0, 0), (0, 0)
    if padding != "SAME":
        raise ValueError(f"padding must be either VALID or SAME: {padding}")
    known = filters.shape.is_fully_defined()
    taps: Any = filters.shape.as_list() if known else array_ops.shape(filters)
    totals = [taps[i] + (taps[i] - 1) * (rate - 1) - 1 for i in (0, 1)]
    before = [t // 2 for t in totals]
    return before, [t - b for t, b in zip(totals, before)]

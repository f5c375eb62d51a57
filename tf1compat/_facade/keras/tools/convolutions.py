"""Sizes and connections of convolutions, as Keras' layers and programs compute them in Python."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np

from tf1compat._facade.keras.backend.settings import image_data_format

_PADDINGS = ("same", "valid", "full", "causal")


def convert_data_format(data_format: str, ndim: int) -> str:
    """`"channels_last"` or `"channels_first"` as the ops name it for inputs of this rank."""
    names = {3: ("NWC", "NCW"), 4: ("NHWC", "NCHW"), 5: ("NDHWC", "NCDHW")}
    if data_format not in ("channels_last", "channels_first"):
        raise ValueError("Invalid data_format:", data_format)
    if ndim not in names:
        raise ValueError("Input rank not supported:", ndim)
    return names[ndim][data_format == "channels_first"]


def normalize_tuple(value: Any, n: int, name: str) -> tuple[int, ...]:
    """`n` integers of one, or of a sequence of `n`."""
    if isinstance(value, int):
        return (value,) * n
    start = f"The `{name}` argument must be a tuple of {n} integers. Received: {value}"
    try:
        found = tuple(value)
    except TypeError:
        raise ValueError(start) from None
    if len(found) != n:
        raise ValueError(start)
    for single in found:
        try:
            int(single)
        except (ValueError, TypeError):
            raise ValueError(f"{start} including element {single} of type {type(single)}") from None
    return found


def normalize_data_format(value: Any) -> str:
    """The layout in small letters; None is the default."""
    found = (image_data_format() if value is None else value).lower()
    if found not in ("channels_first", "channels_last"):
        raise ValueError(
            f'The `data_format` argument must be one of "channels_first", "channels_last". Received: {value}'
        )
    return found


def normalize_padding(value: Any) -> Any:
    """The padding in small letters; a list of paddings as it is."""
    if isinstance(value, (list, tuple)):
        return value
    found = value.lower()
    if found not in ("valid", "same", "causal"):
        raise ValueError(
            'The `padding` argument must be a list/tuple or one of "valid", "same" (or "causal", only for `Conv1D). '
            f"Received: {found}"
        )
    return found


def conv_output_length(length: Any, filter_size: int, padding: str, stride: int, dilation: int = 1) -> Any:
    """Length of the output of a convolution; None of None."""
    if length is None:
        return None
    assert padding in _PADDINGS
    reach = filter_size + (filter_size - 1) * (dilation - 1)
    found = length - {"same": 0, "causal": 0, "valid": reach - 1, "full": 1 - reach}[padding]
    return (found + stride - 1) // stride


def conv_input_length(length: Any, filter_size: int, padding: str, stride: int) -> Any:
    """Length of the input of a convolution with this length of the output."""
    if length is None:
        return None
    assert padding in ("same", "valid", "full")
    pad = {"same": filter_size // 2, "valid": 0, "full": filter_size - 1}[padding]
    return (length - 1) * stride - 2 * pad + filter_size


def deconv_output_length(
    length: Any, filter_size: int, padding: str, output_padding: Any = None, stride: int = 0, dilation: int = 1
) -> Any:
    """Length of the output of a transposed convolution."""
    assert padding in ("same", "valid", "full")
    if length is None:
        return None
    size = filter_size + (filter_size - 1) * (dilation - 1)
    if output_padding is None:
        if padding == "valid":
            return length * stride + max(size - stride, 0)
        return length * stride - (stride + size - 2 if padding == "full" else 0)
    pad = {"same": size // 2, "valid": 0, "full": size - 1}[padding]
    return (length - 1) * stride + size - 2 * pad + output_padding


def convert_kernel(kernel: Any) -> Any:
    """A kernel turned round in its spatial dimensions: between Theano's convolutions and TensorFlow's."""
    kernel = np.asarray(kernel)
    if not 3 <= kernel.ndim <= 5:
        raise ValueError("Invalid kernel shape:", kernel.shape)
    spatial = (slice(None, None, -1),) * (kernel.ndim - 2)
    return np.copy(kernel[(*spatial, slice(None), slice(None))])


def _checked(input_shape: Any, kernel_shape: Any, strides: Any, padding: str) -> tuple[Any, Any]:
    if padding not in ("same", "valid"):
        raise NotImplementedError(f'Padding type {padding} not supported. Only "valid" and "same" are implemented.')
    rank = len(input_shape)
    kernel_shape = (kernel_shape,) * rank if isinstance(kernel_shape, int) else kernel_shape
    strides = (strides,) * rank if isinstance(strides, int) else strides
    for what, given in (("kernel_shape", kernel_shape), ("strides", strides)):
        if len(given) != rank:
            raise ValueError(f"Number of {what} dimensions must match that of the input: {len(given)} and {rank}.")
    return kernel_shape, strides


def conv_output_shape(input_shape: Any, kernel_shape: Any, strides: Any, padding: str) -> tuple[int, ...]:
    """Spatial shape of the output of a convolution."""
    kernel_shape, strides = _checked(input_shape, kernel_shape, strides, padding)
    return tuple(conv_output_length(n, k, padding, s) for n, k, s in zip(input_shape, kernel_shape, strides))


def conv_connected_inputs(
    input_shape: Any, kernel_shape: Any, output_position: Any, strides: Any, padding: str
) -> list[range]:
    """Per dimension, the input positions that an output position depends on."""
    kernel_shape, strides = _checked(input_shape, kernel_shape, strides, padding)
    found = []
    for size, kernel, at, stride in zip(input_shape, kernel_shape, output_position, strides):
        start = at * stride - (kernel // 2 if padding == "same" else 0)
        found.append(range(max(0, start), min(size, start + kernel)))
    return found


def _connections(input_shape: Any, kernel_shape: Any, strides: Any, padding: str) -> Iterator[tuple[Any, Any]]:
    sizes = conv_output_shape(input_shape, kernel_shape, strides, padding)
    for output in itertools.product(*map(range, sizes)):
        ranges = conv_connected_inputs(input_shape, kernel_shape, output, strides, padding)
        for source in itertools.product(*ranges):
            yield source, output


def conv_kernel_mask(input_shape: Any, kernel_shape: Any, strides: Any, padding: str) -> Any:
    """True at [*input position, *output position] where the two are connected."""
    kernel_shape, strides = _checked(input_shape, kernel_shape, strides, padding)
    mask = np.zeros((*input_shape, *conv_output_shape(input_shape, kernel_shape, strides, padding)), bool)
    for source, output in _connections(input_shape, kernel_shape, strides, padding):
        mask[(*source, *output)] = True
    return mask


def conv_kernel_idxs(
    input_shape: Any,
    kernel_shape: Any,
    strides: Any,
    padding: str,
    filters_in: int,
    filters_out: int,
    data_format: str,
) -> Iterator[tuple[int, int]]:
    """Pairs (flat output index, flat input index) that are connected, channels included."""
    kernel_shape, strides = _checked(input_shape, kernel_shape, strides, padding)
    sizes = conv_output_shape(input_shape, kernel_shape, strides, padding)
    first = data_format == "channels_first"
    if not first and data_format != "channels_last":
        raise ValueError(
            f"Data format {data_format} not recognized.`data_format` must be 'channels_last' or 'channels_first'."
        )

    def flat(position: Any, shape: Any, channel: int, channels: int) -> int:
        index = (channel, *position) if first else (*position, channel)
        return int(np.ravel_multi_index(index, (channels, *shape) if first else (*shape, channels)))

    for source, output in _connections(input_shape, kernel_shape, strides, padding):
        for channel_in, channel_out in itertools.product(range(filters_in), range(filters_out)):
            yield flat(output, sizes, channel_out, filters_out), flat(source, input_shape, channel_in, filters_in)

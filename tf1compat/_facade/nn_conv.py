"""`tf.nn`: convolutions, depthwise, separable and dilated ones (transposed ones: `nn_conv_transpose`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade import array_ops, nn_windows
from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.deprecation import renamed_argument
from tf1compat._facade.framework import name_scope
from tf1compat._facade.nn_windows import sequence
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import shapes


def as_bytes(text: str | bytes) -> bytes:
    """An attr of type string."""
    return text if isinstance(text, bytes) else text.encode()


def channel_index(data_format: str, n: int) -> int:
    """Where the channels stand among `n` spatial dimensions."""
    return 1 if data_format.startswith("NC") else n + 1


def _explicit(padding: Any) -> tuple[bytes, list[int]]:
    """The attrs `padding` and `explicit_paddings` from a name or a list of pairs."""
    if padding == "EXPLICIT":
        raise ValueError(
            '"EXPLICIT" is not a valid value for the padding parameter. To use explicit padding, the padding parameter '
            "must be a list."
        )
    if not isinstance(padding, (list, tuple)):
        return nn_windows.checked_padding("Conv2D", padding, ("SAME", "VALID", "EXPLICIT")), []
    flat: list[int] = []
    must = "When padding is a list, each element of padding must be a list/tuple of size 2. Element with index"
    for i, pair in enumerate(padding):
        if not isinstance(pair, (list, tuple)):
            raise ValueError(f"{must} {i} of padding is not a list/tuple")
        if len(pair) != 2:
            raise ValueError(f"{must} {i} of padding has size {len(pair)}")
        flat.extend(int(p) for p in pair)
    if len(padding) != 4:
        raise ValueError(f"When padding is a list, it must be of size 4. Got padding of size: {len(padding)}")
    return b"EXPLICIT", flat


def conv2d(
    input: Any,
    filter: Any = None,
    strides: Any = None,
    padding: Any = None,
    use_cudnn_on_gpu: bool = True,
    data_format: str | None = "NHWC",
    dilations: Any = (1, 1, 1, 1),
    name: str | None = None,
    filters: Any = None,
) -> Tensor:
    """2-D convolution.

    Args:
      input: images [batch, height, width, in], or [batch, in, height, width] for NCHW.
      filter: [height, width, in, out] (`filters` is its newer name).
      strides: a number, or 1, 2 or 4 of them.
      padding: `"SAME"`, `"VALID"`, or four pairs of numbers of zeros.
      use_cudnn_on_gpu: kept on the node; makes no difference.
      data_format: `"NHWC"` or `"NCHW"`.
      dilations: distance of the filter's taps, as `strides`.
      name: name of the node.
    """
    filter = renamed_argument("filters", filters, "filter", filter)
    name_of_padding, explicit = _explicit(padding)
    return _conv2d(input, filter, strides, name_of_padding, explicit, data_format, dilations, name, use_cudnn_on_gpu)


def _conv2d(
    input: Any,
    filter: Any,
    strides: Any,
    padding: bytes,
    explicit: list[int],
    data_format: str | None,
    dilations: Any,
    name: str | None,
    use_cudnn: bool = True,
) -> Tensor:
    data_format = data_format or "NHWC"
    if use_cudnn not in (True, False):
        raise TypeError(f"Expected bool for argument 'use_cudnn_on_gpu' not {use_cudnn!r}.")
    index = channel_index(data_format, 2)
    return apply_op(
        "Conv2D",
        input,
        filter,
        name=name,
        strides=sequence(strides, 2, index, "strides"),
        padding=padding,
        explicit_paddings=explicit,
        data_format=as_bytes(data_format),
        use_cudnn_on_gpu=bool(use_cudnn),
        dilations=sequence(dilations, 2, index, "dilations"),
    )


def conv2d_backprop_filter(
    input: Any,
    filter_sizes: Any,
    out_backprop: Any,
    strides: Any,
    padding: Any,
    use_cudnn_on_gpu: bool = True,
    data_format: str = "NHWC",
    dilations: Any = (1, 1, 1, 1),
    name: str | None = None,
) -> Tensor:
    """The gradient of `conv2d` with respect to its filter, whose shape is `filter_sizes`."""
    name_of_padding, explicit = _explicit(padding)
    return apply_op(
        "Conv2DBackpropFilter",
        input,
        filter_sizes,
        out_backprop,
        name=name,
        strides=list(strides),
        padding=name_of_padding,
        explicit_paddings=explicit,
        data_format=as_bytes(data_format),
        use_cudnn_on_gpu=bool(use_cudnn_on_gpu),
        dilations=list(dilations),
    )


def conv2d_backprop_input(
    input_sizes: Any,
    filter: Any = None,
    out_backprop: Any = None,
    strides: Any = None,
    padding: Any = None,
    use_cudnn_on_gpu: bool = True,
    data_format: str = "NHWC",
    dilations: Any = (1, 1, 1, 1),
    name: str | None = None,
    filters: Any = None,
) -> Tensor:
    """The gradient of `conv2d` with respect to its input, whose shape is `input_sizes`."""
    filter = renamed_argument("filters", filters, "filter", filter)
    name_of_padding, explicit = _explicit(padding)
    return apply_op(
        "Conv2DBackpropInput",
        input_sizes,
        filter,
        out_backprop,
        name=name,
        strides=list(strides),
        padding=name_of_padding,
        explicit_paddings=explicit,
        data_format=as_bytes(data_format),
        use_cudnn_on_gpu=bool(use_cudnn_on_gpu),
        dilations=list(dilations),
    )


def conv1d(
    value: Any = None,
    filters: Any = None,
    stride: Any = None,
    padding: Any = None,
    use_cudnn_on_gpu: bool | None = None,
    data_format: str | None = None,
    name: str | None = None,
    input: Any = None,
    dilations: Any = None,
) -> Tensor:
    """1-D convolution of [batch, width, in] (or NCW) with filters [width, in, out], done as a 2-D one."""
    value = renamed_argument("input", input, "value", value)
    with name_scope(name, "conv1d", [value, filters]) as scope:
        layout, start = flat_layout(data_format, old_names=True)
        index = 2 if start == 1 else 1
        steps = [1, *sequence(stride, 1, index, "stride")]
        rates = [1, *sequence(dilations, 1, index, "dilations")]
        value, filters = array_ops.expand_dims(value, start), array_ops.expand_dims(filters, 0)
        result = apply_op(
            "Conv2D",
            value,
            filters,
            name=scope,
            strides=steps,
            padding=nn_windows.checked_padding("Conv2D", padding, ("SAME", "VALID", "EXPLICIT")),
            data_format=layout,
            dilations=rates,
            use_cudnn_on_gpu=True if use_cudnn_on_gpu is None else bool(use_cudnn_on_gpu),
        )
        return array_ops.squeeze(result, [start])


def flat_layout(data_format: str | None, old_names: bool) -> tuple[bytes, int]:
    """The 2-D layout of a 1-D one, and where its second spatial dimension goes."""
    if data_format in (None, "NWC") or (old_names and data_format == "NHWC"):
        return b"NHWC", 1
    if data_format == "NCW" or (old_names and data_format == "NCHW"):
        return b"NCHW", 2
    raise ValueError('data_format must be "NWC" or "NCW".')


def conv3d(
    input: Any,
    filter: Any = None,
    strides: Any = None,
    padding: Any = None,
    data_format: str = "NDHWC",
    dilations: Any = (1, 1, 1, 1, 1),
    name: str | None = None,
    filters: Any = None,
) -> Tensor:
    """3-D convolution of [batch, depth, height, width, in] with a filter [depth, height, width, in, out]."""
    filter = renamed_argument("filters", filters, "filter", filter)
    return apply_op(
        "Conv3D",
        input,
        filter,
        name=name,
        strides=list(strides),
        padding=nn_windows.checked_padding("Conv3D", padding),
        data_format=as_bytes(data_format or "NDHWC"),
        dilations=list(dilations),
    )


def convolution(
    input: Any,
    filter: Any,
    padding: Any,
    strides: Any = None,
    dilation_rate: Any = None,
    name: str | None = None,
    data_format: str | None = None,
    filters: Any = None,
    dilations: Any = None,
) -> Tensor:
    """Convolution of 1, 2 or 3 spatial dimensions; a dilated one gathers its taps by space-to-batch.

    Args:
      input: [batch, spatial…, in], or [batch, in, spatial…] for a `data_format` that begins with `NC`.
      filter: [spatial…, in, out] (`filters` is its newer name).
      padding: `"SAME"` or `"VALID"`.
      strides: one per spatial dimension.
      dilation_rate: one per spatial dimension (`dilations` is its newer name); not together with strides.
      name: name of the node.
      data_format: e.g. `"NWC"`, `"NCHW"`, `"NDHWC"`.
    """
    filter = renamed_argument("filters", filters, "filter", filter)
    dilation_rate = renamed_argument("dilations", dilations, "dilation_rate", dilation_rate)
    n = _spatial_rank(input, filter)
    index = n + 1 if data_format is None else channel_index(data_format, n)
    steps, rates = sequence(strides, n, index, "strides"), sequence(dilation_rate, n, index, "dilations")
    with name_scope(name, "convolution", [input, filter]) as scope:
        if all(r == 1 for r in rates):
            return _plain(n, input, filter, steps, rates, padding, data_format, scope)
        spatial = slice(2, None) if index == 1 else slice(1, -1)
        return Convolution(
            shapes.as_shape(input.shape),
            shapes.as_shape(filter.shape),
            padding,
            strides=steps[spatial],
            dilation_rate=rates[spatial],
            name=scope,
            data_format=data_format,
        )(input, filter)


def _spatial_rank(input: Any, filter: Any) -> int:
    ranks = [shapes.as_shape(x.shape).ndims for x in (input, filter)]
    rank = ranks[0] if ranks[0] is not None else ranks[1]
    if rank is None:
        raise ValueError("rank of input or filter must be known")
    if not 1 <= rank - 2 <= 3:
        raise ValueError(f"Input tensor must be of rank 3, 4 or 5 but was {rank}.")
    return rank - 2


def _plain(
    n: int,
    input: Any,
    filter: Any,
    strides: Any,
    dilations: Any,
    padding: Any,
    data_format: str | None,
    name: str | None,
) -> Tensor:
    """The undilated convolution op of `n` spatial dimensions; strides and dilations list all dimensions."""
    if n == 1:
        return conv1d(input, filter, strides, padding, data_format=data_format, dilations=dilations, name=name)
    if n == 2:
        checked = nn_windows.checked_padding("Conv2D", padding, ("SAME", "VALID", "EXPLICIT"))
        return _conv2d(input, filter, strides, checked, [], data_format, dilations, name)
    return conv3d(input, filter, strides, padding, data_format or "NDHWC", dilations, name)


class Convolution:
    """A convolution prepared for inputs and filters of given static shapes."""

    def __init__(
        self,
        input_shape: Any,
        filter_shape: Any,
        padding: Any,
        strides: Any = None,
        dilation_rate: Any = None,
        name: str | None = None,
        data_format: str | None = None,
    ) -> None:
        rank = filter_shape.ndims if filter_shape.ndims is not None else input_shape.ndims
        if rank is None:
            raise ValueError("rank of input or filter must be known")
        for what, shape in (("input", input_shape), ("filter", filter_shape)):
            if shape.ndims not in (None, rank):
                raise ValueError(f"{what} tensor must have rank {rank}")
        n = rank - 2
        channels_first = data_format is not None and data_format.startswith("NC")
        channels = shapes.dimension_at_index(input_shape, 1 if channels_first else n + 1)
        if not channels.is_compatible_with(filter_shape[n]):
            raise ValueError(
                "number of input channels does not match corresponding dimension of filter, "
                f"{channels} != {filter_shape[n]}"
            )
        self.input_shape, self.filter_shape = input_shape, filter_shape
        self.padding, self.name, self.data_format = padding, name, data_format
        self.strides, self.dilation_rate = nn_windows.strides_and_rates(n, strides, dilation_rate)
        first = 2 if channels_first else 1
        self.spatial_dims = list(range(first, n + first))
        self._spread = nn_windows.SpaceToBatch(
            input_shape.raw, self.dilation_rate, padding, filter_shape, self.spatial_dims, data_format
        )

    def __call__(self, inp: Any, filter: Any) -> Tensor:
        n = len(self.spatial_dims)
        steps = sequence(self.strides.tolist(), n, 1 if self.spatial_dims[0] == 2 else n + 1, "strides")

        def inner(converted: Any, _: int, padding: Any) -> Tensor:
            return _plain(n, converted, filter, steps, [1] * (n + 2), padding, self.data_format, self.name)

        return self._spread(inp, filter, inner)


def atrous_conv2d(value: Any, filters: Any, rate: Any, padding: Any, name: str | None = None) -> Tensor:
    """2-D convolution with the filter's taps `rate` apart."""
    return convolution(
        input=value, filter=filters, padding=padding, dilation_rate=np.broadcast_to(rate, (2,)).tolist(), name=name
    )


def depthwise_conv2d_native(
    input: Any,
    filter: Any,
    strides: Any,
    padding: Any,
    data_format: str | None = "NHWC",
    dilations: Any = (1, 1, 1, 1),
    name: str | None = None,
) -> Tensor:
    """Each channel convolved with its own filters [height, width, in, multiplier]."""
    return apply_op(
        "DepthwiseConv2dNative",
        input,
        filter,
        name=name,
        strides=list(strides),
        padding=nn_windows.checked_padding("DepthwiseConv2dNative", padding),
        data_format=as_bytes(data_format or "NHWC"),
        dilations=list(dilations),
    )


def depthwise_conv2d(
    input: Any,
    filter: Any,
    strides: Any,
    padding: Any,
    rate: Any = None,
    name: str | None = None,
    data_format: str | None = None,
    dilations: Any = None,
) -> Tensor:
    """Depthwise convolution: filter [height, width, in, multiplier] gives in * multiplier channels.

    Args:
      input: images of `data_format`.
      filter: see above.
      strides: four numbers.
      padding: `"SAME"` or `"VALID"`.
      rate: two dilation rates (`dilations` is its newer name).
      name: name of the node.
      data_format: `"NHWC"` or `"NCHW"`.
    """
    rate = renamed_argument("dilations", dilations, "rate", rate)
    with name_scope(name, "depthwise", [input, filter]) as scope:
        input = convert_to_tensor(input, name="tensor_in")
        filter = convert_to_tensor(filter, name="filter_in")

        def inner(converted: Any, _: int, inner_padding: Any) -> Tensor:
            return depthwise_conv2d_native(converted, filter, strides, inner_padding, data_format, name=scope)

        return nn_windows.with_space_to_batch(
            input=input,
            filter_shape=array_ops.shape(filter),
            dilation_rate=[1, 1] if rate is None else rate,
            padding=padding,
            data_format=data_format,
            op=inner,
        )


def separable_conv2d(
    input: Any,
    depthwise_filter: Any,
    pointwise_filter: Any,
    strides: Any,
    padding: Any,
    rate: Any = None,
    name: str | None = None,
    data_format: str | None = None,
    dilations: Any = None,
) -> Tensor:
    """`depthwise_conv2d`, then a 1x1 convolution that mixes the channels."""
    rate = renamed_argument("dilations", dilations, "rate", rate)
    with name_scope(name, "separable_conv2d", [input, depthwise_filter, pointwise_filter]) as scope:
        input = convert_to_tensor(input, name="tensor_in")
        depthwise_filter = convert_to_tensor(depthwise_filter, name="depthwise_filter")
        pointwise_filter = convert_to_tensor(pointwise_filter, name="pointwise_filter")
        point_shape = pointwise_filter.shape.with_rank(4)
        for d in (0, 1):
            point_shape[d].assert_is_compatible_with(1)

        def inner(converted: Any, _: int, inner_padding: Any) -> Tensor:
            return depthwise_conv2d_native(
                converted, depthwise_filter, strides, inner_padding, data_format, name="depthwise"
            )

        mixed = nn_windows.with_space_to_batch(
            input=input,
            filter_shape=array_ops.shape(depthwise_filter),
            dilation_rate=[1, 1] if rate is None else rate,
            padding=padding,
            data_format=data_format,
            op=inner,
        )
        return conv2d(mixed, pointwise_filter, [1, 1, 1, 1], padding="VALID", data_format=data_format, name=scope)

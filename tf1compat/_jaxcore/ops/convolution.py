"""Convolutions of one, two or three spatial dimensions, depthwise ones, and the two gradients as ops.

One linear map underlies all of them: `y[n, o] = sum over taps and channels of x[n, o * stride + tap * rate - pad] * w`.
Conv2DBackpropInput (also called transposed convolution) and Conv2DBackpropFilter are its transposes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._jaxcore.base import dtypes, errors
from tf1compat._jaxcore.base.array import shape_tuple
from tf1compat._jaxcore.ops import nn_refusals
from tf1compat._jaxcore.schema import windows
from tf1compat._jaxcore.schema.opdef import REQUIRED, op
from tf1compat._jaxcore.schema.windows import Layout, Pads

_2D = [1, 1, 1, 1]
_3D = [1, 1, 1, 1, 1]
_NO_PADS: list[int] = []


class _Geometry:
    """Strides, rates, paddings and dimension numbers of one convolution."""

    def __init__(self, size: tuple[int, ...], kernel: tuple[int, ...], attrs: dict[str, Any]) -> None:
        self.where: Layout = windows.layout(attrs["data_format"])
        self.strides = tuple(int(s) for s in self.where.of_spatial(attrs["strides"]))
        self.rates = tuple(int(r) for r in self.where.of_spatial(attrs["dilations"]))
        self.size = self.where.of_spatial(size)
        self.taps = kernel[: len(self.size)]
        extents = [(k - 1) * r + 1 for k, r in zip(self.taps, self.rates)]
        explicit = windows.explicit_pads(attrs.get("explicit_paddings") or (), self.where)
        padding = windows.padding_name(attrs["padding"])
        self.pads: Pads = windows.pads(self.size, extents, self.strides, padding, explicit)
        self.extents = extents

    def names(self, batch: str = "N", channel: str = "C") -> str:
        """Dimension numbers of an activation, e.g. NHWC."""
        return "".join(self.where.build(batch, "HWD"[: len(self.size)], channel))

    def kernel_names(self, first: str = "I", second: str = "O") -> str:
        return "HWD"[: len(self.size)] + first + second


def precision() -> Any:
    """float32 products stay float32 where the hardware would round them to fewer bits."""
    import jax

    return None if jax.default_backend() == "cpu" else jax.lax.Precision.HIGHEST


def _forward(x: Any, kernel: Any, attrs: dict[str, Any], groups: int = 1) -> Any:
    from jax import lax

    g = _Geometry(np.shape(x), np.shape(kernel), attrs)
    return lax.conv_general_dilated(
        x,
        kernel,
        g.strides,
        g.pads,
        rhs_dilation=g.rates,
        dimension_numbers=(g.names(), g.kernel_names(), g.names()),
        feature_group_count=groups,
        precision=precision(),
    )


def _backprop_input(size: tuple[int, ...], kernel: Any, d_out: Any, attrs: dict[str, Any]) -> Any:
    """The transpose with respect to the input: a convolution of the spread-out `d_out` with the flipped kernel."""
    from jax import lax

    g = _Geometry(size, np.shape(kernel), attrs)
    before = [extent - 1 - lo for extent, (lo, _) in zip(g.extents, g.pads)]
    spread = [(o - 1) * s + 1 for o, s in zip(g.where.of_spatial(np.shape(d_out)), g.strides)]
    after = [n + extent - 1 - m - lo for n, extent, m, lo in zip(g.size, g.extents, spread, before)]
    result = lax.conv_general_dilated(
        d_out,
        lax.rev(kernel, tuple(range(len(g.size)))),
        (1,) * len(g.size),
        tuple(zip(before, after)),
        lhs_dilation=g.strides,
        rhs_dilation=g.rates,
        dimension_numbers=(g.names(), g.kernel_names("O", "I"), g.names()),
        precision=precision(),
    )
    if result.shape != tuple(size):
        _refuse_sizes(size, result.shape, "input")
    return result


def _backprop_filter(x: Any, size: tuple[int, ...], d_out: Any, attrs: dict[str, Any]) -> Any:
    """The transpose with respect to the kernel: batch plays the channels' part, the taps are the output's places."""
    from jax import lax

    g = _Geometry(np.shape(x), size, attrs)
    spread = [(o - 1) * s + 1 for o, s in zip(g.where.of_spatial(np.shape(d_out)), g.strides)]
    after = [extent - 1 + m - n - lo for extent, m, n, (lo, _) in zip(g.extents, spread, g.size, g.pads)]
    result = lax.conv_general_dilated(
        x,
        d_out,
        g.rates,
        tuple((lo, hi) for (lo, _), hi in zip(g.pads, after)),
        rhs_dilation=g.strides,
        dimension_numbers=(g.names("C", "N"), g.names("I", "O"), g.kernel_names("N", "C")),
        precision=precision(),
    )
    if result.shape != tuple(size):
        _refuse_sizes(size, result.shape, "filter")
    return result


def _refuse_sizes(given: tuple[int, ...], fitting: tuple[int, ...], what: str) -> None:
    raise errors.InvalidArgumentError(
        None, None, f"{what}_sizes {list(given)} do not fit the other arguments, which belong to {list(fitting)}"
    )


def _chosen(*attrs: Any) -> dict[str, Any]:
    names = ("strides", "padding", "explicit_paddings", "data_format", "dilations")
    return dict(zip(names, attrs))


@op("Conv2D", "input: T, filter: T -> output: T", shape=windows.convolved, attrs={"use_cudnn_on_gpu": True},
    refusal=nn_refusals.convolution)  # fmt: skip
def conv2d(
    input: Any,
    filter: Any,
    *,
    strides: Any = REQUIRED,
    padding: Any = REQUIRED,
    explicit_paddings: Any = _NO_PADS,
    data_format: bytes = b"NHWC",
    dilations: Any = _2D,
) -> Any:
    """2-D convolution (cross-correlation) with a filter of shape [height, width, in, out]."""
    attrs = _chosen(strides, padding, explicit_paddings, data_format, dilations)
    depth = np.shape(input)[windows.layout(data_format).channel]
    return _forward(input, filter, attrs, depth // np.shape(filter)[2])


def _sizes_rule(position: int, rank: int) -> Any:
    """The output's shape is the value of the input at `position`, `rank` sizes."""

    def rule(x: Any) -> Any:
        return (windows.ranked(x.vector(position), rank),)

    return rule


def _input_gradient_grad(inputs: Any, outputs: Any, cotangents: Any, **attrs: Any) -> Any:
    """As TF: the kernel's gradient is that of the strided convolution (JAX's own takes up to 30 times longer)."""
    _, kernel, _ = inputs
    (d,) = cotangents
    return [None, _backprop_filter(d, np.shape(kernel), inputs[2], attrs), _forward(d, kernel, attrs)]


@op(
    "Conv2DBackpropInput",
    "input_sizes: int32, filter: T, out_backprop: T -> output: T",
    static="input_sizes",
    shape=_sizes_rule(0, 4),
    grad=_input_gradient_grad,
    attrs={"use_cudnn_on_gpu": True},
    refusal=nn_refusals.backward_convolution,
)
def conv2d_backprop_input(
    input_sizes: Any,
    filter: Any,
    out_backprop: Any,
    *,
    strides: Any = REQUIRED,
    padding: Any = REQUIRED,
    explicit_paddings: Any = _NO_PADS,
    data_format: bytes = b"NHWC",
    dilations: Any = _2D,
) -> Any:
    """The gradient of Conv2D with respect to its input, also the transposed convolution."""
    attrs = _chosen(strides, padding, explicit_paddings, data_format, dilations)
    return _backprop_input(shape_tuple(input_sizes), filter, out_backprop, attrs)


@op(
    "Conv2DBackpropFilter",
    "input: T, filter_sizes: int32, out_backprop: T -> output: T",
    static="filter_sizes",
    shape=_sizes_rule(1, 4),
    attrs={"use_cudnn_on_gpu": True},
)
def conv2d_backprop_filter(
    input: Any,
    filter_sizes: Any,
    out_backprop: Any,
    *,
    strides: Any = REQUIRED,
    padding: Any = REQUIRED,
    explicit_paddings: Any = _NO_PADS,
    data_format: bytes = b"NHWC",
    dilations: Any = _2D,
) -> Any:
    """The gradient of Conv2D with respect to its filter."""
    attrs = _chosen(strides, padding, explicit_paddings, data_format, dilations)
    return _backprop_filter(input, shape_tuple(filter_sizes), out_backprop, attrs)


def _depthwise_shape(x: Any) -> Any:
    where = windows.layout(x.attrs["data_format"])
    shape, kernel = windows.ranked(x.shape(0), 4), windows.ranked(x.shape(1), 4)
    depth = shape[where.channel]
    if depth is not None and kernel[2] is not None and depth != kernel[2]:
        raise windows.ShapeError(f"Dimensions must be equal, but are {depth} and {kernel[2]}")
    inputs = kernel[2] if depth is None else depth
    channels = None if inputs is None or kernel[3] is None else inputs * kernel[3]
    return (where.build(shape[where.batch], windows.convolved_spatial(x, where, shape, kernel), channels),)


@op("DepthwiseConv2dNative", "input: T, filter: T -> output: T", shape=_depthwise_shape,
    refusal=nn_refusals.depthwise)  # fmt: skip
def depthwise_conv2d_native(
    input: Any,
    filter: Any,
    *,
    strides: Any = REQUIRED,
    padding: Any = REQUIRED,
    data_format: bytes = b"NHWC",
    dilations: Any = _2D,
) -> Any:
    """Each channel convolved with its own `multiplier` filters: filter [height, width, in, multiplier]."""
    from jax import lax

    height, width, depth, multiplier = np.shape(filter)
    kernel = lax.reshape(filter, (height, width, 1, depth * multiplier))
    return _forward(input, kernel, _chosen(strides, padding, (), data_format, dilations), groups=depth)


@op("Conv3D", "input: T, filter: T -> output: T", shape=windows.convolved)
def conv3d(
    input: Any,
    filter: Any,
    *,
    strides: Any = REQUIRED,
    padding: Any = REQUIRED,
    data_format: bytes = b"NDHWC",
    dilations: Any = _3D,
) -> Any:
    """3-D convolution with a filter of shape [depth, height, width, in, out]."""
    return _forward(input, filter, _chosen(strides, padding, (), data_format, dilations))


@op(
    "Conv3DBackpropInputV2",
    "input_sizes: Tshape, filter: T, out_backprop: T -> output: T",
    static="input_sizes",
    shape=_sizes_rule(0, 5),
    grad=_input_gradient_grad,
    types={"Tshape": dtypes.int32},
)
def conv3d_backprop_input_v2(
    input_sizes: Any,
    filter: Any,
    out_backprop: Any,
    *,
    strides: Any = REQUIRED,
    padding: Any = REQUIRED,
    data_format: bytes = b"NDHWC",
    dilations: Any = _3D,
) -> Any:
    """The gradient of Conv3D with respect to its input, also the transposed convolution."""
    attrs = _chosen(strides, padding, (), data_format, dilations)
    return _backprop_input(shape_tuple(input_sizes), filter, out_backprop, attrs)

"""`tf.nn`: pooling."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade import array_ops, nn_ops, nn_windows
from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.deprecation import renamed_argument
from tf1compat._facade.framework import name_scope
from tf1compat._facade.nn_windows import sequence
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes


def max_pool(
    value: Any,
    ksize: Any,
    strides: Any,
    padding: str,
    data_format: str | None = "NHWC",
    name: str | None = None,
    input: Any = None,
) -> Tensor:
    """The largest entry of each window of images.

    Args:
      value: [batch, height, width, channels] (`input` is its newer name), or channels first for NCHW.
      ksize: size of the window: a number, or 1, 2 or 4 of them.
      strides: as `ksize`.
      padding: `"SAME"` or `"VALID"`.
      data_format: `"NHWC"` or `"NCHW"`.
      name: name of the node.

    Raises:
      ValueError: a window of size 0, or one larger than the image.
    """
    value = renamed_argument("input", input, "value", value)
    with name_scope(name, "MaxPool", [value]) as scope:
        window = sequence(ksize, 2, _channel_index(data_format, 2), "ksize")
        if any(k == 0 for k in window):
            raise ValueError("ksize cannot be zero.")
        return _pool_2d("MaxPool", value, window, strides, padding, data_format, scope)


def avg_pool(
    value: Any,
    ksize: Any,
    strides: Any,
    padding: str,
    data_format: str | None = "NHWC",
    name: str | None = None,
    input: Any = None,
) -> Tensor:
    """The mean of each window of images; arguments as `max_pool`."""
    with name_scope(name, "AvgPool", [value]) as scope:
        value = renamed_argument("input", input, "value", value)
        return _pool_2d("AvgPool", value, ksize, strides, padding, data_format, scope)


def max_pool2d(
    input: Any, ksize: Any, strides: Any, padding: str, data_format: str | None = "NHWC", name: str | None = None
) -> Tensor:
    """`max_pool` with its input first."""
    with name_scope(name, "MaxPool2d", [input]) as scope:
        return _pool_2d("MaxPool", input, ksize, strides, padding, data_format, scope)


def max_pool1d(
    input: Any, ksize: Any, strides: Any, padding: str, data_format: str | None = "NWC", name: str | None = None
) -> Tensor:
    """Max pooling of [batch, width, channels]."""
    with name_scope(name, "MaxPool1d", [input]) as scope:
        return _pool_1d("MaxPool", input, ksize, strides, padding, data_format, scope)


def avg_pool1d(
    input: Any, ksize: Any, strides: Any, padding: str, data_format: str | None = "NWC", name: str | None = None
) -> Tensor:
    """Average pooling of [batch, width, channels]."""
    with name_scope(name, "AvgPool1D", [input]) as scope:
        return _pool_1d("AvgPool", input, ksize, strides, padding, data_format, scope)


def max_pool3d(
    input: Any, ksize: Any, strides: Any, padding: str, data_format: str | None = "NDHWC", name: str | None = None
) -> Tensor:
    """Max pooling of [batch, depth, height, width, channels]."""
    with name_scope(name, "MaxPool3D", [input]) as scope:
        return _pool_3d("MaxPool3D", input, ksize, strides, padding, data_format, scope)


def avg_pool3d(
    input: Any, ksize: Any, strides: Any, padding: str, data_format: str | None = "NDHWC", name: str | None = None
) -> Tensor:
    """Average pooling of [batch, depth, height, width, channels]."""
    with name_scope(name, "AvgPool3D", [input]) as scope:
        return _pool_3d("AvgPool3D", input, ksize, strides, padding, data_format, scope)


def _channel_index(data_format: str | None, n: int) -> int:
    return 1 if data_format is not None and data_format.startswith("NC") else n + 1


def _pool_2d(
    kind: str, value: Any, ksize: Any, strides: Any, padding: str, data_format: str | None, name: str | None
) -> Tensor:
    return _pool(kind, value, ksize, strides, padding, data_format or "NHWC", name, 2)


def _pool_3d(
    kind: str, value: Any, ksize: Any, strides: Any, padding: str, data_format: str | None, name: str | None
) -> Tensor:
    return _pool(kind, value, ksize, strides, padding, data_format or "NDHWC", name, 3)


def _pool(
    kind: str, value: Any, ksize: Any, strides: Any, padding: str, data_format: str, name: str | None, n: int
) -> Tensor:
    index = _channel_index(data_format, n)
    return apply_op(
        kind,
        value,
        name=name,
        ksize=sequence(ksize, n, index, "ksize"),
        strides=sequence(strides, n, index, "strides"),
        padding=nn_windows.checked_padding(kind, padding),
        data_format=data_format.encode(),
    )


def _pool_1d(
    kind: str, input: Any, ksize: Any, strides: Any, padding: str, data_format: str | None, name: str | None
) -> Tensor:
    """A 1-D pool as a 2-D one of height 1."""
    data_format = data_format or "NWC"
    index = _channel_index(data_format, 1)
    window = [1, *sequence(ksize, 1, index, "ksize")]
    steps = [1, *sequence(strides, 1, index, "strides")]
    place, layout = (1, b"NHWC") if data_format == "NWC" else (2, b"NCHW")
    result = apply_op(
        kind,
        array_ops.expand_dims(input, place),
        name=name,
        ksize=window,
        strides=steps,
        padding=nn_windows.checked_padding(kind, padding),
        data_format=layout,
    )
    return array_ops.squeeze(result, place)


def max_pool_with_argmax(
    input: Any,
    ksize: Any,
    strides: Any,
    padding: str,
    data_format: str = "NHWC",
    Targmax: Any = None,
    name: str | None = None,
    output_dtype: Any = None,
    include_batch_in_index: bool = False,
) -> Any:
    """The largest entry of each window and its place in the flattened image, as the named tuple (output, argmax).

    Args:
      input: [batch, height, width, channels].
      ksize, strides, padding: as of `max_pool`.
      data_format: only `"NHWC"`.
      Targmax: int32 or int64 (`output_dtype` is its newer name).
      name: name of the node.
      include_batch_in_index: count through all images of the batch.
    """
    if data_format != "NHWC":
        raise ValueError("Data formats other than 'NHWC' are not yet supported")
    wanted = renamed_argument("output_dtype", output_dtype, "Targmax", Targmax)
    outputs = apply_op(
        "MaxPoolWithArgmax",
        input,
        name=name,
        ksize=list(ksize),
        strides=list(strides),
        padding=nn_windows.checked_padding("MaxPoolWithArgmax", padding),
        Targmax=dtypes.int64 if wanted is None else dtypes.as_dtype(wanted),
        include_batch_in_index=bool(include_batch_in_index),
    )
    return nn_ops.named_outputs("MaxPoolWithArgmax", outputs)


def max_pool_v2(
    input: Any, ksize: Any, strides: Any, padding: str, data_format: str | None = None, name: str | None = None
) -> Tensor:
    """Max pooling of 1, 2 or 3 spatial dimensions, as many as `input` has."""
    return _any_rank("MaxPool", max_pool1d, input, ksize, strides, padding, data_format, name)


def avg_pool_v2(
    input: Any, ksize: Any, strides: Any, padding: str, data_format: str | None = None, name: str | None = None
) -> Tensor:
    """Average pooling of 1, 2 or 3 spatial dimensions, as many as `input` has."""
    return _any_rank("AvgPool", avg_pool1d, input, ksize, strides, padding, data_format, name)


def _any_rank(
    kind: str, flat: Any, input: Any, ksize: Any, strides: Any, padding: str, data_format: str | None, name: str | None
) -> Tensor:
    n = len(input.shape) - 2
    if not 1 <= n <= 3:
        raise ValueError(f"Input tensor must be of rank 3, 4 or 5 but was {n + 2}.")
    index = _channel_index(data_format, n)
    window, steps = sequence(ksize, n, index, "ksize"), sequence(strides, n, index, "strides")
    if n == 1:
        return flat(input, window, steps, padding, data_format, name)
    if n == 2:
        return _pool_2d(kind, input, window, steps, padding, data_format, name)
    return _pool_3d(f"{kind}3D", input, window, steps, padding, data_format, name)


def pool(
    input: Any,
    window_shape: Any,
    pooling_type: str,
    padding: str,
    dilation_rate: Any = None,
    strides: Any = None,
    name: str | None = None,
    data_format: str | None = None,
    dilations: Any = None,
) -> Tensor:
    """Pooling of 1, 2 or 3 spatial dimensions.

    Args:
      input: [batch, spatial…, channels], or channels first for a `data_format` that begins with `NC`.
      window_shape: a size per spatial dimension.
      pooling_type: `"MAX"` or `"AVG"`.
      padding: `"SAME"` or `"VALID"`.
      dilation_rate: per spatial dimension (`dilations` is its newer name); only with VALID, not with strides.
      strides: per spatial dimension.
      name: name of the node.
      data_format: e.g. `"NWC"`, `"NCHW"`, `"NDHWC"`.
    """
    dilation_rate = renamed_argument("dilations", dilations, "dilation_rate", dilation_rate)
    with name_scope(name, f"{pooling_type.lower()}_pool", [input]) as scope:
        input = convert_to_tensor(input, name="input")
        n = len(window_shape)
        if not 1 <= n <= 3:
            raise ValueError("It is required that 1 <= num_spatial_dims <= 3.")
        input.shape.with_rank(n + 2)
        steps, rates = nn_windows.strides_and_rates(n, strides, dilation_rate)
        if padding == "SAME" and np.any(rates > 1):
            raise ValueError("pooling with SAME padding is not implemented for dilation_rate > 1")
        if np.any(steps > window_shape):
            raise ValueError(
                "strides > window_shape not supported due to inconsistency between CPU and GPU implementations"
            )
        if pooling_type not in ("MAX", "AVG"):
            raise ValueError(f"{n}-D {pooling_type} pooling is not supported.")
        first = 2 if data_format is not None and data_format.startswith("NC") else 1

        def inner(converted: Any, _: int, inner_padding: Any) -> Tensor:
            return _typed_pool(pooling_type, n, converted, window_shape, steps, inner_padding, data_format, scope)

        return nn_windows.with_space_to_batch(
            input=input,
            dilation_rate=rates,
            padding=padding,
            op=inner,
            spatial_dims=range(first, n + first),
            filter_shape=window_shape,
        )


def _typed_pool(
    pooling_type: str, n: int, x: Any, window: Any, steps: Any, padding: str, data_format: str | None, name: str
) -> Tensor:
    index = _channel_index(data_format, n)
    ksize, strides = sequence(list(window), n, index, "ksize"), sequence(steps.tolist(), n, index, "strides")
    if n == 3:
        pool_3d: Any = {"MAX": max_pool3d, "AVG": avg_pool3d}[pooling_type]
        return pool_3d(x, ksize, strides, padding, name=name, data_format=data_format)
    pool_2d: Any = {"MAX": max_pool, "AVG": avg_pool}[pooling_type]
    if n == 2:
        return pool_2d(x, ksize, strides, padding, name=name, data_format=data_format)
    if data_format not in (None, "NWC", "NCW"):
        raise ValueError('data_format must be either "NWC" or "NCW".')
    place, layout = (2, "NCHW") if data_format == "NCW" else (1, "NHWC")
    result = pool_2d(
        array_ops.expand_dims(x, place), [1, *ksize], [1, *strides], padding, name=name, data_format=layout
    )
    return array_ops.squeeze(result, [place])

"""`tf.keras.backend`: arithmetic, reductions and shapes."""

from __future__ import annotations

import builtins
import itertools
from typing import Any

import numpy as np

from tf1compat._facade import array_ops, clip_ops, constants, image_resize, math_ops, sparse_ops
from tf1compat._facade.gradients import gradients as plain_gradients
from tf1compat._facade.keras.backend.settings import data_format_of, floatx
from tf1compat._facade.keras.backend.values import int_shape, is_sparse, like, ndim, to_dense
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes

_sum, _any, _all = builtins.sum, builtins.any, builtins.all


def _sizes(x: Any) -> tuple[Any, ...]:
    """Static sizes where they are known, else scalars."""
    return tuple(s if i is None else i for i, s in zip(int_shape(x), array_ops.unstack(array_ops.shape(x))))


def dot(x: Any, y: Any) -> Tensor:
    """Matrix product; of more dimensions, the last of `x` with the one before the last of `y`."""
    if ndim(x) is not None and (ndim(x) > 2 or ndim(y) > 2):
        left, right = _sizes(x), _sizes(y)
        order = list(range(ndim(y)))
        order = [order.pop(-2), *order]
        rows = array_ops.reshape(x, [-1, left[-1]])
        columns = array_ops.reshape(array_ops.transpose(y, perm=order), [right[-2], -1])
        return array_ops.reshape(math_ops.matmul(rows, columns), left[:-1] + right[:-2] + right[-1:])
    if is_sparse(x):
        return sparse_ops.sparse_tensor_dense_matmul(x, y)
    return math_ops.matmul(x, y)


def _with_rank_of(x: Any, difference: int) -> Any:
    return array_ops.reshape(x, array_ops.concat([array_ops.shape(x), [1] * difference], axis=0))


def batch_dot(x: Any, y: Any, axes: Any = None) -> Tensor:
    """Dot products of the examples of two batches, over the given axes."""
    x_rank, y_rank = ndim(x), ndim(y)
    axes = [x_rank - 1, y_rank - 2] if axes is None else (axes, axes) if isinstance(axes, int) else axes
    difference = builtins.abs(x_rank - y_rank)
    if x_rank > y_rank:
        y = _with_rank_of(y, difference)
    elif y_rank > x_rank:
        x = _with_rank_of(x, difference)
    if ndim(x) == 2 and ndim(y) == 2:
        first = x if axes[0] == axes[1] else array_ops.transpose(x, [1, 0])
        out = math_ops.reduce_sum(math_ops.multiply(first, y), axes[0] if axes[0] == axes[1] else axes[1])
    else:
        out = math_ops.matmul(x, y, adjoint_a=axes[0] != ndim(x) - 1, adjoint_b=axes[1] == ndim(y) - 1)
    if difference:
        start = x_rank + y_rank - 3 if x_rank > y_rank else x_rank - 1
        out = array_ops.squeeze(out, list(range(start, start + difference)))
    return expand_dims(out, 1) if ndim(out) == 1 else out


def transpose(x: Any) -> Tensor:
    return array_ops.transpose(x)


def gather(reference: Any, indices: Any) -> Tensor:
    return array_ops.gather(reference, indices)


# ---- reductions -----------------------------------------------------------------------------------------------------


def max(x: Any, axis: Any = None, keepdims: bool = False) -> Tensor:
    return math_ops.reduce_max(x, axis, keepdims)


def min(x: Any, axis: Any = None, keepdims: bool = False) -> Tensor:
    return math_ops.reduce_min(x, axis, keepdims)


def sum(x: Any, axis: Any = None, keepdims: bool = False) -> Tensor:
    return math_ops.reduce_sum(x, axis, keepdims)


def prod(x: Any, axis: Any = None, keepdims: bool = False) -> Tensor:
    return math_ops.reduce_prod(x, axis, keepdims)


def cumsum(x: Any, axis: int = 0) -> Tensor:
    return math_ops.cumsum(x, axis=axis)


def cumprod(x: Any, axis: int = 0) -> Tensor:
    return math_ops.cumprod(x, axis=axis)


def _as_float(x: Any) -> Any:
    return math_ops.cast(x, floatx()) if x.dtype.base_dtype == dtypes.bool else x


def var(x: Any, axis: Any = None, keepdims: bool = False) -> Tensor:
    """Variance."""
    return math_ops.reduce_variance(_as_float(x), axis=axis, keepdims=keepdims)


def std(x: Any, axis: Any = None, keepdims: bool = False) -> Tensor:
    """Standard deviation."""
    return math_ops.reduce_std(_as_float(x), axis=axis, keepdims=keepdims)


def mean(x: Any, axis: Any = None, keepdims: bool = False) -> Tensor:
    """Mean; of bools, the part that is true."""
    return math_ops.reduce_mean(_as_float(x), axis, keepdims)


def any(x: Any, axis: Any = None, keepdims: bool = False) -> Tensor:
    return math_ops.reduce_any(math_ops.cast(x, dtypes.bool), axis, keepdims)


def all(x: Any, axis: Any = None, keepdims: bool = False) -> Tensor:
    return math_ops.reduce_all(math_ops.cast(x, dtypes.bool), axis, keepdims)


def argmax(x: Any, axis: int = -1) -> Tensor:
    return math_ops.argmax(x, axis)


def argmin(x: Any, axis: int = -1) -> Tensor:
    return math_ops.argmin(x, axis)


def logsumexp(x: Any, axis: Any = None, keepdims: bool = False) -> Tensor:
    return math_ops.reduce_logsumexp(x, axis, keepdims)


# ---- element by element ---------------------------------------------------------------------------------------------


def square(x: Any) -> Tensor:
    return math_ops.square(x)


def abs(x: Any) -> Tensor:
    return math_ops.abs(x)


def sqrt(x: Any) -> Tensor:
    """Square root; of negative numbers, zero."""
    return math_ops.sqrt(clip_ops.clip_by_value(x, like(0.0, x), like(np.inf, x)))


def exp(x: Any) -> Tensor:
    return math_ops.exp(x)


def log(x: Any) -> Tensor:
    return math_ops.log(x)


def round(x: Any) -> Tensor:
    return math_ops.round(x)


def sign(x: Any) -> Tensor:
    return math_ops.sign(x)


def pow(x: Any, a: Any) -> Tensor:
    return math_ops.pow(x, a)


def clip(x: Any, min_value: Any, max_value: Any) -> Tensor:
    """Limit the values; `max_value` None for no upper limit."""
    if max_value is not None and max_value < min_value:
        max_value = min_value
    low, high = like(min_value, x), like(np.inf if max_value is None else max_value, x)
    return clip_ops.clip_by_value(x, low, high)


def equal(x: Any, y: Any) -> Tensor:
    return math_ops.equal(x, y)


def not_equal(x: Any, y: Any) -> Tensor:
    return math_ops.not_equal(x, y)


def greater(x: Any, y: Any) -> Tensor:
    return math_ops.greater(x, y)


def greater_equal(x: Any, y: Any) -> Tensor:
    return math_ops.greater_equal(x, y)


def less(x: Any, y: Any) -> Tensor:
    return math_ops.less(x, y)


def less_equal(x: Any, y: Any) -> Tensor:
    return math_ops.less_equal(x, y)


def maximum(x: Any, y: Any) -> Tensor:
    return math_ops.maximum(x, y)


def minimum(x: Any, y: Any) -> Tensor:
    return math_ops.minimum(x, y)


def sin(x: Any) -> Tensor:
    return math_ops.sin(x)


def cos(x: Any) -> Tensor:
    return math_ops.cos(x)


# ---- shapes ---------------------------------------------------------------------------------------------------------


def concatenate(tensors: Any, axis: int = -1) -> Any:
    """Tensors in a row along `axis`; sparse if all are."""
    if axis < 0:
        rank = ndim(tensors[0])
        axis = axis % rank if rank else 0
    if _all(is_sparse(x) for x in tensors):
        return sparse_ops.sparse_concat(axis, tensors)
    return array_ops.concat([to_dense(x) for x in tensors], axis)


def reshape(x: Any, shape: Any) -> Tensor:
    return array_ops.reshape(x, shape)


def permute_dimensions(x: Any, pattern: Any) -> Tensor:
    return array_ops.transpose(x, perm=pattern)


def resize_images(
    x: Any, height_factor: int, width_factor: int, data_format: str, interpolation: str = "nearest"
) -> Tensor:
    """Enlarge images by whole factors, by `"nearest"` or `"bilinear"` interpolation."""
    if data_format not in ("channels_first", "channels_last"):
        raise ValueError(f"Invalid `data_format` argument: {data_format}")
    if interpolation not in ("nearest", "bilinear"):
        raise ValueError('interpolation should be one of "nearest" or "bilinear".')
    first = data_format == "channels_first"
    rows = 2 if first else 1
    known = int_shape(x)
    size = array_ops.shape(x)[rows : rows + 2]
    size *= constants.constant(np.array([height_factor, width_factor], dtype="int32"))
    x = permute_dimensions(x, [0, 2, 3, 1]) if first else x
    # TF1: here pixels have their centres at halves, unlike in tf.image.resize_images
    if interpolation == "nearest":
        x = image_resize.resize_nearest_neighbor(x, size, half_pixel_centers=True)
    else:
        x = image_resize.resize_bilinear(x, size, half_pixel_centers=True)
    x = permute_dimensions(x, [0, 3, 1, 2]) if first else x
    height, width = (
        None if n is None else n * factor for n, factor in zip(known[rows:], (height_factor, width_factor))
    )
    x.set_shape((None, None, height, width) if first else (None, height, width, None))
    return x


def resize_volumes(x: Any, depth_factor: int, height_factor: int, width_factor: int, data_format: str) -> Tensor:
    """Enlarge volumes by whole factors, repeating their elements."""
    if data_format not in ("channels_first", "channels_last"):
        raise ValueError("Invalid data_format: " + str(data_format))
    start = 2 if data_format == "channels_first" else 1
    for axis, factor in enumerate((depth_factor, height_factor, width_factor), start):
        x = repeat_elements(x, factor, axis=axis)
    return x


def repeat_elements(x: Any, rep: int, axis: int) -> Tensor:
    """Each element `rep` times along `axis`."""
    sizes = x.shape.as_list()
    if sizes[axis] is not None:
        parts = array_ops.split(value=x, num_or_size_splits=sizes[axis], axis=axis)
        return concatenate([part for part in parts for _ in range(rep)], axis)
    wide = array_ops.expand_dims(x, axis=axis + 1)
    repeats = np.ones(len(sizes) + 1, np.int32)
    repeats[axis + 1] = rep
    grown = array_ops.shape(x)
    tiled = array_ops.tile(wide, repeats)
    repeats = np.delete(repeats, axis + 1)
    repeats[axis] = rep
    result = array_ops.reshape(tiled, grown * constants.constant(repeats, dtype="int32"))
    result.set_shape(sizes)
    return result


def repeat(x: Any, n: int) -> Tensor:
    """[batch, features] to [batch, n, features]."""
    return array_ops.tile(array_ops.expand_dims(x, 1), array_ops.stack([1, n, 1]))


def arange(start: Any, stop: Any = None, step: Any = 1, dtype: str = "int32") -> Tensor:
    """Numbers from `start` to `stop`."""
    if stop is None and start < 0:
        start = 0
    result = (
        math_ops.range(start, limit=stop, delta=step, name="arange")
        if stop is not None
        else math_ops.range(start, delta=step, name="arange")
    )
    return result if dtype == "int32" else math_ops.cast(result, dtype)


def tile(x: Any, n: Any) -> Tensor:
    return array_ops.tile(x, [n] if isinstance(n, int) else n)


def flatten(x: Any) -> Tensor:
    return array_ops.reshape(x, [-1])


def batch_flatten(x: Any) -> Tensor:
    """All dimensions but the first become one."""
    return array_ops.reshape(x, array_ops.stack([-1, prod(array_ops.shape(x)[1:])]))


def expand_dims(x: Any, axis: int = -1) -> Tensor:
    return array_ops.expand_dims(x, axis)


def squeeze(x: Any, axis: int) -> Tensor:
    return array_ops.squeeze(x, [axis])


def temporal_padding(x: Any, padding: Any = (1, 1)) -> Tensor:
    """Zeros before and behind the steps of [batch, steps, features]."""
    return array_ops.pad(x, [[0, 0], list(padding), [0, 0]])


def _padded(x: Any, padding: Any, data_format: Any) -> Tensor:
    spatial = [list(pair) for pair in padding]
    if data_format_of(data_format) == "channels_first":
        return array_ops.pad(x, [[0, 0], [0, 0], *spatial])
    return array_ops.pad(x, [[0, 0], *spatial, [0, 0]])


def spatial_2d_padding(x: Any, padding: Any = ((1, 1), (1, 1)), data_format: Any = None) -> Tensor:
    """Zeros around images."""
    return _padded(x, padding, data_format)


def spatial_3d_padding(x: Any, padding: Any = ((1, 1), (1, 1), (1, 1)), data_format: Any = None) -> Tensor:
    """Zeros around volumes."""
    return _padded(x, padding, data_format)


def stack(x: Any, axis: int = 0) -> Tensor:
    return array_ops.stack(x, axis=axis)


def one_hot(indices: Any, num_classes: int) -> Tensor:
    return array_ops.one_hot(indices, depth=num_classes, axis=-1)


def reverse(x: Any, axes: Any) -> Tensor:
    return array_ops.reverse(x, [axes] if isinstance(axes, int) else axes)


def gradients(loss: Any, variables: Any) -> list[Any]:
    """Gradients of `loss` with respect to `variables`."""
    return plain_gradients(loss, variables, colocate_gradients_with_ops=True)


def stop_gradient(variables: Any) -> Any:
    """The same values, constant for gradients."""
    if isinstance(variables, (list, tuple)):
        return [array_ops.stop_gradient(x) for x in variables]
    return array_ops.stop_gradient(variables)


def local_conv(
    inputs: Any, kernel: Any, kernel_size: Any, strides: Any, output_shape: Any, data_format: Any = None
) -> Tensor:
    """A convolution with weights of its own at each place."""
    first = data_format_of(data_format) == "channels_first"
    sizes = int_shape(kernel)
    rank, features = len(output_shape), sizes[1]
    patches = []
    for position in itertools.product(*(range(n) for n in output_shape)):
        window = [slice(p * s, p * s + k) for p, s, k in zip(position, strides, kernel_size)]
        place = [slice(None), slice(None), *window] if first else [slice(None), *window, slice(None)]
        patches.append(array_ops.reshape(inputs[tuple(place)], (1, -1, features)))
    output = batch_dot(concatenate(patches, axis=0), kernel)
    output = array_ops.reshape(output, (*output_shape, -1, sizes[-1]))
    spatial = list(range(rank))
    return permute_dimensions(output, [rank, rank + 1, *spatial] if first else [rank, *spatial, rank + 1])


def local_conv1d(inputs: Any, kernel: Any, kernel_size: Any, strides: Any, data_format: Any = None) -> Tensor:
    """`local_conv` of sequences."""
    return local_conv(inputs, kernel, kernel_size, strides, (kernel.shape.as_list()[0],), data_format)


def local_conv2d(
    inputs: Any, kernel: Any, kernel_size: Any, strides: Any, output_shape: Any, data_format: Any = None
) -> Tensor:
    """`local_conv` of images."""
    return local_conv(inputs, kernel, kernel_size, strides, output_shape, data_format)

"""`tf.layers`: max and average pooling of one, two and three dimensions."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, nn_pool
from tf1compat._facade.layers import arguments
from tf1compat._facade.layers.base import InputSpec, Layer
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import shapes
from tf1compat._jaxcore.base.shapes import TensorShape


class _Pooling(Layer):
    """Pooling of `rank` spatial dimensions; subclasses say which kind.

    Args:
      pool_size, strides: a number, or one per spatial dimension.
      padding: `"valid"` or `"same"`.
      data_format: `"channels_last"` or `"channels_first"`.
    """

    _rank = 2
    _functions: Any = (nn_pool.max_pool, nn_pool.max_pool3d)

    def __init__(
        self,
        pool_size: Any,
        strides: Any,
        padding: str = "valid",
        data_format: str | None = "channels_last",
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(name=name, **kwargs)
        if strides is None:
            raise ValueError("Argument `strides` must not be None.")
        self.pool_size = arguments.sizes(pool_size, self._rank, "pool_size")
        self.strides = arguments.sizes(strides, self._rank, "strides")
        self.padding = arguments.padding_name(padding)
        self.data_format = arguments.data_format_name(data_format)
        self.input_spec = InputSpec(ndim=self._rank + 2)

    def call(self, inputs: Any) -> Any:
        if self._rank == 1:
            return self._call_flat(inputs)
        if self._rank == 3 and self.data_format == "channels_first":
            # TF1: there is no 3-D pooling with channels first
            last = array_ops.transpose(inputs, (0, 2, 3, 4, 1))
            return array_ops.transpose(self._pool(last, self.pool_size, self.strides, True), (0, 4, 1, 2, 3))
        return self._pool(inputs, self.pool_size, self.strides, self.data_format == "channels_last")

    def _call_flat(self, inputs: Any) -> Any:
        """One dimension is pooled as two, the second of size 1."""
        axis = 2 if self.data_format == "channels_last" else 3
        wide = array_ops.expand_dims(inputs, axis)
        outputs = self._pool(wide, (*self.pool_size, 1), (*self.strides, 1), self.data_format == "channels_last")
        return array_ops.squeeze(outputs, axis)

    def _pool(self, inputs: Any, window: tuple[int, ...], steps: tuple[int, ...], last: bool) -> Any:
        ksize, strides = ([1, *v, 1] if last else [1, 1, *v] for v in (window, steps))
        layout = arguments.op_data_format("channels_last" if last else "channels_first", len(window) + 2)
        function = self._functions[len(window) - 2]
        return function(inputs, ksize, strides, self.padding.upper(), data_format=layout)

    def compute_output_shape(self, input_shape: Any) -> TensorShape:
        sizes = shapes.as_shape(input_shape).as_list()
        last = self.data_format == "channels_last"
        spatial = [
            arguments.convolved_length(size, window, self.padding, stride)
            for size, window, stride in zip(sizes[1:-1] if last else sizes[2:], self.pool_size, self.strides)
        ]
        return TensorShape([sizes[0], *spatial, sizes[-1]] if last else [sizes[0], sizes[1], *spatial])

    def get_config(self) -> dict[str, Any]:
        names = ("pool_size", "strides", "padding", "data_format")
        return {**super().get_config(), **{n: getattr(self, n) for n in names}}


class _MaxPooling(_Pooling):
    _functions = (nn_pool.max_pool, nn_pool.max_pool3d)


class _AveragePooling(_Pooling):
    _functions = (nn_pool.avg_pool, nn_pool.avg_pool3d)


class MaxPooling1D(_MaxPooling):
    """Max pooling of sequences [batch, width, channels]."""

    _rank = 1


def max_pooling1d(
    inputs: Any,
    pool_size: Any,
    strides: Any,
    padding: str = "valid",
    data_format: str | None = "channels_last",
    name: str | None = None,
) -> Tensor:
    """`MaxPooling1D` as a function."""
    layer = MaxPooling1D(pool_size, strides, padding=padding, data_format=data_format, name=name)
    return layer.apply(inputs)


class MaxPooling2D(_MaxPooling):
    """Max pooling of images [batch, height, width, channels]."""

    _rank = 2


def max_pooling2d(
    inputs: Any,
    pool_size: Any,
    strides: Any,
    padding: str = "valid",
    data_format: str | None = "channels_last",
    name: str | None = None,
) -> Tensor:
    """`MaxPooling2D` as a function."""
    layer = MaxPooling2D(pool_size, strides, padding=padding, data_format=data_format, name=name)
    return layer.apply(inputs)


class MaxPooling3D(_MaxPooling):
    """Max pooling of volumes [batch, depth, height, width, channels]."""

    _rank = 3


def max_pooling3d(
    inputs: Any,
    pool_size: Any,
    strides: Any,
    padding: str = "valid",
    data_format: str | None = "channels_last",
    name: str | None = None,
) -> Tensor:
    """`MaxPooling3D` as a function."""
    layer = MaxPooling3D(pool_size, strides, padding=padding, data_format=data_format, name=name)
    return layer.apply(inputs)


class AveragePooling1D(_AveragePooling):
    """Average pooling of sequences [batch, width, channels]."""

    _rank = 1


def average_pooling1d(
    inputs: Any,
    pool_size: Any,
    strides: Any,
    padding: str = "valid",
    data_format: str | None = "channels_last",
    name: str | None = None,
) -> Tensor:
    """`AveragePooling1D` as a function."""
    layer = AveragePooling1D(pool_size, strides, padding=padding, data_format=data_format, name=name)
    return layer.apply(inputs)


class AveragePooling2D(_AveragePooling):
    """Average pooling of images [batch, height, width, channels]."""

    _rank = 2


def average_pooling2d(
    inputs: Any,
    pool_size: Any,
    strides: Any,
    padding: str = "valid",
    data_format: str | None = "channels_last",
    name: str | None = None,
) -> Tensor:
    """`AveragePooling2D` as a function."""
    layer = AveragePooling2D(pool_size, strides, padding=padding, data_format=data_format, name=name)
    return layer.apply(inputs)


class AveragePooling3D(_AveragePooling):
    """Average pooling of volumes [batch, depth, height, width, channels]."""

    _rank = 3


def average_pooling3d(
    inputs: Any,
    pool_size: Any,
    strides: Any,
    padding: str = "valid",
    data_format: str | None = "channels_last",
    name: str | None = None,
) -> Tensor:
    """`AveragePooling3D` as a function."""
    layer = AveragePooling3D(pool_size, strides, padding=padding, data_format=data_format, name=name)
    return layer.apply(inputs)

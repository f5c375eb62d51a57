"""`tf.keras.layers`: pooling."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import math_ops
from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras.engine.layer import InputSpec, Layer
from tf1compat._facade.layers import arguments
from tf1compat._facade.layers import pooling as plain
from tf1compat._jaxcore.base.shapes import TensorShape


class _Pooling(Layer):
    """Pooling of `_rank` spatial dimensions.

    Args:
      pool_size, strides: a number, or one per spatial dimension; strides are the pool size where absent.
      padding: `"valid"` or `"same"`.
      data_format: `"channels_last"` or `"channels_first"`.
    """

    _rank = 2
    _functions: Any = None

    def __init__(
        self,
        pool_size: Any = 2,
        strides: Any = None,
        padding: str = "valid",
        data_format: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        strides = pool_size if strides is None else strides
        self.pool_size = arguments.sizes(pool_size, self._rank, "pool_size")
        self.strides = arguments.sizes(strides, self._rank, "strides")
        self.padding = arguments.padding_name(padding)
        self.data_format = K.data_format_of(data_format)
        self.input_spec = InputSpec(ndim=self._rank + 2)

    call: Any = plain._Pooling.call
    _pool = plain._Pooling._pool
    compute_output_shape: Any = plain._Pooling.compute_output_shape

    def _call_flat(self, inputs: Any) -> Any:
        mode = "max" if self._functions is plain._MaxPooling._functions else "avg"
        axis = 2 if self.data_format == "channels_last" else 3
        outputs = K.pool2d(
            K.expand_dims(inputs, axis),
            (*self.pool_size, 1),
            (*self.strides, 1),
            padding=self.padding,
            data_format=self.data_format,
            pool_mode=mode,
        )
        return K.squeeze(outputs, axis)

    def get_config(self) -> dict[str, Any]:
        names = ("pool_size", "strides", "padding", "data_format")
        return {**super().get_config(), **{n: getattr(self, n) for n in names}}


class MaxPooling1D(_Pooling):
    """Max pooling of sequences."""

    _rank, _functions = 1, plain._MaxPooling._functions


class MaxPooling2D(_Pooling):
    """Max pooling of images."""

    _rank, _functions = 2, plain._MaxPooling._functions


class MaxPooling3D(_Pooling):
    """Max pooling of volumes."""

    _rank, _functions = 3, plain._MaxPooling._functions


class AveragePooling1D(_Pooling):
    """Average pooling of sequences."""

    _rank, _functions = 1, plain._AveragePooling._functions


class AveragePooling2D(_Pooling):
    """Average pooling of images."""

    _rank, _functions = 2, plain._AveragePooling._functions


class AveragePooling3D(_Pooling):
    """Average pooling of volumes."""

    _rank, _functions = 3, plain._AveragePooling._functions


class _Global(Layer):
    _rank = 2
    _reduce: Any = None

    def __init__(self, data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.data_format = K.data_format_of(data_format)
        self.input_spec = InputSpec(ndim=self._rank + 2)

    def call(self, inputs: Any) -> Any:
        first = self.data_format == "channels_first"
        axes = list(range(2, self._rank + 2) if first else range(1, self._rank + 1))
        return type(self)._reduce(inputs, axes if len(axes) > 1 else axes[0])

    def compute_output_shape(self, input_shape: Any) -> TensorShape:
        sizes = TensorShape(input_shape).as_list()
        return TensorShape([sizes[0], sizes[1] if self.data_format == "channels_first" else sizes[-1]])

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "data_format": self.data_format}


class GlobalAveragePooling1D(_Global):
    """Mean over the steps of sequences; masked steps do not count."""

    _rank, _reduce = 1, staticmethod(K.mean)

    def __init__(self, data_format: str = "channels_last", **kwargs: Any) -> None:
        super().__init__(data_format, **kwargs)
        self.supports_masking = True

    def call(self, inputs: Any, mask: Any = None) -> Any:
        axis = 1 if self.data_format == "channels_last" else 2
        if mask is None:
            return K.mean(inputs, axis=axis)
        kept = math_ops.cast(mask, K.floatx())
        kept = K.expand_dims(kept, 2 if axis == 1 else 1)
        return K.sum(inputs * kept, axis=axis) / math_ops.reduce_sum(kept, axis=axis)

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        return None


class GlobalMaxPooling1D(_Global):
    """Maximum over the steps of sequences."""

    _rank, _reduce = 1, staticmethod(K.max)


class GlobalAveragePooling2D(_Global):
    """Mean over images."""

    _rank, _reduce = 2, staticmethod(K.mean)


class GlobalMaxPooling2D(_Global):
    """Maximum over images."""

    _rank, _reduce = 2, staticmethod(K.max)


class GlobalAveragePooling3D(_Global):
    """Mean over volumes."""

    _rank, _reduce = 3, staticmethod(K.mean)


class GlobalMaxPooling3D(_Global):
    """Maximum over volumes."""

    _rank, _reduce = 3, staticmethod(K.max)


AvgPool1D, AvgPool2D, AvgPool3D = AveragePooling1D, AveragePooling2D, AveragePooling3D
MaxPool1D, MaxPool2D, MaxPool3D = MaxPooling1D, MaxPooling2D, MaxPooling3D
GlobalMaxPool1D, GlobalMaxPool2D, GlobalMaxPool3D = GlobalMaxPooling1D, GlobalMaxPooling2D, GlobalMaxPooling3D
GlobalAvgPool1D, GlobalAvgPool2D, GlobalAvgPool3D = (
    GlobalAveragePooling1D,
    GlobalAveragePooling2D,
    GlobalAveragePooling3D,
)

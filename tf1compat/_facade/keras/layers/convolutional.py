"""`tf.keras.layers`: convolutions, and what goes with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras import regularizers
from tf1compat._facade.keras.engine.layer import InputSpec, Layer
from tf1compat._facade.keras.layers import settings
from tf1compat._facade.layers import arguments
from tf1compat._facade.layers import separable as plain_separable
from tf1compat._facade.layers import transposed as plain_transposed
from tf1compat._facade.layers.convolution_base import Convolution
from tf1compat._jaxcore.base.shapes import TensorShape

_NAMES = (
    "filters",
    "kernel_size",
    "strides",
    "padding",
    "data_format",
    "dilation_rate",
    "activation",
    "use_bias",
    "kernel_initializer",
    "bias_initializer",
    "kernel_regularizer",
    "bias_regularizer",
    "activity_regularizer",
    "kernel_constraint",
    "bias_constraint",
)


class Conv(Layer):
    """A convolution of `rank` spatial dimensions; arguments as of `Conv2D`."""

    _rank = 2

    def __init__(
        self,
        filters: int,
        kernel_size: Any,
        strides: Any = 1,
        padding: str = "valid",
        data_format: str | None = None,
        dilation_rate: Any = 1,
        activation: Any = None,
        use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        kernel_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        kernel_constraint: Any = None,
        bias_constraint: Any = None,
        **kwargs: Any,
    ) -> None:
        given = {k: v for k, v in locals().items() if k in _NAMES and k != "activity_regularizer"}
        super().__init__(activity_regularizer=regularizers.get(activity_regularizer), **kwargs)
        self.rank = self._rank
        settings.take(self, given)
        self.kernel_size = arguments.sizes(kernel_size, self.rank, "kernel_size")
        self.strides = arguments.sizes(strides, self.rank, "strides")
        self.dilation_rate = arguments.sizes(dilation_rate, self.rank, "dilation_rate")
        self.padding = arguments.padding_name(padding)
        if self.padding == "causal" and self.rank != 1:
            raise ValueError("Causal padding is only supported for `Conv1D`and ``SeparableConv1D`.")
        self.data_format = K.data_format_of(data_format)
        self.input_spec = InputSpec(ndim=self.rank + 2)

    _channel_axis = Convolution._channel_axis
    _op_data_format = Convolution._op_data_format
    _channels = Convolution._channels
    _add_bias = Convolution._add_bias
    _padded_in_front = Convolution._padded_in_front
    _finish = Convolution._finish
    build = Convolution.build
    call: Any = Convolution.call
    compute_output_shape: Any = Convolution.compute_output_shape

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), **settings.config(self, _NAMES)}


class Conv1D(Conv):
    """Convolution of sequences [batch, steps, channels]; padding may be `"causal"`."""

    _rank = 1


class Conv2D(Conv):
    """Convolution of images.

    Args:
      filters: number of output channels.
      kernel_size, strides, dilation_rate: a number, or one per spatial dimension.
      padding: `"valid"` or `"same"`.
      data_format: `"channels_last"` or `"channels_first"`.
      Others: as of `Dense`.
    """

    _rank = 2


class Conv3D(Conv):
    """Convolution of volumes."""

    _rank = 3


class Conv2DTranspose(Conv2D):
    """The transpose of a convolution of images."""

    def __init__(self, filters: int, kernel_size: Any, strides: Any = 1, padding: str = "valid", **kwargs: Any) -> None:
        output_padding = kwargs.pop("output_padding", None)
        super().__init__(filters, kernel_size, strides, padding, **kwargs)
        if output_padding is not None:
            from tf1compat._jaxcore.base import errors

            raise errors.unsupported("output_padding is not supported.", advice="Crop or pad the output.")
        self.output_padding = None

    build = plain_transposed._Base.build
    call = plain_transposed.Conv2DTranspose.call
    compute_output_shape = plain_transposed._Base.compute_output_shape

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "output_padding": None}


class Conv3DTranspose(Conv3D):
    """The transpose of a convolution of volumes."""

    build = plain_transposed._Base.build
    call = plain_transposed.Conv3DTranspose.call
    compute_output_shape = plain_transposed._Base.compute_output_shape


_SEPARABLE = (
    "depth_multiplier",
    "depthwise_initializer",
    "pointwise_initializer",
    "depthwise_regularizer",
    "pointwise_regularizer",
    "depthwise_constraint",
    "pointwise_constraint",
)


class SeparableConv(Conv):
    """A depthwise convolution and a pointwise one that mixes its channels."""

    def __init__(
        self,
        filters: int,
        kernel_size: Any,
        strides: Any = 1,
        padding: str = "valid",
        data_format: str | None = None,
        dilation_rate: Any = 1,
        depth_multiplier: int = 1,
        activation: Any = None,
        use_bias: bool = True,
        depthwise_initializer: Any = "glorot_uniform",
        pointwise_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        depthwise_regularizer: Any = None,
        pointwise_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        depthwise_constraint: Any = None,
        pointwise_constraint: Any = None,
        bias_constraint: Any = None,
        **kwargs: Any,
    ) -> None:
        given = {k: v for k, v in locals().items() if k in _SEPARABLE}
        super().__init__(
            filters,
            kernel_size,
            strides,
            padding,
            data_format,
            dilation_rate,
            activation,
            use_bias,
            bias_initializer=bias_initializer,
            bias_regularizer=bias_regularizer,
            activity_regularizer=activity_regularizer,
            bias_constraint=bias_constraint,
            **kwargs,
        )
        settings.take(self, given)

    build = plain_separable._Base.build
    _separable = plain_separable._Base._separable

    def get_config(self) -> dict[str, Any]:
        found = {**super().get_config(), **settings.config(self, _SEPARABLE)}
        return {k: v for k, v in found.items() if not k.startswith("kernel_") or k == "kernel_size"}


class SeparableConv1D(SeparableConv):
    """Separable convolution of sequences."""

    _rank = 1
    call = plain_separable.SeparableConv1D.call


class SeparableConv2D(SeparableConv):
    """Separable convolution of images."""

    _rank = 2
    call = plain_separable.SeparableConv2D.call


class DepthwiseConv2D(Conv2D):
    """Convolution of each channel by itself, with `depth_multiplier` outputs each."""

    if TYPE_CHECKING:  # `settings.take` sets attributes.

        def __getattr__(self, name: str) -> Any: ...

    def __init__(
        self,
        kernel_size: Any,
        strides: Any = (1, 1),
        padding: str = "valid",
        depth_multiplier: int = 1,
        data_format: str | None = None,
        activation: Any = None,
        use_bias: bool = True,
        depthwise_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        depthwise_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        depthwise_constraint: Any = None,
        bias_constraint: Any = None,
        **kwargs: Any,
    ) -> None:
        given = {k: v for k, v in locals().items() if k.startswith("depth")}
        super().__init__(
            None,  # type: ignore[arg-type]
            kernel_size,
            strides,
            padding,
            data_format,
            activation=activation,
            use_bias=use_bias,
            bias_initializer=bias_initializer,
            bias_regularizer=bias_regularizer,
            activity_regularizer=activity_regularizer,
            bias_constraint=bias_constraint,
            **kwargs,
        )
        settings.take(self, given)

    def build(self, input_shape: Any) -> None:
        if len(input_shape) < 4:
            raise ValueError(f"Inputs to `DepthwiseConv2D` should have rank 4. Received input shape: {input_shape}")
        channels = self._channels(input_shape)
        self.depthwise_kernel = self.add_weight(
            shape=(*self.kernel_size, channels, self.depth_multiplier),
            initializer=self.depthwise_initializer,
            name="depthwise_kernel",
            regularizer=self.depthwise_regularizer,
            constraint=self.depthwise_constraint,
        )
        self.bias = None
        if self.use_bias:
            self.bias = self.add_weight(
                shape=(channels * self.depth_multiplier,),
                initializer=self.bias_initializer,
                name="bias",
                regularizer=self.bias_regularizer,
                constraint=self.bias_constraint,
            )
        self.built = True

    def call(self, inputs: Any) -> Any:
        outputs = K.depthwise_conv2d(
            inputs,
            self.depthwise_kernel,
            strides=self.strides,
            padding=self.padding,
            dilation_rate=self.dilation_rate,
            data_format=self.data_format,
        )
        if self.use_bias:
            outputs = K.bias_add(outputs, self.bias, data_format=self.data_format)
        return outputs if self.activation is None else self.activation(outputs)

    def compute_output_shape(self, input_shape: Any) -> TensorShape:
        sizes = TensorShape(input_shape).as_list()
        first = self.data_format == "channels_first"
        spatial = [
            arguments.convolved_length(n, k, self.padding, s)
            for n, k, s in zip(sizes[2:] if first else sizes[1:3], self.kernel_size, self.strides)
        ]
        channels = (sizes[1] if first else sizes[3]) * self.depth_multiplier
        return TensorShape([sizes[0], channels, *spatial] if first else [sizes[0], *spatial, channels])

    def get_config(self) -> dict[str, Any]:
        names = ("depth_multiplier", "depthwise_initializer", "depthwise_regularizer", "depthwise_constraint")
        found = {**super().get_config(), **settings.config(self, names)}
        dropped = ("filters", "kernel_initializer", "kernel_regularizer", "kernel_constraint", "dilation_rate")
        return {k: v for k, v in found.items() if k not in dropped}


# ---- sizes ----------------------------------------------------------------------------------------------------------


class _Spatial(Layer):
    _rank = 2

    def _start(self, data_format: Any) -> None:
        self.data_format = "channels_last" if self._rank == 1 else K.data_format_of(data_format)
        self.input_spec = InputSpec(ndim=self._rank + 2)

    def _with(self, input_shape: Any, change: Any) -> TensorShape:
        sizes = TensorShape(input_shape).as_list()
        at = 2 if self.data_format == "channels_first" else 1
        for i in range(self._rank):
            if sizes[at + i] is not None:
                sizes[at + i] = change(i, sizes[at + i])
        return TensorShape(sizes)


class _UpSampling(_Spatial):
    def __init__(self, size: Any = 2, data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._start(data_format)
        self.size: Any = int(size) if self._rank == 1 else arguments.sizes(size, self._rank, "size")

    def compute_output_shape(self, input_shape: Any) -> TensorShape:
        sizes = (self.size,) if self._rank == 1 else self.size
        return self._with(input_shape, lambda i, n: n * sizes[i])

    def get_config(self) -> dict[str, Any]:
        further = {} if self._rank == 1 else {"data_format": self.data_format}
        return {**super().get_config(), "size": self.size, **further}


class UpSampling1D(_UpSampling):
    """Each step `size` times."""

    _rank = 1

    def __init__(self, size: int = 2, **kwargs: Any) -> None:
        super().__init__(size, **kwargs)

    def call(self, inputs: Any) -> Any:
        return K.repeat_elements(inputs, self.size, axis=1)


class UpSampling2D(_UpSampling):
    """Images larger by whole factors, by `"nearest"` or `"bilinear"` interpolation."""

    _rank = 2

    def __init__(
        self, size: Any = (2, 2), data_format: str | None = None, interpolation: str = "nearest", **kwargs: Any
    ) -> None:
        super().__init__(size, data_format, **kwargs)
        if interpolation not in ("nearest", "bilinear"):
            raise ValueError('`interpolation` argument should be one of `"nearest"` or `"bilinear"`.')
        self.interpolation = interpolation

    def call(self, inputs: Any) -> Any:
        return K.resize_images(inputs, self.size[0], self.size[1], self.data_format, interpolation=self.interpolation)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "interpolation": self.interpolation}


class UpSampling3D(_UpSampling):
    """Volumes larger by whole factors."""

    _rank = 3

    def call(self, inputs: Any) -> Any:
        return K.resize_volumes(inputs, self.size[0], self.size[1], self.size[2], self.data_format)


def _pairs(value: Any, rank: int, name: str) -> tuple[tuple[int, ...], ...]:
    """How much at both ends of each dimension: a number, one per dimension, or pairs."""
    if isinstance(value, int):
        return ((value, value),) * rank
    if not hasattr(value, "__len__") or len(value) != rank:
        raise ValueError(f"`{name}` should have {rank} elements. Found: {value}")
    return tuple(arguments.sizes(v, 2, f"entry of {name}") for v in value)


class _Padding(_Spatial):
    def __init__(self, padding: Any = 1, data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._start(data_format)
        self.padding: Any = (
            arguments.sizes(padding, 2, "padding") if self._rank == 1 else _pairs(padding, self._rank, "padding")
        )

    def compute_output_shape(self, input_shape: Any) -> TensorShape:
        pairs = (self.padding,) if self._rank == 1 else self.padding
        return self._with(input_shape, lambda i, n: n + sum(pairs[i]))

    def get_config(self) -> dict[str, Any]:
        further = {} if self._rank == 1 else {"data_format": self.data_format}
        return {**super().get_config(), "padding": self.padding, **further}


class ZeroPadding1D(_Padding):
    """Zeros before and behind sequences."""

    _rank = 1

    def __init__(self, padding: Any = 1, **kwargs: Any) -> None:
        super().__init__(padding, **kwargs)

    def call(self, inputs: Any) -> Any:
        return K.temporal_padding(inputs, padding=self.padding)


class ZeroPadding2D(_Padding):
    """Zeros around images."""

    _rank = 2

    def call(self, inputs: Any) -> Any:
        return K.spatial_2d_padding(inputs, padding=self.padding, data_format=self.data_format)


class ZeroPadding3D(_Padding):
    """Zeros around volumes."""

    _rank = 3

    def call(self, inputs: Any) -> Any:
        return K.spatial_3d_padding(inputs, padding=self.padding, data_format=self.data_format)


class _Cropping(_Spatial):
    def __init__(self, cropping: Any = 1, data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._start(data_format)
        self.cropping: Any = (
            arguments.sizes(cropping, 2, "cropping") if self._rank == 1 else _pairs(cropping, self._rank, "cropping")
        )

    def call(self, inputs: Any) -> Any:
        pairs = (self.cropping,) if self._rank == 1 else self.cropping
        window = [slice(a, -b if b else None) for a, b in pairs]
        if self.data_format == "channels_first":
            return inputs[(slice(None), slice(None), *window)]
        return inputs[(slice(None), *window, slice(None))]

    def compute_output_shape(self, input_shape: Any) -> TensorShape:
        pairs = (self.cropping,) if self._rank == 1 else self.cropping
        return self._with(input_shape, lambda i, n: n - sum(pairs[i]))

    def get_config(self) -> dict[str, Any]:
        further = {} if self._rank == 1 else {"data_format": self.data_format}
        return {**super().get_config(), "cropping": self.cropping, **further}


class Cropping1D(_Cropping):
    """Sequences without some steps at both ends."""

    _rank = 1

    def __init__(self, cropping: Any = (1, 1), **kwargs: Any) -> None:
        super().__init__(cropping, **kwargs)


class Cropping2D(_Cropping):
    """Images without a border."""

    _rank = 2

    def __init__(self, cropping: Any = ((0, 0), (0, 0)), data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(cropping, data_format, **kwargs)


class Cropping3D(_Cropping):
    """Volumes without a border."""

    _rank = 3

    def __init__(self, cropping: Any = ((1, 1), (1, 1), (1, 1)), data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(cropping, data_format, **kwargs)


Convolution1D = Conv1D
Convolution2D = Conv2D
Convolution3D = Conv3D
SeparableConvolution1D = SeparableConv1D
SeparableConvolution2D = SeparableConv2D
Convolution2DTranspose = Deconvolution2D = Deconv2D = Conv2DTranspose
Convolution3DTranspose = Deconvolution3D = Deconv3D = Conv3DTranspose

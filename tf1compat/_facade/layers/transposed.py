"""`tf.layers`: transposed convolutions."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, init_ops, nn_conv_transpose, nn_ops
from tf1compat._facade.layers import arguments
from tf1compat._facade.layers.convolution_base import Convolution
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import shapes
from tf1compat._jaxcore.base.shapes import TensorShape


class _Base(Convolution):
    """A transposed convolution: kernel [spatial…, filters, in]."""

    def build(self, input_shape: Any) -> None:
        shape = shapes.as_shape(input_shape)
        if shape.ndims != self.rank + 2:
            raise ValueError(f"Inputs should have rank {self.rank + 2}. Received input shape: {shape}")
        self.kernel = self.add_weight(
            "kernel",
            shape=(*self.kernel_size, self.filters, self._channels(shape)),
            initializer=self.kernel_initializer,
            regularizer=self.kernel_regularizer,
            constraint=self.kernel_constraint,
        )
        self._add_bias()
        self.built = True

    @property
    def _spatial_axes(self) -> range:
        return range(2, self.rank + 2) if self.data_format == "channels_first" else range(1, self.rank + 1)

    def _around_channels(self, batch: Any, spatial: list[Any], channels: Any) -> list[Any]:
        if self.data_format == "channels_first":
            return [batch, channels, *spatial]
        return [batch, *spatial, channels]

    def _lengths(self, sizes: list[Any]) -> list[Any]:
        rows = zip(sizes, self.kernel_size, self.strides)
        return [arguments.transposed_length(size, window, self.padding, stride) for size, window, stride in rows]

    def call(self, inputs: Any) -> Any:
        dynamic = array_ops.shape(inputs)
        batch = dynamic[0]
        lengths = self._lengths([dynamic[axis] for axis in self._spatial_axes])
        shape = array_ops.stack(self._around_channels(batch, lengths, self.filters))
        outputs = self._transpose(inputs, shape)
        outputs.set_shape(self.compute_output_shape(inputs.shape))
        if self.use_bias:
            layout = "NCHW" if self.data_format == "channels_first" else "NHWC"
            outputs = nn_ops.bias_add(outputs, self.bias, data_format=layout)
        return outputs if self.activation is None else self.activation(outputs)

    def _transpose(self, inputs: Any, shape: Tensor) -> Any:
        raise NotImplementedError

    def compute_output_shape(self, input_shape: Any) -> TensorShape:
        sizes = shapes.as_shape(input_shape).as_list()
        lengths = self._lengths([sizes[axis] for axis in self._spatial_axes])
        return TensorShape(self._around_channels(sizes[0], lengths, self.filters))


class Conv2DTranspose(_Base):
    """Transposed convolution of images; arguments as `Convolution` without `rank` and dilation."""

    def __init__(
        self,
        filters: int,
        kernel_size: Any,
        strides: Any = (1, 1),
        padding: str = "valid",
        data_format: str | None = "channels_last",
        activation: Any = None,
        use_bias: bool = True,
        kernel_initializer: Any = None,
        bias_initializer: Any = init_ops.zeros_initializer(),
        kernel_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        kernel_constraint: Any = None,
        bias_constraint: Any = None,
        trainable: bool = True,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(
            2,
            filters=filters,
            kernel_size=kernel_size,
            strides=strides,
            padding=padding,
            data_format=data_format,
            activation=activation,
            use_bias=use_bias,
            kernel_initializer=kernel_initializer,
            bias_initializer=bias_initializer,
            kernel_regularizer=kernel_regularizer,
            bias_regularizer=bias_regularizer,
            activity_regularizer=activity_regularizer,
            kernel_constraint=kernel_constraint,
            bias_constraint=bias_constraint,
            trainable=trainable,
            name=name,
            **kwargs,
        )

    def _transpose(self, inputs: Any, shape: Tensor) -> Any:
        # TF1: a leftover test of the batch size makes one more slice of the shape
        _ = shape[0]
        strides = self._around_channels(1, list(self.strides), 1)
        return nn_conv_transpose.conv2d_transpose(
            inputs, self.kernel, shape, strides, padding=self.padding.upper(), data_format=self._op_data_format
        )


def conv2d_transpose(
    inputs: Any,
    filters: int,
    kernel_size: Any,
    strides: Any = (1, 1),
    padding: str = "valid",
    data_format: str | None = "channels_last",
    activation: Any = None,
    use_bias: bool = True,
    kernel_initializer: Any = None,
    bias_initializer: Any = init_ops.zeros_initializer(),
    kernel_regularizer: Any = None,
    bias_regularizer: Any = None,
    activity_regularizer: Any = None,
    kernel_constraint: Any = None,
    bias_constraint: Any = None,
    trainable: bool = True,
    name: str | None = None,
    reuse: bool | None = None,
) -> Tensor:
    """`Conv2DTranspose` as a function; `reuse` finds the variables of an earlier layer of the same `name`."""
    layer = Conv2DTranspose(
        filters=filters,
        kernel_size=kernel_size,
        strides=strides,
        padding=padding,
        data_format=data_format,
        activation=activation,
        use_bias=use_bias,
        kernel_initializer=kernel_initializer,
        bias_initializer=bias_initializer,
        kernel_regularizer=kernel_regularizer,
        bias_regularizer=bias_regularizer,
        activity_regularizer=activity_regularizer,
        kernel_constraint=kernel_constraint,
        bias_constraint=bias_constraint,
        trainable=trainable,
        name=name,
        _reuse=reuse,
        _scope=name,
    )
    return layer.apply(inputs)


class Conv3DTranspose(_Base):
    """Transposed convolution of volumes; arguments as `Convolution` without `rank` and dilation."""

    def __init__(
        self,
        filters: int,
        kernel_size: Any,
        strides: Any = (1, 1, 1),
        padding: str = "valid",
        data_format: str | None = "channels_last",
        activation: Any = None,
        use_bias: bool = True,
        kernel_initializer: Any = None,
        bias_initializer: Any = init_ops.zeros_initializer(),
        kernel_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        kernel_constraint: Any = None,
        bias_constraint: Any = None,
        trainable: bool = True,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(
            3,
            filters=filters,
            kernel_size=kernel_size,
            strides=strides,
            padding=padding,
            data_format=data_format,
            activation=activation,
            use_bias=use_bias,
            kernel_initializer=kernel_initializer,
            bias_initializer=bias_initializer,
            kernel_regularizer=kernel_regularizer,
            bias_regularizer=bias_regularizer,
            activity_regularizer=activity_regularizer,
            kernel_constraint=kernel_constraint,
            bias_constraint=bias_constraint,
            trainable=trainable,
            name=name,
            **kwargs,
        )

    def _transpose(self, inputs: Any, shape: Tensor) -> Any:
        strides = self._around_channels(1, list(self.strides), 1)
        return nn_conv_transpose.conv3d_transpose(
            inputs, self.kernel, shape, strides, data_format=self._op_data_format, padding=self.padding.upper()
        )


def conv3d_transpose(
    inputs: Any,
    filters: int,
    kernel_size: Any,
    strides: Any = (1, 1, 1),
    padding: str = "valid",
    data_format: str | None = "channels_last",
    activation: Any = None,
    use_bias: bool = True,
    kernel_initializer: Any = None,
    bias_initializer: Any = init_ops.zeros_initializer(),
    kernel_regularizer: Any = None,
    bias_regularizer: Any = None,
    activity_regularizer: Any = None,
    kernel_constraint: Any = None,
    bias_constraint: Any = None,
    trainable: bool = True,
    name: str | None = None,
    reuse: bool | None = None,
) -> Tensor:
    """`Conv3DTranspose` as a function; `reuse` finds the variables of an earlier layer of the same `name`."""
    layer = Conv3DTranspose(
        filters=filters,
        kernel_size=kernel_size,
        strides=strides,
        padding=padding,
        data_format=data_format,
        activation=activation,
        use_bias=use_bias,
        kernel_initializer=kernel_initializer,
        bias_initializer=bias_initializer,
        kernel_regularizer=kernel_regularizer,
        bias_regularizer=bias_regularizer,
        activity_regularizer=activity_regularizer,
        kernel_constraint=kernel_constraint,
        bias_constraint=bias_constraint,
        trainable=trainable,
        name=name,
        _reuse=reuse,
        _scope=name,
    )
    return layer.apply(inputs)

"""What convolution layers share: their arguments, kernel and bias."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, init_ops, nn_conv, nn_ops
from tf1compat._facade.layers import arguments, named
from tf1compat._facade.layers.base import InputSpec, Layer
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import shapes
from tf1compat._jaxcore.base.shapes import TensorShape


class Convolution(Layer):
    """A convolution of `rank` spatial dimensions with a bias and an activation.

    Args:
      rank: number of spatial dimensions.
      filters: number of output channels.
      kernel_size, strides, dilation_rate: a number, or one per spatial dimension.
      padding: `"valid"`, `"same"`, or `"causal"` (1-D).
      data_format: `"channels_last"` or `"channels_first"`.
      Others: as of `Dense`.
    """

    def __init__(
        self,
        rank: int,
        filters: int,
        kernel_size: Any,
        strides: Any = 1,
        padding: str = "valid",
        data_format: str | None = "channels_last",
        dilation_rate: Any = 1,
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
        super().__init__(trainable=trainable, name=name, activity_regularizer=activity_regularizer, **kwargs)
        self.rank = rank
        self.filters = filters
        self.kernel_size = arguments.sizes(kernel_size, rank, "kernel_size")
        self.strides = arguments.sizes(strides, rank, "strides")
        self.padding = arguments.padding_name(padding)
        if self.padding == "causal" and rank != 1:
            raise ValueError("Causal padding is only supported for `Conv1D`and ``SeparableConv1D`.")
        self.data_format = arguments.data_format_name(data_format)
        self.dilation_rate = arguments.sizes(dilation_rate, rank, "dilation_rate")
        self.activation = named.activation(activation)
        self.use_bias = use_bias
        self.kernel_initializer = named.initializer(kernel_initializer)
        self.bias_initializer = named.initializer(bias_initializer)
        self.kernel_regularizer = named.regularizer(kernel_regularizer)
        self.bias_regularizer = named.regularizer(bias_regularizer)
        self.kernel_constraint = named.constraint(kernel_constraint)
        self.bias_constraint = named.constraint(bias_constraint)
        self.input_spec = InputSpec(ndim=rank + 2)
        self.kernel: Any = None
        self.bias: Any = None

    @property
    def _channel_axis(self) -> int:
        return 1 if self.data_format == "channels_first" else -1

    @property
    def _op_data_format(self) -> str:
        return arguments.op_data_format(self.data_format, self.rank + 2)

    def _channels(self, input_shape: Any) -> int:
        """The number of input channels, which the input must have from now on."""
        found = shapes.as_shape(input_shape)[self._channel_axis].value
        if found is None:
            raise ValueError("The channel dimension of the inputs should be defined. Found `None`.")
        self.input_spec = InputSpec(ndim=self.rank + 2, axes={self._channel_axis: found})
        return int(found)

    def _add_bias(self) -> None:
        if self.use_bias:
            self.bias = self.add_weight(
                "bias",
                shape=(self.filters,),
                initializer=self.bias_initializer,
                regularizer=self.bias_regularizer,
                constraint=self.bias_constraint,
            )

    def build(self, input_shape: Any) -> None:
        shape = shapes.as_shape(input_shape)
        self.kernel = self.add_weight(
            "kernel",
            shape=(*self.kernel_size, self._channels(shape), self.filters),
            initializer=self.kernel_initializer,
            regularizer=self.kernel_regularizer,
            constraint=self.kernel_constraint,
        )
        self._add_bias()
        padding = "valid" if self.padding == "causal" else self.padding
        self._convolution_op = nn_conv.Convolution(
            shape,
            self.kernel.shape,
            padding if isinstance(padding, (list, tuple)) else padding.upper(),
            strides=self.strides,
            dilation_rate=self.dilation_rate,
            data_format=self._op_data_format,
        )
        self.built = True

    def call(self, inputs: Any) -> Any:
        if self.padding == "causal":
            inputs = self._padded_in_front(inputs)
        return self._finish(self._convolution_op(inputs, self.kernel))

    def _padded_in_front(self, inputs: Tensor) -> Tensor:
        in_front = [self.dilation_rate[0] * (self.kernel_size[0] - 1), 0]
        if self.data_format == "channels_last":
            return array_ops.pad(inputs, [[0, 0], in_front, [0, 0]])
        return array_ops.pad(inputs, [[0, 0], [0, 0], in_front])

    def _finish(self, outputs: Any) -> Any:
        """Bias and activation."""
        if self.use_bias:
            if self.data_format == "channels_first" and self.rank == 1:
                outputs += array_ops.reshape(self.bias, (1, self.filters, 1))
            else:
                layout = "NCHW" if self.data_format == "channels_first" else "NHWC"
                outputs = nn_ops.bias_add(outputs, self.bias, data_format=layout)
        return outputs if self.activation is None else self.activation(outputs)

    def compute_output_shape(self, input_shape: Any) -> TensorShape:
        sizes = shapes.as_shape(input_shape).as_list()
        last = self.data_format == "channels_last"
        spatial = [
            arguments.convolved_length(size, window, self.padding, stride, rate)
            for size, window, stride, rate in zip(
                sizes[1:-1] if last else sizes[2:], self.kernel_size, self.strides, self.dilation_rate
            )
        ]
        return TensorShape([sizes[0], *spatial, self.filters] if last else [sizes[0], self.filters, *spatial])

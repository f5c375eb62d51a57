"""`tf.keras.layers`: convolutions with weights of their own at every position."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade import math_ops, sparse_ops
from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras import regularizers
from tf1compat._facade.keras.engine.layer import InputSpec, Layer
from tf1compat._facade.keras.layers import settings
from tf1compat._facade.keras.tools import convolutions
from tf1compat._facade.sparse_tensor import SparseTensor
from tf1compat._jaxcore.base.shapes import TensorShape

_NAMES = (
    "filters",
    "kernel_size",
    "strides",
    "padding",
    "data_format",
    "activation",
    "use_bias",
    "kernel_initializer",
    "bias_initializer",
    "kernel_regularizer",
    "bias_regularizer",
    "activity_regularizer",
    "kernel_constraint",
    "bias_constraint",
    "implementation",
)


class LocallyConnected(Layer):
    """A convolution of `rank` dimensions without shared weights.

    Args:
      filters: number of output channels.
      kernel_size, strides: a number, or one per spatial dimension.
      padding: `"valid"`, or `"same"` with `implementation` 2 or 3.
      data_format: `"channels_last"` or `"channels_first"`.
      implementation: what the kernel looks like: 1 a matrix per output position, 2 a dense matrix from all inputs to
        all outputs, 3 only the entries of it that are used.
      Others: as of `Dense`.
    """

    _rank = 1
    filters: int
    activation: Any
    use_bias: bool
    kernel_initializer: Any
    bias_initializer: Any
    kernel_regularizer: Any
    bias_regularizer: Any
    kernel_constraint: Any
    bias_constraint: Any
    implementation: int

    def __init__(
        self,
        filters: int,
        kernel_size: Any,
        strides: Any = 1,
        padding: str = "valid",
        data_format: str | None = None,
        activation: Any = None,
        use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform",
        bias_initializer: Any = "zeros",
        kernel_regularizer: Any = None,
        bias_regularizer: Any = None,
        activity_regularizer: Any = None,
        kernel_constraint: Any = None,
        bias_constraint: Any = None,
        implementation: int = 1,
        **kwargs: Any,
    ) -> None:
        given = {k: v for k, v in locals().items() if k in _NAMES and k != "activity_regularizer"}
        super().__init__(activity_regularizer=regularizers.get(activity_regularizer), **kwargs)
        settings.take(self, given)
        self.kernel_size = convolutions.normalize_tuple(kernel_size, self._rank, "kernel_size")
        self.strides = convolutions.normalize_tuple(strides, self._rank, "strides")
        self.padding = convolutions.normalize_padding(padding)
        if self.padding != "valid" and implementation == 1:
            raise ValueError(
                f'Invalid border mode for {type(self).__name__} (only "valid" is supported if implementation is 1): '
                + padding
            )
        if implementation not in (1, 2, 3):
            raise ValueError(f"Unrecognized implementation mode: {implementation}.")
        self.data_format = convolutions.normalize_data_format(data_format)
        self.input_spec = InputSpec(ndim=self._rank + 2)

    def _split(self, shape: Any) -> tuple[Any, tuple[Any, ...]]:
        """Channels and spatial sizes of a shape."""
        sizes = TensorShape(shape).as_list()
        if self.data_format == "channels_first":
            return sizes[1], tuple(sizes[2:])
        return sizes[-1], tuple(sizes[1:-1])

    def _joined(self, channels: Any, sizes: Any) -> tuple[Any, ...]:
        return (channels, *sizes) if self.data_format == "channels_first" else (*sizes, channels)

    def build(self, input_shape: Any) -> None:
        channels, sizes = self._split(input_shape)
        if None in sizes and self._rank > 1:
            raise ValueError(
                "The spatial dimensions of the inputs to  a LocallyConnected2D layer should be fully-defined, but layer "
                "received the inputs shape " + str(tuple(TensorShape(input_shape).as_list()))
            )
        if channels is None or None in sizes:
            shown = tuple(TensorShape(input_shape).as_list())
            raise ValueError("Axis 2 of input should be fully-defined. Found shape:", shown)
        window = (sizes, self.kernel_size, self.strides, self.padding)
        self.output_sizes = convolutions.conv_output_shape(*window)
        if self.implementation == 1:
            inputs = int(np.prod(self.kernel_size)) * channels
            self.kernel_shape = (int(np.prod(self.output_sizes)), inputs, self.filters)
        elif self.implementation == 2:
            self.kernel_shape = (*self._joined(channels, sizes), *self._joined(self.filters, self.output_sizes))
            self.kernel_mask = self._mask(convolutions.conv_kernel_mask(*window))
        else:
            found = convolutions.conv_kernel_idxs(*window, channels, self.filters, self.data_format)
            self.kernel_idxs = sorted(found)
            self.kernel_shape = (
                int(np.prod(self.output_sizes)) * self.filters,
                int(np.prod(sizes)) * channels,
            )
        self.kernel = self.add_weight(
            shape=(len(self.kernel_idxs),) if self.implementation == 3 else self.kernel_shape,
            initializer=self.kernel_initializer,
            name="kernel",
            regularizer=self.kernel_regularizer,
            constraint=self.kernel_constraint,
        )
        self.bias = None
        if self.use_bias:
            self.bias = self.add_weight(
                shape=(*self.output_sizes, self.filters),
                initializer=self.bias_initializer,
                name="bias",
                regularizer=self.bias_regularizer,
                constraint=self.bias_constraint,
            )
        axis = 1 if self.data_format == "channels_first" else -1
        self.input_spec = InputSpec(ndim=self._rank + 2, axes={axis: channels})
        self.built = True

    def _mask(self, mask: Any) -> Any:
        """The mask with axes for the channels."""
        first = self.data_format == "channels_first"
        mask = np.expand_dims(mask, 0 if first else self._rank)
        return np.expand_dims(mask, -self._rank - 1 if first else -1)

    def compute_output_shape(self, input_shape: Any) -> TensorShape:
        _, sizes = self._split(input_shape)
        found = convolutions.conv_output_shape(sizes, self.kernel_size, self.strides, self.padding)
        return TensorShape([TensorShape(input_shape)[0], *self._joined(self.filters, found)])

    def call(self, inputs: Any) -> Any:
        if self.implementation == 1:
            output = K.local_conv(
                inputs, self.kernel, self.kernel_size, self.strides, self.output_sizes, self.data_format
            )
        elif self.implementation == 2:
            output = self._dense(inputs)
        else:
            output = self._sparse(inputs)
        if self.use_bias:
            output = K.bias_add(output, self.bias, data_format=self.data_format)
        return self.activation(output)

    def _dense(self, inputs: Any) -> Any:
        flat = K.reshape(inputs, (K.shape(inputs)[0], -1))
        kernel = self.kernel_mask.astype("float32") * self.kernel
        half = K.ndim(kernel) // 2
        rows = int(np.prod(self.kernel_shape[:half]))
        kernel = K.reshape(kernel, (rows, int(np.prod(self.kernel_shape[half:]))))
        output = math_ops.matmul(flat, kernel, b_is_sparse=True)
        return K.reshape(output, [K.shape(output)[0], *self.compute_output_shape(inputs.shape).as_list()[1:]])

    def _sparse(self, inputs: Any) -> Any:
        flat = K.reshape(inputs, (K.shape(inputs)[0], -1))
        kernel = SparseTensor(self.kernel_idxs, self.kernel, self.kernel_shape)
        output = sparse_ops.sparse_tensor_dense_matmul(kernel, flat, adjoint_b=True)
        return K.reshape(K.transpose(output), [-1, *self.compute_output_shape(inputs.shape).as_list()[1:]])

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), **settings.config(self, _NAMES)}


class LocallyConnected1D(LocallyConnected):
    """A convolution of sequences [batch, steps, channels] without shared weights."""

    _rank = 1


class LocallyConnected2D(LocallyConnected):
    """A convolution of images without shared weights."""

    _rank = 2

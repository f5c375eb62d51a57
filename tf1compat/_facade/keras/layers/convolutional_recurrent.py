"""`tf.keras.layers`: recurrent layers whose steps are convolutions of images."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade import array_ops
from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras import initializers, regularizers
from tf1compat._facade.keras.engine.layer import InputSpec, Layer
from tf1compat._facade.keras.layers import recurrent_cells as cells
from tf1compat._facade.keras.layers import settings
from tf1compat._facade.keras.layers.recurrent import RNN
from tf1compat._facade.keras.tools import convolutions
from tf1compat._jaxcore.base.shapes import TensorShape

_WINDOW = ("kernel_size", "strides", "padding", "data_format", "dilation_rate")
_NAMES = ("filters", *_WINDOW, "recurrent_activation", "unit_forget_bias", *cells.CELL_NAMES[1:])


def _listed(sizes: Any) -> list[Any]:
    return list(sizes) if isinstance(sizes, (list, tuple)) else [sizes]


class ConvRNN2D(RNN):
    """Applies a convolutional cell to each step of [batch, time, …image].

    Args:
      cell: a cell with `filters`, `kernel_size`, `strides`, `padding`, `data_format`, `dilation_rate`, `input_conv`.
      Others: as of `RNN`.
    """

    def __init__(
        self,
        cell: Any,
        return_sequences: bool = False,
        return_state: bool = False,
        go_backwards: bool = False,
        stateful: bool = False,
        unroll: bool = False,
        **kwargs: Any,
    ) -> None:
        if unroll:
            raise TypeError("Unrolling isn't possible with convolutional RNNs.")
        if isinstance(cell, (list, tuple)):
            raise TypeError("It is not possible at the moment tostack convolutional cells.")
        super().__init__(cell, return_sequences, return_state, go_backwards, stateful, unroll, **kwargs)
        self.input_spec = [InputSpec(ndim=5)]

    def _image(self, sizes: Any) -> list[Any]:
        """Sizes of the output image without batch and channels."""
        cell = self.cell
        spatial = sizes[3:5] if cell.data_format == "channels_first" else sizes[2:4]
        windows = zip(spatial, cell.kernel_size, cell.strides, cell.dilation_rate)
        return [convolutions.conv_output_length(n, k, cell.padding, s, d) for n, k, s, d in windows]

    def _with_channels(self, image: Any, channels: Any) -> list[Any]:
        return [channels, *image] if self.cell.data_format == "channels_first" else [*image, channels]

    def compute_output_shape(self, input_shape: Any) -> Any:
        sizes = TensorShape(input_shape[0] if isinstance(input_shape, list) else input_shape).as_list()
        image = self._image(sizes)
        lead = sizes[:2] if self.return_sequences else sizes[:1]
        output = TensorShape([*lead, *self._with_channels(image, self.cell.filters)])
        if not self.return_state:
            return output
        return [output, *(TensorShape([sizes[0], *self._with_channels(image, self.cell.filters)]) for _ in range(2))]

    def build(self, input_shape: Any) -> None:
        shape = input_shape[0] if isinstance(input_shape, list) else input_shape
        sizes = TensorShape(shape).as_list()
        self.input_spec = [InputSpec(shape=(sizes[0] if self.stateful else None, None, *sizes[2:5]))]
        if isinstance(self.cell, Layer) and not self.cell.built:
            self.cell.build(TensorShape([sizes[0], *sizes[2:]]))
            self.cell.built = True
        if self.stateful:
            self._input_sizes = sizes
            self.reset_states()
        self.built = True

    def get_initial_state(self, inputs: Any) -> Any:
        """Zeros, as large as the convolved image."""
        shape = [*self.cell.kernel_shape[:-1], self.cell.filters]
        image = K.sum(K.zeros_like(inputs), axis=1)
        state = self.cell.input_conv(image, array_ops.zeros(tuple(shape)), padding=self.cell.padding)
        return [state for _ in _listed(self.cell.state_size)]

    def reset_states(self, states: Any = None) -> None:
        """Set the kept states of a stateful layer, to zeros where none are given."""
        if not self.stateful:
            raise AttributeError("Layer must be stateful.")
        sizes = self._input_sizes
        image = self._image(sizes)
        shapes: list[tuple[Any, ...]] = [
            (sizes[0], *self._with_channels(image, n)) for n in _listed(self.cell.state_size)
        ]
        if any(None in shape for shape in shapes):
            raise ValueError(
                "If a RNN is stateful, it needs to know its batch size. Specify the batch size of your input tensors: "
                "\n- If using a Sequential model, specify the batch size by passing a `batch_input_shape` argument to "
                "your first layer.\n- If using the functional API, specify the time dimension by passing a "
                "`batch_shape` argument to your Input layer.\nThe same thing goes for the number of rows and columns."
            )
        if self._states is None:
            self._states = [K.zeros(shape) for shape in shapes]
            if states is None:
                return
        values = [np.zeros(shape) for shape in shapes] if states is None else _listed(states)
        if len(values) != len(shapes):
            raise ValueError(
                f"Layer {self.name} expects {len(shapes)} states, but it received {len(values)} state values. Input "
                f"received: {states}"
            )
        for index, (value, shape) in enumerate(zip(values, shapes)):
            if value.shape != shape:
                raise ValueError(
                    f"State {index} is incompatible with layer {self.name}: expected shape={shape}, found shape="
                    f"{value.shape}"
                )
        K.batch_set_value(list(zip(self._states, values)))


class ConvLSTM2DCell(cells._Cell):
    """`LSTMCell` whose products are convolutions (Shi et al. 2015).

    Args:
      filters: number of channels of output and state.
      kernel_size, strides, padding, data_format, dilation_rate: as of `Conv2D`.
      Others: as of `LSTMCell`.
    """

    _gates = 4
    _further = tuple(n for n in _NAMES if n not in cells.CELL_NAMES)
    filters: int
    kernel_size: Any
    strides: Any
    padding: Any
    data_format: Any
    dilation_rate: Any

    def __init__(
        self,
        filters: int,
        kernel_size: Any,
        strides: Any = (1, 1),
        padding: str = "valid",
        data_format: str | None = None,
        dilation_rate: Any = (1, 1),
        activation: Any = "tanh",
        recurrent_activation: Any = "hard_sigmoid",
        use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform",
        recurrent_initializer: Any = "orthogonal",
        bias_initializer: Any = "zeros",
        unit_forget_bias: bool = True,
        kernel_regularizer: Any = None,
        recurrent_regularizer: Any = None,
        bias_regularizer: Any = None,
        kernel_constraint: Any = None,
        recurrent_constraint: Any = None,
        bias_constraint: Any = None,
        dropout: float = 0.0,
        recurrent_dropout: float = 0.0,
        **kwargs: Any,
    ) -> None:
        given = {**locals(), "units": filters}
        Layer.__init__(self, **kwargs)
        self._start(given)
        self.kernel_size = convolutions.normalize_tuple(kernel_size, 2, "kernel_size")
        self.strides = convolutions.normalize_tuple(strides, 2, "strides")
        self.padding = convolutions.normalize_padding(padding)
        self.data_format = convolutions.normalize_data_format(data_format)
        self.dilation_rate = convolutions.normalize_tuple(dilation_rate, 2, "dilation_rate")
        self.state_size = (self.filters, self.filters)

    def build(self, input_shape: Any) -> None:
        channels = TensorShape(input_shape).as_list()[1 if self.data_format == "channels_first" else -1]
        if channels is None:
            raise ValueError("The channel dimension of the inputs should be defined. Found `None`.")
        n = self.filters
        self.kernel_shape = (*self.kernel_size, channels, n * 4)
        self.kernel = self.add_weight(
            shape=self.kernel_shape,
            initializer=self.kernel_initializer,
            name="kernel",
            regularizer=self.kernel_regularizer,
            constraint=self.kernel_constraint,
        )
        self.recurrent_kernel = self.add_weight(
            shape=(*self.kernel_size, n, n * 4),
            initializer=self.recurrent_initializer,
            name="recurrent_kernel",
            regularizer=self.recurrent_regularizer,
            constraint=self.recurrent_constraint,
        )

        def with_open_gate(shape: Any, *args: Any, **kwargs: Any) -> Any:
            parts = [
                self.bias_initializer((n,), *args, **kwargs),
                initializers.Ones()((n,), *args, **kwargs),
                self.bias_initializer((n * 2,), *args, **kwargs),
            ]
            return K.concatenate(parts)

        self._add_bias((n * 4,), with_open_gate if self.unit_forget_bias else None)
        self.built = True

    def call(self, inputs: Any, states: Any, training: Any = None) -> Any:
        before, carried = states[0], states[1]
        xs, hs = self._dropped(inputs, before, training)
        kernels = array_ops.split(self.kernel, 4, axis=3)
        recurrent = array_ops.split(self.recurrent_kernel, 4, axis=3)
        biases = array_ops.split(self.bias, 4) if self.use_bias else [None] * 4
        own = [self.input_conv(x, k, b, padding=self.padding) for x, k, b in zip(xs, kernels, biases)]
        kept = [self.recurrent_conv(h, k) for h, k in zip(hs, recurrent)]
        i = self.recurrent_activation(own[0] + kept[0])
        f = self.recurrent_activation(own[1] + kept[1])
        carry = f * carried + i * self.activation(own[2] + kept[2])
        o = self.recurrent_activation(own[3] + kept[3])
        h = o * self.activation(carry)
        return h, [h, carry]

    def input_conv(self, x: Any, w: Any, b: Any = None, padding: str = "valid") -> Any:
        """The convolution of inputs."""
        found = K.conv2d(
            x,
            w,
            strides=self.strides,
            padding=padding,
            data_format=self.data_format,
            dilation_rate=self.dilation_rate,
        )
        return found if b is None else K.bias_add(found, b, data_format=self.data_format)

    def recurrent_conv(self, x: Any, w: Any) -> Any:
        """The convolution of states, which keeps their size."""
        return K.conv2d(x, w, strides=(1, 1), padding="same", data_format=self.data_format)

    def get_config(self) -> dict[str, Any]:
        return {**Layer.get_config(self), **settings.config(self, _NAMES)}


class ConvLSTM2D(ConvRNN2D):
    """`ConvLSTM2DCell` over sequences of images; arguments of the cell and of `ConvRNN2D`."""

    def __init__(
        self,
        filters: int,
        kernel_size: Any,
        *args: Any,
        activity_regularizer: Any = None,
        return_sequences: bool = False,
        go_backwards: bool = False,
        stateful: bool = False,
        return_state: bool = False,
        **kwargs: Any,
    ) -> None:
        given = {k: kwargs.pop(k) for k in list(kwargs) if k in _NAMES}
        if "dtype" in kwargs:
            given["dtype"] = kwargs["dtype"]
        cell = ConvLSTM2DCell(filters, kernel_size, *args, **given)
        super().__init__(cell, return_sequences, return_state, go_backwards, stateful, **kwargs)
        self.activity_regularizer = regularizers.get(activity_regularizer)

    def __getattr__(self, name: str) -> Any:
        cell = self.__dict__.get("cell")
        if cell is not None and name in _NAMES:
            return getattr(cell, name)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def get_config(self) -> dict[str, Any]:
        found = {**super().get_config(), **settings.config(self.cell, _NAMES)}
        for name in ("cell", "unroll", "time_major"):
            found.pop(name, None)
        return {**found, "activity_regularizer": regularizers.serialize(self.activity_regularizer)}

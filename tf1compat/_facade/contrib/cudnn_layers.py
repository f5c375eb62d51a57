"""`tf.contrib.cudnn_rnn`: whole networks as layers, which run on any device."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import init_ops
from tf1compat._facade import variable_scope as scopes
from tf1compat._facade.apply import apply_op
from tf1compat._facade.array_creation import fill, zeros
from tf1compat._facade.array_creation import shape as shape_of
from tf1compat._facade.array_ops import concat
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.constants import constant
from tf1compat._facade.context import get_default_graph
from tf1compat._facade.contrib import cudnn_cells as saveables
from tf1compat._facade.contrib import cudnn_formats as formats
from tf1compat._facade.convert import convert
from tf1compat._facade.framework import get_seed
from tf1compat._facade.layers.base import InputSpec, Layer
from tf1compat._facade.nn_ops import dropout
from tf1compat._facade.platform import tf_logging
from tf1compat._jaxcore.base import dtypes, shapes

_FLOATS = (dtypes.float16, dtypes.float32, dtypes.float64)


class _CudnnRNN(Layer):
    """A network of several layers, as cuDNN defines it.

    Args:
      num_layers: number of layers.
      num_units: size of each layer's state.
      input_mode: `"linear_input"`, `"skip_input"` (inputs, as wide as there are units, enter the first layer's gates as
        they are), or `"auto_select"` (the latter where the widths are equal).
      direction: `"unidirectional"` or `"bidirectional"`.
      dropout: part of the outputs that is dropped between layers while training.
      seed: seed of initial weights and dropout.
      dtype: type of weights and states.
      kernel_initializer, bias_initializer: initializers, glorot_uniform and zeros where absent.
      name: name of the layer.

    Raises:
      ValueError: an argument is none of those named.
    """

    _rnn_mode: str
    _saveable_cls: type[saveables.CudnnOpaqueParamsSaveable]

    def __init__(
        self,
        num_layers: int,
        num_units: int,
        input_mode: str = "linear_input",
        direction: str = formats.UNIDIRECTION,
        dropout: float = 0.0,
        seed: int | None = None,
        dtype: Any = dtypes.float32,
        kernel_initializer: Any = None,
        bias_initializer: Any = None,
        name: str | None = None,
    ) -> None:
        super().__init__(dtype=dtype, name=name)
        formats.check_direction(direction)
        formats.check_input_mode(input_mode)
        if dtype not in _FLOATS:
            raise ValueError(f"Only support float16, float32, float64, provided {dtype}")
        self._plain_dtype = dtype
        self._num_layers, self._num_units = num_layers, num_units
        self._input_mode, self._direction = input_mode, direction
        self._dropout, self._seed = dropout, seed
        self._kernel_initializer, self._bias_initializer = kernel_initializer, bias_initializer
        self._input_size: int | None = None
        self._saveable: Any = None

    @property
    def num_layers(self) -> int:
        return self._num_layers

    @property
    def num_units(self) -> int:
        return self._num_units

    @property
    def input_mode(self) -> str:
        return self._input_mode

    @property
    def input_size(self) -> int:
        """Width of the inputs; ValueError before the layer is built."""
        if not self._input_size:
            raise ValueError("'input_size' is unknown since layer has not been built.")
        return self._input_size

    @property
    def rnn_mode(self) -> str:
        return self._rnn_mode

    @property
    def direction(self) -> str:
        return self._direction

    @property
    def num_dirs(self) -> int:
        """Number of directions."""
        return 1 if self._direction == formats.UNIDIRECTION else 2

    @property
    def saveable(self) -> Any:
        """What Savers save of the layer besides its variable."""
        return self._saveable

    @property
    def canonical_weight_shapes(self) -> list[tuple[int, int]]:
        """Shapes of cuDNN's matrices; RuntimeError before the layer is built."""
        if not self._input_size:
            raise RuntimeError(f"{type(self).__name__}.canonical_weight_shapes invoked before input shape is known")
        return [shape for layer in range(self._num_layers) for shape in self._weight_shapes(layer)]

    def _weight_shapes(self, layer: int) -> list[tuple[int, int]]:
        n, gates = self._num_units, formats.PARAMS_PER_LAYER[self._rnn_mode] // 2
        width = self.input_size if layer == 0 else n * self.num_dirs
        return ([(n, width)] * gates + [(n, n)] * gates) * self.num_dirs

    @property
    def canonical_bias_shapes(self) -> list[list[int]]:
        """Shapes of cuDNN's biases."""
        count = self._num_layers * self.num_dirs * formats.PARAMS_PER_LAYER[self._rnn_mode]
        return [[self._num_units]] * count

    def state_shape(self, batch_size: Any) -> tuple[list[Any], ...]:
        """Shapes of the parts of the state."""
        return ([self.num_layers * self.num_dirs, batch_size, self.num_units],)

    def build(self, input_shape: Any) -> None:
        if self.built:
            return
        shape = shapes.TensorShape(input_shape)
        if shape.ndims != 3:
            raise ValueError(f"Expecting input_shape with 3 dims, got {shape.ndims}")
        self._input_size = shape[-1].value
        if self._input_size is None:
            raise ValueError("The last dimension of the inputs to `CudnnRNN` should be defined. Found `None`.")
        self.input_spec = InputSpec(ndim=3, axes={-1: self._input_size})
        self._set_scope(None)
        dtype = self._plain_dtype
        with scopes.variable_scope(self._scope, reuse=self.built, custom_getter=self._kept):
            kernel = self._kernel_initializer or init_ops.glorot_uniform_initializer(seed=self._seed, dtype=dtype)
            bias = self._bias_initializer or init_ops.constant_initializer(0.0, dtype=dtype)
            weights = [kernel(s, dtype=dtype) for s in self.canonical_weight_shapes]
            biases = [bias(s, dtype=dtype) for s in self.canonical_bias_shapes]
            first = self._to_opaque(self._num_layers, self._input_size, weights, biases)
            if scopes.get_variable_scope().partitioner is not None:
                tf_logging.warn(
                    "Partitioner is not supported for Cudnn RNN layer variables, using it will create "
                    "forward-compatibility issues with future CUDA/CuDNN generations."
                )
            self.kernel = scopes.get_variable("opaque_kernel", dtype=dtype, initializer=first, validate_shape=False)
            if scopes.get_variable_scope().reuse is not True:
                self._create_saveable()
        self.built = True

    def _kept(self, getter: Any, *args: Any, **kwargs: Any) -> Any:
        variable = getter(*args, **kwargs)
        kept = self._trainable_weights if kwargs.get("trainable", True) else self._non_trainable_weights
        if all(variable is not v for v in kept):
            kept.append(variable)
        return variable

    def _attrs(self, layer: int = 0) -> dict[str, Any]:
        """`layer`: which one of the network is the first."""
        seed, seed2 = get_seed(self._seed)
        return {
            "rnn_mode": self._rnn_mode.encode(),
            "input_mode": b"linear_input" if layer else self._input_mode.encode(),
            "direction": self._direction.encode(),
            "seed": seed or 0,
            "seed2": seed2 or 0,
        }

    def _to_opaque(self, layers: int, width: int, weights: list[Any], biases: list[Any], layer: int = 0) -> Any:
        sizes = (layers, self._num_units, width)
        attrs = {**self._attrs(layer), "dropout": float(self._dropout)}
        return apply_op("CudnnRNNCanonicalToParams", *sizes, weights, biases, **attrs)

    def _create_saveable(self) -> None:
        self._saveable = self._saveable_cls(
            opaque_params=self.kernel,
            num_layers=self.num_layers,
            num_units=self.num_units,
            input_size=self.input_size,
            input_mode=self.input_mode,
            direction=self.direction,
            scope=scopes.get_variable_scope(),
            name=f"{self.kernel.name.split(':')[0]}_saveable",
        )
        get_default_graph().add_to_collection(GraphKeys.SAVEABLE_OBJECTS, self._saveable)

    def call(  # pyright: ignore[reportIncompatibleMethodOverride]
        self,
        inputs: Any,
        initial_state: Any = None,
        sequence_lengths: Any = None,
        time_major: bool = True,
        training: bool = True,
    ) -> Any:
        """Run over the inputs.

        Args:
          inputs: tensor (time, batch, width).
          initial_state: tuple of tensors (layers * directions, batch, units), zeros where absent.
          sequence_lengths: None, or an int32 vector (batch).
          time_major: whether inputs, outputs and states have time, or the batch, in front.
          training: whether there is dropout.

        Returns:
          (outputs, tuple of the parts of the last state).

        Raises:
          TypeError: the state is no tuple.
        """
        if initial_state is not None and not isinstance(initial_state, tuple):
            raise TypeError(f"Invalid initial_state type: {initial_state}, expecting tuple.")
        inputs = convert(inputs, self._plain_dtype)
        batch_size = shape_of(inputs)[1]
        if initial_state is None:
            initial_state = tuple(zeros(shape, dtype=self._plain_dtype) for shape in self.state_shape(batch_size))
        h = convert(initial_state[0], self._plain_dtype)
        c = (
            convert(initial_state[1], self._plain_dtype)
            if len(initial_state) > 1
            else constant([], dtype=self._plain_dtype)
        )
        if training and self._dropout and self._num_layers > 1:
            found = self._layer_by_layer(inputs, h, c, sequence_lengths, time_major)
        else:
            found = self._forward(inputs, h, c, self.kernel, sequence_lengths, time_major, training)
        outputs, *states = found
        return outputs, tuple(states[: len(initial_state)])

    def _forward(
        self, x: Any, h: Any, c: Any, params: Any, lengths: Any, time_major: bool, training: bool, layer: int = 0
    ) -> Any:
        """(outputs, h, c) of one op."""
        attrs = {**self._attrs(layer), "is_training": training}
        if lengths is None and time_major:
            return apply_op("CudnnRNN", x, h, c, params, **attrs)[:3]
        if lengths is None:
            batch_size, steps = shape_of(x)[0], shape_of(x)[1]
            lengths = fill([batch_size], steps)
        return apply_op("CudnnRNNV3", x, h, c, params, lengths, time_major=time_major, **attrs)[:3]

    def _layer_by_layer(self, x: Any, h: Any, c: Any, lengths: Any, time_major: bool) -> Any:
        """Networks of one layer with dropout between them: cuDNN's own random numbers cannot be had elsewhere."""
        per_layer = formats.PARAMS_PER_LAYER[self._rnn_mode] * self.num_dirs
        total = per_layer * self._num_layers
        sizes = (self._num_layers, self._num_units, self.input_size)
        parts = apply_op("CudnnRNNParamsToCanonical", *sizes, self.kernel, num_params=total, **self._attrs())
        axis, states = 0 if time_major else 1, []
        for layer in range(self._num_layers):
            begin, end = layer * per_layer, (layer + 1) * per_layer
            width = self.input_size if layer == 0 else self._num_units * self.num_dirs
            params = self._to_opaque(1, width, list(parts[begin:end]), list(parts[total + begin : total + end]), layer)
            own = slice(layer * self.num_dirs, (layer + 1) * self.num_dirs)
            at = (own,) if time_major else (slice(None), own)
            own_h, own_c = (s if s.shape.ndims == 1 else s[at] for s in (h, c))
            if layer:
                x = dropout(x, rate=self._dropout, seed=self._seed)
            x, new_h, new_c = self._forward(x, own_h, own_c, params, lengths, time_major, True, layer)
            states.append((new_h, new_c))
        hs, cs = zip(*states)
        return x, concat(list(hs), axis), concat(list(cs), axis if c.shape.ndims != 1 else 0)


class CudnnLSTM(_CudnnRNN):
    __doc__ = _CudnnRNN.__doc__
    _rnn_mode = formats.LSTM
    _saveable_cls = saveables.CudnnLSTMSaveable

    def state_shape(self, batch_size: Any) -> tuple[list[Any], ...]:
        """Shapes of output and memory."""
        return super().state_shape(batch_size) * 2


class CudnnGRU(_CudnnRNN):
    __doc__ = _CudnnRNN.__doc__
    _rnn_mode = formats.GRU
    _saveable_cls = saveables.CudnnGRUSaveable


class CudnnRNNTanh(_CudnnRNN):
    __doc__ = _CudnnRNN.__doc__
    _rnn_mode = formats.TANH
    _saveable_cls = saveables.CudnnRNNTanhSaveable


class CudnnRNNRelu(_CudnnRNN):
    __doc__ = _CudnnRNN.__doc__
    _rnn_mode = formats.RELU
    _saveable_cls = saveables.CudnnRNNReluSaveable

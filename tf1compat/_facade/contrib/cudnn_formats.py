"""Weights of cuDNN's networks as the matrices that TensorFlow's cells have, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tf1compat._facade.apply import apply_op
from tf1compat._facade.array_ops import concat, reshape, split, transpose

UNIDIRECTION, BIDIRECTION = "unidirectional", "bidirectional"
LSTM, GRU, TANH, RELU = "lstm", "gru", "rnn_tanh", "rnn_relu"
PARAMS_PER_LAYER = {LSTM: 8, GRU: 6, TANH: 2, RELU: 2}
INPUT_MODES = ("linear_input", "skip_input", "auto_select")


def check_direction(direction: str) -> None:
    """Raises ValueError unless it is a direction."""
    if direction not in (UNIDIRECTION, BIDIRECTION):
        raise ValueError(f"Invalid direction: {direction}, expecting {UNIDIRECTION} or {BIDIRECTION}")


def check_input_mode(input_mode: str) -> None:
    """Raises ValueError unless it is an input mode."""
    if input_mode not in INPUT_MODES:
        raise ValueError(f"Invalid input_mode: {input_mode}, expect one of ({', '.join(INPUT_MODES)})")


class CudnnParamsFormatConverter:
    """Converts the weights of one network.

    Args:
      num_layers, num_units, input_size: sizes of the network.
      num_proj: width of an LSTM's projection; None or 0 for none.
      input_mode: `"linear_input"`, `"skip_input"` (inputs enter the first layer as they are: its matrices for inputs are
        identities), or `"auto_select"` (the latter where inputs are as wide as there are units).
      direction: `"unidirectional"` or `"bidirectional"`.
    """

    _rnn_mode: str

    def __init__(
        self,
        num_layers: int,
        num_units: int,
        input_size: int,
        num_proj: int | None = None,
        input_mode: str = "linear_input",
        direction: str = UNIDIRECTION,
    ) -> None:
        self._num_proj = num_proj or 0
        self._num_layers, self._num_units, self._input_size = num_layers, num_units, input_size
        self._num_dirs = 2 if direction == BIDIRECTION else 1
        self._attrs: dict[str, Any] = {
            "rnn_mode": self._rnn_mode.encode(),
            "input_mode": input_mode.encode(),
            "direction": direction.encode(),
        }

    @property
    def _sizes(self) -> tuple[int, int, int]:
        return self._num_layers, self._num_units, self._input_size

    def opaque_to_tf_canonical(self, opaque_param: Any) -> tuple[list[Any], ...]:
        """(matrices, biases) of TensorFlow's cells from the vector of weights; with a projection also its matrices."""
        count = PARAMS_PER_LAYER[self._rnn_mode]
        networks = self._num_layers * self._num_dirs
        total = count * networks
        if not self._num_proj:
            found = apply_op("CudnnRNNParamsToCanonical", *self._sizes, opaque_param, num_params=total, **self._attrs)
        else:
            numbers = {"num_params_weights": total + networks, "num_params_biases": total, "num_proj": self._num_proj}
            found = apply_op("CudnnRNNParamsToCanonicalV2", *self._sizes, opaque_param, **numbers, **self._attrs)
        matrices, parts = found[:-total], found[-total:]
        per_network = len(matrices) // networks
        weights: list[Any] = []
        biases: list[Any] = []
        projections: list[Any] = []
        for k in range(networks):
            own = matrices[k * per_network : (k + 1) * per_network]
            weights += self._cudnn_to_tf_weights(*own[:count])
            projections += [transpose(p) for p in own[count:]]
            biases += self._cudnn_to_tf_biases(*parts[k * count : (k + 1) * count])
        return (weights, biases, projections) if self._num_proj else (weights, biases)

    def tf_canonical_to_opaque(self, tf_canonicals: Sequence[Any], weights_proj: Any = None) -> Any:
        """The vector of weights from matrices and biases (in one list) of TensorFlow's cells.

        Args:
          tf_canonicals: matrices of all layers and directions, then their biases.
          weights_proj: with a projection, its matrices (units, num_proj).
        """
        half = len(tf_canonicals) // 2
        per_direction = half // (self._num_layers * self._num_dirs)
        weights: list[Any] = []
        biases: list[Any] = []
        for k, start in enumerate(range(0, half, per_direction)):
            layer = k // self._num_dirs
            weights += self._tf_to_cudnn_weights(layer, *tf_canonicals[start : start + per_direction])
            if self._num_proj:
                weights.append(transpose(weights_proj[k]))
            biases += self._tf_to_cudnn_biases(*tf_canonicals[half + start : half + start + per_direction])
        weights = [reshape(w, [-1]) for w in weights]
        if not self._num_proj:
            return apply_op("CudnnRNNCanonicalToParams", *self._sizes, weights, biases, **self._attrs)
        attrs = {**self._attrs, "num_proj": self._num_proj}
        return apply_op("CudnnRNNCanonicalToParamsV2", *self._sizes, weights, biases, **attrs)

    @property
    def _outputs(self) -> int:
        """Width of a layer's state."""
        return self._num_proj or self._num_units

    def _width(self, layer: int) -> int:
        """Width of what enters a layer."""
        return self._input_size if layer == 0 else self._outputs * self._num_dirs

    def _cudnn_to_tf_weights(self, *parts: Any) -> list[Any]:
        raise NotImplementedError("Abstract method")

    def _tf_to_cudnn_weights(self, layer: int, *parts: Any) -> list[Any]:
        raise NotImplementedError("Abstract method")

    def _cudnn_to_tf_biases(self, *parts: Any) -> list[Any]:
        raise NotImplementedError("Abstract method")

    def _tf_to_cudnn_biases(self, *parts: Any) -> list[Any]:
        raise NotImplementedError("Abstract method")


class CudnnParamsFormatConverterLSTM(CudnnParamsFormatConverter):
    """The weights of `CudnnCompatibleLSTMCell`."""

    _rnn_mode = LSTM
    _ORDER = (0, 2, 1, 3)  # of cuDNN's gates in TensorFlow's, and back

    def _cudnn_to_tf_weights(self, *parts: Any) -> list[Any]:
        gates = len(self._ORDER)
        both = [concat([w, r], axis=1) for w, r in zip(parts[:gates], parts[gates:])]
        return [transpose(concat([both[i] for i in self._ORDER], axis=0))]

    def _tf_to_cudnn_weights(self, layer: int, *parts: Any) -> list[Any]:
        (kernel,) = parts
        both = split(transpose(kernel), len(self._ORDER), axis=0)
        pairs = [split(both[i], [self._width(layer), self._outputs], axis=1) for i in self._ORDER]
        return [w for w, _ in pairs] + [r for _, r in pairs]

    def _cudnn_to_tf_biases(self, *parts: Any) -> list[Any]:
        gates = len(self._ORDER)
        sums = [w + r for w, r in zip(parts[:gates], parts[gates:])]
        return [concat([sums[i] for i in self._ORDER], axis=0)]

    def _tf_to_cudnn_biases(self, *parts: Any) -> list[Any]:
        (bias,) = parts
        gates = split(bias, len(self._ORDER), axis=0)
        halves = [gates[i] * 0.5 for i in self._ORDER]
        return halves + halves


class CudnnParamsFormatConverterGRU(CudnnParamsFormatConverter):
    """The weights of `CudnnCompatibleGRUCell`."""

    _rnn_mode = GRU

    def _cudnn_to_tf_weights(self, *parts: Any) -> list[Any]:
        w_r, w_u, w_c, r_r, r_u, r_c = parts
        gates = concat([concat([w_r, r_r], axis=1), concat([w_u, r_u], axis=1)], axis=0)
        return [transpose(gates), transpose(w_c), transpose(r_c)]

    def _tf_to_cudnn_weights(self, layer: int, *parts: Any) -> list[Any]:
        gates, w_c, r_c = (transpose(part) for part in parts)
        sizes = [self._width(layer), self._num_units]
        (w_r, r_r), (w_u, r_u) = (split(gate, sizes, axis=1) for gate in split(gates, 2, axis=0))
        return [w_r, w_u, w_c, r_r, r_u, r_c]

    def _cudnn_to_tf_biases(self, *parts: Any) -> list[Any]:
        w_r, w_u, w_c, r_r, r_u, r_c = parts
        return [concat([w_r, w_u], axis=0) + concat([r_r, r_u], axis=0), w_c, r_c]

    def _tf_to_cudnn_biases(self, *parts: Any) -> list[Any]:
        gates, w_c, r_c = parts
        reset, update = split(gates * 0.5, 2, axis=0)
        return [reset, update, w_c, reset, update, r_c]


class CudnnParamsFormatConverterTanh(CudnnParamsFormatConverterLSTM):
    """The weights of `BasicRNNCell` with tanh."""

    _rnn_mode = TANH
    _ORDER = (0,)


class CudnnParamsFormatConverterRelu(CudnnParamsFormatConverterLSTM):
    """The weights of `BasicRNNCell` with relu."""

    _rnn_mode = RELU
    _ORDER = (0,)

"""The weights of cuDNN's networks, as one vector and as matrices.

The vector holds all matrices (layer by layer, direction by direction; those for inputs, then those for states, then an
LSTM's projection; gate by gate, row by row), then all biases in the same order. Gates: input, forget, candidate, output
(LSTM); reset, update, candidate (GRU). With `skip_input` the first layer has no matrices for inputs, which enter each gate
as they are; as matrices these are identities.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

from tf1compat._jaxcore.base import dtypes, errors
from tf1compat._jaxcore.schema.opdef import REQUIRED, op

GATES = {b"lstm": 4, b"gru": 3, b"rnn_tanh": 1, b"rnn_relu": 1}
_SIZES = ("num_layers", "num_units", "input_size")


class Net(NamedTuple):
    """A network's sizes: `outputs` is the width of a state, which a projection makes other than `units`."""

    mode: bytes
    layers: int
    units: int
    width: int  # of the inputs
    dirs: int
    outputs: int
    skips: bool

    @property
    def gates(self) -> int:
        return GATES[self.mode]

    @property
    def projects(self) -> bool:
        return self.outputs != self.units

    def matrix_shapes(self) -> list[tuple[int, int]]:
        """Of all matrices, those for inputs that are skipped included."""
        found: list[tuple[int, int]] = []
        for layer in range(self.layers):
            inner = self.width if layer == 0 else self.outputs * self.dirs
            own = [(self.units, inner)] * self.gates + [(self.units, self.outputs)] * self.gates
            found += [*own, *([(self.outputs, self.units)] if self.projects else [])] * self.dirs
        return found

    def stored(self) -> list[bool]:
        """Which of the matrices the vector has."""
        skipped = [self.skips] * self.gates + [False] * (self.gates + self.projects)
        of_layer = len(skipped) * self.dirs
        return [not x for x in skipped] * self.dirs + [True] * (of_layer * (self.layers - 1))

    @property
    def bias_count(self) -> int:
        return 2 * self.gates * self.dirs * self.layers

    def size(self) -> int:
        """Of the vector."""
        stored = (a * b for (a, b), kept in zip(self.matrix_shapes(), self.stored()) if kept)
        return sum(stored) + self.bias_count * self.units


def net_of(mode: bytes, input_mode: bytes, direction: bytes, sizes: Sequence[Any], num_proj: int = 0) -> Net:
    """`sizes`: numbers of layers, of units, and of inputs."""
    layers, units, width = (int(size) for size in sizes)
    if mode not in GATES:
        raise errors.InvalidArgumentError(None, None, f"Invalid RNN mode: {mode.decode()}")
    if num_proj and mode != b"lstm":
        raise errors.InvalidArgumentError(None, None, "Only LSTM networks have a projection (num_proj).")
    if input_mode == b"skip_input" and width != units:
        raise errors.InvalidArgumentError(
            None, None, f"input_mode 'skip_input' needs inputs as wide as there are units, got {width} and {units}"
        )
    skips = input_mode == b"skip_input" or (input_mode == b"auto_select" and width == units)
    return Net(mode, layers, units, width, directions(direction), num_proj or units, skips)


def directions(direction: bytes) -> int:
    return 2 if direction == b"bidirectional" else 1


def split(params: Any, net: Net) -> tuple[list[Any], list[Any]]:
    """(matrices, None for those that are skipped; biases) of the vector."""
    if params.shape[0] != net.size():
        raise errors.InvalidArgumentError(
            None, None, f"Mismatching Cudnn params size: {params.shape[0]} vs. {net.size()}"
        )
    shapes = [shape if kept else (0, 0) for shape, kept in zip(net.matrix_shapes(), net.stored())]
    sizes = [a * b for a, b in shapes] + [net.units] * net.bias_count
    parts = jnp.split(params, np.cumsum(sizes)[:-1])
    matrices = [part.reshape(shape) if shape != (0, 0) else None for part, shape in zip(parts, shapes)]
    return matrices, parts[len(shapes) :]


# ---- the ops ------------------------------------------------------------------------------------------------------


@op(
    "CudnnRNNParamsSize",
    "num_layers: int32, num_units: int32, input_size: int32 -> params_size: S",
    static=_SIZES,
    folds=True,
    grad="none",
    shape=lambda x: ((1,),),
)
def cudnn_rnn_params_size(
    num_layers: Any,
    num_units: Any,
    input_size: Any,
    *,
    T: Any = REQUIRED,
    S: Any = REQUIRED,
    rnn_mode: bytes = b"lstm",
    input_mode: bytes = b"linear_input",
    direction: bytes = b"unidirectional",
    dropout: float = 0.0,
    seed: int = 0,
    seed2: int = 0,
    num_proj: int = 0,
) -> Any:
    """The length of the vector of weights."""
    net = net_of(rnn_mode, input_mode, direction, (num_layers, num_units, input_size), num_proj)
    return np.array([net.size()], dtypes.as_dtype(S).as_numpy_dtype)


def _canonical_shapes(x: Any) -> Any:
    sizes = [x.value(i) for i in range(3)]
    matrices = x.attrs["num_params"] if "num_params" in x.attrs else x.attrs["num_params_weights"]
    biases = x.attrs.get("num_params_biases", matrices)
    if any(size is None for size in sizes):
        return ((None, None),) * matrices + ((None,),) * biases
    mode, direction = x.attrs.get("rnn_mode", b"lstm"), x.attrs.get("direction", b"unidirectional")
    net = net_of(mode, b"linear_input", direction, sizes, x.attrs.get("num_proj", 0))
    return (*net.matrix_shapes(), *(((net.units,),) * biases))


def _canonical(params: Any, net: Net) -> tuple[Any, ...]:
    matrices, biases = split(params, net)
    same = jnp.eye(net.units, dtype=params.dtype)
    return *(same if m is None else m for m in matrices), *biases


def _vector(weights: Sequence[Any], biases: Sequence[Any], net: Net) -> Any:
    kept = [w for w, is_stored in zip(weights, net.stored()) if is_stored]
    return jnp.concatenate([jnp.ravel(part) for part in (*kept, *biases)])


@op(
    "CudnnRNNParamsToCanonical",
    "num_layers: int32, num_units: int32, input_size: int32, params: T -> weights: num_params*T, biases: num_params*T",
    static=_SIZES,
    shape=_canonical_shapes,
)
def cudnn_rnn_params_to_canonical(
    num_layers: Any,
    num_units: Any,
    input_size: Any,
    params: Any,
    *,
    num_params: int = REQUIRED,
    rnn_mode: bytes = b"lstm",
    input_mode: bytes = b"linear_input",
    direction: bytes = b"unidirectional",
    dropout: float = 0.0,
    seed: int = 0,
    seed2: int = 0,
) -> Any:
    """The matrices and biases of the vector of weights."""
    return _canonical(params, net_of(rnn_mode, input_mode, direction, (num_layers, num_units, input_size)))


@op(
    "CudnnRNNParamsToCanonicalV2",
    "num_layers: int32, num_units: int32, input_size: int32, params: T -> "
    "weights: num_params_weights*T, biases: num_params_biases*T",
    static=_SIZES,
    shape=_canonical_shapes,
)
def cudnn_rnn_params_to_canonical_v2(
    num_layers: Any,
    num_units: Any,
    input_size: Any,
    params: Any,
    *,
    num_params_weights: int = REQUIRED,
    num_params_biases: int = REQUIRED,
    rnn_mode: bytes = b"lstm",
    input_mode: bytes = b"linear_input",
    direction: bytes = b"unidirectional",
    dropout: float = 0.0,
    seed: int = 0,
    seed2: int = 0,
    num_proj: int = 0,
) -> Any:
    """`CudnnRNNParamsToCanonical`; behind the matrices of each layer and direction stands the projection's."""
    return _canonical(params, net_of(rnn_mode, input_mode, direction, (num_layers, num_units, input_size), num_proj))


@op(
    "CudnnRNNCanonicalToParams",
    "num_layers: int32, num_units: int32, input_size: int32, weights: num_params*T, biases: num_params*T -> params: T",
    static=_SIZES,
    shape=lambda x: ((None,),),
)
def cudnn_rnn_canonical_to_params(
    num_layers: Any,
    num_units: Any,
    input_size: Any,
    weights: Sequence[Any],
    biases: Sequence[Any],
    *,
    rnn_mode: bytes = b"lstm",
    input_mode: bytes = b"linear_input",
    direction: bytes = b"unidirectional",
    dropout: float = 0.0,
    seed: int = 0,
    seed2: int = 0,
) -> Any:
    """The vector of weights of matrices and biases."""
    return _vector(weights, biases, net_of(rnn_mode, input_mode, direction, (num_layers, num_units, input_size)))


@op(
    "CudnnRNNCanonicalToParamsV2",
    "num_layers: int32, num_units: int32, input_size: int32, weights: num_params_weights*T, "
    "biases: num_params_biases*T -> params: T",
    static=_SIZES,
    shape=lambda x: ((None,),),
)
def cudnn_rnn_canonical_to_params_v2(
    num_layers: Any,
    num_units: Any,
    input_size: Any,
    weights: Sequence[Any],
    biases: Sequence[Any],
    *,
    rnn_mode: bytes = b"lstm",
    input_mode: bytes = b"linear_input",
    direction: bytes = b"unidirectional",
    dropout: float = 0.0,
    seed: int = 0,
    seed2: int = 0,
    num_proj: int = 0,
) -> Any:
    """`CudnnRNNCanonicalToParams` with a projection's matrix behind those of each layer and direction."""
    sizes = (num_layers, num_units, input_size)
    return _vector(weights, biases, net_of(rnn_mode, input_mode, direction, sizes, num_proj))

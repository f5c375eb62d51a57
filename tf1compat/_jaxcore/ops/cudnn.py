"""Networks as cuDNN defines them, on any device: `CudnnRNN`, and its weights as one vector and as matrices.

The vector holds all matrices (layer by layer, direction by direction; those for inputs, then those for states; gate by
gate, row by row), then all biases in the same order. Gates: input, forget, candidate, output (LSTM); reset, update,
candidate (GRU).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from tf1compat._jaxcore.base import dtypes, errors
from tf1compat._jaxcore.schema.opdef import REQUIRED, op
from tf1compat._jaxcore.schema.shape_rules import with_rank

_GATES = {b"lstm": 4, b"gru": 3, b"rnn_tanh": 1, b"rnn_relu": 1}
_SIZES = ("num_layers", "num_units", "input_size")


class _Direction(NamedTuple):
    """The weights of a layer in one direction; matrices (units, width), one per gate."""

    w: list[Any]
    r: list[Any]
    bw: list[Any]
    br: list[Any]


def _check(mode: bytes, input_mode: bytes) -> None:
    if input_mode == b"skip_input":
        raise errors.unsupported(
            "cuDNN's input mode skip_input is not supported.", advice="Use linear_input, which multiplies inputs first."
        )
    if mode not in _GATES:
        raise errors.InvalidArgumentError(None, None, f"Invalid RNN mode: {mode.decode()}")


def _directions(direction: bytes) -> int:
    return 2 if direction == b"bidirectional" else 1


def _weight_shapes(mode: bytes, layers: int, units: int, width: int, dirs: int) -> list[tuple[int, int]]:
    gates = _GATES[mode]
    found: list[tuple[int, int]] = []
    for layer in range(layers):
        inner = width if layer == 0 else units * dirs
        found += ([(units, inner)] * gates + [(units, units)] * gates) * dirs
    return found


def _split(params: Any, mode: bytes, layers: int, units: int, width: int, dirs: int) -> tuple[list[Any], list[Any]]:
    """(matrices, biases) of the vector."""
    shapes = _weight_shapes(mode, layers, units, width, dirs)
    sizes = [a * b for a, b in shapes] + [units] * len(shapes)
    if params.shape[0] != sum(sizes):
        raise errors.InvalidArgumentError(
            None, None, f"Mismatching Cudnn params size: {params.shape[0]} vs. {sum(sizes)}"
        )
    parts = jnp.split(params, np.cumsum(sizes)[:-1])
    return [p.reshape(s) for p, s in zip(parts, shapes)], parts[len(shapes) :]


# ---- one direction of one layer -----------------------------------------------------------------------------------


def _lstm(weights: _Direction) -> tuple[Any, Any, Callable[..., Any]]:
    b = jnp.concatenate([bw + br for bw, br in zip(weights.bw, weights.br)])
    r = jnp.concatenate(weights.r).T

    def step(state: Any, x: Any) -> Any:
        h, c = state
        i, f, g, o = jnp.split(x + jnp.matmul(h, r), 4, axis=1)
        new_c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        return jax.nn.sigmoid(o) * jnp.tanh(new_c), new_c

    return jnp.concatenate(weights.w).T, b, step


def _gru(weights: _Direction) -> tuple[Any, Any, Callable[..., Any]]:
    b = jnp.concatenate([weights.bw[0] + weights.br[0], weights.bw[1] + weights.br[1], weights.bw[2]])
    r = jnp.concatenate(weights.r).T
    b_candidate = weights.br[2]

    def step(state: Any, x: Any) -> Any:
        h, unused = state
        x_r, x_u, x_c = jnp.split(x, 3, axis=1)
        h_r, h_u, h_c = jnp.split(jnp.matmul(h, r), 3, axis=1)
        update = jax.nn.sigmoid(x_u + h_u)
        candidate = jnp.tanh(x_c + jax.nn.sigmoid(x_r + h_r) * (h_c + b_candidate))
        return (1 - update) * candidate + update * h, unused

    return jnp.concatenate(weights.w).T, b, step


def _basic(activation: Callable[[Any], Any]) -> Callable[[_Direction], tuple[Any, Any, Callable[..., Any]]]:
    def make(weights: _Direction) -> tuple[Any, Any, Callable[..., Any]]:
        r = weights.r[0].T

        def step(state: Any, x: Any) -> Any:
            return activation(x + jnp.matmul(state[0], r)), state[1]

        return weights.w[0].T, weights.bw[0] + weights.br[0], step

    return make


_CELLS = {b"lstm": _lstm, b"gru": _gru, b"rnn_tanh": _basic(jnp.tanh), b"rnn_relu": _basic(jax.nn.relu)}


def _run(mode: bytes, weights: _Direction, x: Any, state: tuple[Any, Any], lengths: Any) -> tuple[Any, Any]:
    """(outputs, last state) over (time, batch, width)."""
    w, b, cell = _CELLS[mode](weights)
    entering = jnp.matmul(x, w) + b  # all steps at once

    def step(old: Any, at: Any) -> Any:
        t, given = at
        new = cell(old, given)
        if lengths is None:
            return new, new[0]
        inside = (t < lengths)[:, None]
        kept = tuple(jnp.where(inside, n, o) for n, o in zip(new, old))
        return kept, jnp.where(inside, new[0], jnp.zeros_like(new[0]))

    last, outputs = lax.scan(step, state, (jnp.arange(x.shape[0]), entering))
    return outputs, last


def _reversed(x: Any, lengths: Any) -> Any:
    if lengths is None:
        return x[::-1]
    steps = jnp.arange(x.shape[0])[:, None]
    at = jnp.where(steps < lengths, lengths - 1 - steps, steps)
    return jnp.take_along_axis(x, at[:, :, None], axis=0)


def _network(x: Any, h: Any, c: Any, params: Any, mode: bytes, direction: bytes, lengths: Any) -> tuple[Any, Any, Any]:
    """(outputs, last h, last c) of all layers over (time, batch, width)."""
    dirs, units, gates = _directions(direction), h.shape[2], _GATES[mode]
    layers = h.shape[0] // dirs
    matrices, biases = _split(params, mode, layers, units, x.shape[2], dirs)
    c = c if mode == b"lstm" else jnp.zeros_like(h)
    last: list[Any] = []
    for layer in range(layers):
        outputs: list[Any] = []
        for way in range(dirs):
            k = layer * dirs + way
            at = slice(2 * gates * k, 2 * gates * (k + 1))
            m, b = matrices[at], biases[at]
            weights = _Direction(m[:gates], m[gates:], b[:gates], b[gates:])
            given = _reversed(x, lengths) if way else x
            found, state = _run(mode, weights, given, (h[k], c[k]), lengths)
            outputs.append(_reversed(found, lengths) if way else found)
            last.append(state)
        x = outputs[0] if dirs == 1 else jnp.concatenate(outputs, axis=2)
    hs = jnp.stack([state[0] for state in last])
    cs = jnp.stack([state[1] for state in last]) if mode == b"lstm" else jnp.zeros((0,), x.dtype)
    return x, hs, cs


# ---- the ops ------------------------------------------------------------------------------------------------------


def _rnn_shapes(time_major: bool, extra: int) -> Any:
    def rule(x: Any) -> Any:
        first, second, _ = with_rank(x.shape(0), 3)
        h = with_rank(x.shape(1), 3)
        dirs = _directions(x.attrs.get("direction", b"unidirectional"))
        lstm = x.attrs.get("rnn_mode", b"lstm") == b"lstm"
        width = None if h[2] is None else h[2] * dirs
        rest = ((None,),) * extra
        return ((first, second, width), h, h if lstm else (None,), *rest)

    return rule


def _refuse_dropout(dropout: float, is_training: bool, layers: int) -> None:
    if dropout and is_training and layers > 1:
        raise errors.unsupported(
            "dropout inside CudnnRNN is not supported.",
            advice="tf.contrib.cudnn_rnn's layers put it between networks of one layer; use those.",
        )


@op(
    "CudnnRNN",
    "input: T, input_h: T, input_c: T, params: T -> output: T, output_h: T, output_c: T, reserve_space: T",
    stateful=True,
    shape=_rnn_shapes(True, 1),
)
def cudnn_rnn(
    input: Any,
    input_h: Any,
    input_c: Any,
    params: Any,
    *,
    rnn_mode: bytes = b"lstm",
    input_mode: bytes = b"linear_input",
    direction: bytes = b"unidirectional",
    dropout: float = 0.0,
    seed: int = 0,
    seed2: int = 0,
    is_training: bool = True,
) -> Any:
    """Layers of a recurrent network over (time, batch, width)."""
    _check(rnn_mode, input_mode)
    _refuse_dropout(dropout, is_training, input_h.shape[0] // _directions(direction))
    made = _network(input, input_h, input_c, params, rnn_mode, direction, None)
    return *made, jnp.zeros((0,), input.dtype)


@op(
    "CudnnRNNV3",
    "input: T, input_h: T, input_c: T, params: T, sequence_lengths: int32 -> "
    "output: T, output_h: T, output_c: T, reserve_space: T, host_reserved: int8",
    stateful=True,
    shape=_rnn_shapes(True, 2),
)
def cudnn_rnn_v3(
    input: Any,
    input_h: Any,
    input_c: Any,
    params: Any,
    sequence_lengths: Any,
    *,
    rnn_mode: bytes = b"lstm",
    input_mode: bytes = b"linear_input",
    direction: bytes = b"unidirectional",
    dropout: float = 0.0,
    seed: int = 0,
    seed2: int = 0,
    num_proj: int = 0,
    is_training: bool = True,
    time_major: bool = True,
) -> Any:
    """`CudnnRNN` of sequences of several lengths, or with the batch in front."""
    _check(rnn_mode, input_mode)
    if num_proj:
        raise errors.unsupported("CudnnRNN with a projection is not supported.", advice="Leave num_proj out.")
    _refuse_dropout(dropout, is_training, input_h.shape[0] // _directions(direction))
    x = input if time_major else jnp.swapaxes(input, 0, 1)
    h, c = (s if time_major or s.ndim < 3 else jnp.swapaxes(s, 0, 1) for s in (input_h, input_c))
    out, new_h, new_c = _network(x, h, c, params, rnn_mode, direction, sequence_lengths)
    if not time_major:
        out, new_h = jnp.swapaxes(out, 0, 1), jnp.swapaxes(new_h, 0, 1)
        new_c = jnp.swapaxes(new_c, 0, 1) if new_c.ndim == 3 else new_c
    return out, new_h, new_c, jnp.zeros((0,), input.dtype), jnp.zeros((0,), jnp.int8)


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
    _check(rnn_mode, input_mode)
    sizes = (int(num_layers), int(num_units), int(input_size))
    shapes = _weight_shapes(rnn_mode, *sizes, _directions(direction))
    total = sum(a * b for a, b in shapes) + len(shapes) * sizes[1]
    return np.array([total], dtypes.as_dtype(S).as_numpy_dtype)


def _canonical_shapes(x: Any) -> Any:
    sizes = [x.value(i) for i in range(3)]
    count = x.attrs["num_params"]
    if any(size is None for size in sizes):
        return ((None, None),) * count + ((None,),) * count
    mode, direction = x.attrs.get("rnn_mode", b"lstm"), x.attrs.get("direction", b"unidirectional")
    layers, units, inputs = (int(size) for size in sizes)
    shapes = _weight_shapes(mode, layers, units, inputs, _directions(direction))
    return (*shapes, *(((units,),) * count))


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
    _check(rnn_mode, input_mode)
    sizes = (int(num_layers), int(num_units), int(input_size))
    matrices, biases = _split(params, rnn_mode, *sizes, _directions(direction))
    return *matrices, *biases


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
    _check(rnn_mode, input_mode)
    return jnp.concatenate([jnp.ravel(part) for part in (*weights, *biases)])

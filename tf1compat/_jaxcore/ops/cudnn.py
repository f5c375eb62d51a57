"""Networks as cuDNN defines them, on any device; their weights are one vector (`cudnn_weights`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.ops.cudnn_weights import GATES, Net, directions, net_of, split
from tf1compat._jaxcore.schema.opdef import op
from tf1compat._jaxcore.schema.shape_rules import with_rank


class _Direction(NamedTuple):
    """The weights of a layer in one direction; matrices (units, width), one per gate."""

    w: list[Any] | None  # None: inputs enter the gates as they are
    r: list[Any]
    bw: list[Any]
    br: list[Any]
    projection: Any = None


# ---- one direction of one layer -----------------------------------------------------------------------------------


def _lstm(weights: _Direction) -> tuple[Any, Callable[..., Any]]:
    b = jnp.concatenate([bw + br for bw, br in zip(weights.bw, weights.br)])
    r = jnp.concatenate(weights.r).T

    def step(state: Any, x: Any) -> Any:
        h, c = state
        i, f, g, o = jnp.split(x + jnp.matmul(h, r), 4, axis=1)
        new_c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        new_h = jax.nn.sigmoid(o) * jnp.tanh(new_c)
        return new_h if weights.projection is None else jnp.matmul(new_h, weights.projection.T), new_c

    return b, step


def _gru(weights: _Direction) -> tuple[Any, Callable[..., Any]]:
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

    return b, step


def _basic(activation: Callable[[Any], Any]) -> Callable[[_Direction], tuple[Any, Callable[..., Any]]]:
    def make(weights: _Direction) -> tuple[Any, Callable[..., Any]]:
        r = weights.r[0].T

        def step(state: Any, x: Any) -> Any:
            return activation(x + jnp.matmul(state[0], r)), state[1]

        return weights.bw[0] + weights.br[0], step

    return make


_CELLS = {b"lstm": _lstm, b"gru": _gru, b"rnn_tanh": _basic(jnp.tanh), b"rnn_relu": _basic(jax.nn.relu)}


def _run(mode: bytes, weights: _Direction, x: Any, state: tuple[Any, Any], lengths: Any) -> tuple[Any, Any]:
    """(outputs, last state) over (time, batch, width)."""
    b, cell = _CELLS[mode](weights)
    if weights.w is None:
        entering = jnp.concatenate([x] * GATES[mode], axis=-1) + b
    else:
        entering = jnp.matmul(x, jnp.concatenate(weights.w).T) + b  # all steps at once

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


def _network(x: Any, h: Any, c: Any, params: Any, net: Net, lengths: Any) -> tuple[Any, Any, Any]:
    """(outputs, last h, last c) of all layers over (time, batch, width)."""
    gates, per_direction = net.gates, 2 * net.gates + net.projects
    matrices, biases = split(params, net)
    c = c if net.mode == b"lstm" else jnp.zeros_like(h)
    last: list[Any] = []
    for layer in range(net.layers):
        outputs: list[Any] = []
        for way in range(net.dirs):
            k = layer * net.dirs + way
            m = matrices[per_direction * k : per_direction * (k + 1)]
            b = biases[2 * gates * k : 2 * gates * (k + 1)]
            w = None if m[0] is None else m[:gates]
            projection = m[-1] if net.projects else None
            weights = _Direction(w, m[gates : 2 * gates], b[:gates], b[gates:], projection)
            given = _reversed(x, lengths) if way else x
            found, state = _run(net.mode, weights, given, (h[k], c[k]), lengths)
            outputs.append(_reversed(found, lengths) if way else found)
            last.append(state)
        x = outputs[0] if net.dirs == 1 else jnp.concatenate(outputs, axis=2)
    hs = jnp.stack([state[0] for state in last])
    cs = jnp.stack([state[1] for state in last]) if net.mode == b"lstm" else jnp.zeros((0,), x.dtype)
    return x, hs, cs


def _net_for(x: Any, h: Any, c: Any, mode: bytes, input_mode: bytes, direction: bytes, num_proj: int = 0) -> Net:
    """The network that takes these inputs and states."""
    units = c.shape[2] if num_proj else h.shape[2]
    if num_proj and num_proj != h.shape[2]:
        raise errors.InvalidArgumentError(
            None, None, f"Invalid input_h shape: its states are {h.shape[2]} wide, num_proj is {num_proj}"
        )
    return net_of(mode, input_mode, direction, (h.shape[0] // directions(direction), units, x.shape[2]), num_proj)


# ---- the ops ------------------------------------------------------------------------------------------------------


def _rnn_shapes(time_major: bool, extra: int) -> Any:
    def rule(x: Any) -> Any:
        first, second, _ = with_rank(x.shape(0), 3)
        h = with_rank(x.shape(1), 3)
        dirs = directions(x.attrs.get("direction", b"unidirectional"))
        lstm = x.attrs.get("rnn_mode", b"lstm") == b"lstm"
        width = None if h[2] is None else h[2] * dirs
        rest = ((None,),) * extra
        return ((first, second, width), h, x.dims(2) if lstm else (None,), *rest)

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
    net = _net_for(input, input_h, input_c, rnn_mode, input_mode, direction)
    _refuse_dropout(dropout, is_training, net.layers)
    made = _network(input, input_h, input_c, params, net, None)
    return *made, jnp.zeros((0,), input.dtype)


@op(
    "CudnnRNNV2",
    "input: T, input_h: T, input_c: T, params: T -> "
    "output: T, output_h: T, output_c: T, reserve_space: T, host_reserved: int8",
    stateful=True,
    shape=_rnn_shapes(True, 2),
)
def cudnn_rnn_v2(
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
    """`CudnnRNN`, by another algorithm of cuDNN's."""
    return *cudnn_rnn(
        input,
        input_h,
        input_c,
        params,
        rnn_mode=rnn_mode,
        input_mode=input_mode,
        direction=direction,
        dropout=dropout,
        is_training=is_training,
    ), jnp.zeros((0,), jnp.int8)


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
    x = input if time_major else jnp.swapaxes(input, 0, 1)
    h, c = (s if time_major or s.ndim < 3 else jnp.swapaxes(s, 0, 1) for s in (input_h, input_c))
    net = _net_for(x, h, c, rnn_mode, input_mode, direction, num_proj)
    _refuse_dropout(dropout, is_training, net.layers)
    out, new_h, new_c = _network(x, h, c, params, net, sequence_lengths)
    if not time_major:
        out, new_h = jnp.swapaxes(out, 0, 1), jnp.swapaxes(new_h, 0, 1)
        new_c = jnp.swapaxes(new_c, 0, 1) if new_c.ndim == 3 else new_c
    return out, new_h, new_c, jnp.zeros((0,), input.dtype), jnp.zeros((0,), jnp.int8)

"""Recurrent cells and whole networks in one op: `LSTMBlockCell`, `BlockLSTM`, `GRUBlockCell`, with TF's gradients.

Gates stand in the order input, candidate, forget, output (LSTM) and reset, update (GRU). TF1: gradients flow through
the memory and the output alone, and pass by the bound of the memory.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from tf1compat._jaxcore.schema import shape_rules
from tf1compat._jaxcore.schema.opdef import REQUIRED, op


class _Peepholes(NamedTuple):
    i: Any
    f: Any
    o: Any


class _Gates(NamedTuple):
    """What a step computes, in the order of the ops' outputs."""

    i: Any
    cs: Any
    f: Any
    o: Any
    ci: Any
    co: Any
    h: Any


def _lstm_step(gates: Any, cs_prev: Any, peepholes: _Peepholes | None, forget_bias: float, cell_clip: float) -> _Gates:
    """One step from the sums that enter its gates."""
    i, ci, f, o = jnp.split(gates, 4, axis=1)
    f = f + jnp.asarray(forget_bias, f.dtype)
    if peepholes is not None:
        i, f = i + cs_prev * peepholes.i, f + cs_prev * peepholes.f
    i, ci, f = jax.nn.sigmoid(i), jnp.tanh(ci), jax.nn.sigmoid(f)
    cs = ci * i + f * cs_prev
    if cell_clip > 0:
        bound = jnp.asarray(cell_clip, cs.dtype)
        cs = jnp.clip(cs, -bound, bound)
    o = jax.nn.sigmoid(o if peepholes is None else o + cs * peepholes.o)
    co = jnp.tanh(cs)
    return _Gates(i, cs, f, o, ci, co, o * co)


def _lstm_step_grad(
    made: _Gates, cs_prev: Any, peepholes: _Peepholes | None, cs_grad: Any, h_grad: Any
) -> tuple[Any, Any, Any]:
    """(gradient of the sums that enter the gates, of the old memory, of the peepholes for each sequence)."""
    i, cs, f, o, ci, co, _ = made
    d_o = o * (1 - o) * h_grad * co
    d_cs = (1 - co * co) * h_grad * o + cs_grad
    if peepholes is not None:
        d_cs = d_cs + d_o * peepholes.o
    d_ci = (1 - ci * ci) * d_cs * i
    d_f = f * (1 - f) * d_cs * cs_prev
    d_i = i * (1 - i) * d_cs * ci
    cs_prev_grad = d_cs * f
    if peepholes is None:
        d_peepholes: Any = _Peepholes(*(jnp.zeros_like(cs),) * 3)
    else:
        cs_prev_grad = cs_prev_grad + d_i * peepholes.i + d_f * peepholes.f
        d_peepholes = _Peepholes(d_i * cs_prev, d_f * cs_prev, d_o * cs)
    return jnp.concatenate([d_i, d_ci, d_f, d_o], axis=1), cs_prev_grad, d_peepholes


def _seven_states(x: Any) -> Any:
    return (shape_rules.with_rank(x.shape(1), 2),) * 7


def _lstm_cell_grad(inputs: Any, outputs: Any, cotangents: Any, *, use_peephole: bool = False, **_: Any) -> Any:
    x, cs_prev, h_prev, w, wci, wcf, wco, _b = inputs
    cs_grad, h_grad = (jnp.zeros_like(cs_prev) if g is None else g for g in (cotangents[1], cotangents[6]))
    peepholes = _Peepholes(wci, wcf, wco) if use_peephole else None
    d_gates, d_cs_prev, d_peepholes = _lstm_step_grad(_Gates(*outputs), cs_prev, peepholes, cs_grad, h_grad)
    d_xh = jnp.matmul(d_gates, w.T)
    xh = jnp.concatenate([x, h_prev], axis=1)
    d_wci, d_wcf, d_wco = (d.sum(0) for d in d_peepholes)
    width = x.shape[1]
    d_w, d_b = jnp.matmul(xh.T, d_gates), d_gates.sum(0)
    return [d_xh[:, :width], d_cs_prev, d_xh[:, width:], d_w, d_wci, d_wcf, d_wco, d_b]


@op(
    "LSTMBlockCell",
    "x: T, cs_prev: T, h_prev: T, w: T, wci: T, wcf: T, wco: T, b: T -> i: T, cs: T, f: T, o: T, ci: T, co: T, h: T",
    shape=_seven_states,
    grad=_lstm_cell_grad,
)
def lstm_block_cell(
    x: Any,
    cs_prev: Any,
    h_prev: Any,
    w: Any,
    wci: Any,
    wcf: Any,
    wco: Any,
    b: Any,
    *,
    forget_bias: float = 1.0,
    cell_clip: float = 3.0,
    use_peephole: bool = False,
) -> Any:
    """A step of an LSTM: gates, memory and output."""
    gates = jnp.matmul(jnp.concatenate([x, h_prev], axis=1), w) + b
    peepholes = _Peepholes(wci, wcf, wco) if use_peephole else None
    return tuple(_lstm_step(gates, cs_prev, peepholes, forget_bias, cell_clip))


def _cell_grad_shapes(x: Any) -> Any:
    rows, width = shape_rules.with_rank(x.shape(1), 2)
    return ((rows, width), (rows, None if width is None else 4 * width), (width,), (width,), (width,))


@op(
    "LSTMBlockCellGrad",
    "x: T, cs_prev: T, h_prev: T, w: T, wci: T, wcf: T, wco: T, b: T, i: T, cs: T, f: T, o: T, ci: T, co: T, "
    "cs_grad: T, h_grad: T -> cs_prev_grad: T, dicfo: T, wci_grad: T, wcf_grad: T, wco_grad: T",
    shape=_cell_grad_shapes,
)
def lstm_block_cell_grad(
    x: Any,
    cs_prev: Any,
    h_prev: Any,
    w: Any,
    wci: Any,
    wcf: Any,
    wco: Any,
    b: Any,
    i: Any,
    cs: Any,
    f: Any,
    o: Any,
    ci: Any,
    co: Any,
    cs_grad: Any,
    h_grad: Any,
    *,
    use_peephole: bool = REQUIRED,
) -> Any:
    """The gradient of `LSTMBlockCell` up to its matrix."""
    peepholes = _Peepholes(wci, wcf, wco) if use_peephole else None
    made = _Gates(i, cs, f, o, ci, co, None)
    d_gates, d_cs_prev, d_peepholes = _lstm_step_grad(made, cs_prev, peepholes, cs_grad, h_grad)
    return d_cs_prev, d_gates, *(d.sum(0) for d in d_peepholes)


# ---- all steps at once --------------------------------------------------------------------------------------------


def _seven_sequences(x: Any) -> Any:
    steps, batch, _ = shape_rules.with_rank(x.shape(1), 3)
    (width,) = shape_rules.with_rank(x.shape(8), 1)
    return ((steps, batch, None if width is None else width // 4),) * 7


def _previous(first: Any, sequence: Any) -> Any:
    """What a step begins with: the first state, then what the step before it made."""
    return jnp.concatenate([first[None], sequence[:-1]])


def _block_lstm_backward(seq_len_max: Any, given: Any, made: _Gates, cs_grad: Any, h_grad: Any, peephole: bool) -> Any:
    x, cs_first, h_first, w, wci, wcf, wco, _b = given
    peepholes = _Peepholes(wci, wcf, wco) if peephole else None
    width = x.shape[2]
    inside = jnp.arange(x.shape[0]) < seq_len_max

    def step(carry: Any, at: Any) -> Any:
        d_cs, d_h = carry
        gates, cs_prev, d_cs_here, d_h_here, runs = at
        d_gates, d_cs_prev, d_peepholes = _lstm_step_grad(gates, cs_prev, peepholes, d_cs + d_cs_here, d_h + d_h_here)
        d_h_prev = jnp.matmul(d_gates, w[width:].T)
        nothing = jnp.zeros_like(d_gates)
        new = (lax.select(runs, d_cs_prev, d_cs), lax.select(runs, d_h_prev, d_h))
        kept = tuple(lax.select(runs, d, jnp.zeros_like(d)) for d in d_peepholes)
        return new, (lax.select(runs, d_gates, nothing), kept)

    over = (made, _previous(cs_first, made.cs), cs_grad, h_grad, inside)
    start = (jnp.zeros_like(cs_first), jnp.zeros_like(h_first))
    (d_cs_first, d_h_first), (d_gates, d_peepholes) = lax.scan(step, start, over, reverse=True)
    d_x = jnp.matmul(d_gates, w[:width].T)
    xh = jnp.concatenate([x, _previous(h_first, made.h)], axis=2)
    d_w = lax.dot_general(xh, d_gates, (((0, 1), (0, 1)), ((), ())))
    d_wci, d_wcf, d_wco = (d.sum((0, 1)) for d in d_peepholes)
    return d_x, d_cs_first, d_h_first, d_w, d_wci, d_wcf, d_wco, d_gates.sum((0, 1))


def _block_lstm_grad(inputs: Any, outputs: Any, cotangents: Any, *, use_peephole: bool = False, **_: Any) -> Any:
    made = _Gates(*outputs)
    cs_grad, h_grad = (jnp.zeros_like(made.cs) if g is None else g for g in (cotangents[1], cotangents[6]))
    return [None, *_block_lstm_backward(inputs[0], inputs[1:], made, cs_grad, h_grad, use_peephole)]


@op(
    "BlockLSTM",
    "seq_len_max: int64, x: T, cs_prev: T, h_prev: T, w: T, wci: T, wcf: T, wco: T, b: T -> "
    "i: T, cs: T, f: T, o: T, ci: T, co: T, h: T",
    shape=_seven_sequences,
    grad=_block_lstm_grad,
)
def block_lstm(
    seq_len_max: Any,
    x: Any,
    cs_prev: Any,
    h_prev: Any,
    w: Any,
    wci: Any,
    wcf: Any,
    wco: Any,
    b: Any,
    *,
    forget_bias: float = 1.0,
    cell_clip: float = 3.0,
    use_peephole: bool = False,
) -> Any:
    """An LSTM over the first `seq_len_max` steps of `x` (time, batch, width); zeros behind them."""
    peepholes = _Peepholes(wci, wcf, wco) if use_peephole else None
    width = x.shape[2]
    from_inputs = jnp.matmul(x, w[:width]) + b  # all steps at once

    def step(carry: Any, at: Any) -> Any:
        cs, h = carry
        entering, runs = at
        made = _lstm_step(entering + jnp.matmul(h, w[width:]), cs, peepholes, forget_bias, cell_clip)
        made = _Gates(*(lax.select(runs, m, jnp.zeros_like(m)) for m in made))
        return (made.cs, made.h), made

    inside = jnp.arange(x.shape[0]) < seq_len_max
    _, made = lax.scan(step, (cs_prev, h_prev), (from_inputs, inside))
    return tuple(made)


def _block_grad_shapes(x: Any) -> Any:
    ranks = (3, 2, 2, 2, 1, 1, 1, 1)
    return tuple(shape_rules.with_rank(x.shape(i), rank) for i, rank in enumerate(ranks, 1))


@op(
    "BlockLSTMGrad",
    "seq_len_max: int64, x: T, cs_prev: T, h_prev: T, w: T, wci: T, wcf: T, wco: T, b: T, i: T, cs: T, f: T, o: T, "
    "ci: T, co: T, h: T, cs_grad: T, h_grad: T -> x_grad: T, cs_prev_grad: T, h_prev_grad: T, w_grad: T, "
    "wci_grad: T, wcf_grad: T, wco_grad: T, b_grad: T",
    shape=_block_grad_shapes,
)
def block_lstm_grad(
    seq_len_max: Any,
    x: Any,
    cs_prev: Any,
    h_prev: Any,
    w: Any,
    wci: Any,
    wcf: Any,
    wco: Any,
    b: Any,
    i: Any,
    cs: Any,
    f: Any,
    o: Any,
    ci: Any,
    co: Any,
    h: Any,
    cs_grad: Any,
    h_grad: Any,
    *,
    use_peephole: bool = REQUIRED,
) -> Any:
    """The gradient of `BlockLSTM`."""
    given, made = (x, cs_prev, h_prev, w, wci, wcf, wco, b), _Gates(i, cs, f, o, ci, co, h)
    return _block_lstm_backward(seq_len_max, given, made, cs_grad, h_grad, use_peephole)


# ---- GRU ----------------------------------------------------------------------------------------------------------


def _four_states(x: Any) -> Any:
    return (shape_rules.with_rank(x.shape(1), 2),) * 4


def _gru_grad(inputs: Any, outputs: Any, cotangents: Any) -> Any:
    d_h = cotangents[3]
    if d_h is None:
        return [None] * 6
    x, h_prev = inputs[:2]
    r = outputs[0]
    d_x, d_h_prev, d_c_bar, d_gates = gru_block_cell_grad(*inputs, *outputs[:3], d_h)
    xh, xhr = jnp.concatenate([x, h_prev], axis=1), jnp.concatenate([x, h_prev * r], axis=1)
    return [
        d_x,
        d_h_prev,
        jnp.matmul(xh.T, d_gates),
        jnp.matmul(xhr.T, d_c_bar),
        d_gates.sum(0),
        d_c_bar.sum(0),
    ]


@op(
    "GRUBlockCell",
    "x: T, h_prev: T, w_ru: T, w_c: T, b_ru: T, b_c: T -> r: T, u: T, c: T, h: T",
    shape=_four_states,
    grad=_gru_grad,
)
def gru_block_cell(x: Any, h_prev: Any, w_ru: Any, w_c: Any, b_ru: Any, b_c: Any) -> Any:
    """A step of a GRU: gates, candidate, new state."""
    gates = jnp.matmul(jnp.concatenate([x, h_prev], axis=1), w_ru) + b_ru
    r, u = jnp.split(jax.nn.sigmoid(gates), 2, axis=1)
    c = jnp.tanh(jnp.matmul(jnp.concatenate([x, h_prev * r], axis=1), w_c) + b_c)
    return r, u, c, u * (h_prev - c) + c


def _gru_grad_shapes(x: Any) -> Any:
    rows, units = shape_rules.with_rank(x.shape(1), 2)
    return (
        shape_rules.with_rank(x.shape(0), 2),
        (rows, units),
        (rows, units),
        (rows, None if units is None else 2 * units),
    )


@op(
    "GRUBlockCellGrad",
    "x: T, h_prev: T, w_ru: T, w_c: T, b_ru: T, b_c: T, r: T, u: T, c: T, d_h: T -> "
    "d_x: T, d_h_prev: T, d_c_bar: T, d_r_bar_u_bar: T",
    shape=_gru_grad_shapes,
)
def gru_block_cell_grad(
    x: Any, h_prev: Any, w_ru: Any, w_c: Any, b_ru: Any, b_c: Any, r: Any, u: Any, c: Any, d_h: Any
) -> Any:
    """The gradient of `GRUBlockCell` up to its matrices."""
    width = x.shape[1]
    d_c_bar = d_h * (1 - u) * (1 - c * c)
    d_u_bar = d_h * (h_prev - c) * u * (1 - u)
    d_xhr = jnp.matmul(d_c_bar, w_c.T)
    d_hr = d_xhr[:, width:]
    d_r_bar = d_hr * h_prev * r * (1 - r)
    d_gates = jnp.concatenate([d_r_bar, d_u_bar], axis=1)
    d_xh = jnp.matmul(d_gates, w_ru.T)
    return d_xhr[:, :width] + d_xh[:, :width], d_h * u + d_hr * r + d_xh[:, width:], d_c_bar, d_gates

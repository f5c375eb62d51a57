"""`tensorflow.contrib.rnn.python.ops.lstm_ops`: LSTM ops as functions of their weights."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.apply import apply_op
from tf1compat._facade.array_ops import stack, unstack
from tf1compat._facade.constants import constant
from tf1compat._jaxcore.base import dtypes


def _attrs(forget_bias: Any, cell_clip: Any, use_peephole: Any, name: str | None) -> dict[str, Any]:
    """Those that are given; a bound of -1 is none."""
    given: dict[str, Any] = {"cell_clip": float(-1 if cell_clip is None else cell_clip), "name": name}
    if forget_bias is not None:
        given["forget_bias"] = float(forget_bias)
    if use_peephole is not None:
        given["use_peephole"] = bool(use_peephole)
    return given


def _lstm_block_cell(
    x: Any,
    cs_prev: Any,
    h_prev: Any,
    w: Any,
    b: Any,
    wci: Any = None,
    wcf: Any = None,
    wco: Any = None,
    forget_bias: float | None = None,
    cell_clip: float | None = None,
    use_peephole: bool | None = None,
    name: str | None = None,
) -> Any:
    """A step of an LSTM: input gate, memory, forget gate, output gate, candidate, tanh of the memory, output.

    Raises:
      ValueError: the size of the memory is not known.
    """
    if wci is None:
        units = cs_prev.shape.with_rank(2).dims[1].value
        if units is None:
            raise ValueError("cell_size from `cs_prev` should not be None.")
        wci = wcf = wco = constant(0, dtype=dtypes.float32, shape=[units])
    attrs = _attrs(forget_bias, cell_clip, use_peephole, name)
    return apply_op("LSTMBlockCell", x, cs_prev, h_prev, w, wci, wcf, wco, b, **attrs)


def _block_lstm(
    seq_len_max: Any,
    x: list[Any],
    w: Any,
    b: Any,
    cs_prev: Any = None,
    h_prev: Any = None,
    wci: Any = None,
    wcf: Any = None,
    wco: Any = None,
    forget_bias: float | None = None,
    cell_clip: float | None = None,
    use_peephole: bool | None = None,
    name: str | None = None,
) -> Any:
    """An LSTM over a list of inputs: what `_lstm_block_cell` gives, each as a list.

    Raises:
      ValueError: the size of the bias is not known.
    """
    dtype = x[0].dtype
    batch = x[0].shape.with_rank(2).dims[0].value
    width = b.shape.with_rank(1).dims[0].value
    if width is None:
        raise ValueError("`b` shape must not be None.")
    units = width // 4
    if cs_prev is None or h_prev is None:
        nothing = constant(0, dtype=dtype, shape=[batch, units])
        cs_prev = nothing if cs_prev is None else cs_prev
        h_prev = nothing if h_prev is None else h_prev
    if wci is None:
        wci = wcf = wco = constant(0, dtype=dtype, shape=[units])
    attrs = _attrs(forget_bias, cell_clip, use_peephole, name)
    made = apply_op("BlockLSTM", seq_len_max, stack(x), cs_prev, h_prev, w, wci, wcf, wco, b, **attrs)
    return tuple(unstack(sequence) for sequence in made)

"""Connectionist temporal classification (Graves et al., ICML 2006): loss and decoders; the last class is the blank."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tf1compat._jaxcore.base import dtypes, errors, shapes
from tf1compat._jaxcore.ops import ctc_beams, ctc_lattice
from tf1compat._jaxcore.schema.opdef import REQUIRED, op
from tf1compat._jaxcore.schema.shape_rules import with_rank

_FLOAT = dtypes.float32


def _refuse(message: str) -> None:
    raise errors.InvalidArgumentError(None, None, message)


def _checked_lengths(inputs: Any, sequence_length: Any) -> None:
    steps, batch, _ = inputs.shape
    if len(sequence_length) != batch:
        _refuse("len(sequence_length) != batch_size")
    for b, length in enumerate(sequence_length):
        if length > steps:
            _refuse(f"sequence_length({b}) <= {steps}")


def _labels(indices: Any, values: Any, batch: int, blank: int, collapse: bool) -> list[list[int]]:
    """The labels of each sequence, up to the first that is no class but the blank or beyond."""
    rows: list[list[int]] = [[] for _ in range(batch)]
    for (b, _), value in zip(indices.tolist(), values.tolist()):
        rows[b].append(value)
    for b, row in enumerate(rows):
        if not row:
            _refuse(f"Labels length is zero in batch {b}")
        if any(value < 0 for value in row):
            _refuse("All labels must be nonnegative integers, batch: " + str(b) + " labels: " + ",".join(map(str, row)))
        end = next((i for i, value in enumerate(row) if value >= blank), len(row))
        if any(value < blank for value in row[end:]):
            _refuse(
                f"Saw a non-null label (index >= num_classes - 1) following a null label, batch: {b} "
                f"num_classes: {blank + 1} labels: " + ",".join(map(str, row))
            )
        kept = row[:end]
        rows[b] = [v for i, v in enumerate(kept) if not (collapse and i and kept[i - 1] == v)]
    return rows


def _loss_shapes(x: Any) -> Any:
    steps, batch, classes = with_rank(x.shape(0), 3)
    with_rank(x.shape(1), 2)
    with_rank(x.shape(2), 1)
    (lengths,) = with_rank(x.shape(3), 1)
    (batch,) = shapes.merge((batch,), (lengths,)) or (None,)
    return ((batch,), (steps, batch, classes))


def _loss_grad(inputs: Any, outputs: Any, cotangents: Any, **_: Any) -> Any:
    d_loss = cotangents[0]
    return [None if d_loss is None else outputs[1] * d_loss[None, :, None], None, None, None]


@op(
    "CTCLoss",
    "inputs: T, labels_indices: int64, labels_values: int32, sequence_length: int32 -> loss: T, gradient: T",
    host=True,
    shape=_loss_shapes,
    grad=_loss_grad,
    types={"T": _FLOAT},
)
def ctc_loss(
    inputs: Any,
    labels_indices: Any,
    labels_values: Any,
    sequence_length: Any,
    *,
    preprocess_collapse_repeated: bool = False,
    ctc_merge_repeated: bool = True,
    ignore_longer_outputs_than_inputs: bool = False,
) -> Any:
    """The negative log likelihood of labels given logits (time, batch, classes), and its gradient."""
    inputs, lengths = np.asarray(inputs), np.asarray(sequence_length)
    _checked_lengths(inputs, lengths)
    blank = inputs.shape[2] - 1
    indices, values = np.asarray(labels_indices), np.asarray(labels_values)
    rows = _labels(indices, values, inputs.shape[1], blank, preprocess_collapse_repeated)
    counted = np.ones(len(rows), bool)
    for b, row in enumerate(rows):
        if len(row) > lengths[b]:
            if not ignore_longer_outputs_than_inputs:
                _refuse(
                    "Not enough time for target transition sequence (required: "
                    f"{len(row)}, available: {lengths[b]}){b}You can turn this error into a warning by using the flag "
                    "ignore_longer_outputs_than_inputs"
                )
            counted[b] = False
    loss, gradient = ctc_lattice.loss_and_gradient(
        inputs.astype(np.float64), [r if c else [] for r, c in zip(rows, counted)], lengths, ctc_merge_repeated
    )
    loss, gradient = np.where(counted, loss, 0), np.where(counted[None, :, None], gradient, 0)
    return loss.astype(inputs.dtype), gradient.astype(inputs.dtype)


def _decoded_shapes(paths: int) -> Any:
    def rule(x: Any) -> Any:
        (_, batch, _), (lengths,) = with_rank(x.shape(0), 3), with_rank(x.shape(1), 1)
        (batch,) = shapes.merge((batch,), (lengths,)) or (None,)
        count = x.attrs.get("top_paths", paths)
        return (((None, 2),) * count) + (((None,),) * count) + (((2,),) * count) + ((batch, count),)

    return rule


def _sparse(sequences: Sequence[Sequence[int]]) -> tuple[Any, Any, Any]:
    """(indices, values, shape) of sequences as a sparse matrix."""
    indices = [(b, i) for b, sequence in enumerate(sequences) for i in range(len(sequence))]
    values = [value for sequence in sequences for value in sequence]
    longest = max((len(sequence) for sequence in sequences), default=0)
    shape = np.array([len(sequences), longest], np.int64)
    return np.array(indices, np.int64).reshape(-1, 2), np.array(values, np.int64), shape


@op(
    "CTCGreedyDecoder",
    "inputs: T, sequence_length: int32 -> "
    "decoded_indices: int64, decoded_values: int64, decoded_shape: int64, log_probability: T",
    host=True,
    grad="none",
    shape=_decoded_shapes(1),
    types={"T": _FLOAT},
)
def ctc_greedy_decoder(inputs: Any, sequence_length: Any, *, merge_repeated: bool = False) -> Any:
    """The best class of each step, without blanks; the negative sum of their logits."""
    inputs, lengths = np.asarray(inputs), np.asarray(sequence_length)
    _checked_lengths(inputs, lengths)
    blank = inputs.shape[2] - 1
    best, largest = inputs.argmax(2), inputs.max(2)
    sequences: list[list[int]] = []
    scores = np.zeros((inputs.shape[1], 1), inputs.dtype)
    for b, length in enumerate(lengths):
        path = best[:length, b].tolist()
        scores[b, 0] = -largest[:length, b].sum()
        sequences.append(
            [c for i, c in enumerate(path) if c != blank and not (merge_repeated and i and path[i - 1] == c)]
        )
    return *_sparse(sequences), scores


@op(
    "CTCBeamSearchDecoder",
    "inputs: T, sequence_length: int32 -> decoded_indices: top_paths*int64, decoded_values: top_paths*int64, "
    "decoded_shape: top_paths*int64, log_probability: T",
    host=True,
    grad="none",
    shape=_decoded_shapes(1),
    types={"T": _FLOAT},
)
def ctc_beam_search_decoder(
    inputs: Any,
    sequence_length: Any,
    *,
    beam_width: int = REQUIRED,
    top_paths: int = REQUIRED,
    merge_repeated: bool = True,
) -> Any:
    """The likeliest sequences of labels that a beam search finds, and their log probabilities."""
    inputs, lengths = np.asarray(inputs), np.asarray(sequence_length)
    _checked_lengths(inputs, lengths)
    found = [ctc_beams.search(inputs[:length, b], beam_width, top_paths) for b, length in enumerate(lengths)]
    parts: list[tuple[Any, Any, Any]] = []
    for k in range(top_paths):
        sequences = [paths[k][0] for paths in found]
        if merge_repeated:
            sequences = [[c for i, c in enumerate(s) if not i or s[i - 1] != c] for s in sequences]
        parts.append(_sparse(sequences))
    scores = np.array([[score for _, score in paths] for paths in found], inputs.dtype).reshape(-1, top_paths)
    indices, values, sizes = zip(*parts)
    return *indices, *values, *sizes, scores

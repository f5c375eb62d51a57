"""`tf.nn.ctc_loss` and the decoders that belong to it."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.apply import apply_op
from tf1compat._facade.array_creation import ones_like
from tf1compat._facade.array_creation import shape as shape_of
from tf1compat._facade.array_index import boolean_mask, gather_nd, scatter_nd, sequence_mask, where
from tf1compat._facade.array_ops import concat, expand_dims, pad, reshape, transpose
from tf1compat._facade.convert import convert
from tf1compat._facade.ctc_dense import ctc_loss_dense as ctc_loss_dense
from tf1compat._facade.deprecation import renamed_argument
from tf1compat._facade.framework import name_scope
from tf1compat._facade.functional_ops import map_fn
from tf1compat._facade.math_casts import cast
from tf1compat._facade.math_elementwise import logical_and, not_equal
from tf1compat._facade.math_ranges import range as range_of
from tf1compat._facade.math_reductions import reduce_max, reduce_sum
from tf1compat._facade.sparse_tensor import SparseTensor
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes


def ctc_loss(
    labels: Any,
    inputs: Any = None,
    sequence_length: Any = None,
    preprocess_collapse_repeated: bool = False,
    ctc_merge_repeated: bool = True,
    ignore_longer_outputs_than_inputs: bool = False,
    time_major: bool = True,
    logits: Any = None,
) -> Tensor:
    """The negative log likelihood of labels (Graves et al., ICML 2006).

    Args:
      labels: int32 SparseTensor (batch, labels).
      inputs: logits (time, batch, classes); the last class is the blank.
      sequence_length: int32 vector (batch), the number of steps of each sequence.
      preprocess_collapse_repeated: whether equal labels in a row are one.
      ctc_merge_repeated: whether equal classes in neighbouring steps are one label.
      ignore_longer_outputs_than_inputs: whether sequences shorter than their labels count 0 instead of being errors.
      time_major: whether logits are (time, batch, classes) or (batch, time, classes).
      logits: another name of `inputs`.

    Returns:
      A vector (batch).

    Raises:
      TypeError: the labels are not sparse.
      InvalidArgumentError: while running: a sequence has no labels, or more than steps.
    """
    if not isinstance(labels, SparseTensor):
        raise TypeError("Expected labels (first argument) to be a SparseTensor")
    inputs = renamed_argument("logits", logits, "inputs", inputs)
    if not time_major:
        inputs = transpose(inputs, [1, 0, 2])
    return apply_op(
        "CTCLoss",
        inputs,
        labels.indices,
        labels.values,
        sequence_length,
        preprocess_collapse_repeated=preprocess_collapse_repeated,
        ctc_merge_repeated=ctc_merge_repeated,
        ignore_longer_outputs_than_inputs=ignore_longer_outputs_than_inputs,
    )[0]


def ctc_loss_v2(
    labels: Any,
    logits: Any,
    label_length: Any,
    logit_length: Any,
    logits_time_major: bool = True,
    unique: Any = None,
    blank_index: int | None = None,
    name: str | None = None,
) -> Tensor:
    """`ctc_loss` of sparse or dense labels with any class as the blank.

    Args:
      labels: int32 SparseTensor or dense tensor (batch, labels).
      logits: tensor (time, batch, classes).
      label_length: int32 vector (batch), the number of labels; only used with dense labels.
      logit_length: int32 vector (batch), the number of steps.
      logits_time_major: whether logits are (time, batch, classes) or (batch, time, classes).
      unique: what `tf.nn.ctc_unique_labels` gives; it only makes TensorFlow faster, the loss is the same.
      blank_index: the class of the blank; 0 where absent, and required with sparse labels. May count from the end.
      name: name of the operations.

    Returns:
      A vector (batch).

    Raises:
      ValueError: `blank_index` is absent with sparse labels, or there is no such class.
    """
    if not isinstance(labels, SparseTensor):
        return ctc_loss_dense(
            labels, logits, label_length, logit_length, logits_time_major, unique, blank_index or 0, name
        )
    if blank_index is None:
        raise ValueError("blank_index must be given when using SparseTensor labels.")
    logits = convert(logits, None, "logits")
    classes = logits.shape.dims[2].value
    assert classes is not None
    blank = blank_index + classes if blank_index < 0 else blank_index
    if blank != classes - 1:
        before, after = logits[:, :, :blank], logits[:, :, blank + 1 :]
        logits = concat([before, after, logits[:, :, blank : blank + 1]], axis=2)
        values = where(labels.values < blank, labels.values, labels.values - 1)
        labels = SparseTensor(labels.indices, values, labels.dense_shape)
    return ctc_loss(labels=labels, inputs=logits, sequence_length=logit_length, time_major=logits_time_major)


def dense_labels_to_sparse(dense: Any, length: Any) -> SparseTensor:
    """The first `length` labels of each row of `dense`, as an int32 SparseTensor as wide as the longest row."""
    dense = convert(dense, None, "dense")
    mask = sequence_mask(length, maxlen=shape_of(dense)[1])
    indices = where(mask)
    values = cast(gather_nd(dense, indices), dtypes.int32)
    shape = [cast(shape_of(dense)[0], dtypes.int64), cast(reduce_max(length), dtypes.int64)]
    return SparseTensor(indices=indices, values=values, dense_shape=shape)


def ctc_unique_labels(labels: Any, name: str | None = None) -> Any:
    """For each row its different labels, padded with 0, and where each label stands among them.

    Args:
      labels: integer matrix (batch, labels).
      name: name of the operations.

    Returns:
      (int64 matrix, int32 matrix), both of the shape of `labels`.
    """
    with name_scope(name, "ctc_unique_labels", [labels]):
        labels = convert(labels, None, "labels")

        def of_row(row: Any) -> list[Any]:
            different, positions = apply_op("Unique", row, out_idx=dtypes.int32)
            missing = shape_of(positions)[0] - shape_of(different)[0]
            return [cast(pad(different, [[0, missing]]), dtypes.int64), positions]

        return map_fn(of_row, labels, dtype=[dtypes.int64, dtypes.int32])


def collapse_repeated(labels: Any, seq_length: Any, name: str | None = None) -> tuple[Tensor, Tensor]:
    """Rows in which equal labels in a row are one.

    Args:
      labels: integer matrix (batch, labels).
      seq_length: integer vector (batch), the number of labels of each row.
      name: name of the operations.

    Returns:
      (labels padded with 0, as wide as the longest row; the number of labels of each row).
    """
    with name_scope(name, "collapse_repeated_labels", [labels, seq_length]):
        labels = convert(labels, None, "labels")
        seq_length = convert(seq_length, None, "seq_length")
        first = ones_like(labels[:, :1], dtypes.bool)
        kept = concat([first, not_equal(labels[:, 1:], labels[:, :-1])], axis=1)
        kept = logical_and(kept, sequence_mask(seq_length, maxlen=shape_of(labels)[1]))
        lengths = reduce_sum(cast(kept, dtypes.int32), axis=1)
        longest = reduce_max(lengths)
        flat_places = reshape(sequence_mask(lengths, maxlen=longest), [-1])
        places = boolean_mask(range_of(shape_of(flat_places)[0]), flat_places)
        flat = scatter_nd(
            indices=expand_dims(places, axis=1),
            updates=boolean_mask(reshape(labels, [-1]), reshape(kept, [-1])),
            shape=shape_of(flat_places),
        )
        return reshape(flat, [shape_of(labels)[0], longest]), cast(lengths, seq_length.dtype)


def ctc_greedy_decoder(
    inputs: Any, sequence_length: Any, merge_repeated: bool = True
) -> tuple[list[SparseTensor], Tensor]:
    """The best class of each step, without blanks.

    Args:
      inputs: logits (time, batch, classes); the last class is the blank.
      sequence_length: int32 vector (batch).
      merge_repeated: whether equal classes in neighbouring steps are one label.

    Returns:
      (list of one int64 SparseTensor (batch, labels), matrix (batch, 1) of the negative sums of the best logits).
    """
    *decoded, scores = apply_op("CTCGreedyDecoder", inputs, sequence_length, merge_repeated=merge_repeated)
    return [SparseTensor(*decoded)], scores


def ctc_beam_search_decoder(
    inputs: Any,
    sequence_length: Any,
    beam_width: int = 100,
    top_paths: int = 1,
    merge_repeated: bool = True,
) -> tuple[list[SparseTensor], Tensor]:
    """The likeliest sequences of labels that a beam search finds.

    Args:
      inputs: logits (time, batch, classes); the last class is the blank.
      sequence_length: int32 vector (batch).
      beam_width: number of sequences that are kept in each step.
      top_paths: number of sequences that are returned.
      merge_repeated: whether equal labels in a row of what was found are made one.

    Returns:
      (list of `top_paths` int64 SparseTensors (batch, labels), matrix (batch, top_paths) of log probabilities).
    """
    made = apply_op(
        "CTCBeamSearchDecoder",
        inputs,
        sequence_length,
        beam_width=beam_width,
        top_paths=top_paths,
        merge_repeated=merge_repeated,
    )
    paths = zip(made[:top_paths], made[top_paths : 2 * top_paths], made[2 * top_paths :])
    return [SparseTensor(*parts) for parts in list(paths)[:top_paths]], made[-1]


def ctc_beam_search_decoder_v2(
    inputs: Any, sequence_length: Any, beam_width: int = 100, top_paths: int = 1
) -> tuple[list[SparseTensor], Tensor]:
    """`ctc_beam_search_decoder` that leaves equal labels in a row as they are."""
    return ctc_beam_search_decoder(
        inputs, sequence_length=sequence_length, beam_width=beam_width, top_paths=top_paths, merge_repeated=False
    )

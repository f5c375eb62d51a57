"""`tf.nn.ctc_loss` and the decoders that belong to it."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.apply import apply_op
from tf1compat._facade.array_creation import shape as shape_of
from tf1compat._facade.array_index import gather_nd, sequence_mask, where
from tf1compat._facade.array_ops import concat, transpose
from tf1compat._facade.convert import convert
from tf1compat._facade.deprecation import renamed_argument
from tf1compat._facade.framework import name_scope
from tf1compat._facade.math_casts import cast
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
    sparse = isinstance(labels, SparseTensor)
    if blank_index is None:
        if sparse:
            raise ValueError("blank_index must be given when using SparseTensor labels.")
        blank_index = 0
    with name_scope(name, "ctc_loss_dense"):
        logits = convert(logits, None, "logits")
        classes = logits.shape.dims[2].value
        if blank_index < 0:
            blank_index += classes
        if not sparse:
            labels = _sparse_labels(labels, label_length)
        if blank_index != classes - 1:
            before, after = logits[:, :, :blank_index], logits[:, :, blank_index + 1 :]
            logits = concat([before, after, logits[:, :, blank_index : blank_index + 1]], axis=2)
            values = where(labels.values < blank_index, labels.values, labels.values - 1)
            labels = SparseTensor(labels.indices, values, labels.dense_shape)
        return ctc_loss(labels=labels, inputs=logits, sequence_length=logit_length, time_major=logits_time_major)


def _sparse_labels(labels: Any, label_length: Any) -> SparseTensor:
    labels = cast(convert(labels, None, "labels"), dtypes.int32)
    mask = sequence_mask(label_length, maxlen=shape_of(labels)[1])
    indices = where(mask)
    return SparseTensor(indices, gather_nd(labels, indices), cast(shape_of(labels), dtypes.int64))


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

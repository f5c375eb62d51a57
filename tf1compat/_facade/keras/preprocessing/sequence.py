"""`tf.keras.preprocessing.sequence`: sequences of one length, pairs of words."""

from __future__ import annotations

import random
from typing import Any

import numpy as np


def pad_sequences(
    sequences: Any,
    maxlen: int | None = None,
    dtype: Any = "int32",
    padding: str = "pre",
    truncating: str = "pre",
    value: Any = 0.0,
) -> Any:
    """An array [count, maxlen, …] of sequences, padded and cut at the begin (`"pre"`) or the end (`"post"`).

    Raises:
      ValueError: not sequences, or of different shapes.
    """
    if not hasattr(sequences, "__len__"):
        raise ValueError("`sequences` must be iterable.")
    for name, given in (("Truncating", truncating), ("Padding", padding)):
        if given not in ("pre", "post"):
            raise ValueError(f'{name} type "{given}" not understood')
    for s in sequences:
        if not hasattr(s, "__len__"):
            raise ValueError("`sequences` must be a list of iterables. Found non-iterable: " + str(s))
    width = max((len(s) for s in sequences), default=0) if maxlen is None else maxlen
    rest = next((np.asarray(s).shape[1:] for s in sequences if len(s)), ())
    found = np.full((len(sequences), width, *rest), value, dtype=dtype)
    for row, s in zip(found, sequences):
        if not len(s):
            continue
        part = np.asarray(s[-width:] if truncating == "pre" else s[:width], dtype=dtype) if width else []
        if np.shape(part)[1:] != rest:
            raise ValueError(
                f"Shape of sample {np.shape(part)[1:]} of sequence is different from expected shape {rest}"
            )
        if len(part):
            row[-len(part) if padding == "pre" else 0 : None if padding == "pre" else len(part)] = part
    return found


def make_sampling_table(size: int, sampling_factor: float = 1e-5) -> Any:
    """Probabilities to keep words by their rank, after Zipf's law."""
    rank = np.arange(size)
    rank[0] = 1
    inverse = sampling_factor * (rank * (np.log(rank) + 0.577) + 0.5 - 1.0 / (12.0 * rank))
    return np.minimum(1.0, inverse / np.sqrt(inverse))


def skipgrams(
    sequence: Any,
    vocabulary_size: int,
    window_size: int = 4,
    negative_samples: float = 1.0,
    shuffle: bool = True,
    categorical: bool = False,
    sampling_table: Any = None,
    seed: int | None = None,
) -> tuple[list[Any], list[Any]]:
    """Pairs of words near each other (label 1) and of words drawn at random (label 0)."""
    pairs, labels = [], []
    for i, word in enumerate(sequence):
        if not word or (sampling_table is not None and sampling_table[word] < random.random()):
            continue
        for j in range(max(0, i - window_size), min(len(sequence), i + window_size + 1)):
            if j != i and sequence[j]:
                pairs.append([word, sequence[j]])
                labels.append([0, 1] if categorical else 1)
    if negative_samples > 0:
        count = int(len(labels) * negative_samples)
        words = [p[0] for p in pairs]
        random.shuffle(words)
        pairs += [[words[i % len(words)], random.randint(1, vocabulary_size - 1)] for i in range(count)]
        labels += [[1, 0] if categorical else 0] * count
    if shuffle:
        seed = random.randint(0, 10**6) if seed is None else seed
        for values in (pairs, labels):
            random.seed(seed)
            random.shuffle(values)
    return pairs, labels


def _remove_long_seq(maxlen: int, seq: Any, label: Any) -> tuple[list[Any], list[Any]]:
    """The sequences shorter than `maxlen`, and their labels."""
    kept = [(x, y) for x, y in zip(seq, label) if len(x) < maxlen]
    return [x for x, _ in kept], [y for _, y in kept]

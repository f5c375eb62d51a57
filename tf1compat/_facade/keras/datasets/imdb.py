"""Film reviews of IMDB (Maas et al. 2011)."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from tf1compat._facade.keras.datasets.words import prepared
from tf1compat._facade.keras.tools.files import get_file

_ORIGIN = "https://storage.googleapis.com/tensorflow/tf-keras-datasets/"


def load_data(
    path: str = "imdb.npz",
    num_words: int | None = None,
    skip_top: int = 0,
    maxlen: int | None = None,
    seed: int = 113,
    start_char: int | None = 1,
    oov_char: int | None = 2,
    index_from: int = 3,
    **kwargs: Any,
) -> Any:
    """((reviews, labels) for training, (reviews, labels) for testing): lists of word numbers, 0 or 1.

    Args:
      path: name of the file in the cache.
      num_words: only the most frequent words.
      skip_top: not the most frequent ones.
      maxlen: only shorter reviews.
      seed: of the order.
      start_char, oov_char, index_from: marks of the start and of other words, and the first number of a word.
    """
    if "nb_words" in kwargs:
        num_words = kwargs.pop("nb_words")
    if kwargs:
        raise TypeError("Unrecognized keyword arguments: " + str(kwargs))
    with np.load(get_file(path, _ORIGIN + "imdb.npz"), allow_pickle=True) as arrays:
        parts = [(arrays["x_" + p], arrays["y_" + p]) for p in ("train", "test")]
    np.random.seed(seed)
    mixed = []
    for texts, labels in parts:
        order = np.arange(len(texts))
        np.random.shuffle(order)
        mixed.append((texts[order], labels[order]))
    texts = np.concatenate([m[0] for m in mixed])
    labels = np.concatenate([m[1] for m in mixed])
    found, labels = prepared(texts, labels, num_words, skip_top, maxlen, start_char, oov_char, index_from)
    at = len(mixed[0][0])
    rows = np.array(found, dtype=object)
    return (rows[:at], np.array(labels[:at])), (rows[at:], np.array(labels[at:]))


def get_word_index(path: str = "imdb_word_index.json") -> dict[str, int]:
    """The number of each word."""
    with open(get_file(path, _ORIGIN + "imdb_word_index.json")) as file:
        return json.load(file)

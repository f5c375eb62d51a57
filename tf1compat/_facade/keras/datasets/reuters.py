"""Newswires of Reuters."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from tf1compat._facade.keras.datasets.words import prepared
from tf1compat._facade.keras.tools.files import get_file

_ORIGIN = "https://storage.googleapis.com/tensorflow/tf-keras-datasets/"


def load_data(
    path: str = "reuters.npz",
    num_words: int | None = None,
    skip_top: int = 0,
    maxlen: int | None = None,
    test_split: float = 0.2,
    seed: int = 113,
    start_char: int | None = 1,
    oov_char: int | None = 2,
    index_from: int = 3,
    **kwargs: Any,
) -> Any:
    """((texts, topics) for training, (texts, topics) for testing); arguments as of `imdb.load_data`."""
    if "nb_words" in kwargs:
        num_words = kwargs.pop("nb_words")
    if kwargs:
        raise TypeError("Unrecognized keyword arguments: " + str(kwargs))
    with np.load(get_file(path, _ORIGIN + "reuters.npz"), allow_pickle=True) as arrays:
        texts, labels = arrays["x"], arrays["y"]
    np.random.seed(seed)
    order = np.arange(len(texts))
    np.random.shuffle(order)
    found, labels = prepared(texts[order], labels[order], num_words, skip_top, maxlen, start_char, oov_char, index_from)
    at = int(len(found) * (1 - test_split))
    rows = np.array(found, dtype=object)
    return (rows[:at], np.array(labels[:at])), (rows[at:], np.array(labels[at:]))


def get_word_index(path: str = "reuters_word_index.json") -> dict[str, int]:
    """The number of each word."""
    with open(get_file(path, _ORIGIN + "reuters_word_index.json")) as file:
        return json.load(file)

"""`tf.keras.preprocessing.text`: texts as numbers of words."""

from __future__ import annotations

import collections
import hashlib
import json
from typing import Any

import numpy as np

_FILTERS = '!"#$%&()*+,-./:;<=>?@[\\]^_`{|}~\t\n'


def text_to_word_sequence(text: str, filters: str = _FILTERS, lower: bool = True, split: str = " ") -> list[str]:
    """The words of a text; characters of `filters` separate them, too."""
    text = text.lower() if lower else text
    return [w for w in text.translate({ord(c): split for c in filters}).split(split) if w]


def one_hot(text: str, n: int, filters: str = _FILTERS, lower: bool = True, split: str = " ") -> list[int]:
    """`hashing_trick` with Python's hash."""
    return hashing_trick(text, n, hash, filters, lower, split)


def hashing_trick(
    text: str,
    n: int,
    hash_function: Any = None,
    filters: str = _FILTERS,
    lower: bool = True,
    split: str = " ",
) -> list[int]:
    """Words as numbers from 1 to n - 1; different words may share one."""

    def md5(word: str) -> int:
        return int(hashlib.md5(word.encode()).hexdigest(), 16)

    function = hash if hash_function is None else md5 if hash_function == "md5" else hash_function
    return [function(w) % (n - 1) + 1 for w in text_to_word_sequence(text, filters, lower, split)]


class Tokenizer:
    """Numbers words by how often they appear.

    Args:
      num_words: only the most frequent ones, less one.
      filters, lower, split: as of `text_to_word_sequence`.
      char_level: characters in place of words.
      oov_token: stands for words that are not known.
    """

    def __init__(
        self,
        num_words: int | None = None,
        filters: str = _FILTERS,
        lower: bool = True,
        split: str = " ",
        char_level: bool = False,
        oov_token: str | None = None,
        document_count: int = 0,
        **kwargs: Any,
    ) -> None:
        if "nb_words" in kwargs:
            num_words = kwargs.pop("nb_words")
        if kwargs:
            raise TypeError("Unrecognized keyword arguments: " + str(kwargs))
        self.num_words, self.filters, self.lower, self.split = num_words, filters, lower, split
        self.char_level, self.oov_token, self.document_count = char_level, oov_token, document_count
        self.word_counts: dict[str, int] = collections.OrderedDict()
        self.word_docs: dict[str, int] = collections.defaultdict(int)
        self.index_docs: dict[int, int] = collections.defaultdict(int)
        self.word_index: dict[str, int] = {}
        self.index_word: dict[int, str] = {}

    def _words(self, text: Any) -> list[str]:
        if self.char_level or isinstance(text, list):
            if not self.lower:
                return text
            return [w.lower() for w in text] if isinstance(text, list) else text.lower()
        return text_to_word_sequence(text, self.filters, self.lower, self.split)

    def fit_on_texts(self, texts: Any) -> None:
        """Learn the words of texts."""
        for text in texts:
            self.document_count += 1
            words = self._words(text)
            for w in words:
                self.word_counts[w] = self.word_counts.get(w, 0) + 1
            for w in set(words):
                self.word_docs[w] += 1
        ordered = sorted(self.word_counts.items(), key=lambda item: item[1], reverse=True)
        known = ([] if self.oov_token is None else [self.oov_token]) + [w for w, _ in ordered]
        self.word_index = {w: i for i, w in enumerate(known, 1)}
        self.index_word = {i: w for w, i in self.word_index.items()}
        for w, count in self.word_docs.items():
            self.index_docs[self.word_index[w]] = count

    def fit_on_sequences(self, sequences: Any) -> None:
        """Count in which texts words appear, of texts that are numbers already."""
        self.document_count += len(sequences)
        for sequence in sequences:
            for i in set(sequence):
                self.index_docs[i] += 1

    def texts_to_sequences(self, texts: Any) -> list[list[int]]:
        """Texts as lists of numbers."""
        return list(self.texts_to_sequences_generator(texts))

    def texts_to_sequences_generator(self, texts: Any) -> Any:
        """The same, one by one."""
        unknown = self.word_index.get(self.oov_token) if self.oov_token is not None else None
        for text in texts:
            found = []
            for w in self._words(text):
                i = self.word_index.get(w)
                if i is None or (self.num_words and i >= self.num_words):
                    i = unknown
                if i is not None:
                    found.append(i)
            yield found

    def sequences_to_texts(self, sequences: Any) -> list[str]:
        """Lists of numbers as texts."""
        return list(self.sequences_to_texts_generator(sequences))

    def sequences_to_texts_generator(self, sequences: Any) -> Any:
        """The same, one by one."""
        unknown = self.word_index.get(self.oov_token) if self.oov_token is not None else None
        for sequence in sequences:
            found = []
            for i in sequence:
                word = self.index_word.get(i)
                if word is None or (self.num_words and i >= self.num_words):
                    word = None if unknown is None else self.index_word[unknown]
                if word is not None:
                    found.append(word)
            yield " ".join(found)

    def texts_to_matrix(self, texts: Any, mode: str = "binary") -> Any:
        """`sequences_to_matrix` of texts."""
        return self.sequences_to_matrix(self.texts_to_sequences(texts), mode=mode)

    def sequences_to_matrix(self, sequences: Any, mode: str = "binary") -> Any:
        """A row per text with `"binary"`, `"count"`, `"freq"` or `"tfidf"` numbers of each word."""
        if not self.num_words and not self.word_index:
            raise ValueError("Specify a dimension (`num_words` argument), or fit on some text data first.")
        width = self.num_words or len(self.word_index) + 1
        if mode == "tfidf" and not self.document_count:
            raise ValueError("Fit the Tokenizer on some data before using tfidf mode.")
        if mode not in ("binary", "count", "freq", "tfidf"):
            raise ValueError("Unknown vectorization mode:", mode)
        found = np.zeros((len(sequences), width))
        for row, sequence in zip(found, sequences):
            for i, count in collections.Counter(i for i in sequence if i < width).items():
                if mode == "tfidf":
                    frequency = 1 + np.log(count)
                    row[i] = frequency * np.log(1 + self.document_count / (1 + self.index_docs.get(i, 0)))
                else:
                    row[i] = {"count": count, "freq": count / len(sequence), "binary": 1}[mode]
        return found

    def get_config(self) -> dict[str, Any]:
        """The constructor's arguments and what was learned, as JSON texts."""
        plain = ("num_words", "filters", "lower", "split", "char_level", "oov_token", "document_count")
        learned = ("word_counts", "word_docs", "index_docs", "index_word", "word_index")
        return {
            **{n: getattr(self, n) for n in plain},
            **{n: json.dumps(getattr(self, n)) for n in learned},
        }

    def to_json(self, **kwargs: Any) -> str:
        """The configuration as JSON."""
        return json.dumps({"class_name": type(self).__name__, "config": self.get_config()}, **kwargs)

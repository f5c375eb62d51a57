"""Documents as rows of numbers: VocabularyProcessor counts words, ByteProcessor takes bytes."""

from __future__ import annotations

import io
import pickle
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from tf1compat._facade.contrib.learn import vocabularies
from tf1compat._facade.contrib.learn.vocabularies import CategoricalVocabulary
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.platform.file_io import GFile

TOKENIZER_RE = re.compile(r"[A-Z]{2,}(?![a-z])|[A-Z][a-z]+(?=[A-Z])|[\'\w\-]+", re.UNICODE)
_MODULE = "tensorflow.contrib.learn.python.learn.preprocessing.text"
_INSTEAD = "Please use tensorflow/transform or tf.data."


@deprecated(None, _INSTEAD, _MODULE)
def tokenizer(iterator: Iterable[str]) -> Iterator[list[str]]:
    """The words of each text: runs of letters, digits, `_`, `'` and `-`, split before inner capitals."""
    for value in iterator:
        yield TOKENIZER_RE.findall(value)


class ByteProcessor:
    """Documents as rows of UTF-8 bytes, cut or filled up with zeros.

    Args:
      max_document_length: the length of a row.
    """

    @deprecated(None, _INSTEAD, _MODULE)
    def __init__(self, max_document_length: int) -> None:
        self.max_document_length = max_document_length

    def fit(self, x: Any) -> None:
        """Does nothing: bytes need no vocabulary."""

    def fit_transform(self, x: Any) -> Iterator[Any]:
        """`transform(x)`."""
        return self.transform(x)

    def reverse(self, x: Any) -> Iterator[str]:
        """The text of each row; "" where the bytes are no UTF-8."""
        for data in x:
            document = np.trim_zeros(data.astype(np.int8), trim="b").tobytes()
            try:
                yield document.decode("utf-8")
            except UnicodeDecodeError:
                yield ""

    def transform(self, x: Iterable[str | bytes]) -> Iterator[np.ndarray[Any, Any]]:
        """A uint8 row `[max_document_length]` for each document."""
        for document in x:
            data = document.encode("utf-8") if isinstance(document, str) else document
            row = np.frombuffer(memoryview(data)[: self.max_document_length], dtype=np.uint8)
            yield np.pad(row, (0, self.max_document_length - len(row)), "constant")


class VocabularyProcessor:
    """Documents as rows of word numbers, cut or filled up with zeros.

    >>> processor = VocabularyProcessor(max_document_length=4)
    >>> [row.tolist() for row in processor.fit_transform(["a cat", "a dog sees a cat"])]
    [[1, 2, 0, 0], [1, 3, 4, 1]]

    Args:
      max_document_length: the length of a row.
      min_frequency: words are kept that occur more often than this, if it is above 0.
      vocabulary: a CategoricalVocabulary to start from.
      tokenizer_fn: a function from texts to lists of words.
    """

    @deprecated(None, _INSTEAD, _MODULE)
    def __init__(
        self,
        max_document_length: int,
        min_frequency: int = 0,
        vocabulary: CategoricalVocabulary | None = None,
        tokenizer_fn: Callable[..., Any] | None = None,
    ) -> None:
        self.max_document_length = max_document_length
        self.min_frequency = min_frequency
        # TF1: an empty vocabulary of the caller's would not be false, it always holds the unknown word
        self.vocabulary_ = vocabulary if vocabulary else CategoricalVocabulary()
        self._tokenizer = tokenizer_fn if tokenizer_fn else tokenizer

    def fit(self, raw_documents: Iterable[Any], unused_y: Any = None) -> VocabularyProcessor:
        """Takes all words of the documents into the vocabulary, then freezes it."""
        for tokens in self._tokenizer(raw_documents):
            for token in tokens:
                self.vocabulary_.add(token)
        if self.min_frequency > 0:
            self.vocabulary_.trim(self.min_frequency)
        self.vocabulary_.freeze()
        return self

    def fit_transform(self, raw_documents: Iterable[Any], unused_y: Any = None) -> Iterator[np.ndarray[Any, Any]]:
        """`fit`, then `transform`."""
        self.fit(raw_documents)
        return self.transform(raw_documents)

    def transform(self, raw_documents: Iterable[Any]) -> Iterator[np.ndarray[Any, Any]]:
        """An int64 row `[max_document_length]` for each document."""
        for tokens in self._tokenizer(raw_documents):
            row = np.zeros(self.max_document_length, np.int64)
            for i, token in zip(range(self.max_document_length), tokens, strict=False):
                row[i] = self.vocabulary_.get(token)
            yield row

    def reverse(self, documents: Iterable[Iterable[int]]) -> Iterator[str]:
        """The words of each row, joined by spaces."""
        for numbers in documents:
            yield " ".join(self.vocabulary_.reverse(number) for number in numbers)

    def save(self, filename: Any) -> None:
        """Pickles this object into a file."""
        with GFile(filename, "wb") as f:
            f.write(pickle.dumps(self))

    @classmethod
    def restore(cls, filename: Any) -> VocabularyProcessor:
        """The object that `save` wrote, here or in TensorFlow. A pickle can run code: restore only your own files."""
        with GFile(filename, "rb") as f:
            return _Unpickler(io.BytesIO(f.read())).load()


class _Unpickler(pickle.Unpickler):
    """Finds TensorFlow's classes of text processing here, whoever `tensorflow` belongs to."""

    def find_class(self, module: str, name: str) -> Any:
        if module == _MODULE:
            return globals()[name]
        if module == vocabularies._MODULE:
            return getattr(vocabularies, name)
        return super().find_class(module, name)

"""CategoricalProcessor: columns of categories as columns of numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from tf1compat._facade.contrib.learn.array_inputs import setup_processor_data_feeder
from tf1compat._facade.contrib.learn.vocabularies import CategoricalVocabulary
from tf1compat._facade.deprecation import deprecated

_MODULE = "tensorflow.contrib.learn.python.learn.preprocessing.categorical"


def _is_nan(value: Any) -> bool:
    return isinstance(value, float) and math.isnan(value)


class CategoricalProcessor:
    """Numbers the categories of each column; NaN is the unknown category.

    Args:
      min_frequency: categories are kept that occur more often than this, if it is above 0.
      share: whether all columns have one vocabulary.
      vocabularies: a CategoricalVocabulary for each column.
    """

    @deprecated(None, "Please use tensorflow/transform or tf.data for sequence processing.", _MODULE)
    def __init__(self, min_frequency: int = 0, share: bool = False, vocabularies: Any = None) -> None:
        self.min_frequency = min_frequency
        self.share = share
        self.vocabularies_ = vocabularies

    def freeze(self, freeze: bool = True) -> None:
        """Freezes (or thaws) all vocabularies."""
        for vocabulary in self.vocabularies_:
            vocabulary.freeze(freeze)

    def fit(self, x: Any, unused_y: Any = None) -> CategoricalProcessor:
        """Takes the categories of a matrix into the vocabularies, then freezes them."""
        for row in setup_processor_data_feeder(x):
            if self.vocabularies_ is None:
                shared = CategoricalVocabulary() if self.share else None
                self.vocabularies_ = [shared or CategoricalVocabulary() for _ in row]
            for vocabulary, value in zip(self.vocabularies_, row, strict=False):
                if not _is_nan(value):
                    vocabulary.add(value)
        if self.min_frequency > 0:
            for vocabulary in self.vocabularies_:
                vocabulary.trim(self.min_frequency)
        self.freeze()
        return self

    def fit_transform(self, x: Any, unused_y: Any = None) -> Iterator[np.ndarray[Any, Any]]:
        """`fit`, then `transform`."""
        self.fit(x)
        return self.transform(x)

    def transform(self, x: Any) -> Iterator[np.ndarray[Any, Any]]:
        """An int64 row of numbers for each row of `x`."""
        self.freeze()
        for row in setup_processor_data_feeder(x):
            numbers = [
                0 if _is_nan(value) else vocabulary.get(value)
                for vocabulary, value in zip(self.vocabularies_, row, strict=False)
            ]
            yield np.array(numbers, dtype=np.int64)

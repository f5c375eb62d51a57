"""CategoricalVocabulary: numbers for words or other categories, in the order they come or by frequency."""

from __future__ import annotations

import collections
from typing import Any

from tf1compat._facade.deprecation import deprecated

_MODULE = "tensorflow.contrib.learn.python.learn.preprocessing.categorical_vocabulary"


class CategoricalVocabulary:
    """Gives every category a number; 0 is the unknown one.

    Args:
      unknown_token: the category that number 0 stands for.
      support_reverse: whether `reverse` works.
    """

    @deprecated(None, "Please use tensorflow/transform or tf.data.", _MODULE)
    def __init__(self, unknown_token: Any = "<UNK>", support_reverse: bool = True) -> None:
        self._unknown_token = unknown_token
        self._mapping = {unknown_token: 0}
        self._support_reverse = support_reverse
        if support_reverse:
            self._reverse_mapping = [unknown_token]
        self._freq: Any = collections.defaultdict(int)
        self._freeze = False

    def __len__(self) -> int:
        return len(self._mapping)

    def freeze(self, freeze: bool = True) -> None:
        """From now on new categories are unknown (or get numbers again)."""
        self._freeze = freeze

    def get(self, category: Any) -> int:
        """The number of a category; a new one gets the next number unless the vocabulary is frozen."""
        known = self._mapping.get(category)
        if known is not None:
            return known
        return 0 if self._freeze else self._number(category)

    def _number(self, category: Any) -> int:
        self._mapping[category] = number = len(self._mapping)
        if self._support_reverse:
            self._reverse_mapping.append(category)
        return number

    def add(self, category: Any, count: int = 1) -> None:
        """Counts a category; unknown ones are not counted."""
        if self.get(category) > 0:
            self._freq[category] += count

    def trim(self, min_frequency: int, max_frequency: int = -1) -> None:
        """Keeps what occurred more than `min_frequency` times (and less than `max_frequency`, if that is above 0).

        Numbers are given anew, the most frequent first, equally frequent ones in alphabetical order.
        """
        by_name = sorted(self._freq.items(), key=lambda item: (isinstance(item[0], str), item[0]))
        ranked = sorted(by_name, key=lambda item: item[1], reverse=True)
        self._mapping = {self._unknown_token: 0}
        if self._support_reverse:
            self._reverse_mapping = [self._unknown_token]
        for category, count in ranked:
            if 0 < max_frequency <= count:
                continue
            if count <= min_frequency:
                break
            self._number(category)
        # TF1: as many counts are kept as categories, counted from the most frequent, whichever those are
        self._freq = dict(ranked[: len(self._mapping) - 1])

    def reverse(self, class_id: int) -> Any:
        """The category of a number.

        Raises:
          ValueError: the vocabulary was made with `support_reverse=False`.
        """
        if not self._support_reverse:
            raise ValueError("This vocabulary wasn't initialized with support_reverse to support reverse() function.")
        return self._reverse_mapping[class_id]

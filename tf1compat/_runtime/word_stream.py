"""`WordStream`: the words of one Philox stream, one after another, for host services that draw single numbers."""

from __future__ import annotations

import numpy as np

from tf1compat._jaxcore.ops import philox

_BLOCKS = 64


class WordStream:
    """The 32-bit words that a TF 1.15.5 generator with these seeds gives.

    >>> words = WordStream(1, 2)
    >>> [words.next() % 10 for _ in range(4)]
    [9, 5, 2, 9]
    """

    def __init__(self, seed: int, seed2: int) -> None:
        self._seed, self._seed2 = philox.normalize_seeds(seed, seed2)
        self._block = 0
        self._words: list[int] = []

    def next(self) -> int:
        """The next word."""
        if not self._words:
            stream = philox.Stream(self._seed, self._seed2, np.uint64(self._block))
            self._words = philox.host_words(stream, _BLOCKS).tolist()[::-1]
            self._block += _BLOCKS
        return self._words.pop()

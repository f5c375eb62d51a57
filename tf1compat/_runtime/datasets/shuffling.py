"""Shuffled datasets and random numbers, in the orders that TensorFlow 1.15.5 gives for the same seeds.

Source: tensorflow/core/kernels/data/shuffle_dataset_op.cc. A ring of `buffer_size` places; each step draws one of the
elements of the oldest epoch in it, which swaps places with that epoch's first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tf1compat._runtime.datasets.dataset import INFINITE, Dataset, Element, Run, Unary, invalid
from tf1compat._runtime.word_stream import WordStream

Seeds = tuple[int, int]


def _chosen(seeds: Seeds, run: Run) -> Seeds:
    """The seeds themselves, or others where both are zero."""
    return seeds if any(seeds) else run.new_seeds()


class Shuffle(Unary):
    """Elements in random order; each pass in another one, where it `reshuffles`."""

    def __init__(self, source: Dataset, buffer_size: int, seeds: Seeds, reshuffles: bool) -> None:
        super().__init__(source)
        if buffer_size <= 0:
            raise invalid("buffer_size must be greater than zero.")
        self.size, self.seeds, self.reshuffles = buffer_size, seeds, reshuffles
        self._key = object()

    def iterate(self, run: Run) -> Iterator[Element]:
        found: Any = run.caches.get(self._key)
        if found is None:
            seeds = _chosen(self.seeds, run)
            found = run.caches[self._key] = WordStream(*seeds) if self.reshuffles else seeds
        seeds = (found.next(), found.next()) if isinstance(found, WordStream) else found
        return _Shuffled(self.source, self.size, seeds, 1, run)

    def cardinality(self) -> int:
        return self.source.cardinality()


class ShuffleAndRepeat(Unary):
    """Several epochs, each shuffled, without a gap between them; no end where `count` is negative."""

    def __init__(self, source: Dataset, buffer_size: int, seeds: Seeds, count: int) -> None:
        super().__init__(source)
        if buffer_size <= 0:
            raise invalid("buffer_size must be greater than zero.")
        if count == 0 or count < -1:
            raise invalid("count must be greater than zero or equal to -1.")
        self._size, self._seeds, self._count = buffer_size, seeds, count

    def iterate(self, run: Run) -> Iterator[Element]:
        return _Shuffled(self.source, self._size, _chosen(self._seeds, run), self._count, run)

    def cardinality(self) -> int:
        n = self.source.cardinality()
        return 0 if n == 0 else INFINITE if self._count < 0 else n if n < 0 else n * self._count


class _Shuffled:
    def __init__(self, dataset: Dataset, size: int, seeds: Seeds, count: int, run: Run) -> None:
        self._dataset, self._size, self._epochs_left, self._run = dataset, size, count, run
        self._word = WordStream(*seeds).next
        self._places: list[Any] = []
        self._epochs: list[list[int]] = []  # first and last + 1 of each epoch's elements in the ring
        self._end = self._held = 0
        self._source: Iterator[Element] | None = None
        self._first = True

    def __iter__(self) -> Iterator[Element]:
        return self

    def __next__(self) -> Element:
        if self._held < self._size:
            self._fill()
        if self._held == 0:
            raise StopIteration
        epochs = self._epochs
        while epochs[0][0] == epochs[0][1]:
            epochs.pop(0)
        epoch, places, size = epochs[0], self._places, self._size
        start = epoch[0]
        chosen, first = (start + self._word() % (epoch[1] - start)) % size, start % size
        element = places[chosen]
        places[chosen] = places[first]
        places[first] = None
        epoch[0] += 1
        self._held -= 1
        return element

    def _fill(self) -> None:
        while self._held < self._size:
            if self._source is None:
                if self._epochs_left == 0:
                    return
                self._source = self._dataset.iterate(self._run)
                self._epochs.append([self._end, self._end])
            epoch = self._epochs[-1]
            try:
                element = next(self._source)
            except StopIteration:
                self._source = None
                self._epochs_left -= 1
                if self._first and epoch[0] == epoch[1]:
                    self._epochs_left = 0  # an empty dataset, however often
                self._first = False
                continue
            self._first = False
            at = epoch[1] % self._size
            if at == len(self._places):
                self._places.append(element)
            else:
                self._places[at] = element
            epoch[1] += 1
            self._end = epoch[1]
            self._held += 1


class Random(Dataset):
    """Random 32-bit numbers without end."""

    def __init__(self, seeds: Seeds) -> None:
        self._seeds = seeds

    def iterate(self, run: Run) -> Iterator[Element]:
        return _Numbers(WordStream(*_chosen(self._seeds, run)))

    def cardinality(self) -> int:
        return INFINITE


class _Numbers:
    def __init__(self, words: WordStream) -> None:
        self._words = words

    def __iter__(self) -> Iterator[Element]:
        return self

    def __next__(self) -> Element:
        return (np.int64(self._words.next()),)


class Sampling(Unary):
    """Each element with a given probability."""

    def __init__(self, source: Dataset, rate: float, seeds: Seeds) -> None:
        super().__init__(source)
        self._rate, self._seeds = np.float32(rate), seeds

    def iterate(self, run: Run) -> Iterator[Element]:
        words = WordStream(*_chosen(self._seeds, run))
        return filter(lambda _: _unit(words.next()) < self._rate, self.source.iterate(run))


def _unit(word: int) -> Any:
    """A word as a float32 in [0, 1): its low 23 bits as the fraction of a number between 1 and 2."""
    return np.uint32((word & 0x7FFFFF) | 0x3F800000).view(np.float32) - np.float32(1)

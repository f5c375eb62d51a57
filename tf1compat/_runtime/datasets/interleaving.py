"""Elements of several datasets by turns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from tf1compat._runtime.datasets.dataset import Dataset, Element, Function, Run, Unary, invalid
from tf1compat._runtime.datasets.transforming import inner_iterators


class Interleave(Unary):
    """`block` elements each, by turns, of `cycle` datasets that a function gives; the next one comes when one ends.

    `waits`: a dataset that has ended leaves its place empty until the turn comes round (TensorFlow's older op
    replaces it at once).
    """

    function: Function

    def __init__(self, source: Dataset, function: Function, cycle: int, block: int, waits: bool = True) -> None:
        super().__init__(source)
        if cycle <= 0:
            raise invalid("cycle_length must be greater than zero.")
        if block <= 0:
            raise invalid("block_length must be greater than zero.")
        self.function, self._cycle, self._block, self._waits = function, cycle, block, waits

    def iterate(self, run: Run) -> Iterator[Element]:
        inner = inner_iterators(self.function, run)
        return _Interleaved(self.source.iterate(run), inner, self._cycle, self._block, self._waits)


class _Interleaved:
    def __init__(
        self,
        source: Iterator[Element],
        inner: Callable[[Element], Iterator[Element]],
        cycle: int,
        block: int,
        waits: bool,
    ) -> None:
        self._source, self._inner, self._block, self._waits = source, inner, block, waits
        self._open: list[Iterator[Element] | None] = [None] * cycle
        self._ended = False
        self._at = self._taken = 0

    def __iter__(self) -> Iterator[Element]:
        return self

    def _advance(self) -> None:
        self._at, self._taken = (self._at + 1) % len(self._open), 0

    def __next__(self) -> Element:
        while not self._ended or any(x is not None for x in self._open):
            current = self._open[self._at]
            if current is None:
                if self._ended:
                    self._advance()
                    continue
                try:
                    element = next(self._source)
                except StopIteration:
                    self._ended = True
                    continue
                current = self._open[self._at] = self._inner(element)
            try:
                found = next(current)
            except StopIteration:
                self._open[self._at] = None
                if self._waits:
                    self._advance()
                continue
            self._taken += 1
            if self._taken == self._block:
                self._advance()
            return found
        raise StopIteration


class DirectedInterleave(Dataset):
    """Elements of the dataset that a dataset of numbers names."""

    def __init__(self, selector: Dataset, datasets: Sequence[Dataset]) -> None:
        self.inputs = (selector, *datasets)

    def iterate(self, run: Run) -> Iterator[Element]:
        selector, *datasets = self.inputs
        return _Directed(selector.iterate(run), [d.iterate(run) for d in datasets])


class _Directed:
    def __init__(self, selector: Iterator[Element], sources: Sequence[Iterator[Element]]) -> None:
        self._selector = selector
        self._sources: list[Iterator[Element] | None] = list(sources)

    def __iter__(self) -> Iterator[Element]:
        return self

    def __next__(self) -> Element:
        while any(s is not None for s in self._sources):
            (index,) = next(self._selector)
            if not 0 <= index < len(self._sources):
                raise invalid(f"Selector index out of range: {index} >= {len(self._sources)}")
            source = self._sources[int(index)]
            if source is None:
                continue
            try:
                return next(source)
            except StopIteration:
                self._sources[int(index)] = None
        raise StopIteration

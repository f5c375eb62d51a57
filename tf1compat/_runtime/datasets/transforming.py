"""One element after another: map, filter, flat map, zip, take, skip, repeat, cache, scan…"""

from __future__ import annotations

import contextlib
import itertools
import os
import pickle
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from tf1compat._jaxcore.base import errors
from tf1compat._runtime import local_files
from tf1compat._runtime.datasets.dataset import INFINITE, UNKNOWN, Dataset, Element, Function, Run, Unary, invalid


class Unchanged(Unary):
    """The elements of another dataset."""

    def iterate(self, run: Run) -> Iterator[Element]:
        return self.source.iterate(run)

    def cardinality(self) -> int:
        return self.source.cardinality()


class Map(Unary):
    """A function of each element; an OutOfRangeError in it ends the sequence."""

    function: Function

    def __init__(self, source: Dataset, function: Function, preserve_cardinality: bool = False) -> None:
        super().__init__(source)
        self.function, self.preserves = function, preserve_cardinality

    def iterate(self, run: Run) -> Iterator[Element]:
        return _Mapped(self.source.iterate(run), self.function.for_run(run), self.preserves)

    def cardinality(self) -> int:
        return self.source.cardinality() if self.preserves else UNKNOWN


class _Mapped:
    def __init__(self, source: Iterator[Element], function: Callable[[Element], Element], preserves: bool) -> None:
        self._source, self._function, self._preserves = source, function, preserves

    def __iter__(self) -> Iterator[Element]:
        return self

    def __next__(self) -> Element:
        element = next(self._source)
        try:
            return self._function(element)
        except errors.OutOfRangeError as e:
            raise end_of_map(e, self._preserves) from None


def end_of_map(error: errors.OutOfRangeError, preserves: bool) -> Exception:
    """What an OutOfRangeError inside a mapped function means."""
    if preserves:  # TF1: a map that promised as many elements as its input may not end early
        return invalid(f"Function invocation produced OutOfRangeError: {error.message}")
    return StopIteration()


class Filter(Unary):
    """The elements for which a function is true."""

    function: Function

    def __init__(self, source: Dataset, predicate: Function) -> None:
        super().__init__(source)
        self.function = predicate

    def iterate(self, run: Run) -> Iterator[Element]:
        return filter(_truth(self.function.for_run(run)), self.source.iterate(run))


class TakeWhile(Filter):
    """The elements before the first for which a function is false."""

    def iterate(self, run: Run) -> Iterator[Element]:
        return itertools.takewhile(_truth(self.function.for_run(run)), self.source.iterate(run))


def _truth(predicate: Callable[[Element], Sequence[Any]]) -> Callable[[Element], bool]:
    def check(element: Element) -> bool:
        (answer,) = predicate(element)
        if np.ndim(answer):
            raise invalid("Filter predicate `f` must return a scalar bool.")
        return bool(answer)

    return check


class FlatMap(Unary):
    """The elements of the datasets that a function gives, one dataset after the other."""

    function: Function

    def __init__(self, source: Dataset, function: Function) -> None:
        super().__init__(source)
        self.function = function

    def iterate(self, run: Run) -> Iterator[Element]:
        return _Flattened(self.source.iterate(run), inner_iterators(self.function, run))


class _Flattened:
    def __init__(self, source: Iterator[Element], inner: Callable[[Element], Iterator[Element]]) -> None:
        self._source, self._inner = source, inner
        self._current: Iterator[Element] | None = None

    def __iter__(self) -> Iterator[Element]:
        return self

    def __next__(self) -> Element:
        while True:
            if self._current is None:
                self._current = self._inner(next(self._source))
            try:
                return next(self._current)
            except StopIteration:
                self._current = None


def inner_iterators(function: Function, run: Run) -> Callable[[Element], Iterator[Element]]:
    """From an element to an iterator over the dataset that `function` makes of it."""
    call = function.for_run(run)

    def start(element: Element) -> Iterator[Element]:
        (found,) = call(element)
        return as_dataset(found).iterate(run)

    return start


def as_dataset(value: Any) -> Dataset:
    """The dataset in a component."""
    return value.item() if isinstance(value, np.ndarray) else value


class Zip(Dataset):
    """One element of each dataset, side by side."""

    def __init__(self, datasets: Sequence[Dataset]) -> None:
        self.inputs = tuple(datasets)

    def iterate(self, run: Run) -> Iterator[Element]:
        iterators = [d.iterate(run) for d in self.inputs]
        return map(lambda *parts: tuple(itertools.chain.from_iterable(parts)), *iterators)

    def cardinality(self) -> int:
        sizes = [d.cardinality() for d in self.inputs]
        if UNKNOWN in sizes:
            return UNKNOWN
        return min((s for s in sizes if s != INFINITE), default=INFINITE)


class Concatenate(Dataset):
    """One dataset, then the other."""

    def __init__(self, first: Dataset, second: Dataset) -> None:
        self.inputs = (first, second)

    def iterate(self, run: Run) -> Iterator[Element]:
        return itertools.chain.from_iterable(d.iterate(run) for d in self.inputs)

    def cardinality(self) -> int:
        sizes = [d.cardinality() for d in self.inputs]
        return INFINITE if INFINITE in sizes else UNKNOWN if UNKNOWN in sizes else sum(sizes)


class Take(Unary):
    """The first `count` elements; all of them where it is negative."""

    def __init__(self, source: Dataset, count: int) -> None:
        super().__init__(source)
        self.count = count

    def iterate(self, run: Run) -> Iterator[Element]:
        if self.count == 0:
            return iter(())
        source = self.source.iterate(run)
        return source if self.count < 0 else itertools.islice(source, self.count)

    def cardinality(self) -> int:
        n = self.source.cardinality()
        if self.count < 0 or n == UNKNOWN:
            return n
        return self.count if n == INFINITE else min(n, self.count)


class Skip(Unary):
    """All but the first `count` elements; none where it is negative."""

    def __init__(self, source: Dataset, count: int) -> None:
        super().__init__(source)
        self.count = count

    def iterate(self, run: Run) -> Iterator[Element]:
        if self.count < 0:
            return iter(())
        return itertools.islice(self.source.iterate(run), self.count, None)

    def cardinality(self) -> int:
        n = self.source.cardinality()
        return 0 if self.count < 0 else n if n < 0 else max(0, n - self.count)


class Shard(Unary):
    """Every `number`-th element, beginning with element `index`."""

    def __init__(self, source: Dataset, number: int, index: int) -> None:
        super().__init__(source)
        if number < 1:
            raise invalid(f"Number of shards must be greater than zero (currently num_shards = {number}).")
        if not 0 <= index < number:
            raise invalid(
                f"Index must be between 0 and {number - 1} (currently index = {index}, num_shards = {number})."
            )
        self._number, self._index = number, index

    def iterate(self, run: Run) -> Iterator[Element]:
        return itertools.islice(self.source.iterate(run), self._index, None, self._number)

    def cardinality(self) -> int:
        n = self.source.cardinality()
        return n if n < 0 else n // self._number + (self._index < n % self._number)


class Repeat(Unary):
    """The dataset `count` times, without end where that is negative."""

    def __init__(self, source: Dataset, count: int) -> None:
        super().__init__(source)
        self.count = count

    def iterate(self, run: Run) -> Iterator[Element]:
        return _Repeated(self.source, self.count, run)

    def cardinality(self) -> int:
        n = self.source.cardinality()
        if self.count == 0 or n == 0:
            return 0
        if self.count < 0:
            return INFINITE
        return n if n < 0 else n * self.count


class _Repeated:
    def __init__(self, source: Dataset, count: int, run: Run) -> None:
        self._dataset, self._left, self._run = source, count, run
        self._current: Iterator[Element] | None = None

    def __iter__(self) -> Iterator[Element]:
        return self

    def __next__(self) -> Element:
        while True:
            fresh = self._current is None
            if self._current is None:
                if self._left == 0:
                    raise StopIteration
                self._left -= 1
                self._current = self._dataset.iterate(self._run)
            try:
                return next(self._current)
            except StopIteration:
                self._current = None
                if fresh and self._left < 0:  # an empty dataset for ever
                    self._left = 0


class Cache(Unary):
    """The elements of the first pass, kept in memory or in a file, again in later ones."""

    def __init__(self, source: Dataset, filename: bytes) -> None:
        super().__init__(source)
        self._file = filename.decode()
        self._key = object()  # the same for copies on other inputs

    def iterate(self, run: Run) -> Iterator[Element]:
        return _from_file(self, run) if self._file else _Remembered(self, run)

    def cardinality(self) -> int:
        return self.source.cardinality()


class _Remembered:
    """Elements from memory where a pass has come to its end, else from the source, keeping them."""

    def __init__(self, dataset: Cache, run: Run) -> None:
        self._dataset, self._run = dataset, run
        self._elements: list[Element] = []
        kept = run.caches.get(dataset._key)
        self._source = iter(kept) if kept is not None else dataset.source.iterate(run)
        self._keeps = kept is None

    def __iter__(self) -> Iterator[Element]:
        return self

    def __next__(self) -> Element:
        try:
            element = next(self._source)
        except StopIteration:
            if self._keeps:
                self._run.caches.setdefault(self._dataset._key, self._elements)
                self._keeps = False
            raise
        if self._keeps:
            self._elements.append(element)
        return element


def _from_file(dataset: Cache, run: Run) -> Iterator[Element]:
    path = local_files.local_path(dataset._file.encode())
    done, lock = path + ".index", path + "_0.lockfile"
    if os.path.exists(done):
        with open(path + ".data-00000-of-00001", "rb") as file, contextlib.suppress(EOFError):
            while True:
                yield pickle.load(file)
        return
    if os.path.exists(lock):
        raise errors.AlreadyExistsError(
            None,
            None,
            "There appears to be a concurrent caching iterator running - cache lockfile already exists "
            f"('{dataset._file}_0.lockfile'). If you are sure no other running TF computations are using this cache "
            "prefix, delete the lockfile and re-initialize the iterator.",
        )
    with local_files.translated(path):
        open(lock, "wb").close()
    try:
        with open(path + ".data-00000-of-00001", "wb") as file:
            for element in dataset.source.iterate(run):
                pickle.dump(element, file)
                yield element
        open(done, "wb").close()
    finally:
        os.unlink(lock)


class Scan(Unary):
    """A function of a state and each element that gives the next state and an element."""

    function: Function

    def __init__(self, source: Dataset, state: Sequence[Any], function: Function, preserves: bool) -> None:
        super().__init__(source)
        self._state, self.function, self._preserves = tuple(state), function, preserves

    def iterate(self, run: Run) -> Iterator[Element]:
        state, size = list(self._state), len(self._state)
        call = self.function.for_run(run)

        def step(element: Element) -> Element:
            results = call((*state, *element))
            state[:] = results[:size]
            return tuple(results[size:])

        return _Mapped(self.source.iterate(run), step, self._preserves)

    def cardinality(self) -> int:
        return self.source.cardinality() if self._preserves else UNKNOWN


class IgnoreErrors(Unary):
    """The elements without those whose making fails."""

    def iterate(self, run: Run) -> Iterator[Element]:
        return _Undisturbed(self.source.iterate(run))


class _Undisturbed:
    def __init__(self, source: Iterator[Element]) -> None:
        self._source = source

    def __iter__(self) -> Iterator[Element]:
        return self

    def __next__(self) -> Element:
        while True:
            with contextlib.suppress(errors.OpError):
                return next(self._source)


class Unique(Unary):
    """Each scalar once."""

    def iterate(self, run: Run) -> Iterator[Element]:
        seen: set[Any] = set()

        def is_new(element: Element) -> bool:
            value = np.asarray(element[0]).item()
            return not (value in seen or seen.add(value))

        return filter(is_new, self.source.iterate(run))


class Sleep(Unary):
    """The elements, each after a pause."""

    def __init__(self, source: Dataset, microseconds: int) -> None:
        super().__init__(source)
        self._seconds = microseconds / 1e6

    def iterate(self, run: Run) -> Iterator[Element]:
        def wait(element: Element) -> Element:
            if run.stopped.wait(self._seconds):
                raise errors.CancelledError(None, None, "Operation was cancelled")
            return element

        return map(wait, self.source.iterate(run))

    def cardinality(self) -> int:
        return self.source.cardinality()

"""Elements grouped by a key."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from tf1compat._runtime.datasets.batching import Elements
from tf1compat._runtime.datasets.dataset import Dataset, Element, Function, Run, Unary, invalid
from tf1compat._runtime.datasets.transforming import as_dataset


def _key_of(results: Sequence[Any]) -> Any:
    if len(results) != 1 or np.size(results[0]) != 1 or np.asarray(results[0]).dtype != np.int64:
        raise invalid("`key_func` must return a scalar int64.")
    return np.asarray(results[0])


class GroupByWindow(Unary):
    """A function of each group of elements with one key, as soon as the group has the size that its key says."""

    def __init__(self, source: Dataset, key: Function, reduce: Function, size: Function) -> None:
        super().__init__(source)
        self.key, self.reduce, self.size = key, reduce, size

    def iterate(self, run: Run) -> Iterator[Element]:
        return _Grouped(self, run)


class _Grouped:
    def __init__(self, dataset: GroupByWindow, run: Run) -> None:
        self._run = run
        self._source = dataset.source.iterate(run)
        self._key, self._reduce, self._size = (f.for_run(run) for f in (dataset.key, dataset.reduce, dataset.size))
        self._sizes: dict[int, int] = {}
        self._groups: dict[int, list[Element]] = {}
        self._current: Iterator[Element] | None = None
        self._ended = False

    def __iter__(self) -> Iterator[Element]:
        return self

    def __next__(self) -> Element:
        while True:
            if self._current is not None:
                for element in self._current:
                    return element
                self._current = None
            if not self._ended:
                self._collect()
            elif not self._groups:
                raise StopIteration
            else:
                self._flush(min(self._groups))

    def _collect(self) -> None:
        for element in self._source:
            key = _key_of(self._key(element))
            number = int(key.item())
            if number not in self._sizes:
                found = self._size((key,))
                if len(found) != 1 or np.size(found[0]) != 1 or np.asarray(found[0]).dtype != np.int64:
                    raise invalid("`window_size_func` must return a scalar int64.")
                size = int(np.asarray(found[0]).item())
                if size <= 0:
                    raise invalid(f"Window size must be greater than zero, but got {size}.")
                self._sizes[number] = size
            group = self._groups.setdefault(number, [])
            group.append(element)
            if len(group) == self._sizes[number]:
                self._flush(number)
                return
        self._ended = True

    def _flush(self, key: int) -> None:
        group = Elements(self._groups.pop(key))
        (found,) = self._reduce((np.int64(key), group))
        self._current = as_dataset(found).iterate(self._run)


class GroupByReducer(Unary):
    """One element for each key, made of all elements with that key."""

    def __init__(self, source: Dataset, key: Function, init: Function, reduce: Function, finalize: Function) -> None:
        super().__init__(source)
        self._functions = key, init, reduce, finalize

    def iterate(self, run: Run) -> Iterator[Element]:
        key_of, init, reduce, finalize = (f.for_run(run) for f in self._functions)
        states: dict[int, Sequence[Any]] = {}
        for element in self.source.iterate(run):
            key = _key_of(key_of(element))
            number = int(key.item())
            state = states[number] if number in states else init((key,))
            states[number] = reduce((*state, *element))
        for number in sorted(states):
            yield tuple(finalize(states[number]))


def reduced(source: Dataset, state: Sequence[Any], function: Function) -> Sequence[Any]:
    """The last state of a function that takes a state and each element in turn."""
    run = Run()
    call = function.for_run(run)
    try:
        for element in source.iterate(run):
            state = call((*state, *element))
    finally:
        run.stop()
    return state


def single_element(source: Dataset) -> Element:
    """The one element of a dataset.

    Raises:
      InvalidArgumentError: it has none, or more.
    """
    run = Run()
    try:
        iterator = source.iterate(run)
        element = next(iterator, None)
        if element is None:
            raise invalid("Dataset was empty.")
        if next(iterator, None) is not None:
            raise invalid("Dataset had more than one element.")
        return element
    finally:
        run.stop()

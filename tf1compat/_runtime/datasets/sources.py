"""Where elements come from: tensors, slices of tensors, ranges, Python generators."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from tf1compat._jaxcore.base import errors
from tf1compat._runtime.datasets.dataset import Dataset, Element, Function, Run, invalid, rows


class Tensors(Dataset):
    """One element."""

    def __init__(self, components: Sequence[Any]) -> None:
        self._element = tuple(components)

    def iterate(self, run: Run) -> Iterator[Element]:
        return iter((self._element,))

    def cardinality(self) -> int:
        return 1


class TensorSlices(Dataset):
    """The slices of tensors along their first dimension."""

    def __init__(self, components: Sequence[Any]) -> None:
        arrays = [np.asarray(c) for c in components]
        for i, a in enumerate(arrays):
            if a.ndim == 0:
                raise invalid(f"All components must be at least 1-dimensional; component {i} is a scalar")
            if len(a) != len(arrays[0]):
                raise invalid(f"The components have {len(arrays[0])} and {len(a)} slices; the numbers must be equal")
        self._arrays = arrays

    def iterate(self, run: Run) -> Iterator[Element]:
        return zip(*(rows(a) for a in self._arrays))

    def cardinality(self) -> int:
        return len(self._arrays[0])


class SparseSlices(Dataset):
    """The rows of a sparse tensor: indices, values and dense shape of each."""

    def __init__(self, indices: Any, values: Any, dense_shape: Any) -> None:
        first = indices[:, 0] if len(indices) else np.empty(0, np.int64)
        if (np.diff(first) < 0).any():
            raise errors.UnimplementedError(None, None, "Only sparse tensors whose first indices ascend have slices")
        self._parts = (indices, values, dense_shape)
        self._starts = np.searchsorted(first, np.arange(int(dense_shape[0]) + 1))

    def iterate(self, run: Run) -> Iterator[Element]:
        indices, values, shape = self._parts
        rest = np.asarray(shape[1:])
        return ((indices[a:b, 1:], values[a:b], rest) for a, b in itertools.pairwise(self._starts.tolist()))

    def cardinality(self) -> int:
        return int(self._parts[2][0])


class Range(Dataset):
    """Numbers at equal distances."""

    def __init__(self, start: int, stop: int, step: int) -> None:
        if step == 0:
            raise invalid("step must be a non-zero integer.")
        self._range = range(start, stop, step)

    def iterate(self, run: Run) -> Iterator[Element]:
        return zip(map(np.int64, self._range))

    def cardinality(self) -> int:
        return len(self._range)


class Generator(Dataset):
    """Elements that a function gives until it raises OutOfRangeError; a state is made before and given back after."""

    function: Function

    def __init__(self, init: Function, arguments: Sequence[Any], following: Function, finalize: Function) -> None:
        self._init, self._arguments, self.function, self._finalize = init, tuple(arguments), following, finalize

    def iterate(self, run: Run) -> Iterator[Element]:
        return _Generated(self, run)


class _Generated:
    def __init__(self, dataset: Generator, run: Run) -> None:
        self._start = dataset._init.for_run(run), dataset._arguments
        self._next, self._end = dataset.function.for_run(run), dataset._finalize.for_run(run)
        self._state: Sequence[Any] | None = None
        self._done = False

    def __iter__(self) -> Iterator[Element]:
        return self

    def __next__(self) -> Element:
        if self._done:
            raise StopIteration
        if self._state is None:
            start, arguments = self._start
            self._state = start(arguments)
        try:
            return self._next(self._state)
        except errors.OutOfRangeError:
            self._finish()
            raise StopIteration from None

    def _finish(self) -> None:
        self._done = True
        if self._state is not None:
            self._end(self._state)

    def __del__(self) -> None:
        if not self._done and self._state is not None:
            try:
                self._finish()
            except Exception:  # the interpreter may be going down
                self._done = True

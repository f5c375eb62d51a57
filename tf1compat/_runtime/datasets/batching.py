"""Several elements as one, and back: batch, padded batch, window, unbatch."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from tf1compat._jaxcore.base import errors
from tf1compat._runtime.datasets.dataset import UNKNOWN, Dataset, Element, Run, Unary, invalid, rows, shown, stack


class Batch(Unary):
    """`size` elements stacked along a new first dimension; a smaller last batch, unless the remainder is dropped."""

    def __init__(self, source: Dataset, size: int, drop_remainder: bool) -> None:
        super().__init__(source)
        if size <= 0:
            raise invalid("Batch size must be greater than zero.")
        self.size, self.drops = size, drop_remainder
        self.fused = False  # with a map before it, which has other words for a shape that does not fit

    def iterate(self, run: Run) -> Iterator[Element]:
        return map(self.joined, _Groups(self.source.iterate(run), self.size, self.drops))

    def joined(self, elements: Sequence[Element]) -> Element:
        """The elements as one."""
        return tuple(stack(parts, i, self.fused) for i, parts in enumerate(zip(*elements)))

    def cardinality(self) -> int:
        n = self.source.cardinality()
        return n if n < 0 else n // self.size + (n % self.size > 0 and not self.drops)


class _Groups:
    def __init__(self, source: Iterator[Element], size: int, drops: bool) -> None:
        self._source, self._size, self._drops = source, size, drops

    def __iter__(self) -> Iterator[list[Element]]:
        return self

    def __next__(self) -> list[Element]:
        found = list(itertools.islice(self._source, self._size))
        if not found or (self._drops and len(found) < self._size):
            raise StopIteration
        return found


class PaddedBatch(Batch):
    """Batches of elements that are padded to one shape, the given one or the largest of the batch."""

    def __init__(
        self,
        source: Dataset,
        size: int,
        shapes: Sequence[Sequence[int]],
        values: Sequence[Any],
        drop_remainder: bool,
    ) -> None:
        super().__init__(source, size, drop_remainder)
        self._shapes, self._values = [tuple(int(d) for d in s) for s in shapes], list(values)

    def joined(self, elements: Sequence[Element]) -> Element:
        return tuple(self._padded(parts, i) for i, parts in enumerate(zip(*elements)))

    def _padded(self, parts: Sequence[Any], component: int) -> Any:
        shape, value = self._shapes[component], self._values[component]
        arrays = [np.asarray(p) if not isinstance(p, np.ndarray) else p for p in parts]
        for a in arrays:
            if a.ndim != len(shape):
                raise invalid(
                    f"All elements in a batch must have the same rank as the padded shape for component{component}: "
                    f"expected rank {len(shape)} but got element with rank {a.ndim}"
                )
        wanted = [max(a.shape[i] for a in arrays) if d < 0 else d for i, d in enumerate(shape)]
        if any(a.shape[i] > d for a in arrays for i, d in enumerate(wanted)):
            raise errors.DataLossError(None, None, "Attempted to pad to a smaller size than the input element.")
        out = np.empty((len(arrays), *wanted), arrays[0].dtype)
        out[...] = value.item() if out.dtype == object else value
        for i, a in enumerate(arrays):
            out[(i, *map(slice, a.shape))] = a[()] if a.ndim == 0 else a
        return out


class SparseBatch(Batch):
    """Batches of tensors of different sizes, as one sparse tensor: its indices, values and dense shape."""

    def __init__(self, source: Dataset, size: int, row_shape: Sequence[int]) -> None:
        super().__init__(source, size, False)
        self._row = tuple(row_shape)

    def joined(self, elements: Sequence[Element]) -> Element:
        arrays = [np.asarray(e[0]) for e in elements]
        for a in arrays:
            if a.ndim != len(self._row):
                raise invalid(
                    f"Input element had shape ({shown(a.shape)}) that is incompatible with the row shape "
                    f"({shown(self._row)})."
                )
            if any(0 <= wanted < given for wanted, given in zip(self._row, a.shape)):
                raise errors.DataLossError(
                    None,
                    None,
                    f"Input element had shape {shown(a.shape)} that is larger than the row shape {shown(self._row)}.",
                )
        row = [max(a.shape[i] for a in arrays) if d < 0 else d for i, d in enumerate(self._row)]
        places = [np.indices(a.shape).reshape(a.ndim, -1).T for a in arrays]
        indices = [np.insert(p, 0, i, axis=1) for i, p in enumerate(places)]
        out = np.empty(3, object)
        out[0] = np.concatenate(indices).astype(np.int64)
        out[1] = np.concatenate([a.ravel() for a in arrays])
        out[2] = np.array([len(arrays), *row], np.int64)
        return (out,)


class Unbatch(Unary):
    """The slices of each element along the first dimension, one after the other."""

    def iterate(self, run: Run) -> Iterator[Element]:
        return _Slices(self.source.iterate(run))


class _Slices:
    def __init__(self, source: Iterator[Element]) -> None:
        self._source = source
        self._current: Iterator[Element] = iter(())

    def __iter__(self) -> Iterator[Element]:
        return self

    def __next__(self) -> Element:
        while True:
            for element in self._current:
                return element
            parts = next(self._source)
            sizes = [len(p) for p in parts]
            if len(set(sizes)) > 1:
                at = next(i for i, n in enumerate(sizes) if n != sizes[0])
                raise invalid(
                    f"Input element must have the same batch size in each component. Component 0 had size {sizes[0]} "
                    f"but component {at} had size, {sizes[at]}."
                )
            self._current = zip(*(rows(p) for p in parts))


class Window(Unary):
    """Datasets of some consecutive elements each, one dataset for each component."""

    def __init__(self, source: Dataset, size: int, shift: int, stride: int, drop_remainder: bool) -> None:
        super().__init__(source)
        for name, value in (("size", size), ("shift", shift), ("stride", stride)):
            if value <= 0:
                raise invalid(f"Window {name} must be greater than zero.")
        self._size, self._shift, self._stride, self._drops = size, shift, stride, drop_remainder

    def iterate(self, run: Run) -> Iterator[Element]:
        return _Windows(self.source.iterate(run), self._size, self._shift, self._stride, self._drops)

    def cardinality(self) -> int:
        n = self.source.cardinality()
        if n < 0:
            return n
        if not self._drops:
            return -(-n // self._shift)
        room = n - (self._size - 1) * self._stride - 1
        return 0 if room < 0 else room // self._shift + 1


class _Windows:
    def __init__(self, source: Iterator[Element], size: int, shift: int, stride: int, drops: bool) -> None:
        self._source, self._shift, self._stride, self._drops = source, shift, stride, drops
        self._reach = (size - 1) * stride + 1
        self._buffer: list[Element] = []

    def __iter__(self) -> Iterator[Element]:
        return self

    def __next__(self) -> Element:
        return tuple(Elements([(x,) for x in parts]) for parts in zip(*self.group()))

    def group(self) -> list[Element]:
        """The elements of the next window."""
        buffer = self._buffer
        buffer.extend(itertools.islice(self._source, self._reach - len(buffer)))
        if not buffer or (self._drops and len(buffer) < self._reach):
            raise StopIteration
        found = buffer[:: self._stride]
        for _ in itertools.islice(self._source, max(0, self._shift - len(buffer))):
            pass
        del buffer[: self._shift]
        return found


class SlidingWindow(Batch):
    """Batches that may overlap."""

    def __init__(self, source: Dataset, size: int, shift: int, stride: int) -> None:
        super().__init__(source, size, True)
        for name, value in (("size", size), ("shift", shift), ("stride", stride)):
            if value <= 0:
                raise invalid(f"Window {name} must be greater than zero.")
        self._shift, self._stride = shift, stride

    def iterate(self, run: Run) -> Iterator[Element]:
        windows = _Windows(self.source.iterate(run), self.size, self._shift, self._stride, True)
        return map(self.joined, _until_stop(windows))

    def cardinality(self) -> int:
        return UNKNOWN


def _until_stop(windows: _Windows) -> Iterator[list[Element]]:
    while True:
        try:
            group = windows.group()
        except StopIteration:
            return
        yield group


class Elements(Dataset):
    """Elements that are there already."""

    def __init__(self, elements: Sequence[Element]) -> None:
        self._elements = elements

    def iterate(self, run: Run) -> Iterator[Element]:
        return iter(self._elements)

    def cardinality(self) -> int:
        return len(self._elements)


class Rebatch(Unary):
    """Each batch cut into one piece for every replica."""

    def __init__(self, source: Dataset, replicas: int) -> None:
        super().__init__(source)
        self._replicas = replicas

    def iterate(self, run: Run) -> Iterator[Element]:
        return itertools.chain.from_iterable(map(self._pieces, self.source.iterate(run)))

    def _pieces(self, element: Element) -> Iterator[Element]:
        size = -(-len(element[0]) // self._replicas)
        return (tuple(p[i * size : (i + 1) * size] for p in element) for i in range(self._replicas))

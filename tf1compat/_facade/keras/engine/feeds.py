"""Where batches come from: arrays in memory, tensors and datasets, Python generators."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import numpy as np

from tf1compat._facade.data.dataset import DatasetV2
from tf1compat._facade.data.iterators import Iterator as DatasetIterator
from tf1compat._facade.keras import backend as K
from tf1compat._facade.tensor_util import is_tensor


def is_dataset(x: Any) -> bool:
    """A dataset, or an iterator over one?"""
    return isinstance(x, (DatasetV2, DatasetIterator))


def is_generator(x: Any) -> bool:
    """A Python generator, or a `Sequence`?"""
    from tf1compat._facade.keras.tools.sequences import Sequence

    return inspect.isgenerator(x) or isinstance(x, Sequence) or (hasattr(x, "__next__") and not is_dataset(x))


class DatasetFeed:
    """Tensors of the next element, and the iterator's initializer."""

    def __init__(self, dataset: Any) -> None:
        if isinstance(dataset, DatasetIterator):
            self._initializer = None
            self._next = dataset.get_next()
            return
        from tf1compat._facade.data.v1 import make_initializable_iterator

        iterator = make_initializable_iterator(dataset)
        self._initializer = iterator.initializer
        self._next = iterator.get_next()
        self.restart()

    def restart(self) -> None:
        """Begin with the first element again."""
        if self._initializer is not None:
            K.get_session().run(self._initializer)

    def parts(self) -> tuple[Any, Any, Any]:
        """Inputs, targets and weights of samples."""
        found = self._next
        if not isinstance(found, (tuple, list)):
            return found, None, None
        if len(found) == 1:
            return found[0], None, None
        if len(found) == 2:
            return found[0], found[1], None
        if len(found) == 3:
            return found[0], found[1], found[2]
        raise ValueError(
            "Please provide model inputs as a list or tuple of 2 or 3 elements: (input, target) or (input, target, "
            f"sample_weights) Received {found}"
        )


def batches(count: int, size: int) -> Iterator[tuple[int, int]]:
    """(start, end) of each batch."""
    for start in range(0, count, size):
        yield start, min(count, start + size)


def shuffled(count: int, size: int, how: Any) -> Any:
    """The order of samples in an epoch; `"batch"` keeps batches together."""
    order = np.arange(count)
    if how == "batch":
        whole = count // size
        rest = order[whole * size :]
        blocks = order[: whole * size].reshape((whole, size))
        np.random.shuffle(blocks)
        return np.append(blocks.flatten(), rest)
    if how:
        np.random.shuffle(order)
    return order


def taken(arrays: list[Any], rows: Any) -> list[Any]:
    """Some rows of each array; numbers and None as they are."""
    return [x if x is None or isinstance(x, (bool, int)) else x[rows] for x in arrays]


def are_tensors(values: list[Any]) -> bool:
    """Is one of them a tensor?"""
    return any(is_tensor(v) for v in values)

"""`Sequence`: batches by number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


class Sequence:
    """Base of data that is given batch by batch; subclasses define `__getitem__(index)` and `__len__`."""

    def __getitem__(self, index: int) -> Any:
        raise NotImplementedError

    def __len__(self) -> int:
        raise NotImplementedError

    def on_epoch_end(self) -> None:
        """Called after each epoch."""

    def __iter__(self) -> Iterator[Any]:
        for i in range(len(self)):
            yield self[i]

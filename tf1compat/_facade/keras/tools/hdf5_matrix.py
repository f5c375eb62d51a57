"""`HDF5Matrix`: a part of a data set in an HDF5 file as an array that is read where it is used."""

from __future__ import annotations

import collections
from typing import Any

import numpy as np


class HDF5Matrix:
    """Rows `start` to `end` of a data set.

    Args:
      datapath: the file.
      dataset: name of the data set in it.
      start, end: the rows; all where absent.
      normalizer: function of what is read.

    Raises:
      ImportError: h5py is not installed.
    """

    refs: Any = collections.defaultdict(int)  # path -> open file, as programs read it

    def __init__(self, datapath: Any, dataset: str, start: int = 0, end: int | None = None, normalizer: Any = None):
        try:
            import h5py  # pyright: ignore[reportMissingImports]
        except ImportError:
            raise ImportError("The use of HDF5Matrix requires HDF5 and h5py installed.") from None
        if datapath not in self.refs:
            self.refs[datapath] = h5py.File(datapath, "r")
        self.data = self.refs[datapath][dataset]
        self.start = start
        self.end = self.data.shape[0] if end is None else end
        self.normalizer = normalizer

    def __len__(self) -> int:
        return self.end - self.start

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            start, stop = key.start or 0, self.shape[0] if key.stop is None else key.stop
            index, last = slice(start + self.start, stop + self.start), stop - 1
        elif isinstance(key, (int, np.integer)):
            index, last = key + self.start, key
        else:
            rows = [int(x) + self.start for x in key]
            index, last = rows, max(rows) - self.start
        if last + self.start >= self.end:
            raise IndexError
        found = self.data[index]
        return found if self.normalizer is None else self.normalizer(found)

    @property
    def shape(self) -> tuple[int, ...]:
        """As of a NumPy array, as are the following."""
        return (self.end - self.start, *self.data.shape[1:])

    @property
    def dtype(self) -> Any:
        return self.data.dtype

    @property
    def ndim(self) -> int:
        return self.data.ndim

    @property
    def size(self) -> int:
        return int(np.prod(self.shape))


def ask_to_proceed_with_overwrite(filepath: Any) -> bool:
    """Ask on the terminal whether to overwrite a file."""
    answer = input(f"[WARNING] {filepath} already exists - overwrite? [y/n]").strip().lower()
    while answer not in ("y", "n"):
        answer = input('Enter "y" (overwrite) or "n" (cancel).').strip().lower()
    if answer == "y":
        print("[TIP] Next time specify overwrite=True!")
    return answer == "y"

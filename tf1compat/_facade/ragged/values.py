"""`tf.ragged.RaggedTensorValue`: what a RaggedTensor is fetched as and fed with."""

from __future__ import annotations

from typing import Any

import numpy as np


class RaggedTensorValue:
    """Rows of different lengths as NumPy arrays: row i is `values[row_splits[i]:row_splits[i + 1]]`.

    Args:
      values: an array, or another RaggedTensorValue.
      row_splits: int32 or int64 vector, 0 at first.

    >>> import numpy as np
    >>> RaggedTensorValue(np.array([1, 2, 3]), np.array([0, 2, 2, 3])).to_list()
    [[1, 2], [], [3]]
    """

    def __init__(self, values: Any, row_splits: Any) -> None:
        splits_fit = isinstance(row_splits, (np.ndarray, np.generic)) and row_splits.dtype in (np.int64, np.int32)
        if not splits_fit or row_splits.ndim != 1:
            raise TypeError("row_splits must be a 1D int32 or int64 numpy array")
        if not isinstance(values, (np.ndarray, np.generic, RaggedTensorValue)):
            raise TypeError("values must be a numpy array or a RaggedTensorValue")
        if isinstance(values, RaggedTensorValue) and row_splits.dtype != values.row_splits.dtype:
            raise ValueError("row_splits and values.row_splits must have the same dtype")
        self._values = values
        self._row_splits = row_splits

    @property
    def row_splits(self) -> Any:
        return self._row_splits

    @property
    def values(self) -> Any:
        return self._values

    @property
    def dtype(self) -> Any:
        """NumPy's type of the values."""
        return self._values.dtype

    @property
    def flat_values(self) -> Any:
        """The innermost values."""
        return self._values.flat_values if isinstance(self._values, RaggedTensorValue) else self._values

    @property
    def nested_row_splits(self) -> tuple[Any, ...]:
        """The row splits of all ragged dimensions, outermost first."""
        inner = self._values.nested_row_splits if isinstance(self._values, RaggedTensorValue) else ()
        return (self._row_splits, *inner)

    @property
    def ragged_rank(self) -> int:
        return len(self.nested_row_splits)

    @property
    def shape(self) -> tuple[Any, ...]:
        """Sizes, None for ragged ones."""
        return (self._row_splits.shape[0] - 1, None, *self._values.shape[1:])

    def to_list(self) -> list[Any]:
        """As nested lists."""
        rows = self._values.to_list() if isinstance(self._values, RaggedTensorValue) else self._values.tolist()
        return [rows[start:end] for start, end in zip(self._row_splits[:-1], self._row_splits[1:])]

    def __str__(self) -> str:
        return f"<tf.RaggedTensorValue {self.to_list()}>"

    def __repr__(self) -> str:
        return f"tf.RaggedTensorValue(values={self._values!r}, row_splits={self._row_splits!r})"

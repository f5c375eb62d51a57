"""`tf.keras.utils`: arrays of labels."""

from __future__ import annotations

from typing import Any

import numpy as np


def to_categorical(y: Any, num_classes: int | None = None, dtype: str = "float32") -> Any:
    """Class numbers as rows with a single one."""
    y = np.array(y, dtype="int")
    shape = y.shape[:-1] if y.shape and y.shape[-1] == 1 and y.ndim > 1 else y.shape
    y = y.ravel()
    count = num_classes or int(np.max(y)) + 1
    rows = np.zeros((y.shape[0], count), dtype=dtype)
    rows[np.arange(y.shape[0]), y] = 1
    return rows.reshape((*shape, count))


def normalize(x: Any, axis: int = -1, order: int = 2) -> Any:
    """`x` over its norm along `axis`."""
    norms = np.atleast_1d(np.linalg.norm(x, order, axis))
    norms[norms == 0] = 1
    return x / np.expand_dims(norms, axis)

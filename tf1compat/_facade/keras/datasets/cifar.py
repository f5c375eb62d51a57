"""Files of CIFAR."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np

from tf1compat._facade.keras import backend as K


def read(path: str, label: str) -> tuple[Any, Any]:
    """Images [n, 3, 32, 32] and labels of one file."""
    with open(path, "rb") as file:
        found = pickle.load(file, encoding="bytes")
    found = {k.decode() if isinstance(k, bytes) else k: v for k, v in found.items()}
    return np.reshape(found["data"], (-1, 3, 32, 32)), found[label]


def finished(images: Any, labels: Any) -> tuple[Any, Any]:
    """In the layout of `image_data_format()`, labels as a column."""
    if K.image_data_format() == "channels_last":
        images = images.transpose(0, 2, 3, 1)
    return images, np.reshape(np.asarray(labels, np.uint8), (-1, 1))

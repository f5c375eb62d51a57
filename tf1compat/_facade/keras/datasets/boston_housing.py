"""House prices of Boston."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade.keras.tools.files import get_file


def load_data(path: str = "boston_housing.npz", test_split: float = 0.2, seed: int = 113) -> Any:
    """((features, prices) for training, (features, prices) for testing)."""
    origin = "https://storage.googleapis.com/tensorflow/tf-keras-datasets/boston_housing.npz"
    with np.load(get_file(path, origin)) as arrays:
        x, y = arrays["x"], arrays["y"]
    np.random.seed(seed)
    order = np.arange(len(x))
    np.random.shuffle(order)
    x, y = x[order], y[order]
    at = int(len(x) * (1 - test_split))
    return (x[:at], y[:at]), (x[at:], y[at:])

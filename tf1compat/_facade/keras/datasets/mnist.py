"""The MNIST digits."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade.keras.tools.files import get_file


def load_data(path: str = "mnist.npz") -> Any:
    """((images, labels) for training, (images, labels) for testing): uint8 [60000, 28, 28], [60000], 10000 of each."""
    found = get_file(
        path,
        origin="https://storage.googleapis.com/tensorflow/tf-keras-datasets/mnist.npz",
    )
    with np.load(found) as arrays:
        return (arrays["x_train"], arrays["y_train"]), (arrays["x_test"], arrays["y_test"])

"""CIFAR-10 (Krizhevsky 2009)."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from tf1compat._facade.keras.datasets import cifar
from tf1compat._facade.keras.tools.files import get_file


def load_data() -> Any:
    """((images, labels) for training, (images, labels) for testing): uint8 [50000, 32, 32, 3], [50000, 1]."""
    name = "cifar-10-batches-py"
    root = get_file(name, "https://www.cs.toronto.edu/~kriz/cifar-10-python.tar.gz", untar=True)
    parts = [cifar.read(os.path.join(root, f"data_batch_{i}"), "labels") for i in range(1, 6)]
    train = cifar.finished(np.concatenate([p[0] for p in parts]), np.concatenate([p[1] for p in parts]))
    return train, cifar.finished(*cifar.read(os.path.join(root, "test_batch"), "labels"))

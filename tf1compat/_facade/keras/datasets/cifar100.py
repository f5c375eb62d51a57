"""CIFAR-100 (Krizhevsky 2009)."""

from __future__ import annotations

import os
from typing import Any

from tf1compat._facade.keras.datasets import cifar
from tf1compat._facade.keras.tools.files import get_file


def load_data(label_mode: str = "fine") -> Any:
    """((images, labels) for training, (images, labels) for testing); labels are `"fine"` or `"coarse"`."""
    if label_mode not in ("fine", "coarse"):
        raise ValueError('`label_mode` must be one of `"fine"`, `"coarse"`.')
    root = get_file("cifar-100-python", "https://www.cs.toronto.edu/~kriz/cifar-100-python.tar.gz", untar=True)
    train, test = (cifar.read(os.path.join(root, part), label_mode + "_labels") for part in ("train", "test"))
    return cifar.finished(*train), cifar.finished(*test)

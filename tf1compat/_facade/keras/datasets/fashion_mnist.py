"""Fashion-MNIST (Xiao et al. 2017)."""

from __future__ import annotations

import gzip
import os
from typing import Any

import numpy as np

from tf1compat._facade.keras.tools.files import get_file


def load_data() -> Any:
    """((images, labels) for training, (images, labels) for testing): uint8 [60000, 28, 28], [60000], 10000 of each."""
    found = []
    for part in ("train", "t10k"):
        arrays = []
        for kind, offset in (("labels-idx1", 8), ("images-idx3", 16)):
            name = f"{part}-{kind}-ubyte.gz"
            origin = "https://storage.googleapis.com/tensorflow/tf-keras-datasets/" + name
            with gzip.open(
                get_file(name, origin, cache_subdir=os.path.join("datasets", "fashion-mnist")), "rb"
            ) as file:
                arrays.append(np.frombuffer(file.read(), np.uint8, offset=offset))
        labels, images = arrays
        found.append((images.reshape(len(labels), 28, 28), labels))
    return tuple(found)

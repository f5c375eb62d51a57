"""Gradients of pooling that TensorFlow has on GPUs only, against what they mean."""

import jax
import numpy as np

from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.schema import opdef


def test_entries_at_the_places_of_the_maxima():
    images = np.random.RandomState(0).rand(2, 4, 4, 3).astype(np.float32)
    windows = {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": b"VALID"}
    with jax.enable_x64(True):
        largest, places = opdef.get("MaxPoolWithArgmax")([images], {**windows, "Targmax": dtypes.int64})
        gradient = opdef.get("MaxPoolGradGradWithArgmax")
        (found,) = gradient([images, images, np.asarray(places)], windows)  # the images themselves: their maxima
    np.testing.assert_array_equal(found, largest)

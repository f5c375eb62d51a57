"""`tf.keras.preprocessing.image`: what the package keras_preprocessing has, imported at first use."""

from __future__ import annotations

import importlib
from typing import Any

from tf1compat._facade.names import MissingNameError

NAMES = (
    "DirectoryIterator",
    "ImageDataGenerator",
    "Iterator",
    "NumpyArrayIterator",
    "apply_affine_transform",
    "apply_brightness_shift",
    "apply_channel_shift",
    "array_to_img",
    "img_to_array",
    "load_img",
    "random_brightness",
    "random_channel_shift",
    "random_rotation",
    "random_shear",
    "random_shift",
    "random_zoom",
    "save_img",
)


def __getattr__(name: str) -> Any:
    if name not in NAMES:
        raise MissingNameError(f"tf.keras.preprocessing.image.{name}")
    try:
        found = importlib.import_module("tf1compat._facade.keras.preprocessing.image_data")
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("keras_preprocessing"):
            raise
        raise ImportError(
            "tf.keras.preprocessing.image is the one of the package keras_preprocessing, as in TensorFlow 1.15, and that "
            "is not installed: pip install keras_preprocessing scipy"
        ) from None
    return getattr(found, name)


def __dir__() -> list[str]:
    return list(NAMES)

"""The classes and functions of keras_preprocessing with the defaults of `tf.keras`: layout and float type of settings.

Pillow reads and writes the files, SciPy (if installed) turns and zooms.
"""

from __future__ import annotations

import importlib
from types import SimpleNamespace
from typing import Any

from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras.tools.sequences import Sequence

_package = importlib.import_module("keras_preprocessing")
_package.set_keras_submodules(backend=K, utils=SimpleNamespace(Sequence=Sequence))  # its iterators are `Sequence`s
_image = importlib.import_module("keras_preprocessing.image")

apply_affine_transform = _image.apply_affine_transform
apply_brightness_shift = _image.apply_brightness_shift
apply_channel_shift = _image.apply_channel_shift
load_img = _image.load_img
random_brightness = _image.random_brightness
random_channel_shift = _image.random_channel_shift
random_rotation = _image.random_rotation
random_shear = _image.random_shear
random_shift = _image.random_shift
random_zoom = _image.random_zoom


def array_to_img(x: Any, data_format: str | None = None, scale: bool = True, dtype: Any = None) -> Any:
    """A Pillow image of an array of rank 3; `scale` stretches its values to 0…255."""
    return _image.array_to_img(x, data_format or K.image_data_format(), scale, dtype or K.floatx())


def img_to_array(img: Any, data_format: str | None = None, dtype: Any = None) -> Any:
    """An array of rank 3 of a Pillow image."""
    return _image.img_to_array(img, data_format or K.image_data_format(), dtype or K.floatx())


def save_img(
    path: Any, x: Any, data_format: str | None = None, file_format: str | None = None, scale: bool = True, **kwargs: Any
) -> None:
    """Write an array as an image file; further arguments are those of Pillow's `save`."""
    _image.save_img(path, x, data_format or K.image_data_format(), file_format, scale, **kwargs)


def _filled(kwargs: dict[str, Any]) -> dict[str, Any]:
    given = {k: v for k, v in kwargs.items() if v is not None or k not in ("data_format", "dtype")}
    return {"data_format": K.image_data_format(), "dtype": K.floatx(), **given}


class Iterator(_image.Iterator):
    """Base of what gives batches of images."""


class DirectoryIterator(_image.DirectoryIterator, Iterator):
    """Batches of the images in a folder; arguments as of `keras_preprocessing.image.DirectoryIterator`."""

    def __init__(self, directory: Any, image_data_generator: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(directory, image_data_generator, *args, **(kwargs if args else _filled(kwargs)))


class NumpyArrayIterator(_image.NumpyArrayIterator, Iterator):
    """Batches of images in an array; arguments as of `keras_preprocessing.image.NumpyArrayIterator`."""

    def __init__(self, x: Any, y: Any, image_data_generator: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(x, y, image_data_generator, *args, **(kwargs if args else _filled(kwargs)))


class ImageDataGenerator(_image.ImageDataGenerator):
    """Batches of images that are turned, shifted, flipped at random (and normalised).

    Arguments as of `keras_preprocessing.image.ImageDataGenerator`; `flow`, `flow_from_directory` and
    `flow_from_dataframe` give the batches to `Model.fit_generator`.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **(kwargs if args else _filled(kwargs)))

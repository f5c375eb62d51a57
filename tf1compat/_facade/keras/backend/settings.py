"""Settings of `tf.keras.backend`: the float type, epsilon, the image data format; `~/.keras/keras.json` has defaults."""

from __future__ import annotations

import json
import os
from typing import Any

from tf1compat._facade import context

_FLOATS = ("float16", "float32", "float64")
_FORMATS = ("channels_last", "channels_first")
_DEFAULTS = {"floatx": "float32", "epsilon": 1e-7, "image_data_format": "channels_last"}


def keras_home() -> str:
    """The folder of Keras' settings and data sets: `$KERAS_HOME`, or `~/.keras`."""
    return os.environ.get("KERAS_HOME") or os.path.join(os.path.expanduser("~"), ".keras")


def _settings() -> dict[str, Any]:
    found = context.KERAS_SETTINGS
    if not found:
        found.update(_DEFAULTS)
        try:
            with open(os.path.join(keras_home(), "keras.json")) as file:
                given = json.load(file)
        except (OSError, ValueError):
            return found
        found.update({name: given[name] for name in _DEFAULTS if name in given})
    return found


def backend() -> str:
    """`"tensorflow"`."""
    return "tensorflow"


def epsilon() -> float:
    """The small number that keeps divisions and logarithms finite."""
    return _settings()["epsilon"]


def set_epsilon(value: float) -> None:
    """Change `epsilon()`."""
    _settings()["epsilon"] = value


def floatx() -> str:
    """Name of the default float type."""
    return _settings()["floatx"]


def set_floatx(value: str) -> None:
    """Change the default float type: float16, float32 or float64."""
    if value not in _FLOATS:
        raise ValueError("Unknown floatx type: " + str(value))
    _settings()["floatx"] = str(value)


def image_data_format() -> str:
    """`"channels_last"` or `"channels_first"`."""
    return _settings()["image_data_format"]


def set_image_data_format(data_format: str) -> None:
    """Change the default layout of images."""
    if data_format not in _FORMATS:
        raise ValueError("Unknown data_format: " + str(data_format))
    _settings()["image_data_format"] = str(data_format)


def data_format_of(given: Any) -> str:
    """The layout that an argument asks for; None for the default.

    Raises:
      ValueError: neither of the two layouts.
    """
    found = image_data_format() if given is None else given
    if found not in _FORMATS:
        raise ValueError("Unknown data_format: " + str(given))
    return found

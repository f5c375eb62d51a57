"""`tf.keras.experimental`: SavedModels of Keras, which are not supported."""

from __future__ import annotations

from typing import Any, NoReturn

from tf1compat._jaxcore.base import errors


def export_saved_model(model: Any, saved_model_path: str, *args: Any, **kwargs: Any) -> NoReturn:
    """Not supported."""
    raise errors.unsupported(
        "tf.keras.experimental.export_saved_model is not supported.",
        advice="Use tf.saved_model.simple_save(tf.keras.backend.get_session(), path, inputs, outputs).",
    )


def load_from_saved_model(saved_model_path: str, custom_objects: Any = None) -> NoReturn:
    """Not supported."""
    raise errors.unsupported(
        "tf.keras.experimental.load_from_saved_model is not supported.", advice="Use tf.saved_model.loader.load."
    )

"""`tf.saved_model.save` and `load` of TensorFlow 2: they save traced functions of objects, which graph mode lacks."""

from __future__ import annotations

from typing import Any

from tf1compat._jaxcore.base import errors


def save(obj: Any, export_dir: str, signatures: Any = None) -> None:
    """Refused: models are saved with a session.

    Raises:
      UnsupportedError: always.
    """
    raise errors.unsupported(
        f"tf.saved_model.save({type(obj).__name__}, {export_dir!r}, signatures={signatures!r}): it saves tf.functions",
        advice="tf.saved_model.simple_save or tf.saved_model.Builder save a graph with its session",
    )


def load(export_dir: str, tags: Any = None) -> Any:
    """Refused: models are loaded into a session.

    Raises:
      UnsupportedError: always.
    """
    raise errors.unsupported(
        f"tf.saved_model.load_v2({export_dir!r}, tags={tags!r}): it makes tf.functions",
        advice="tf.saved_model.load loads a graph into a session; tf.contrib.predictor calls it",
    )


load_v2 = load

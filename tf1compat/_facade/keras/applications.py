"""Networks with weights trained on ImageNet: not supported, and said so by name."""

from __future__ import annotations

from typing import Any

from tf1compat._jaxcore.base import errors


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise errors.unsupported(
        f"tf.keras.applications.{name} is not supported.",
        advice="Build the network of tf.keras.layers, or use tf.contrib.slim.nets.",
    )

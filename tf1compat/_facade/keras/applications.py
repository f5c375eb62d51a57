"""Networks with weights trained on ImageNet: not supported, and said so by name."""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    raise AttributeError(
        f"tf.keras.applications.{name} is not supported: build the network of tf.keras.layers, or use tf.contrib.slim.nets"
    )

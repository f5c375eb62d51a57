"""`tf.contrib.tensorboard.plugins.projector`: the embedding projector's configuration."""

from typing import Any as _Any

from tf1compat._facade.contrib import projector as _projector
from tf1compat._facade.contrib.projector import visualize_embeddings as visualize_embeddings
from tf1compat._facade.names import on_demand as _on_demand

_get, __dir__ = _on_demand(__name__)


def __getattr__(name: str) -> _Any:
    """The messages are loaded when they are asked for."""
    return getattr(_projector, name) if name in _projector._NAMES else _get(name)

"""`tf.keras.utils` that draw or split models, which are not supported."""

from __future__ import annotations

from typing import Any, NoReturn

from tf1compat._facade.keras.engine.network import source_inputs
from tf1compat._jaxcore.base import errors


def plot_model(model: Any, *args: Any, **kwargs: Any) -> NoReturn:
    """Not supported."""
    raise errors.unsupported(
        "plot_model is not supported.", advice="Call model.summary(), or look at it in TensorBoard."
    )


def model_to_dot(model: Any, *args: Any, **kwargs: Any) -> NoReturn:
    """Not supported."""
    raise errors.unsupported("model_to_dot is not supported.", advice="Call model.summary().")


def multi_gpu_model(model: Any, gpus: Any = None, *args: Any, **kwargs: Any) -> NoReturn:
    """Not supported."""
    raise errors.unsupported(
        "multi_gpu_model is not supported.", advice="Train on one device, or build towers with tf.device."
    )


def get_source_inputs(tensor: Any, layer: Any = None, node_index: int | None = None) -> list[Any]:
    """The tensors of `Input`s from which a tensor comes."""
    return source_inputs(tensor)

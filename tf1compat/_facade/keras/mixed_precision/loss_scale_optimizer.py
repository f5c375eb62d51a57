"""`LossScaleOptimizer`, which is not supported."""

from __future__ import annotations

from typing import Any

from tf1compat._jaxcore.base import errors


class LossScaleOptimizer:
    """Scales losses so that gradients of float16 do not vanish: not supported."""

    def __init__(self, opt: Any, loss_scale: Any) -> None:
        raise errors.unsupported(
            "tf.keras.mixed_precision.experimental.LossScaleOptimizer is not supported.",
            advice="Multiply the loss by a constant and divide the gradients by it, or compute in float32.",
        )

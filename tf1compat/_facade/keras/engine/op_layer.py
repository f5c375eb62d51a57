"""`TensorFlowOpLayer`: an operation of the graph as a layer."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.keras.engine import op_layers
from tf1compat._facade.keras.engine.layer import Layer
from tf1compat._jaxcore.base import errors, nest


class TensorFlowOpLayer(Layer):
    """Applies a copy of an operation; inputs that come from no layer stay as they are."""

    def __init__(self, op: Any, name: str, constants: dict[int, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(name="tf_op_layer_" + name, **kwargs)
        self._operation = op
        self._constants = dict(constants or {})
        self.built = True

    def call(self, inputs: Any) -> Any:
        flat = list(nest.flatten(inputs))
        for index, value in sorted(self._constants.items()):
            flat.insert(index, value)
        return op_layers.copied(self._operation, flat)

    def get_config(self) -> dict[str, Any]:
        raise errors.unsupported(
            f"the operation {self._operation.name} between layers cannot be written into a model's configuration.",
            advice="Put it into a Lambda layer or a layer of your own.",
        )

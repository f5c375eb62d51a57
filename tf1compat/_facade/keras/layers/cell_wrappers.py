"""Keras cells around Keras cells: dropout, residual connections, devices (`tf.nn.RNNCell…Wrapper` of TensorFlow 2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade import context
from tf1compat._facade.keras.layers.recurrent_cells import AbstractRNNCell
from tf1compat._facade.nn_ops import dropout_v2
from tf1compat._jaxcore.base import errors, nest


class _CellWrapper(AbstractRNNCell):
    """Base of cells that call another one and change what goes in or comes out."""

    def __init__(self, cell: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.cell = cell

    @property
    def state_size(self) -> Any:
        return self.cell.state_size

    @property
    def output_size(self) -> Any:
        return self.cell.output_size

    def build(self, input_shape: Any) -> None:
        self.cell.build(input_shape)
        self.cell.built = self.built = True

    def call(self, inputs: Any, states: Any, **kwargs: Any) -> Any:
        return self._step(inputs, states, self.cell.call, **kwargs)

    def _step(self, inputs: Any, states: Any, call: Callable[..., Any], **kwargs: Any) -> Any:
        raise NotImplementedError

    def get_initial_state(self, inputs: Any = None, batch_size: Any = None, dtype: Any = None) -> Any:
        return self.cell.get_initial_state(inputs=inputs, batch_size=batch_size, dtype=dtype)

    def get_config(self) -> dict[str, Any]:
        inner = {"class_name": type(self.cell).__name__, "config": self.cell.get_config()}
        return {**super().get_config(), "cell": inner}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: Any = None) -> Any:
        from tf1compat._facade.keras.layers.serialization import deserialize

        config = dict(config)
        return cls(deserialize(config.pop("cell"), custom_objects), **config)


class ResidualWrapper(_CellWrapper):
    """A cell whose inputs are added to its outputs; or what `residual_fn(inputs, outputs)` gives."""

    def __init__(self, cell: Any, residual_fn: Callable[[Any, Any], Any] | None = None, **kwargs: Any) -> None:
        super().__init__(cell, **kwargs)
        self._residual_fn = residual_fn

    def _step(self, inputs: Any, states: Any, call: Callable[..., Any], **kwargs: Any) -> Any:
        outputs, new = call(inputs, states, **kwargs)
        if self._residual_fn is not None:
            return self._residual_fn(inputs, outputs), new
        nest.assert_same_structure(inputs, outputs)
        return nest.map_structure(lambda x, y: x + y, inputs, outputs), new


class DeviceWrapper(_CellWrapper):
    """A cell that stands on a device."""

    def __init__(self, cell: Any, device: Any, **kwargs: Any) -> None:
        super().__init__(cell, **kwargs)
        self._device = device

    def _step(self, inputs: Any, states: Any, call: Callable[..., Any], **kwargs: Any) -> Any:
        with context.get_default_graph().device(self._device):
            return call(inputs, states, **kwargs)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "device": self._device}


class DropoutWrapper(_CellWrapper):
    """A cell with dropout of its inputs, outputs and states; other elements in each step."""

    def __init__(
        self,
        cell: Any,
        input_keep_prob: Any = 1.0,
        output_keep_prob: Any = 1.0,
        state_keep_prob: Any = 1.0,
        variational_recurrent: bool = False,
        seed: int | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(cell, **kwargs)
        if variational_recurrent:
            raise errors.unsupported(
                "a Keras cell's DropoutWrapper with variational_recurrent=True is not supported.",
                advice="Use tf.nn.rnn_cell.DropoutWrapper, or the dropout arguments of the cell.",
            )
        self._keep = {"input": input_keep_prob, "output": output_keep_prob, "state": state_keep_prob}
        self._seed = seed

    def _dropped(self, values: Any, kind: str) -> Any:
        keep = self._keep[kind]
        if isinstance(keep, (int, float)) and keep >= 1:
            return values
        return nest.map_structure(lambda x: dropout_v2(x, rate=1.0 - keep, seed=self._seed), values)

    def _step(self, inputs: Any, states: Any, call: Callable[..., Any], **kwargs: Any) -> Any:
        outputs, new = call(self._dropped(inputs, "input"), states, **kwargs)
        return self._dropped(outputs, "output"), self._dropped(new, "state")

    def get_config(self) -> dict[str, Any]:
        own = {f"{kind}_keep_prob": keep for kind, keep in self._keep.items()}
        return {**super().get_config(), **own, "variational_recurrent": False, "seed": self._seed}

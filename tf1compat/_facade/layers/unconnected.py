"""What a layer of `tf.layers` has as a Keras layer: values of its variables, and connections that it never has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from tf1compat._facade.framework import name_scope


class Unconnected:
    """TF1: layers of `tf.layers` do not keep what they were called with, and say that they were never called."""

    name: Any
    weights: Any
    dynamic = False

    @property
    def inbound_nodes(self) -> list[Any]:
        return []

    @property
    def outbound_nodes(self) -> list[Any]:
        return []

    @property
    def metrics(self) -> list[Any]:
        return []

    @property
    def submodules(self) -> tuple[Any, ...]:
        return ()

    @property
    def input(self) -> NoReturn:
        raise AttributeError(f"Layer {self.name} is not connected, no input to return.")

    input_mask = input

    @property
    def output(self) -> NoReturn:
        raise AttributeError(f"Layer {self.name} has no inbound nodes.")

    output_mask = output

    @property
    def input_shape(self) -> NoReturn:
        raise AttributeError("The layer has never been called and thus has no defined input shape.")

    @property
    def output_shape(self) -> NoReturn:
        raise AttributeError("The layer has never been called and thus has no defined output shape.")

    def get_input_at(self, node_index: int) -> NoReturn:
        """Raises RuntimeError, as all methods of this kind."""
        raise RuntimeError("The layer has never been called and thus has no defined input.")

    get_input_mask_at = get_input_at

    def get_output_at(self, node_index: int) -> NoReturn:
        raise RuntimeError("The layer has never been called and thus has no defined output.")

    get_output_mask_at = get_output_at

    def get_input_shape_at(self, node_index: int) -> NoReturn:
        raise RuntimeError("The layer has never been called and thus has no defined input shape.")

    def get_output_shape_at(self, node_index: int) -> NoReturn:
        raise RuntimeError("The layer has never been called and thus has no defined output shape.")

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        """None: these layers take no masks.

        Raises:
          TypeError: there is a mask.
        """
        if mask is not None:
            raise TypeError(f"Layer {self.name} does not support masking, but was passed an input_mask: {mask}")
        return None

    def get_weights(self) -> list[Any]:
        """The values of all variables, as NumPy arrays, in Keras' session or the default one."""
        from tf1compat._facade.keras import backend

        return backend.batch_get_value(self.weights)

    def set_weights(self, weights: Sequence[Any]) -> None:
        """Assign values to all variables.

        Raises:
          ValueError: another number of arrays, or a shape that does not fit.
        """
        from tf1compat._facade.keras.engine.weights import assign_values

        assign_values(self.name, self.weights, weights)

    @classmethod
    def with_name_scope(cls, method: Callable[..., Any]) -> Callable[..., Any]:
        """`method` of a layer, its operations under the layer's name."""

        def scoped(self: Any, *args: Any, **kwargs: Any) -> Any:
            with name_scope(self.name):
                return method(self, *args, **kwargs)

        return scoped

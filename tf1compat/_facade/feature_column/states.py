"""Where columns keep their variables and tables: state managers."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from tf1compat._facade import variable_scope


class StateManager:
    """Keeps variables and resources of columns by name; subclasses define what they support."""

    def create_variable(
        self,
        feature_column: Any,
        name: str,
        shape: Any,
        dtype: Any = None,
        trainable: bool = True,
        use_resource: bool = True,
        initializer: Any = None,
    ) -> Any:
        """Make a variable of a column."""
        raise NotImplementedError("StateManager.create_variable")

    def add_variable(self, feature_column: Any, var: Any) -> None:
        """Keep a variable that exists."""
        raise NotImplementedError("StateManager.add_variable")

    def get_variable(self, feature_column: Any, name: str) -> Any:
        """A variable of a column."""
        raise NotImplementedError("StateManager.get_var")

    def add_resource(self, feature_column: Any, name: str, resource: Any) -> None:
        """Keep a resource, such as a table."""
        raise NotImplementedError("StateManager.add_resource")

    def get_resource(self, feature_column: Any, name: str) -> Any:
        """A resource of a column."""
        raise NotImplementedError("StateManager.get_resource")


class _StateManagerImpl(StateManager):
    """Variables belong to a layer, and go by the variable scope."""

    _getter: dict[str, Any] = {"getter": variable_scope.get_variable}

    def __init__(self, layer: Any, trainable: bool) -> None:
        self._trainable = trainable
        self._layer = layer
        if layer is not None and not hasattr(layer, "_resources"):
            layer._resources = []
        self._cols_to_vars_map: dict[Any, dict[str, Any]] = defaultdict(dict)
        self._cols_to_resources_map: dict[Any, dict[str, Any]] = defaultdict(dict)

    def create_variable(
        self,
        feature_column: Any,
        name: str,
        shape: Any,
        dtype: Any = None,
        trainable: bool = True,
        use_resource: bool = True,
        initializer: Any = None,
    ) -> Any:
        known = self._cols_to_vars_map[feature_column]
        if name in known:
            raise ValueError("Variable already exists.")
        known[name] = self._layer.add_variable(
            name=name,
            shape=shape,
            dtype=dtype,
            initializer=initializer,
            trainable=self._trainable and trainable,
            use_resource=use_resource,
            **self._getter,
        )
        return known[name]

    def get_variable(self, feature_column: Any, name: str) -> Any:
        if name not in self._cols_to_vars_map[feature_column]:
            raise ValueError("Variable does not exist.")
        return self._cols_to_vars_map[feature_column][name]

    def add_resource(self, feature_column: Any, name: str, resource: Any) -> None:
        self._cols_to_resources_map[feature_column][name] = resource
        if self._layer is not None:
            self._layer._resources.append(resource)

    def get_resource(self, feature_column: Any, name: str) -> Any:
        if name not in self._cols_to_resources_map[feature_column]:
            raise ValueError("Resource does not exist.")
        return self._cols_to_resources_map[feature_column][name]


class _StateManagerImplV2(_StateManagerImpl):
    """Variables are the layer's own."""

    _getter: dict[str, Any] = {}

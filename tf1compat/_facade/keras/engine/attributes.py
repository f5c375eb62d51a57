"""Attributes of layers: layers and variables that are assigned to them become theirs."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.keras import backend as K
from tf1compat._facade.layers.base import Layer as PlainLayer
from tf1compat._facade.resource_variables import UnreadVariable
from tf1compat._facade.train.object_graph import AutoTrackable, Dependency, NoDependency, is_trackable
from tf1compat._facade.variable_base import Variable


class Attributes(AutoTrackable):
    """`self.dense = Dense(3)` makes the layer a part of this one; so do lists and dictionaries of layers."""

    _is_graph_network = False
    _collects_layers = True
    _layers: list[Any]

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(value, NoDependency) or self._is_graph_network or name.startswith(("_", "inputs", "outputs")):
            if not (isinstance(value, (Attributes, PlainLayer)) and not self._is_graph_network):
                super().__setattr__(name, value)
                return
        if hasattr(type(self), name):
            try:
                object.__setattr__(self, name, value)
            except AttributeError:
                raise AttributeError(
                    f'Can\'t set the attribute "{name}", likely because it conflicts with an existing read-only '
                    "@property of the object. Please choose a different name."
                ) from None
            return
        self._forget(name)
        for layer in _layers_in(value):
            if self._collects_layers and all(layer is not known for known in self.__dict__.setdefault("_layers", [])):
                self._layers.append(layer)
        for variable in _variables_in(value):
            kept = self.__dict__.setdefault(
                "_trainable_weights" if variable.trainable else "_non_trainable_weights", []
            )
            if all(variable is not known for known in kept):
                kept.append(variable)
                K.track_variable(variable)
        super().__setattr__(name, value)

    def _forget(self, name: str) -> None:
        """What the attribute held before is no part of this object any more, unless another attribute holds it."""
        old = self.__dict__.pop(name, None)
        if old is None:
            return
        still = [x for value in self.__dict__.values() for x in (value if isinstance(value, list) else [value])]
        kept = {id(x) for key, x in self.__dict__.items() if not key.startswith("_")} | {
            id(x) for x in still if not isinstance(x, list)
        } - {id(x) for key in _OWN for x in self.__dict__.get(key, [])}
        for key in _OWN:
            if key in self.__dict__:
                gone = [*_layers_in(old), *_variables_in(old)]
                self.__dict__[key][:] = [
                    x for x in self.__dict__[key] if id(x) in kept or all(x is not g for g in gone)
                ]

    def __delattr__(self, name: str) -> None:
        if name not in self.__dict__:
            object.__delattr__(self, name)
            return
        self._forget(name)

    @property
    def _checkpoint_dependencies(self) -> list[Dependency]:
        hidden = self.__dict__.get("_not_tracked", ())
        return [
            Dependency(name, value)
            for name, value in vars(self).items()
            if not (name.startswith("_") and name not in self._tracked_private)
            and name not in hidden
            and name not in ("inputs", "outputs", "optimizer", "history", "input_names", "output_names")
            and is_trackable(value)
            and not (isinstance(value, (list, tuple, dict)) and not _holds_state(value))
        ]

    _tracked_private: tuple[str, ...] = ()


_OWN = ("_layers", "_trainable_weights", "_non_trainable_weights")


def _contents(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [x for key in sorted(value, key=str) for x in _contents(value[key])]
    if isinstance(value, (list, tuple)):
        return [x for item in value for x in _contents(item)]
    return [value]


def _layers_in(value: Any) -> list[Any]:
    return [x for x in _contents(value) if isinstance(x, (Attributes, PlainLayer)) or _has_weights(x)]


def _has_weights(x: Any) -> bool:
    kind = type(x)
    return hasattr(kind, "trainable_weights") and hasattr(kind, "non_trainable_weights")


def _variables_in(value: Any) -> list[Any]:
    return [x for x in _contents(value) if isinstance(x, Variable) and not isinstance(x, UnreadVariable)]


def _holds_state(value: Any) -> bool:
    return any(isinstance(x, (Variable, Attributes, PlainLayer)) for x in _contents(value))

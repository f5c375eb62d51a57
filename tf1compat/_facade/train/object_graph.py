"""The objects that `tf.train.Checkpoint` saves: who holds whom under which name, and what of them is saved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from tf1compat._facade.layers.base import Layer
from tf1compat._facade.train.optimizer import Optimizer
from tf1compat._facade.variable_base import Variable

VALUE = VARIABLE_VALUE_KEY = "VARIABLE_VALUE"
OBJECT_GRAPH_KEY = "_CHECKPOINTABLE_OBJECT_GRAPH"


class Dependency(NamedTuple):
    """An object under the name by which another holds it."""

    name: str
    ref: Any


class NoDependency:
    """`self.x = NoDependency(value)` keeps a value out of checkpoints; the attribute is the value."""

    def __init__(self, value: Any) -> None:
        self.value = value


class Trackable:
    """Base of what has state that checkpoints know."""


class AutoTrackable(Trackable):
    """An object whose attributes (variables, layers, optimizers, lists and dictionaries of them) are saved with it."""

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(value, NoDependency):
            self.__dict__.setdefault("_not_tracked", set()).add(name)
            value = value.value
        super().__setattr__(name, value)

    @property
    def _checkpoint_dependencies(self) -> list[Dependency]:
        hidden = self.__dict__.get("_not_tracked", ())
        return [
            Dependency(name, value)
            for name, value in vars(self).items()
            if name not in hidden and name != "_not_tracked" and is_trackable(value)
        ]


def is_trackable(value: Any) -> bool:
    """Can it be part of an object-based checkpoint?"""
    if isinstance(value, (Variable, Optimizer, Layer, AutoTrackable, list, tuple, dict)):
        return True
    kind = type(value)
    return hasattr(kind, "_checkpoint_dependencies") or hasattr(kind, "_gather_saveables_for_checkpoint")


def children(value: Any) -> list[Dependency]:
    """What an object holds, in the order in which it is saved."""
    if isinstance(value, Variable):
        return []
    if hasattr(type(value), "_checkpoint_dependencies"):
        return [Dependency(*d) for d in value._checkpoint_dependencies]
    if isinstance(value, Optimizer):
        named = sorted((name, v) for (name, _), v in _non_slots(value))
        return [Dependency(name, v) for name, v in named]
    if isinstance(value, Mapping):
        return [Dependency(str(k), v) for k, v in value.items() if is_trackable(v)]
    if isinstance(value, (list, tuple)):
        return [Dependency(str(i), v) for i, v in enumerate(value) if is_trackable(v)]
    return [Dependency(name, v) for name, v in vars(value).items() if _is_held(name, v)]


def _non_slots(optimizer: Any) -> list[Any]:
    return [(key, v) for key, v in optimizer._non_slot_dict.items() if isinstance(key, tuple) and len(key) == 2]


def _is_held(name: str, value: Any) -> bool:
    """An attribute of a layer: its own lists of weights and losses are no part of the graph."""
    if name.startswith("_") and isinstance(value, (list, tuple, dict)):
        return False
    return is_trackable(value) and not (isinstance(value, tuple) and not any(map(is_trackable, value)))


class Slot(NamedTuple):
    """A slot variable of an optimizer: of which variable, under which name."""

    optimizer: int
    variable: int
    name: str
    node: int


class ObjectGraph:
    """All objects below a root, numbered breadth first; slot variables come last.

    Attributes:
      objects: the objects by number.
      held: for each, names and numbers of what it holds.
      slots: the slot variables.
      paths: names from the root to each object that is no slot variable.
    """

    def __init__(self, root: Any) -> None:
        self.objects: list[Any] = [root]
        self.held: list[list[tuple[str, int]]] = []
        self.slots: list[Slot] = []
        self.paths: dict[int, tuple[str, ...]] = {0: ()}
        self._numbers: dict[int, int] = {id(root): 0}
        at = 0
        while at < len(self.objects):
            self.held.append([])
            for name, ref in children(self.objects[at]):
                number = self._number(ref)
                self.paths.setdefault(number, (*self.paths[at], name))
                self.held[at].append((name, number))
            at += 1
        self._add_slots()

    def number_of(self, value: Any) -> int | None:
        """The object's number."""
        return self._numbers.get(id(value))

    def _number(self, value: Any) -> int:
        found = self._numbers.get(id(value))
        if found is None:
            found = self._numbers[id(value)] = len(self.objects)
            self.objects.append(value)
        return found

    def _add_slots(self) -> None:
        known = list(enumerate(self.objects))
        for number, optimizer in known:
            if not isinstance(optimizer, Optimizer):
                continue
            for name in optimizer.get_slot_names():
                for at, variable in known:
                    slot = optimizer.get_slot(variable, name) if isinstance(variable, Variable) else None
                    if slot is not None:
                        self.slots.append(Slot(number, at, name, self._number(slot)))
        self.held.extend([] for _ in range(len(self.objects) - len(self.held)))

    def keys(self) -> dict[int, str]:
        """Prefix of the checkpoint keys of each object."""
        found = {number: "/".join(map(_escaped, path)) for number, path in self.paths.items()}
        for slot in self.slots:
            owner = found[slot.optimizer]
            found[slot.node] = f"{found[slot.variable]}/.OPTIMIZER_SLOT/{owner}/{_escaped(slot.name)}"
        return found

    def saved(self) -> Iterator[tuple[int, str, Any]]:
        """(number, name of the attribute, variable or function from a key to a saveable) of what is saved."""
        for number, value in enumerate(self.objects):
            if isinstance(value, Variable):
                yield number, VALUE, value
            elif hasattr(type(value), "_gather_saveables_for_checkpoint"):
                for name, factory in value._gather_saveables_for_checkpoint().items():
                    yield number, name, factory


def _escaped(name: str) -> str:
    """A name as a part of a key: `/` becomes `.S`, and dots are doubled."""
    return name.replace(".", "..").replace("/", ".S")


def checkpoint_key(prefix: str, attribute: str) -> str:
    """The key of an attribute in a checkpoint."""
    return f"{prefix}/.ATTRIBUTES/{_escaped(attribute)}"


class List(list[Any], Trackable):
    """A list that may be given to `tf.train.Checkpoint` itself."""

    def __init__(self, *args: Any) -> None:
        super().__init__(args)


class TrackedMapping(dict[Any, Any], Trackable):
    """A dictionary that may be given to `tf.train.Checkpoint` itself."""

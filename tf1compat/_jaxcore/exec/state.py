"""Variables between steps: a `Container` of slots, and the random streams of a session."""

from __future__ import annotations

import copy
import threading
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from tf1compat._jaxcore.base.host_context import NoResources, Resources
from tf1compat._jaxcore.ir.node import Node
from tf1compat._jaxcore.ops import philox
from tf1compat._jaxcore.ops.philox import Stream


class Slot:
    """One variable's value: a jax array (NumPy for strings), None while uninitialised."""

    __slots__ = ("value",)

    def __init__(self) -> None:
        self.value: Any = None


class Container:
    """The variables of one session, or of all sessions that share a server's resources, and its other resources.

    Plans keep the slots, not the values, so that a step finds its state without a look-up.
    """

    def __init__(self, resources: Resources | None = None) -> None:
        self.resources: Resources = resources if resources is not None else NoResources()
        self._slots: dict[str, Slot] = {}
        self.lock = threading.RLock()

    def slot(self, key: str) -> Slot:
        found = self._slots.get(key)
        if found is None:
            with self.lock:
                found = self._slots.setdefault(key, Slot())
        return found

    def keys(self) -> list[str]:
        """Names of the initialised variables."""
        return [k for k, s in self._slots.items() if s.value is not None]

    def with_resources(self, resources: Resources) -> Container:
        """The same variables beside other resources: what one session on a server sees of its task."""
        other = copy.copy(self)
        other.resources = resources
        return other

    def reset(self, names: Collection[str]) -> None:
        """Forget the variables of the resource containers called `names` (all variables, if there are none)."""
        for key, slot in list(self._slots.items()):
            owner = key.partition("//")[0] if "//" in key else ""
            if not names or owner in names:
                slot.value = None

    def clear(self) -> None:
        for slot in self._slots.values():
            slot.value = None


@dataclass
class RandomStreams:
    """Where each random op's stream stands, and how often other nodes that count have run, by node name.

    An op's stream starts anew in every session and advances with every execution by what the op reserves.
    """

    _positions: dict[str, tuple[Any, Any, int]] = field(default_factory=dict[str, "tuple[Any, Any, int]"])

    _runs: dict[str, int] = field(default_factory=dict[str, int])

    _lock: threading.Lock = field(default_factory=threading.Lock)

    def restart(self) -> None:
        """Forget what has been drawn."""
        with self._lock:
            self._positions.clear()
            self._runs.clear()

    def count(self, node_name: str) -> int:
        """How often this was asked about the node before."""
        with self._lock:
            found = self._runs.get(node_name, 0)
            self._runs[node_name] = found + 1
        return found

    def seeds(self, node: Node) -> tuple[Any, Any]:
        """Key and number of the stream of `node` in this session."""
        found = self._positions.get(node.name)
        if found is None:
            seed, seed2 = philox.normalize_seeds(node.attrs["seed"], node.attrs["seed2"])
            found = self._positions[node.name] = (seed, seed2, 0)
        return found[:2]

    def take(self, node: Node, blocks: int) -> Stream:
        """The stream for one execution of `node`, which uses up `blocks`."""
        with self._lock:
            self.seeds(node)
            seed, seed2, block = self._positions[node.name]
            self._positions[node.name] = (seed, seed2, (block + blocks) % 2**64)
        return Stream(seed, seed2, philox.np.uint64(block))

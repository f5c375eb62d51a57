"""What a host op may ask about the node it runs for; handed to kernels that take the keyword `context`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from tf1compat._jaxcore.base import errors


class Resources(Protocol):
    """The queues, readers and other things of a session that outlive a step."""

    def find_or_make(self, kind: str, node: str, shared_name: str, container: str, **spec: Any) -> Any:
        """The resource of a node, or of a shared name; made as `kind` says where there is none yet.

        Raises:
          InvalidArgumentError: there is one of that name with another kind or specification.
        """
        ...

    @property
    def version(self) -> Any:
        """Something else each time that resources have been dropped; None where nobody counts."""
        ...


class VariableHandle(NamedTuple):
    """What stands for a resource variable where its handle is a value: in what a graph function captured."""

    key: str
    dtype: Any
    shape: Any


class HostFunction(Protocol):
    """A graph function that a host op calls."""

    @property
    def has_effects(self) -> bool:
        """Does it do something that the program sees (Python functions, queues, writes)?"""
        ...

    def instance(self, key: Any, captured: Sequence[Any] = ()) -> Callable[[Sequence[Any]], Sequence[Any]]:
        """The function from arguments to results, given its last ones, `captured`.

        It has random streams of its own for each living `key`.
        """
        ...


class HostContext(Protocol):
    """The node a kernel runs for, and the session it runs in."""

    @property
    def node_name(self) -> str:
        """Name of the node."""
        ...

    def next_run(self) -> int:
        """How often this node has run in this session before; counts up with every call."""
        ...

    @property
    def resources(self) -> Resources:
        """What belongs to the session."""
        ...

    def function(self, reference: Any) -> HostFunction:
        """The function that an attr refers to (`schema.function_ref.FunctionRef`)."""
        ...


class NoResources:
    """Where nobody has handed in a session's resources."""

    def find_or_make(self, kind: str, node: str, shared_name: str, container: str, **spec: Any) -> Any:
        """Always an error."""
        raise errors.FailedPreconditionError(None, None, f"{kind} {node!r} lives in a session, and there is none")

    @property
    def version(self) -> Any:
        """None: there is nothing to drop."""
        return None


class Unattached:
    """The context of a kernel that is called by itself, without a session."""

    def __init__(self, node_name: str = "") -> None:
        self.node_name = node_name
        self._runs = 0
        self.resources: Resources = NoResources()

    def next_run(self) -> int:
        """How often it was asked before."""
        self._runs += 1
        return self._runs - 1

    def function(self, reference: Any) -> HostFunction:
        """Always an error."""
        raise errors.FailedPreconditionError(None, None, f"{reference!r} runs in a session, and there is none")

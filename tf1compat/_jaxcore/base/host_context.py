"""What a host op may ask about the node it runs for; handed to kernels that take the keyword `context`."""

from __future__ import annotations

from typing import Protocol


class HostContext(Protocol):
    """The node a kernel runs for, and the session it runs in."""

    @property
    def node_name(self) -> str:
        """Name of the node."""
        ...

    def next_run(self) -> int:
        """How often this node has run in this session before; counts up with every call."""
        ...


class Unattached:
    """The context of a kernel that is called by itself, without a session."""

    def __init__(self, node_name: str = "") -> None:
        self.node_name = node_name
        self._runs = 0

    def next_run(self) -> int:
        """How often it was asked before."""
        self._runs += 1
        return self._runs - 1

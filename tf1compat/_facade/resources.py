"""`tensorflow.python.ops.resources`: operations that make the resources which a graph has registered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tf1compat._facade import context
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.framework import no_op
from tf1compat._facade.grouping import group
from tf1compat._facade.tensor import Operation


class _Resource(NamedTuple):
    """A handle, the operation that makes the resource, and a bool tensor: has it been made?"""

    handle: Any
    create: Any
    is_initialized: Any
    is_shared: bool


def register_resource(handle: Any, create_op: Any, is_initialized_op: Any, is_shared: bool = True) -> None:
    """Add a resource to those that `initialize_resources` makes."""
    key = GraphKeys.RESOURCES if is_shared else GraphKeys.LOCAL_RESOURCES
    context.get_default_graph().add_to_collection(key, _Resource(handle, create_op, is_initialized_op, is_shared))


def shared_resources() -> list[Any]:
    """The registered resources that all tasks see."""
    return context.get_default_graph().get_collection(GraphKeys.RESOURCES)


def local_resources() -> list[Any]:
    """The registered resources of a session."""
    return context.get_default_graph().get_collection(GraphKeys.LOCAL_RESOURCES)


def initialize_resources(resource_list: Sequence[Any], name: str = "init") -> Operation:
    """An operation that makes the resources in the list."""
    if resource_list:
        return group(*[r.create for r in resource_list], name=name)
    return no_op(name=name)

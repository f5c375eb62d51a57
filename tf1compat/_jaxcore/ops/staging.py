"""Staging areas: a name for each, by which their operations find it in the session's resources."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._jaxcore.base.host_context import HostContext, Unattached
from tf1compat._jaxcore.schema import shape_rules
from tf1compat._jaxcore.schema.opdef import REQUIRED, op


def _area(context: HostContext, container: bytes, shared_name: bytes, capacity: int, memory_limit: int) -> Any:
    return context.resources.find_or_make(
        "StagingArea",
        context.node_name,
        shared_name.decode(),
        container.decode(),
        capacity=capacity,
        memory_limit=memory_limit,
    )


@op("Stage", "values: [dtypes] ->", effect="io", host=True, waits=True, grad="none", shape=shape_rules.nothing)
def stage(
    values: Any,
    *,
    capacity: int = 0,
    memory_limit: int = 0,
    container: bytes = b"",
    shared_name: bytes = b"",
    context: HostContext = Unattached(),
) -> Any:
    """Put one element, waiting for room."""
    _area(context, container, shared_name, capacity, memory_limit).put(values)
    return ()


@op("Unstage", "-> values: [dtypes]", effect="io", host=True, waits=True, grad="none", shape=shape_rules.unknown)
def unstage(
    *,
    capacity: int = 0,
    memory_limit: int = 0,
    dtypes: Any = REQUIRED,
    container: bytes = b"",
    shared_name: bytes = b"",
    context: HostContext = Unattached(),
) -> Any:
    """Take the oldest element, waiting for one."""
    return _area(context, container, shared_name, capacity, memory_limit).get()


@op("StagePeek", "index: int32 -> values: [dtypes]", effect="io", host=True, waits=True, grad="none",
    shape=shape_rules.unknown)  # fmt: skip
def stage_peek(
    index: Any,
    *,
    capacity: int = 0,
    memory_limit: int = 0,
    dtypes: Any = REQUIRED,
    container: bytes = b"",
    shared_name: bytes = b"",
    context: HostContext = Unattached(),
) -> Any:
    """The element at a position, which stays, waiting for it."""
    return _area(context, container, shared_name, capacity, memory_limit).peek(int(index))


@op("StageSize", "-> size: int32", effect="io", host=True, grad="none", shape=shape_rules.scalar)
def stage_size(
    *,
    capacity: int = 0,
    memory_limit: int = 0,
    dtypes: Any = REQUIRED,
    container: bytes = b"",
    shared_name: bytes = b"",
    context: HostContext = Unattached(),
) -> Any:
    """How many elements wait."""
    return np.int32(_area(context, container, shared_name, capacity, memory_limit).size())


@op("StageClear", "->", effect="io", host=True, grad="none", shape=shape_rules.nothing)
def stage_clear(
    *,
    capacity: int = 0,
    memory_limit: int = 0,
    dtypes: Any = REQUIRED,
    container: bytes = b"",
    shared_name: bytes = b"",
    context: HostContext = Unattached(),
) -> Any:
    """Drop all elements."""
    _area(context, container, shared_name, capacity, memory_limit).clear()
    return ()

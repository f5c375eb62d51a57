"""Queues: their handles, and what is done with them; the queues themselves belong to the session's resources."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._jaxcore.base.host_context import HostContext, Unattached
from tf1compat._jaxcore.base.shapes import ShapeError
from tf1compat._jaxcore.schema import shape_rules
from tf1compat._jaxcore.schema.opdef import REQUIRED, op


def _text(x: Any) -> str:
    return x.decode() if isinstance(x, bytes) else str(x)


def _batches(x: Any) -> Any:
    """Unknown until the queue is asked; a negative size is refused while building."""
    n = x.value(1)
    if n is not None and int(n) < 0:
        raise ShapeError(f"Input 'n' must be >= 0, but is {int(n)}")
    return (None,) * x.n_outputs


@op("FIFOQueueV2", "-> handle: resource", host=True, stateful=True, grad="none", shape=shape_rules.scalar)
def fifo_queue_v2(
    *,
    component_types: Any = REQUIRED,
    shapes: Any = [],
    capacity: int = -1,
    container: bytes = b"",
    shared_name: bytes = b"",
    context: HostContext = Unattached(),
) -> Any:
    """A queue whose elements leave in the order in which they came."""
    return context.resources.find_or_make(
        "FIFOQueue",
        context.node_name,
        _text(shared_name),
        _text(container),
        component_types=component_types,
        shapes=shapes,
        capacity=capacity,
    )


@op("PaddingFIFOQueueV2", "-> handle: resource", host=True, stateful=True, grad="none", shape=shape_rules.scalar)
def padding_fifo_queue_v2(
    *,
    component_types: Any = REQUIRED,
    shapes: Any = [],
    capacity: int = -1,
    container: bytes = b"",
    shared_name: bytes = b"",
    context: HostContext = Unattached(),
) -> Any:
    """A FIFO queue of components that may vary in size; batches of them are padded."""
    return context.resources.find_or_make(
        "PaddingFIFOQueue",
        context.node_name,
        _text(shared_name),
        _text(container),
        component_types=component_types,
        shapes=shapes,
        capacity=capacity,
    )


@op("RandomShuffleQueueV2", "-> handle: resource", host=True, stateful=True, grad="none", shape=shape_rules.scalar)
def random_shuffle_queue_v2(
    *,
    component_types: Any = REQUIRED,
    shapes: Any = [],
    capacity: int = -1,
    min_after_dequeue: int = 0,
    seed: int = 0,
    seed2: int = 0,
    container: bytes = b"",
    shared_name: bytes = b"",
    context: HostContext = Unattached(),
) -> Any:
    """A queue whose elements leave in random order."""
    return context.resources.find_or_make(
        "RandomShuffleQueue",
        context.node_name,
        _text(shared_name),
        _text(container),
        component_types=component_types,
        shapes=shapes,
        capacity=capacity,
        min_after_dequeue=min_after_dequeue,
        seeds=(seed, seed2),
    )


@op("PriorityQueueV2", "-> handle: resource", host=True, stateful=True, grad="none", shape=shape_rules.scalar)
def priority_queue_v2(
    *,
    component_types: Any = [],
    shapes: Any = REQUIRED,
    capacity: int = -1,
    container: bytes = b"",
    shared_name: bytes = b"",
    context: HostContext = Unattached(),
) -> Any:
    """A queue whose element of least priority leaves first; `component_types` leaves the priorities out."""
    return context.resources.find_or_make(
        "PriorityQueue",
        context.node_name,
        _text(shared_name),
        _text(container),
        component_types=component_types,
        shapes=shapes,
        capacity=capacity,
    )


@op("QueueEnqueueV2", "handle: resource, components: [Tcomponents] ->", effect="io", host=True, waits=True,
    grad="none", attrs={"timeout_ms": -1}, shape=shape_rules.nothing)  # fmt: skip
def queue_enqueue_v2(handle: Any, components: Any) -> Any:
    """Put one element, waiting for room."""
    handle.enqueue(components)
    return ()


@op("QueueEnqueueManyV2", "handle: resource, components: [Tcomponents] ->", effect="io", host=True, waits=True,
    grad="none", attrs={"timeout_ms": -1}, shape=shape_rules.nothing)  # fmt: skip
def queue_enqueue_many_v2(handle: Any, components: Any) -> Any:
    """Put the rows of the components one by one."""
    handle.enqueue_many(components)
    return ()


@op("QueueDequeueV2", "handle: resource -> components: [component_types]", effect="io", host=True, waits=True,
    grad="none", attrs={"timeout_ms": -1}, shape=shape_rules.unknown)  # fmt: skip
def queue_dequeue_v2(handle: Any) -> Any:
    """Take one element, waiting for it."""
    return handle.dequeue()


@op("QueueDequeueManyV2", "handle: resource, n: int32 -> components: [component_types]", effect="io", host=True,
    waits=True, grad="none", attrs={"timeout_ms": -1}, shape=_batches)  # fmt: skip
def queue_dequeue_many_v2(handle: Any, n: Any) -> Any:
    """Take `n` elements as batches, waiting for them."""
    return handle.dequeue_many(int(n))


@op("QueueDequeueUpToV2", "handle: resource, n: int32 -> components: [component_types]", effect="io", host=True,
    waits=True, grad="none", attrs={"timeout_ms": -1}, shape=_batches)  # fmt: skip
def queue_dequeue_up_to_v2(handle: Any, n: Any) -> Any:
    """Take `n` elements as batches, or what is left in a closed queue."""
    return handle.dequeue_many(int(n), fewer=True)


@op("QueueCloseV2", "handle: resource ->", effect="io", host=True, waits=True, grad="none", shape=shape_rules.nothing)
def queue_close_v2(handle: Any, *, cancel_pending_enqueues: bool = False) -> Any:
    """Refuse further elements."""
    handle.close(cancel_pending_enqueues)
    return ()


@op("QueueSizeV2", "handle: resource -> size: int32", effect="io", host=True, grad="none", shape=shape_rules.scalar)
def queue_size_v2(handle: Any) -> Any:
    """Number of elements in the queue."""
    return np.int32(handle.size())


@op("QueueIsClosedV2", "handle: resource -> is_closed: bool", effect="io", host=True, grad="none",
    shape=shape_rules.scalar)  # fmt: skip
def queue_is_closed_v2(handle: Any) -> Any:
    """Whether the queue has been closed."""
    return np.bool_(handle.closed)

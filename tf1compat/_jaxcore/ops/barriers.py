"""Barriers: their handles, and what is done with them; they belong to the session's resources."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.base import shapes as all_shapes
from tf1compat._jaxcore.base.host_context import HostContext, Unattached
from tf1compat._jaxcore.base.shapes import ShapeError
from tf1compat._jaxcore.schema import shape_rules
from tf1compat._jaxcore.schema.opdef import REQUIRED, op


def _text(x: Any) -> str:
    return x.decode() if isinstance(x, bytes) else str(x)


def _inserted(x: Any) -> Any:
    """Keys are a vector, and there is a value for each."""
    (n,) = shape_rules.with_rank(x.shape(1), 1)
    values = x.shape(2)
    if values == ():
        raise ShapeError("Shape must be at least rank 1 but is rank 0")
    if values and None not in (n, values[0]) and n != values[0]:
        raise ShapeError(
            f"Dimension 0 in both shapes must be equal, but are {n} and {values[0]}. Shapes are "
            f"{all_shapes.debug_text((n,))} and {all_shapes.debug_text(values[:1])}."
        )
    return ()


@op("Barrier", "-> handle: Ref(string)", host=True, stateful=True, grad="none", shape=lambda x: ((2,),))
def barrier(
    *,
    component_types: Any = REQUIRED,
    shapes: Any = [],
    capacity: int = -1,
    container: bytes = b"",
    shared_name: bytes = b"",
    context: HostContext = Unattached(),
) -> Any:
    """Values under keys, whose components come one by one."""
    return context.resources.find_or_make(
        "Barrier",
        context.node_name,
        _text(shared_name),
        _text(container),
        component_types=component_types,
        shapes=[() if s is None else s for s in shapes],  # TF1: of unknown rank means scalar
        capacity=capacity,
    )


@op("BarrierInsertMany", "handle: Ref(string), keys: string, values: T ->", effect="io", host=True, stateful=False,
    grad="none", shape=_inserted)  # fmt: skip
def barrier_insert_many(
    handle: Any, keys: Any, values: Any, *, T: Any = REQUIRED, component_index: int = REQUIRED
) -> Any:
    """Set one component of several keys."""
    handle.insert_many(component_index, keys, values, T)
    return ()


@op("BarrierTakeMany", "handle: Ref(string), num_elements: int32 -> indices: int64, keys: string, "
    "values: [component_types]", effect="io", host=True, waits=True, stateful=False, grad="none",
    attrs={"wait_for_incomplete": False, "timeout_ms": -1}, shape=shape_rules.unknown)  # fmt: skip
def barrier_take_many(handle: Any, num_elements: Any, *, allow_small_batch: bool = False) -> Any:
    """Take complete elements, waiting for them."""
    if np.ndim(num_elements):
        raise errors.InvalidArgumentError(None, None, "num_elements must be a scalar.")
    places, keys, values = handle.take_many(int(num_elements), allow_small_batch)
    return (places, keys, *values)


@op("BarrierClose", "handle: Ref(string) ->", effect="io", host=True, stateful=False, grad="none",
    shape=shape_rules.nothing)  # fmt: skip
def barrier_close(handle: Any, *, cancel_pending_enqueues: bool = False) -> Any:
    """Refuse new keys."""
    handle.close(cancel_pending_enqueues)
    return ()


@op("BarrierReadySize", "handle: Ref(string) -> size: int32", effect="io", host=True, stateful=False, grad="none",
    shape=shape_rules.scalar)  # fmt: skip
def barrier_ready_size(handle: Any) -> Any:
    """Number of complete elements."""
    return np.int32(handle.ready_size)


@op("BarrierIncompleteSize", "handle: Ref(string) -> size: int32", effect="io", host=True, stateful=False,
    grad="none", shape=shape_rules.scalar)  # fmt: skip
def barrier_incomplete_size(handle: Any) -> Any:
    """Number of keys that lack components."""
    return np.int32(handle.incomplete_size)

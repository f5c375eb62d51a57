"""Accumulators of gradients: their handles, and what is done with them; they belong to the session's resources."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._jaxcore.base.host_context import HostContext, Unattached
from tf1compat._jaxcore.schema import shape_rules
from tf1compat._jaxcore.schema.opdef import REQUIRED, op


def _text(x: Any) -> str:
    return x.decode() if isinstance(x, bytes) else str(x)


@op("ConditionalAccumulator", "-> handle: Ref(string)", host=True, stateful=True, grad="none",
    shape=lambda x: ((2,),))  # fmt: skip
@op("ResourceConditionalAccumulator", "-> handle: resource", host=True, stateful=True, grad="none",
    shape=lambda x: ((2,),))  # fmt: skip
def conditional_accumulator(
    *,
    dtype: Any = REQUIRED,
    shape: Any = REQUIRED,
    container: bytes = b"",
    shared_name: bytes = b"",
    reduction_type: bytes = b"MEAN",
    context: HostContext = Unattached(),
) -> Any:
    """Adds up dense gradients."""
    return context.resources.find_or_make(
        "ConditionalAccumulator",
        context.node_name,
        _text(shared_name),
        _text(container),
        dtype=dtype,
        shape=shape,
        reduction_type=reduction_type,
    )


@op("SparseConditionalAccumulator", "-> handle: Ref(string)", host=True, stateful=True, grad="none",
    shape=lambda x: ((2,),))  # fmt: skip
def sparse_conditional_accumulator(
    *,
    dtype: Any = REQUIRED,
    shape: Any = REQUIRED,
    container: bytes = b"",
    shared_name: bytes = b"",
    reduction_type: bytes = b"MEAN",
    context: HostContext = Unattached(),
) -> Any:
    """Adds up gradients that consist of rows."""
    return context.resources.find_or_make(
        "SparseConditionalAccumulator",
        context.node_name,
        _text(shared_name),
        _text(container),
        dtype=dtype,
        shape=shape,
        reduction_type=reduction_type,
    )


@op("AccumulatorApplyGradient", "handle: Ref(string), local_step: int64, gradient: dtype ->", effect="io", host=True,
    stateful=False, grad="none", shape=shape_rules.nothing)  # fmt: skip
@op("ResourceAccumulatorApplyGradient", "handle: resource, local_step: int64, gradient: dtype ->", effect="io",
    host=True, grad="none", shape=shape_rules.nothing)  # fmt: skip
def accumulator_apply_gradient(handle: Any, local_step: Any, gradient: Any) -> Any:
    """Add a gradient, unless it is of an earlier step."""
    handle.apply(int(local_step), gradient)
    return ()


@op("AccumulatorTakeGradient", "handle: Ref(string), num_required: int32 -> average: dtype", effect="io", host=True,
    waits=True, stateful=False, grad="none", shape=shape_rules.unknown)  # fmt: skip
@op("ResourceAccumulatorTakeGradient", "handle: resource, num_required: int32 -> average: dtype", effect="io",
    host=True, waits=True, grad="none", shape=shape_rules.unknown)  # fmt: skip
def accumulator_take_gradient(handle: Any, num_required: Any) -> Any:
    """The mean or sum of the gradients, waiting for enough of them."""
    return handle.take(int(num_required))


@op("AccumulatorNumAccumulated", "handle: Ref(string) -> num_accumulated: int32", effect="io", host=True,
    stateful=False, grad="none", shape=shape_rules.scalar)  # fmt: skip
@op("ResourceAccumulatorNumAccumulated", "handle: resource -> num_accumulated: int32", effect="io", host=True,
    grad="none", shape=shape_rules.scalar)  # fmt: skip
def accumulator_num_accumulated(handle: Any) -> Any:
    """How many gradients there are."""
    return np.int32(handle.count)


@op("AccumulatorSetGlobalStep", "handle: Ref(string), new_global_step: int64 ->", effect="io", host=True,
    stateful=False, grad="none", shape=shape_rules.nothing)  # fmt: skip
@op("ResourceAccumulatorSetGlobalStep", "handle: resource, new_global_step: int64 ->", effect="io", host=True,
    grad="none", shape=shape_rules.nothing)  # fmt: skip
def accumulator_set_global_step(handle: Any, new_global_step: Any) -> Any:
    """Begin with another step."""
    handle.set_global_step(int(new_global_step))
    return ()


@op("SparseAccumulatorApplyGradient", "handle: Ref(string), local_step: int64, gradient_indices: int64, "
    "gradient_values: dtype, gradient_shape: int64 ->", effect="io", host=True, stateful=False, grad="none",
    shape=shape_rules.nothing)  # fmt: skip
def sparse_accumulator_apply_gradient(
    handle: Any,
    local_step: Any,
    gradient_indices: Any,
    gradient_values: Any,
    gradient_shape: Any,
    *,
    has_known_shape: bool = REQUIRED,
) -> Any:
    """Add rows, unless they are of an earlier step."""
    handle.apply(int(local_step), gradient_indices, gradient_values, gradient_shape, has_known_shape)
    return ()


@op("SparseAccumulatorTakeGradient", "handle: Ref(string), num_required: int32 -> indices: int64, values: dtype, "
    "shape: int64", effect="io", host=True, waits=True, stateful=False, grad="none",
    shape=shape_rules.unknown)  # fmt: skip
def sparse_accumulator_take_gradient(handle: Any, num_required: Any) -> Any:
    """Indices, mean or sum of each row, and shape, waiting for enough gradients."""
    return handle.take(int(num_required))

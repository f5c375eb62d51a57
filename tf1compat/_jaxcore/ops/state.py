"""Variables: the ops that stand for them, read them, assign to them and ask whether they are initialised.

In the functional form of a graph a reference or handle input is the variable's current value, and a kernel that writes
returns the new one. Reference and resource ops differ in their signatures only and share a kernel.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from jax import lax

from tf1compat._jaxcore.base import dtypes, errors, shapes
from tf1compat._jaxcore.base.array import is_concrete
from tf1compat._jaxcore.base.host_context import HostContext, Unattached, VariableHandle
from tf1compat._jaxcore.schema import shape_rules
from tf1compat._jaxcore.schema.opdef import REQUIRED, op

_LOCATION = {"container": b"", "shared_name": b""}


def _legacy_shape(x: Any) -> Any:
    """TF1: the first version of the op wrote an unknown shape as `[]`."""
    return (x.attrs["shape"] or None,)


def _no_value() -> Any:
    raise errors.FailedPreconditionError(None, None, "Attempting to use uninitialized value")


@op("Variable", "-> ref: Ref(dtype)", variable=True, stateful=True, grad="none", shape=_legacy_shape,
    attrs={"shape": REQUIRED, **_LOCATION})  # fmt: skip
def variable() -> Any:
    """A variable of graphs made before VariableV2; reaching the kernel means that it has no value."""
    return _no_value()


@op("VariableV2", "-> ref: Ref(dtype)", variable=True, stateful=True, grad="none", shape=shape_rules.from_attr,
    attrs={"shape": REQUIRED, **_LOCATION})  # fmt: skip
def variable_v2() -> Any:
    """A variable; reaching the kernel means that it has no value."""
    return _no_value()


@op("VarHandleOp", "-> resource: resource", variable=True, host=True, stateful=True, grad="none",
    shape=shape_rules.scalar)  # fmt: skip
def var_handle_op(
    *,
    dtype: Any = REQUIRED,
    shape: Any = REQUIRED,
    container: bytes = b"",
    shared_name: bytes = b"",
    context: HostContext = Unattached(),
) -> Any:
    """The handle of a resource variable, where a graph function captures it; others are replaced by values before."""
    name = shared_name.decode() if isinstance(shared_name, bytes) else shared_name
    scope = container.decode() if isinstance(container, bytes) else container
    key = name or context.node_name
    return VariableHandle(f"{scope}/{key}" if scope else key, dtype, shape)


# ---- reads ------------------------------------------------------------------------------------------------------


@op("ReadVariableOp", "resource: resource -> value: dtype", effect="read", shape=shape_rules.variable_read)
def read_variable_op(resource: Any) -> Any:
    """The value at the moment when the op runs."""
    return resource


@op("VariableShape", "input: resource -> output: out_type", effect="read", grad="none", reads="shape",
    types={"out_type": dtypes.int32}, shape=shape_rules.shape_of)  # fmt: skip
def variable_shape(input: Any, *, out_type: Any = dtypes.int32) -> Any:
    """The shape of a resource variable."""
    return np.asarray(np.shape(input), out_type.np)


@op("IsVariableInitialized", "ref: Ref(dtype) -> is_initialized: bool", effect="read", asks="initialized",
    stateful=False, grad="none", shape=shape_rules.scalar)  # fmt: skip
@op("VarIsInitializedOp", "resource: resource -> is_initialized: bool", effect="read", asks="initialized",
    grad="none", shape=shape_rules.scalar)  # fmt: skip
def is_variable_initialized(ref: Any) -> Any:
    """Whether the variable has a value. The runtime answers: a value that reaches the kernel is one."""
    return np.asarray(True)


# ---- assignments ------------------------------------------------------------------------------------------------


def _merged(x: Any) -> Any:
    merged = shapes.merge(x.shape(0), x.shape(1))
    return (merged,) * x.n_outputs


def _assigned(x: Any) -> Any:
    return _merged(x) if x.attrs["validate_shape"] else (x.shape(1),)


@op("Assign", "ref: Ref(T), value: T -> output_ref: Ref(T)", effect="overwrite", writes="ref", stateful=False,
    grad="none", shape=_assigned, attrs={"validate_shape": True, "use_locking": True})  # fmt: skip
@op("AssignVariableOp", "resource: resource, value: dtype ->", effect="overwrite", writes="resource",
    grad="none", shape=_merged)  # fmt: skip
def assign(ref: Any, value: Any) -> Any:
    """The variable becomes `value`."""
    return value


@op("AssignAdd", "ref: Ref(T), value: T -> output_ref: Ref(T)", effect="write", writes="ref", stateful=False,
    grad="none", shape=_merged, attrs={"use_locking": False})  # fmt: skip
@op("AssignAddVariableOp", "resource: resource, value: dtype ->", effect="write", writes="resource",
    grad="none", shape=_merged)  # fmt: skip
def assign_add(ref: Any, value: Any) -> Any:
    """The variable grows by `value`."""
    return np.add(ref, value) if is_concrete(ref, value) else lax.add(ref, value)


@op("AssignSub", "ref: Ref(T), value: T -> output_ref: Ref(T)", effect="write", writes="ref", stateful=False,
    grad="none", shape=_merged, attrs={"use_locking": False})  # fmt: skip
@op("AssignSubVariableOp", "resource: resource, value: dtype ->", effect="write", writes="resource",
    grad="none", shape=_merged)  # fmt: skip
def assign_sub(ref: Any, value: Any) -> Any:
    """The variable shrinks by `value`."""
    return np.subtract(ref, value) if is_concrete(ref, value) else lax.sub(ref, value)


@op("CountUpTo", "ref: Ref(T) -> output: T", effect="write", writes="ref", stateful=False, host=True,
    grad="none", shape=shape_rules.scalar)  # fmt: skip
@op("ResourceCountUpTo", "resource: resource -> output: T", effect="write", writes="resource", host=True,
    grad="none", shape=shape_rules.scalar)  # fmt: skip
def count_up_to(ref: Any, *, limit: int = REQUIRED) -> Any:
    """One more, and the value before; OutOfRangeError once `limit` is reached."""
    if int(ref) >= limit:
        raise errors.OutOfRangeError(None, None, f"Reached limit of {limit}")
    return np.asarray(ref + 1, ref.dtype), ref

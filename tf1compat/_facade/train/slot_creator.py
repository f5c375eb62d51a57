"""Slots: variables that belong to another variable (its momentum, its moving average) and are named after it."""

from __future__ import annotations

import contextlib
from typing import Any

from tf1compat._facade import framework, variable_scope
from tf1compat._facade.ref_variable import RefVariable
from tf1compat._facade.resource_variables import is_resource_variable
from tf1compat._facade.variable_base import SaveSliceInfo, Variable


def create_slot(primary: Any, val: Any, name: str, colocate_with_primary: bool = True) -> Any:
    """A slot of `primary` that starts with the tensor `val`, called `primary/name`."""
    return _create(primary, val, None, None, val.get_shape().is_fully_defined(), name, colocate_with_primary)


def create_slot_with_initializer(
    primary: Any, initializer: Any, shape: Any, dtype: Any, name: str, colocate_with_primary: bool = True
) -> Any:
    """A slot of `primary` with a shape and an initializer of its own, called `primary/name`."""
    return _create(primary, initializer, shape, dtype, shape.is_fully_defined(), name, colocate_with_primary)


def create_zeros_slot(primary: Any, name: str, dtype: Any = None, colocate_with_primary: bool = True) -> Any:
    """A slot of zeros with the shape of `primary`, called `primary/name`."""
    dtype = primary.dtype if dtype is None else dtype
    shape = primary.get_shape()
    if shape.is_fully_defined():
        from tf1compat._facade import init_ops

        zeros = init_ops.zeros_initializer()
        return create_slot_with_initializer(primary, zeros, shape, dtype, name, colocate_with_primary)
    from tf1compat._facade import array_ops

    value = primary.initialized_value() if isinstance(primary, Variable) else primary
    zeros = array_ops.zeros(array_ops.shape(value), dtype=dtype.base_dtype)
    return create_slot(primary, zeros, name, colocate_with_primary)


def _create(primary: Any, value: Any, shape: Any, dtype: Any, validate_shape: bool, name: str, colocate: bool) -> Any:
    with variable_scope.variable_scope(None, f"{primary.op.name}/{name}"):
        scope = variable_scope.get_variable_scope()
        scope.set_partitioner(None)  # TF1: a slot is never partitioned by itself
        with framework.colocate_with(primary) if colocate else contextlib.nullcontext():
            slot = variable_scope.get_variable(
                "",
                initializer=value,
                trainable=False,
                use_resource=_kind(primary),
                shape=shape if callable(value) else None,
                dtype=dtype,
                validate_shape=validate_shape,
            )
    whole = primary._save_slice_info if isinstance(primary, Variable) else None
    if whole is not None:
        own_name = slot.name[len(primary.op.name + "/") : -2]
        info = SaveSliceInfo(f"{whole.full_name}/{own_name}", whole.full_shape, whole.var_offset, whole.var_shape)
        slot._set_save_slice_info(info)
    return slot


def _kind(primary: Any) -> bool | None:
    if is_resource_variable(primary):
        return True
    return False if isinstance(primary, RefVariable) else None

"""Assignments and scattered updates of variables: `tf.assign`, `tf.scatter_add` and the like."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import context
from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.framework import name_scope
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, shapes


def variable_op(
    shape: Any, dtype: Any, name: str = "Variable", set_shape: bool = True, container: str = "", shared_name: str = ""
) -> Tensor:
    """The node of a variable in its first form (`Variable`)."""
    return _variable("Variable", shape if set_shape else None, dtype, name, container, shared_name)


def variable_op_v2(
    shape: Any, dtype: Any, name: str = "Variable", container: str = "", shared_name: str = ""
) -> Tensor:
    """The node of a reference variable (`VariableV2`)."""
    return _variable("VariableV2", shape, dtype, name, container, shared_name)


def _variable(kind: str, shape: Any, dtype: Any, name: str, container: str, shared_name: str) -> Tensor:
    return apply_op(
        kind,
        name=name,
        shape=shapes.as_raw(shape),
        dtype=dtypes.as_dtype(dtype).base,
        container=container.encode(),
        shared_name=shared_name.encode(),
    )


def is_ref(variable: Any) -> bool:
    """Is it a reference variable or a reference, not a resource variable?"""
    return variable.dtype._is_ref_dtype


def is_variable_initialized(ref: Any, name: str | None = None) -> Tensor:
    """A bool scalar: does the variable have a value?"""
    return apply_op("IsVariableInitialized", ref, name=name) if is_ref(ref) else ref.is_initialized(name=name)


def assign(
    ref: Any, value: Any, validate_shape: bool | None = None, use_locking: bool | None = None, name: str | None = None
) -> Any:
    """Assign `value` to the variable `ref`; the result has the new value.

    Args:
      ref: a variable, or a reference to one.
      value: the new value, of the variable's dtype.
      validate_shape: False lets a reference variable change its shape.
      use_locking: kept on the node; updates never tear here.
      name: name of the operation.

    Raises:
      ValueError: the shapes differ.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default():
    ...     tf.assign(tf.Variable(1.0), 2.0).op.type
    'Assign'
    """
    if not is_ref(ref):
        return ref.assign(value, name=name)
    check = True if validate_shape is None else validate_shape
    locking = True if use_locking is None else use_locking
    return apply_op("Assign", ref, value, name=name, validate_shape=check, use_locking=locking)


def assign_add(ref: Any, value: Any, use_locking: bool | None = None, name: str | None = None) -> Any:
    """Add `value` to the variable `ref`; the result has the new value."""
    if not is_ref(ref):
        return ref.assign_add(value)  # TF1: the name is not passed on
    return apply_op("AssignAdd", ref, value, name=name, use_locking=bool(use_locking))


def assign_sub(ref: Any, value: Any, use_locking: bool | None = None, name: str | None = None) -> Any:
    """Subtract `value` from the variable `ref`; the result has the new value."""
    if not is_ref(ref):
        return ref.assign_sub(value)  # TF1: the name is not passed on
    return apply_op("AssignSub", ref, value, name=name, use_locking=bool(use_locking))


@deprecated(None, "Prefer Dataset.range instead.", "tensorflow.python.ops.state_ops")
def count_up_to(ref: Any, limit: int, name: str | None = None) -> Tensor:
    """Increment the scalar variable `ref`; the result is the value before.

    Raises (when run):
      OutOfRangeError: the variable has reached `limit`.
    """
    if is_ref(ref):
        return apply_op("CountUpTo", ref, limit=limit, name=name)
    return apply_op("ResourceCountUpTo", ref.handle, limit=limit, T=ref.dtype, name=name)


def scatter(kind: str, ref: Any, indices: Any, updates: Any, use_locking: bool, name: str | None) -> Any:
    """A `Scatter…` node, or its `ResourceScatter…` twin for a resource variable."""
    if is_ref(ref):
        return apply_op(f"Scatter{kind}", ref, indices, updates, name=name, use_locking=use_locking)
    values = convert(updates, ref.dtype)
    return ref._lazy_read(apply_op(f"ResourceScatter{kind}", ref.handle, indices, values, name=name))


def scatter_update(ref: Any, indices: Any, updates: Any, use_locking: bool = True, name: str | None = None) -> Any:
    """Replace the rows `indices` of `ref` by `updates` of shape `indices.shape + ref.shape[1:]`."""
    return scatter("Update", ref, indices, updates, use_locking, name)


def scatter_add(ref: Any, indices: Any, updates: Any, use_locking: bool = False, name: str | None = None) -> Any:
    """Add `updates` to the rows `indices` of `ref`; repeated indices add up."""
    return scatter("Add", ref, indices, updates, use_locking, name)


def scatter_sub(ref: Any, indices: Any, updates: Any, use_locking: bool = False, name: str | None = None) -> Any:
    """Subtract `updates` from the rows `indices` of `ref`; repeated indices add up."""
    return scatter("Sub", ref, indices, updates, use_locking, name)


def scatter_mul(ref: Any, indices: Any, updates: Any, use_locking: bool = False, name: str | None = None) -> Any:
    """Multiply the rows `indices` of `ref` by `updates`."""
    return scatter("Mul", ref, indices, updates, use_locking, name)


def scatter_div(ref: Any, indices: Any, updates: Any, use_locking: bool = False, name: str | None = None) -> Any:
    """Divide the rows `indices` of `ref` by `updates`."""
    return scatter("Div", ref, indices, updates, use_locking, name)


def scatter_min(ref: Any, indices: Any, updates: Any, use_locking: bool = False, name: str | None = None) -> Any:
    """The smaller of `updates` and the rows `indices` of `ref`."""
    return scatter("Min", ref, indices, updates, use_locking, name)


def scatter_max(ref: Any, indices: Any, updates: Any, use_locking: bool = False, name: str | None = None) -> Any:
    """The larger of `updates` and the rows `indices` of `ref`."""
    return scatter("Max", ref, indices, updates, use_locking, name)


def scatter_nd_update(ref: Any, indices: Any, updates: Any, use_locking: bool = True, name: str | None = None) -> Any:
    """Replace the slices of `ref` that the index tuples in the last dimension of `indices` choose."""
    return scatter("NdUpdate", ref, indices, updates, use_locking, name)


def scatter_nd_add(ref: Any, indices: Any, updates: Any, use_locking: bool = False, name: str | None = None) -> Any:
    """Add `updates` to the slices of `ref` that the index tuples choose."""
    return scatter("NdAdd", ref, indices, updates, use_locking, name)


def scatter_nd_sub(ref: Any, indices: Any, updates: Any, use_locking: bool = False, name: str | None = None) -> Any:
    """Subtract `updates` from the slices of `ref` that the index tuples choose."""
    return scatter("NdSub", ref, indices, updates, use_locking, name)


@deprecated("2018-11-29", "Use the batch_scatter_update method of Variable instead.", "tensorflow.python.ops.state_ops")
def batch_scatter_update(
    ref: Any, indices: Any, updates: Any, use_locking: bool = True, name: str | None = None
) -> Any:
    """Replace `ref[i, …, indices[i, …, j]]` by `updates[i, …, j]`: the leading dimensions of all three go together.

    Raises:
      ValueError: the rank of `indices` is not known.
    """
    from tf1compat._facade import array_ops, math_ops

    with name_scope(name):
        index: Any = convert(indices, name="indices")
        sizes = array_ops.shape(index)
        rank = index.shape.ndims
        if rank is None:
            raise ValueError("batch_gather does not allow indices with unknown shape.")
        last = array_ops.expand_dims(index, axis=-1)
        parts: list[Any] = []
        for axis in range(rank - 1):
            size = sizes[axis]
            shape: list[Any] = [1] * (rank + 1)
            shape[axis] = size
            numbers = array_ops.reshape(apply_op("Range", 0, size, 1), shape)
            if numbers.dtype.base_dtype != last.dtype:
                numbers = apply_op("Cast", numbers, DstT=last.dtype)
            parts.append(numbers * array_ops.ones_like(last))
        return scatter_nd_update(ref, array_ops.concat([*parts, last], axis=-1), updates, use_locking=use_locking)


def init_variable(v: Any, init: Any, name: str = "init") -> Tensor:
    """An operation that gives a variable its first value.

    Args:
      v: the variable, or the reference to it.
      init: a tensor, or a function of shape and type that makes one.
      name: name of the node, below the variable's.
    """
    graph = context.get_default_graph()
    with name_scope(None, v.op.name + "/", [v]), name_scope(name) as scope, graph.colocate_with(v.op):
        value = init(v.get_shape().as_list(), v.dtype.base_dtype) if callable(init) else init
        return assign(v, convert(value, None, "value" if callable(init) else "init"), name=scope)

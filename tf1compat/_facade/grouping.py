"""Operations as one: `tf.group`, `tf.tuple`, and values that wait for operations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tf1compat._facade import context
from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert
from tf1compat._facade.framework import name_scope, no_op
from tf1compat._facade.indexed_slices import IndexedSlices
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._jaxcore.base import nest


def group(*inputs: Any, **kwargs: Any) -> Operation:
    """An operation that finishes when all `inputs` have finished; it has no output.

    Args:
      *inputs: tensors, operations, variables, or nested structures of them.
      **kwargs: `name`.

    Raises:
      ValueError: an unknown keyword argument.
      TypeError: an input is neither a tensor nor an operation.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default():
    ...     tf.group(tf.constant(1.0), tf.no_op(), name="both").name
    'both'
    """
    name = kwargs.pop("name", None)
    if kwargs:
        raise ValueError("Unknown keyword arguments: " + ", ".join(kwargs.keys()))
    with name_scope(name, "group_deps", inputs) as scope:
        if not inputs:
            return no_op(name=scope)
        by_device: dict[str, list[Any]] = {}
        for item in nest.flatten(inputs):
            if not hasattr(item, "device"):
                raise TypeError(f"Expected tf.group() expected Tensor arguments not '{item}' with type '{type(item)}'")
            by_device.setdefault(item.device, []).append(item)
        if len(by_device) == 1:
            ((device, items),) = by_device.items()
            return _after(device, items, scope)
        # TF1: two levels, one operation per device under the main one
        parts = [_after(device, by_device[device], None) for device in sorted(by_device)]
        with context.get_default_graph().control_dependencies(parts):
            return no_op(name=scope)


def _after(device: str, items: Sequence[Any], name: str | None) -> Operation:
    graph = context.get_default_graph()
    with graph.control_dependencies(items), graph.device(device):
        return no_op(name=name)


def with_dependencies(dependencies: Sequence[Any], output_tensor: Any, name: str | None = None) -> Any:
    """`output_tensor` (a tensor or IndexedSlices), available only after `dependencies` have run."""
    graph = context.get_default_graph()
    with name_scope(name, "control_dependency", [*dependencies, output_tensor]) as scope:
        beside = output_tensor if hasattr(output_tensor, "op") else convert(output_tensor)
        with graph.colocate_with(beside.op), graph.control_dependencies(dependencies):
            if isinstance(output_tensor, IndexedSlices):
                values = apply_op("Identity", output_tensor.values, name=scope)
                return IndexedSlices(values, output_tensor.indices, output_tensor.dense_shape)
            return apply_op("Identity", convert(output_tensor), name=scope)


def tuple(tensors: Sequence[Any], name: str | None = None, control_inputs: Sequence[Any] | None = None) -> list[Any]:
    """The same tensors, none of them available before all of them (and `control_inputs`) have been computed.

    Args:
      tensors: tensors or IndexedSlices; None stays None, operations only take part in the waiting.
      name: name scope.
      control_inputs: further operations or tensors to wait for.

    Raises:
      ValueError: nothing to wait for.
      TypeError: a control input is neither an operation nor a tensor.
    """
    with name_scope(name, "tuple", tensors):
        kept = [t if t is None or isinstance(t, (Operation, Tensor, IndexedSlices)) else convert(t) for t in tensors]
        gates = [t if isinstance(t, Operation) else t.op for t in kept if t is not None]
        for c in control_inputs or ():
            if not isinstance(c, (Operation, Tensor)):
                raise TypeError(f"Control input must be Operation or Tensor: {c}")
            gates.append(c if isinstance(c, Operation) else c.op)
        if not gates:
            raise ValueError(f"Must have at least one Tensor: {kept}")
        gate = group(*sorted(set(gates), key=lambda op: op.id))
        return [t if t is None or isinstance(t, Operation) else with_dependencies([gate], t) for t in kept]

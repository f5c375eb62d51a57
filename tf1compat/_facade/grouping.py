"""Operations as one: `tf.group`, `tf.tuple`, and values that wait for operations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tf1compat._facade import context
from tf1compat._facade.apply import apply_op
from tf1compat._facade.framework import name_scope, no_op
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
                raise TypeError(
                    f"Expected tf.group() expected Tensor arguments not '{item}' with type '{type(item)}'"
                )
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


def with_dependencies(dependencies: Sequence[Any], output_tensor: Tensor, name: str | None = None) -> Tensor:
    """`output_tensor`, available only after `dependencies` have run."""
    graph = context.get_default_graph()
    with name_scope(name, "control_dependency", [*dependencies, output_tensor]) as scope:
        with graph.colocate_with(output_tensor), graph.control_dependencies(dependencies):
            return apply_op("Identity", output_tensor, name=scope)

"""`tf.CriticalSection`: functions whose operations no two executions run at the same time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from tf1compat._facade import array_ops, context, grouping
from tf1compat._facade.apply import add_op, apply_op
from tf1compat._facade.collections import add_to_collection, get_collection
from tf1compat._facade.framework import colocate_with, control_dependencies, name_scope
from tf1compat._facade.graph_internals import init_scope
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._facade.tensor_array import TensorArray
from tf1compat._jaxcore.base import dtypes, nest

CRITICAL_SECTIONS = "critical_sections"
CRITICAL_SECTION_EXECUTIONS = "critical_section_executions"


class _Execution(NamedTuple):
    """One use of a section: its MutexLock, its mutex, the resources its operations take."""

    op: Operation
    handle: Tensor
    resources: list[Tensor]
    exclusive_resource_access: bool


class CriticalSection:
    """A section that one execution at a time is in, in this step and in steps of other threads.

    Args:
      name: name of the mutex's node.
      shared_name: sections of the same name are the same; the node's name if absent.
      critical_section_def, import_scope: not possible, as in TensorFlow.

    Raises:
      ValueError: `critical_section_def` and `name` are both given.
      NotImplementedError: `critical_section_def` is given.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     v = tf.get_variable("v", initializer=0.0, use_resource=True)
    ...     section = tf.CriticalSection()
    ...     up = [section.execute(lambda: v.assign_add(1.0)) for _ in range(2)]
    ...     sess.run(v.initializer)
    ...     print(sorted(float(x) for x in sess.run(up)))
    [1.0, 2.0]
    """

    def __init__(
        self,
        name: str | None = None,
        shared_name: str | None = None,
        critical_section_def: Any = None,
        import_scope: str | None = None,
    ) -> None:
        if critical_section_def and name is not None:
            raise ValueError("critical_section_def and shared_name are mutually exclusive.")
        if critical_section_def:
            raise NotImplementedError("Not yet implemented")
        with name_scope(name, "CriticalSection", []) as scope, init_scope():
            container = (context.get_default_graph()._container or "").encode()
            self._handle = apply_op(
                "MutexV2", shared_name=(shared_name or scope).encode(), container=container, name=scope
            )
        add_to_collection(CRITICAL_SECTIONS, self)

    @property
    def name(self) -> str:
        """The name of the mutex's node."""
        return self._handle.op.name

    def execute(self, fn: Callable[[], Any], exclusive_resource_access: bool = True, name: str | None = None) -> Any:
        """What `fn()` gives, its operations run inside the section.

        Args:
          fn: a function without arguments, which gives at least one tensor.
          exclusive_resource_access: no other section may use the resources that `fn` uses.
          name: name scope.

        Raises:
          ValueError: `fn` enters the section itself, or another section uses one of its resources.
        """
        with name_scope(name, "critical_section_execute", []):
            lock = apply_op("MutexLock", self._handle)
            graph = context.get_default_graph()
            before = set(graph.get_operations())
            with control_dependencies([lock]):
                result = fn()
            created = [op for op in graph.get_operations() if op not in before]
            _lock_after_arguments(created, lock.op)
            resources = list(
                dict.fromkeys(v for op in created for v in op.inputs if v.dtype == dtypes.resource)  # in order
            )
            if any(self._is_self_handle(v) for v in resources):
                raise ValueError(
                    "The function fn attempts to directly access the CriticalSection in which it would be running.  "
                    "This is illegal and would cause deadlocks."
                )
            self._check_resources(resources, exclusive_resource_access)
            with control_dependencies([_identity(x) for x in nest.flatten(result)]):
                with colocate_with(self._handle):
                    left = add_op("ConsumeMutexLock", lock)
                # whoever wants one result waits for all
                result = nest.pack_sequence_as(result, grouping.tuple(nest.flatten(result)))
            with control_dependencies([left]):
                outputs = nest.map_structure(_identity, result)
            execution = _Execution(lock.op, self._handle, resources, exclusive_resource_access)
            add_to_collection(CRITICAL_SECTION_EXECUTIONS, execution)
            return outputs

    def _is_self_handle(self, value: Tensor) -> bool:
        op, own = value.op, self._handle.op
        if op.type != "MutexV2" or not op.get_attr("shared_name"):
            return False
        same = op.get_attr("shared_name") == own.get_attr("shared_name")
        return same and (op.device == own.device or op.colocation_groups() == own.colocation_groups())

    def _check_resources(self, resources: list[Tensor], exclusive: bool) -> None:
        for other in get_collection(CRITICAL_SECTION_EXECUTIONS):
            if self._is_self_handle(other.handle) or not (exclusive or other.exclusive_resource_access):
                continue
            shared = [v for v in resources if v in other.resources]
            if shared:
                raise ValueError(
                    f"This execution would access resources: {shared}.  Either this lock (CriticalSection: "
                    f"{self._handle}) or lock '{other}' (CriticalSection: {other.handle}) requested exclusive "
                    "resource access of this resource.  Did you mean to call execute with keyword argument "
                    "exclusive_resource_access=False?"
                )


def _identity(x: Any) -> Any:
    if isinstance(x, TensorArray):
        return x.identity()
    if isinstance(x, Operation):
        return grouping.group(x)
    return array_ops.identity(x)


def _lock_after_arguments(created: Iterable[Operation], lock: Operation) -> None:
    """The section is entered once everything that its operations take from outside is there."""
    inner = dict.fromkeys(created)
    needed = dict.fromkeys(v.op for op in inner for v in op.inputs)
    needed.update(dict.fromkeys(c for op in inner for c in op.control_inputs))
    known = {*inner, *lock.control_inputs, *(v.op for v in lock.inputs), lock}
    outside = [op for op in needed if op not in known]
    if outside:
        lock._add_control_input(grouping.group(*outside))

"""`StagingArea`: tensors that one step puts aside and a later one takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tf1compat._facade import context
from tf1compat._facade.apply import add_op, apply_op
from tf1compat._facade.array_ops import identity
from tf1compat._facade.convert import convert
from tf1compat._facade.framework import colocate_with, name_scope, no_op
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._jaxcore.base import dtypes as types
from tf1compat._jaxcore.base.shapes import TensorShape


class StagingArea:
    """Elements, each a tuple of tensors, that wait between steps; none gets lost, none is given out twice.

    Args:
      dtypes: element types of the components.
      shapes: their shapes, where they are always the same.
      names: their names, if elements are dictionaries.
      shared_name: areas of the same name are the same.
      capacity: how many elements there may be; `put` waits for room. 0 for any number.
      memory_limit: how many bytes all together; 0 for any number.

    Raises:
      ValueError: `shapes` or `names` are not as many as `dtypes`; `shared_name` is no text.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     area = tf.contrib.staging.StagingArea([tf.float32])
    ...     put, (x,) = area.put([tf.constant(1.5)]), area.get()
    ...     sess.run(put)
    ...     print(*sess.run([x, area.size()]))
    1.5 0
    """

    def __init__(
        self,
        dtypes: Sequence[Any],
        shapes: Sequence[Any] | None = None,
        names: Sequence[str] | None = None,
        shared_name: str | None = None,
        capacity: int = 0,
        memory_limit: int = 0,
    ) -> None:
        if shared_name is None:
            shared_name = context.get_default_graph().unique_name(type(self).__name__)
        elif not isinstance(shared_name, str):
            raise ValueError("shared_name must be a string")
        self._name: str = shared_name
        self._dtypes = dtypes
        if shapes is not None and len(shapes) != len(dtypes):
            raise ValueError("StagingArea shapes must be the same length as dtypes")
        self._shapes = [TensorShape(s) for s in (shapes if shapes is not None else [None] * len(dtypes))]
        if names is not None and len(names) != len(dtypes):
            raise ValueError("StagingArea names must be the same length as dtypes")
        self._names = names
        self._capacity = capacity
        self._memory_limit = memory_limit
        with name_scope(f"{self._name}_root"):
            self._place = no_op()

    @property
    def name(self) -> str:
        """The name by which its operations find it."""
        return self._name

    @property
    def dtypes(self) -> Sequence[Any]:
        """Element types of the components."""
        return self._dtypes

    @property
    def shapes(self) -> list[TensorShape]:
        """Shapes of the components."""
        return self._shapes

    @property
    def names(self) -> Sequence[str] | None:
        """Names of the components, if elements are dictionaries."""
        return self._names

    @property
    def capacity(self) -> int:
        """How many elements there may be; 0 for any number."""
        return self._capacity

    @property
    def memory_limit(self) -> int:
        """How many bytes all elements may have together; 0 for any number."""
        return self._memory_limit

    def put(self, values: Any, name: str | None = None) -> Operation:
        """An operation that adds one element, waiting for room.

        Args:
          values: a tensor, a list of them, or a dictionary if the area has names.
          name: name of the node.

        Raises:
          ValueError: they do not fit the area.
        """
        given = list(values.values()) if isinstance(values, Mapping) else values
        given = list(given) if isinstance(given, (list, tuple)) else [given]
        with name_scope(name, f"{self._name}_put", given) as scope:
            components = self._components(values)
            with colocate_with(self._place):
                return add_op("Stage", components, name=scope, **self._attrs())

    def get(self, name: str | None = None) -> Any:
        """The oldest element, which leaves: a list of tensors, or a dictionary. The step waits for one."""
        return self._taken(lambda: apply_op("Unstage", **self._typed(), name=name or f"{self._name}_get"))

    def peek(self, index: Any, name: str | None = None) -> Any:
        """The element at a position, which stays."""
        return self._taken(lambda: apply_op("StagePeek", index, **self._typed(), name=name or f"{self._name}_peek"))

    def size(self, name: str | None = None) -> Tensor:
        """How many elements wait, int32."""
        return apply_op("StageSize", **self._typed(), name=name or f"{self._name}_size")

    def clear(self, name: str | None = None) -> Operation:
        """An operation that drops all elements."""
        return add_op("StageClear", **self._typed(), name=name or f"{self._name}_clear")

    def _attrs(self) -> dict[str, Any]:
        return {
            "shared_name": self._name.encode(),
            "capacity": self._capacity,
            "memory_limit": self._memory_limit,
        }

    def _typed(self) -> dict[str, Any]:
        return {"dtypes": [types.as_dtype(t) for t in self._dtypes], **self._attrs()}

    def _components(self, values: Any) -> list[Tensor]:
        if isinstance(values, Mapping):
            if not self._names:
                raise ValueError("Staging areas must have names to enqueue a dictionary")
            if not set(values).issubset(self._names):
                raise ValueError(
                    "Keys in dictionary to put do not match names of staging area. "
                    f"Dictionary: ({sorted(values)}), Queue: ({sorted(self._names)})"
                )
            chosen = [(i, values[k]) for i, k in enumerate(self._names) if k in values]
        elif self._names:
            raise ValueError("You must enqueue a dictionary in a staging area with names")
        else:
            chosen = list(enumerate(values if isinstance(values, (list, tuple)) else [values]))
        if len(chosen) > len(self._dtypes):
            raise ValueError(f"Unexpected number of inputs '{len(chosen)}' vs '{len(self._dtypes)}'")
        return [self._component(i, value) for i, value in chosen]

    def _component(self, i: int, value: Any) -> Tensor:
        if value.dtype != self._dtypes[i]:
            raise ValueError(f"Datatypes do not match. '{value.dtype}' != '{self._dtypes[i]}'")
        value.get_shape().assert_is_compatible_with(self._shapes[i])
        return convert(value, types.as_dtype(self._dtypes[i]), f"component_{i}")

    def _taken(self, node: Callable[[], Any]) -> Any:
        with colocate_with(self._place):
            made = node()
        outputs = list(made) if isinstance(made, (list, tuple)) else [made]
        if no_op().device != self._place.device:  # TF1: asking for the device leaves a NoOp in the graph
            outputs = [identity(t) for t in outputs]
        for output, shape in zip(outputs, self._shapes):
            output.set_shape(shape)
        return dict(zip(self._names, outputs)) if self._names else outputs

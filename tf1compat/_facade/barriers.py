"""`Barrier` of TF1's `data_flow_ops`: values under keys, whose components come one by one from several sides."""

from __future__ import annotations

from typing import Any, NamedTuple

from tf1compat._facade.apply import apply_op
from tf1compat._facade.queues import _as_shape_list, _as_type_list, _shared
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._facade.tensor_util import constant_value
from tf1compat._jaxcore.base import shapes as raw_shapes
from tf1compat._jaxcore.base.shapes import TensorShape


class BarrierTakeMany(NamedTuple):
    """What a barrier gives."""

    indices: Tensor
    keys: Tensor
    values: list[Tensor]


class Barrier:
    """Values under keys that outlast a step; an element is complete once all of its components are there.

    Complete elements leave in the order in which their keys first came.

    Args:
      types: dtypes of the components.
      shapes: their shapes, fully defined; without them they are scalars.
      shared_name: barriers of this name in one session are one.
      name: name of the node.

    Raises:
      ValueError: a shape has no elements.

    >>> import tf1compat as tf
    >>> from tf1compat._facade.barriers import Barrier
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     b = Barrier((tf.float32, tf.int32), shapes=((), ()))
    ...     sess.run(b.insert_many(0, ["x", "y"], [1.0, 2.0]))
    ...     sess.run(b.insert_many(1, ["y"], [20]))
    ...     print(sess.run(b.take_many(1).keys), sess.run(b.incomplete_size()))
    [b'y'] 1
    """

    def __init__(self, types: Any, shapes: Any = None, shared_name: str | None = None, name: str = "barrier") -> None:
        self._types = _as_type_list(types)
        known = _as_shape_list(shapes)
        for i, shape in enumerate(known or ()):
            if shape.num_elements() == 0:
                raise ValueError(f"Empty tensors are not supported, but received shape '{shape}' at index {i}")
        self._shapes = known if known is not None else [TensorShape(None) for _ in self._types]
        self._barrier_ref = apply_op(
            "Barrier",
            component_types=self._types,
            shapes=[raw_shapes.as_raw(s) for s in self._shapes],
            shared_name=_shared(shared_name),
            name=name,
        )
        self._name = self._barrier_ref.op.name.split("/")[-1]

    @property
    def barrier_ref(self) -> Tensor:
        """The tensor that refers to the barrier."""
        return self._barrier_ref

    @property
    def name(self) -> str:
        """Name of the node that makes the barrier."""
        return self._barrier_ref.op.name

    def insert_many(self, component_index: int, keys: Any, values: Any, name: str | None = None) -> Operation:
        """An operation that sets component `component_index` of each of `keys`.

        Args:
          component_index: which component.
          keys: string vector.
          values: a row for each key.
          name: name of the node.

        Raises (when it runs):
          tf.errors.InvalidArgumentError: a key has this component already.
          tf.errors.CancelledError: the barrier is closed.
        """
        return apply_op(
            "BarrierInsertMany",
            self._barrier_ref,
            keys,
            values,
            component_index=component_index,
            name=self._named(name, "InsertMany"),
        )

    def take_many(
        self, num_elements: Any, allow_small_batch: bool = False, timeout: int | None = None, name: str | None = None
    ) -> BarrierTakeMany:
        """The first `num_elements` complete elements as batches, taken when they are computed; waits for them.

        Args:
          num_elements: how many, an int32 scalar.
          allow_small_batch: a closed barrier gives what is complete, if that is less.
          timeout: not supported, as in TF1.
          name: name of the node.

        Returns:
          (indices, keys, values): when their keys first came, an int64 vector that counts from -2**63; the keys;
          the components.

        Raises:
          TypeError: there is a `timeout`.
          tf.errors.OutOfRangeError: (when it runs) the barrier is closed and has too few elements.
        """
        if timeout is not None and not isinstance(timeout, bool):
            # TF1: hands it on as another argument
            raise TypeError(f"Expected bool for argument 'wait_for_incomplete' not {timeout!r}.")
        found = apply_op(
            "BarrierTakeMany",
            self._barrier_ref,
            num_elements,
            component_types=self._types,
            allow_small_batch=allow_small_batch,
            wait_for_incomplete=bool(timeout),
            name=self._named(name, "TakeMany"),
        )
        indices, keys, *values = found
        n = None if allow_small_batch else constant_value(indices.op.inputs[1])
        batch = TensorShape([None if n is None else int(n)])
        indices.set_shape(batch)
        keys.set_shape(batch)
        for value, shape in zip(values, self._shapes):
            value.set_shape(batch.concatenate(shape))
        return BarrierTakeMany(indices, keys, values)

    def close(self, cancel_pending_enqueues: bool = False, name: str | None = None) -> Operation:
        """An operation that closes the barrier: new keys are refused, those that are there may still be completed.

        `cancel_pending_enqueues`: incomplete elements are dropped, too.
        """
        return apply_op(
            "BarrierClose",
            self._barrier_ref,
            cancel_pending_enqueues=cancel_pending_enqueues,
            name=self._named(name, "Close"),
        )

    def ready_size(self, name: str | None = None) -> Tensor:
        """Number of complete elements, an int32 scalar."""
        return apply_op("BarrierReadySize", self._barrier_ref, name=self._named(name, "ReadySize"))

    def incomplete_size(self, name: str | None = None) -> Tensor:
        """Number of keys that lack components, an int32 scalar."""
        return apply_op("BarrierIncompleteSize", self._barrier_ref, name=self._named(name, "IncompleteSize"))

    def _named(self, name: str | None, action: str) -> str:
        return f"{self._name}_Barrier{action}" if name is None else name

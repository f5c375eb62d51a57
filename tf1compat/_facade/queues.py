"""`tf.QueueBase` and its kinds: queues between threads, as TF1's input pipelines use them."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from tf1compat._facade.apply import apply_op
from tf1compat._facade.array_index import gather
from tf1compat._facade.array_ops import stack
from tf1compat._facade.convert import convert
from tf1compat._facade.framework import get_seed, name_scope
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._facade.tensor_util import constant_value
from tf1compat._jaxcore.base import dtypes, shapes
from tf1compat._jaxcore.base.dtypes import DType
from tf1compat._jaxcore.base.shapes import Dimension, TensorShape


def _as_type_list(types: Any) -> list[DType]:
    given = list(types) if isinstance(types, (list, tuple)) else [types]
    return [dtypes.as_dtype(t) for t in given]


def _as_shape_list(given: Any, unknown_dimensions: bool = False) -> list[TensorShape] | None:
    """One shape or a list of them as TensorShapes.

    Raises:
      TypeError, ValueError: it is neither, or more is unknown than the queue allows.
    """

    def is_one(x: Any) -> bool:
        return all(d is None or isinstance(d, int) for d in x)

    if unknown_dimensions and (
        not isinstance(given, Sequence) or not given or any(s is None or isinstance(s, int) for s in given)
    ):
        raise ValueError("When providing partial shapes, a list of shapes must be provided.")
    if given is None:
        return None
    if isinstance(given, TensorShape):
        given = [given]
    if not isinstance(given, (tuple, list)):
        raise TypeError("shapes must be a TensorShape or a list or tuple of TensorShapes.")
    found = [TensorShape(s) for s in ([given] if is_one(given) else given)]
    if not unknown_dimensions and any(not s.is_fully_defined() for s in found):
        raise ValueError(f"All shapes must be fully defined: {found}")
    if any(s.dims is None for s in found):
        raise ValueError(f"All shapes must have a defined rank: {found}")
    return found


def _as_name_list(names: Any, types: Sequence[DType]) -> list[str] | None:
    if names is None:
        return None
    found = list(names) if isinstance(names, (list, tuple)) else [names]
    if len(found) != len(types):
        raise ValueError("List of names must have the same length as the list of dtypes")
    return found


def _raw(found: list[TensorShape] | None) -> list[Any]:
    return [shapes.as_raw(s) for s in found or ()]


def _shared(name: str | None) -> bytes:
    return (name or "").encode()


def _common_shape(a: TensorShape, b: TensorShape) -> TensorShape:
    a, b = TensorShape(a), TensorShape(b)
    if a.ndims is None or b.ndims is None or a.ndims != b.ndims:
        return TensorShape(None)
    return TensorShape([x if x is not None and x == y else None for x, y in zip(a.as_list(), b.as_list())])


class QueueBase:
    """What all queues can do; elements are tuples of tensors of fixed dtypes.

    Args:
      dtypes: DTypes of the components.
      shapes: their shapes, or None.
      names: their names if elements are dictionaries, or None.
      queue_ref: the tensor that refers to the queue.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     q = tf.FIFOQueue(10, [tf.int32], shapes=[()])
    ...     sess.run(q.enqueue_many([[1, 2, 3]]))
    ...     print(sess.run(q.dequeue_many(2)), sess.run(q.size()))
    [1 2] 1
    """

    def __init__(self, dtypes: Any, shapes: Any, names: Any, queue_ref: Tensor) -> None:
        self._dtypes = dtypes
        if shapes is not None and len(shapes) != len(dtypes):
            raise ValueError("Queue shapes must have the same length as dtypes")
        self._shapes = [TensorShape(s) for s in (shapes if shapes is not None else [None] * len(dtypes))]
        if names is not None and len(names) != len(dtypes):
            raise ValueError("Queue names must have the same length as dtypes")
        self._names = names
        self._queue_ref = queue_ref
        self._name = queue_ref.op.name.split("/")[-1]

    @staticmethod
    def from_list(index: Any, queues: Any) -> QueueBase:
        """The queue at position `index`, a scalar tensor, of a list of queues of the same dtypes and names.

        Raises:
          TypeError: `queues` is no list of such queues.
        """
        if not queues or not isinstance(queues, list) or not all(isinstance(q, QueueBase) for q in queues):
            raise TypeError("A list of queues expected")
        first = queues[0]
        if not all(first.dtypes == q.dtypes for q in queues[1:]):
            raise TypeError("Queues do not have matching component dtypes.")
        if not all(first.names == q.names for q in queues[1:]):
            raise TypeError("Queues do not have matching component names.")
        common = [functools.reduce(_common_shape, s) for s in zip(*(q.shapes for q in queues))]
        selected = gather(stack([q.queue_ref for q in queues]), index)
        return QueueBase(first.dtypes, common, first.names, selected)

    @property
    def queue_ref(self) -> Tensor:
        """The tensor that refers to the queue."""
        return self._queue_ref

    @property
    def name(self) -> str:
        """Name of the node that makes the queue."""
        return self._queue_ref.op.name

    @property
    def dtypes(self) -> Any:
        """DTypes of the components."""
        return self._dtypes

    @property
    def shapes(self) -> Any:
        """Shapes of the components."""
        return self._shapes

    @property
    def names(self) -> Any:
        """Names of the components, or None."""
        return self._names

    def enqueue(self, vals: Any, name: str | None = None) -> Operation:
        """An operation that puts one element, waiting for room.

        Args:
          vals: a tensor, or a list, tuple or dictionary of them.
          name: name of the node.

        Raises (when it runs):
          tf.errors.CancelledError: the queue is closed.
        """
        with name_scope(name, f"{self._name}_enqueue", _values(vals)) as scope:
            tensors = self._components(vals)
            for tensor, shape in zip(tensors, self._shapes):
                tensor.get_shape().assert_is_compatible_with(shape)
            return apply_op("QueueEnqueueV2", self._queue_ref, tensors, name=scope)

    def enqueue_many(self, vals: Any, name: str | None = None) -> Operation:
        """An operation that puts the rows of `vals` one by one; arguments and errors as `enqueue`."""
        with name_scope(name, f"{self._name}_EnqueueMany", _values(vals)) as scope:
            tensors = self._components(vals)
            batch = Dimension(None)
            for tensor, shape in zip(tensors, self._shapes):
                known = tensor.get_shape().with_rank_at_least(1)
                batch = batch.merge_with(known[0])
                known[1:].assert_is_compatible_with(shape)
            return apply_op("QueueEnqueueManyV2", self._queue_ref, tensors, name=scope)

    def _components(self, vals: Any) -> list[Tensor]:
        if isinstance(vals, Mapping):
            if not self._names:
                raise ValueError("Queue must have names to enqueue a dictionary")
            if sorted(self._names, key=str) != sorted(vals.keys(), key=str):
                raise ValueError(
                    "Keys in dictionary to enqueue do not match names of Queue.  "
                    f"Dictionary: ({sorted(vals.keys())}), Queue: ({sorted(self._names)})"
                )
            vals = [vals[k] for k in self._names]
        else:
            if self._names:
                raise ValueError("You must enqueue a dictionary in a Queue with names")
            if not isinstance(vals, (list, tuple)):
                vals = [vals]
        # TF1: what is too many is not looked at
        return [convert(v, t.base, f"component_{i}") for i, (v, t) in enumerate(zip(vals, self._dtypes))]

    def dequeue(self, name: str | None = None) -> Any:
        """One element, taken when it is computed; waits for it.

        Raises (when it runs):
          tf.errors.OutOfRangeError: the queue is closed and empty.
          tf.errors.CancelledError: the session is closed.
        """
        name = f"{self._name}_Dequeue" if name is None else name
        found = apply_op("QueueDequeueV2", self._queue_ref, name=name, component_types=self._types())
        for tensor, shape in zip(found, self._shapes):
            tensor.set_shape(shape)
        return self._element(found)

    def dequeue_many(self, n: Any, name: str | None = None) -> Any:
        """`n` elements as batches; waits for all of them. Errors as `dequeue`."""
        name = f"{self._name}_DequeueMany" if name is None else name
        found = apply_op("QueueDequeueManyV2", self._queue_ref, n, name=name, component_types=self._types())
        batch = constant_value(found[0].op.inputs[1])
        for tensor, shape in zip(found, self._shapes):
            tensor.set_shape(TensorShape([None if batch is None else int(batch)]).concatenate(shape))
        return self._element(found)

    def dequeue_up_to(self, n: Any, name: str | None = None) -> Any:
        """`n` elements as batches, or fewer, but at least one, if the queue is closed. Errors as `dequeue`."""
        name = f"{self._name}_DequeueUpTo" if name is None else name
        found = apply_op("QueueDequeueUpToV2", self._queue_ref, n, name=name, component_types=self._types())
        for tensor, shape in zip(found, self._shapes):
            tensor.set_shape(TensorShape([None]).concatenate(shape))
        return self._element(found)

    def _types(self) -> list[DType]:
        return [dtypes.as_dtype(t).base for t in self._dtypes]

    def _element(self, tensors: list[Tensor]) -> Any:
        if self._names:
            return dict(zip(self._names, tensors))
        return tensors[0] if len(tensors) == 1 else tensors

    def close(self, cancel_pending_enqueues: bool = False, name: str | None = None) -> Operation:
        """An operation that closes the queue: further enqueues fail, dequeues go on while there are elements.

        `cancel_pending_enqueues`: enqueues that wait for room fail, too.
        """
        name = f"{self._name}_Close" if name is None else name
        return apply_op("QueueCloseV2", self._queue_ref, name=name, cancel_pending_enqueues=cancel_pending_enqueues)

    def is_closed(self, name: str | None = None) -> Tensor:
        """Whether the queue is closed, a bool scalar."""
        return apply_op("QueueIsClosedV2", self._queue_ref, name=f"{self._name}_Is_Closed" if name is None else name)

    def size(self, name: str | None = None) -> Tensor:
        """Number of elements in the queue, an int32 scalar."""
        return apply_op("QueueSizeV2", self._queue_ref, name=f"{self._name}_Size" if name is None else name)


def _values(vals: Any) -> list[Any]:
    if isinstance(vals, Mapping):
        return list(vals.values())
    return list(vals) if isinstance(vals, (list, tuple)) else [vals]


class FIFOQueue(QueueBase):
    """A queue whose elements leave in the order in which they came.

    Args:
      capacity: how many elements it holds at most; enqueues wait beyond that.
      dtypes: DTypes of the components of an element.
      shapes: their shapes, fully defined; without them elements may differ, and `dequeue_many` does not work.
      names: names of the components if elements are dictionaries.
      shared_name: queues of this name in one session are one.
      name: name of the node.
    """

    def __init__(
        self,
        capacity: int,
        dtypes: Any,
        shapes: Any = None,
        names: Any = None,
        shared_name: str | None = None,
        name: str = "fifo_queue",
    ) -> None:
        types, known = _as_type_list(dtypes), _as_shape_list(shapes)
        component_names = _as_name_list(names, types)
        ref = apply_op(
            "FIFOQueueV2",
            component_types=types,
            shapes=_raw(known),
            capacity=capacity,
            shared_name=_shared(shared_name),
            name=name,
        )
        super().__init__(types, known, component_names, ref)


class RandomShuffleQueue(QueueBase):
    """A queue whose elements leave in random order, while at least `min_after_dequeue` stay to choose from.

    Args:
      capacity, dtypes, shapes, names, shared_name, name: as for `FIFOQueue`.
      min_after_dequeue: a dequeue waits until this many elements stay behind, unless the queue is closed.
      seed: with the graph's seed it makes the order repeatable (equal to TF1's).
    """

    def __init__(
        self,
        capacity: int,
        min_after_dequeue: int,
        dtypes: Any,
        shapes: Any = None,
        names: Any = None,
        seed: int | None = None,
        shared_name: str | None = None,
        name: str = "random_shuffle_queue",
    ) -> None:
        types, known = _as_type_list(dtypes), _as_shape_list(shapes)
        component_names = _as_name_list(names, types)
        seed1, seed2 = get_seed(seed)
        if seed1 is None and seed2 is None:
            seed1, seed2 = 0, 0
        elif seed is None and shared_name is not None:
            # TF1: queues of one shared name must have one seed, whatever else the graph has
            text = f"{seed1}{shared_name}".encode()
            seed2 = int(hashlib.md5(text).hexdigest()[:8], 16) & 0x7FFFFFFF
        ref = apply_op(
            "RandomShuffleQueueV2",
            component_types=types,
            shapes=_raw(known),
            capacity=capacity,
            min_after_dequeue=min_after_dequeue,
            seed=seed1,
            seed2=seed2,
            shared_name=_shared(shared_name),
            name=name,
        )
        super().__init__(types, known, component_names, ref)


class PaddingFIFOQueue(QueueBase):
    """A FIFO queue of components that vary in some dimensions, given as None; batches are padded with zeros.

    Args as for `FIFOQueue`; `shapes` must be given.
    """

    def __init__(
        self,
        capacity: int,
        dtypes: Any,
        shapes: Any,
        names: Any = None,
        shared_name: str | None = None,
        name: str = "padding_fifo_queue",
    ) -> None:
        types, known = _as_type_list(dtypes), _as_shape_list(shapes, unknown_dimensions=True)
        component_names = _as_name_list(names, types)
        assert known is not None
        if len(types) != len(known):
            raise ValueError(
                f"Shapes must be provided for all components, but received {len(types)} dtypes and {len(known)} shapes."
            )
        ref = apply_op(
            "PaddingFIFOQueueV2",
            component_types=types,
            shapes=_raw(known),
            capacity=capacity,
            shared_name=_shared(shared_name),
            name=name,
        )
        super().__init__(types, known, component_names, ref)


class PriorityQueue(QueueBase):
    """A queue whose element of least priority leaves first; the priority is an int64 in front of each element.

    Args as for `FIFOQueue`; `types`, `shapes` and `names` leave the priority out, except that `names` names it, too.
    """

    def __init__(
        self,
        capacity: int,
        types: Any,
        shapes: Any = None,
        names: Any = None,
        shared_name: str | None = None,
        name: str = "priority_queue",
    ) -> None:
        component_types, known = _as_type_list(types), _as_shape_list(shapes)
        if known is None:
            raise TypeError("Expected list for 'shapes' argument to 'priority_queue_v2' Op, not None.")
        ref = apply_op(
            "PriorityQueueV2",
            component_types=component_types,
            shapes=_raw(known),
            capacity=capacity,
            shared_name=_shared(shared_name),
            name=name,
        )
        all_shapes = [TensorShape([]), *known] if known else None
        super().__init__([dtypes.int64, *component_types], all_shapes, names, ref)

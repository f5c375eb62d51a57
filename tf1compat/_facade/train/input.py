"""Producers at the head of a queue pipeline: file names, slices, ranges, for some epochs, shuffled or not."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import context, summary
from tf1compat._facade.apply import apply_op
from tf1compat._facade.array_index import gather
from tf1compat._facade.array_ops import shape as shape_of
from tf1compat._facade.array_ops import size
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.cond import guarded_assert
from tf1compat._facade.constants import constant
from tf1compat._facade.convert import convert
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.files import matching_files
from tf1compat._facade.framework import name_scope
from tf1compat._facade.indexed_slices import IndexedSlices
from tf1compat._facade.math_casts import cast
from tf1compat._facade.math_elementwise import greater
from tf1compat._facade.math_ranges import range as range_of
from tf1compat._facade.queues import FIFOQueue
from tf1compat._facade.random_ops import random_shuffle
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.train.queue_runner import QueueRunner, add_queue_runner
from tf1compat._facade.variables import Variable
from tf1compat._jaxcore.base import dtypes

_MODULE = "tensorflow.python.training.input"


def _instead(what: str) -> Any:
    return deprecated(None, f"Queue-based input pipelines have been replaced by `tf.data`. Use {what}.", _MODULE)


def match_filenames_once(pattern: Any, name: str | None = None) -> Any:
    """A local variable that holds the names of the files which match `pattern` when it is initialised.

    Args:
      pattern: a pattern, or a vector of them.
      name: name of the variable.
    """
    with name_scope(name, "matching_filenames", [pattern]) as name:
        return Variable(
            name=name,
            initial_value=matching_files(pattern),
            trainable=False,
            validate_shape=False,
            collections=[GraphKeys.LOCAL_VARIABLES],
        )


@_instead("`tf.data.Dataset.from_tensors(tensor).repeat(num_epochs)`")
def limit_epochs(tensor: Any, num_epochs: int | None = None, name: str | None = None) -> Any:
    """`tensor`, which can be computed `num_epochs` times; then it fails with an OutOfRangeError.

    The count is a local variable: run `tf.local_variables_initializer()`. With None, `tensor` itself.

    Raises:
      ValueError: `num_epochs` is not positive.
    """
    if num_epochs is None:
        return tensor
    if num_epochs <= 0:
        raise ValueError(f"num_epochs must be > 0 not {num_epochs}.")
    with name_scope(name, "limit_epochs", [tensor]) as name:
        zero = constant(0, dtype=dtypes.int64)
        epochs = Variable(zero, name="epochs", trainable=False, collections=[GraphKeys.LOCAL_VARIABLES])
        counter = epochs.count_up_to(num_epochs)
        with context.get_default_graph().control_dependencies([counter]):
            return apply_op("Identity", tensor, name=name)


@_instead(
    "`tf.data.Dataset.from_tensor_slices(input_tensor).shuffle(tf.shape(input_tensor, out_type=tf.int64)[0])"
    ".repeat(num_epochs)`. If `shuffle=False`, omit the `.shuffle(...)`"
)
def input_producer(
    input_tensor: Any,
    element_shape: Any = None,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    summary_name: str | None = None,
    name: str | None = None,
    cancel_op: Any = None,
) -> FIFOQueue:
    """A queue of the rows of a tensor, and a QueueRunner that fills it.

    Args:
      input_tensor: a tensor of one dimension or more.
      element_shape: shape of a row, where it is not known.
      num_epochs: how often each row is produced before the queue is closed; endless if None.
      shuffle: shuffle the rows anew in each epoch.
      seed: for shuffling.
      capacity: of the queue.
      shared_name: of the queue.
      summary_name: a scalar summary of this name tells how full the queue is.
      name: of the queue.
      cancel_op: of the QueueRunner.

    Raises:
      ValueError: the shape of a row is not known.
    """
    with name_scope(name, "input_producer", [input_tensor]):
        input_tensor = convert(input_tensor, None, "input_tensor")
        row = input_tensor.shape[1:].merge_with(element_shape)
        if not row.is_fully_defined():
            raise ValueError(
                "Either `input_tensor` must have a fully defined shape or `element_shape` must be specified"
            )
        if shuffle:
            input_tensor = random_shuffle(input_tensor, seed=seed)
        input_tensor = limit_epochs(input_tensor, num_epochs)
        queue = FIFOQueue(
            capacity=capacity,
            dtypes=[input_tensor.dtype.base_dtype],
            shapes=[row],
            shared_name=shared_name,
            name=name,  # pyright: ignore[reportArgumentType]
        )
        add_queue_runner(QueueRunner(queue, [queue.enqueue_many([input_tensor])], cancel_op=cancel_op))
        if summary_name is not None:
            summary.scalar(summary_name, cast(queue.size(), dtypes.float32) * (1.0 / capacity))
        return queue


@_instead(
    "`tf.data.Dataset.from_tensor_slices(string_tensor).shuffle(tf.shape(input_tensor, out_type=tf.int64)[0])"
    ".repeat(num_epochs)`. If `shuffle=False`, omit the `.shuffle(...)`"
)
def string_input_producer(
    string_tensor: Any,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    name: str | None = None,
    cancel_op: Any = None,
) -> FIFOQueue:
    """A queue of strings, file names as a rule; arguments as `input_producer`.

    Raises:
      ValueError: `string_tensor` is an empty list.
      tf.errors.InvalidArgumentError: it is empty at run time.
    """
    complaint = "string_input_producer requires a non-null input tensor"
    if not isinstance(string_tensor, Tensor) and not _has_elements(string_tensor):
        raise ValueError(complaint)
    with name_scope(name, "input_producer", [string_tensor]) as name:
        string_tensor = convert(string_tensor, dtypes.string)
        with context.get_default_graph().control_dependencies(
            [guarded_assert(greater(size(string_tensor), 0), [complaint])]
        ):
            string_tensor = apply_op("Identity", string_tensor)
        return input_producer(
            input_tensor=string_tensor,
            element_shape=[],
            num_epochs=num_epochs,
            shuffle=shuffle,
            seed=seed,
            capacity=capacity,
            shared_name=shared_name,
            name=name,
            summary_name=f"fraction_of_{capacity}_full",
            cancel_op=cancel_op,
        )


def _has_elements(x: Any) -> bool:
    return bool(x) if isinstance(x, (list, tuple, str, bytes)) or x is None else True


@_instead(
    "`tf.data.Dataset.range(limit).shuffle(limit).repeat(num_epochs)`. If `shuffle=False`, omit the `.shuffle(...)`"
)
def range_input_producer(
    limit: Any,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    name: str | None = None,
) -> FIFOQueue:
    """A queue of the integers from 0 to `limit` - 1; arguments as `input_producer`."""
    with name_scope(name, "input_producer", [limit]) as name:
        return input_producer(
            range_of(limit),
            [],
            num_epochs,
            shuffle,
            seed,
            capacity,
            shared_name,
            f"fraction_of_{capacity}_full",
            name,
        )


@_instead(
    "`tf.data.Dataset.from_tensor_slices(tuple(tensor_list)).shuffle(tf.shape(input_tensor, out_type=tf.int64)[0])"
    ".repeat(num_epochs)`. If `shuffle=False`, omit the `.shuffle(...)`"
)
def slice_input_producer(
    tensor_list: Any,
    num_epochs: int | None = None,
    shuffle: bool = True,
    seed: int | None = None,
    capacity: int = 32,
    shared_name: str | None = None,
    name: str | None = None,
) -> list[Tensor]:
    """One row of each tensor of a list, the same one of all, chosen by a queue of indices; arguments as `input_producer`.

    Raises:
      ValueError: the list is empty.
    """
    with name_scope(name, "input_producer", tensor_list):
        tensors = [t if isinstance(t, IndexedSlices) else convert(t) for t in tensor_list]
        if not tensors:
            raise ValueError("Expected at least one tensor in slice_input_producer().")
        queue = range_input_producer(
            shape_of(tensors[0])[0],
            num_epochs=num_epochs,
            shuffle=shuffle,
            seed=seed,
            capacity=capacity,
            shared_name=shared_name,
        )
        index = queue.dequeue()
        return [gather(t, index) for t in tensors]

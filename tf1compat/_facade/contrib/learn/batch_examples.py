"""`tf.contrib.learn.io`: batches of records of files through queues, parsed or not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade import array_ops, constants, math_casts, parsing_ops, smart_cond, summary
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.framework import name_scope
from tf1compat._facade.platform import io_gfile
from tf1compat._facade.queues import FIFOQueue
from tf1compat._facade.readers import TFRecordReader
from tf1compat._facade.sparse_tensor import SparseTensor
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.train import batching
from tf1compat._facade.train.input import string_input_producer
from tf1compat._facade.train.queue_runner import QueueRunner, add_queue_runner
from tf1compat._jaxcore.base import dtypes, errors

KEY_FEATURE_NAME = "__key__"
_MODULE = "tensorflow.contrib.learn.python.learn.learn_io.graph_io"
_TF_DATA = "Use tf.data."


@deprecated(None, _TF_DATA, _MODULE)
def read_batch_examples(
    file_pattern: Any,
    batch_size: Any,
    reader: Any,
    randomize_input: bool = True,
    num_epochs: int | None = None,
    queue_capacity: int = 10000,
    num_threads: int = 1,
    read_batch_size: Any = 1,
    parse_fn: Callable[..., Any] | None = None,
    name: str | None = None,
    seed: int | None = None,
) -> Any:
    """Batches of the records of files; see `read_keyed_batch_examples`."""
    _, examples = read_keyed_batch_examples(
        file_pattern,
        batch_size,
        reader,
        randomize_input,
        num_epochs,
        queue_capacity,
        num_threads,
        read_batch_size,
        parse_fn,
        name,
        seed,
    )
    return examples


@deprecated(None, _TF_DATA, _MODULE)
def read_keyed_batch_examples(
    file_pattern: Any,
    batch_size: Any,
    reader: Any,
    randomize_input: bool = True,
    num_epochs: int | None = None,
    queue_capacity: int = 10000,
    num_threads: int = 1,
    read_batch_size: Any = 1,
    parse_fn: Callable[..., Any] | None = None,
    name: str | None = None,
    seed: int | None = None,
) -> Any:
    """Batches of keys and records of files.

    Args:
      file_pattern: a pattern, or a list of them.
      batch_size: how many records a batch has.
      reader: a function that gives a reader, such as `tf.TFRecordReader`.
      randomize_input: whether files and records come in random order.
      num_epochs: how often each file is read; the last batch may be smaller then. None for ever.
      queue_capacity: how many records wait.
      num_threads: how many readers.
      read_batch_size: how many records are read at once.
      parse_fn: what is made of the records before they wait.
      name: name scope.
      seed: seed of the order.

    Raises:
      ValueError: no file matches, or a number is out of range.
    """
    given = dict(locals())
    return _keyed_batch_examples(**given)


def _refuse_shared(name: str) -> Any:
    def refuse(*args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(
            f"tf.contrib.learn.{name} is not in tf1compat: its shared queue of files is an op of tf.contrib."
            f"input_pipeline; use {name.removesuffix('_shared_queue')}, or tf.data"
        )

    refuse.__name__ = name
    refuse.__doc__ = "Not in tf1compat: the shared queue of files is an op of tf.contrib.input_pipeline."
    return refuse


read_keyed_batch_examples_shared_queue = _refuse_shared("read_keyed_batch_examples_shared_queue")
read_keyed_batch_features_shared_queue = _refuse_shared("read_keyed_batch_features_shared_queue")


def _file_names(file_pattern: Any, randomize_input: bool) -> list[str]:
    if isinstance(file_pattern, list) and not file_pattern:
        raise ValueError("No files given to dequeue_examples.")
    patterns = file_pattern if isinstance(file_pattern, list) else [file_pattern]
    found = [name for pattern in patterns for name in io_gfile.glob(pattern)]
    if not found:
        raise ValueError(f"No files match {file_pattern}.")
    return found if randomize_input else sorted(found)


def _check(batch_size: Any, queue_capacity: Any, read_batch_size: Any, num_threads: Any, num_epochs: Any) -> None:
    if not queue_capacity or queue_capacity <= 0:
        raise ValueError(f"Invalid queue_capacity {queue_capacity}.")
    is_wrong = batch_size is None or (not isinstance(batch_size, Tensor) and not 0 < batch_size < queue_capacity)
    if is_wrong:
        raise ValueError(f"Invalid batch_size {batch_size}, with queue_capacity {queue_capacity}.")
    if read_batch_size is None or (not isinstance(read_batch_size, Tensor) and read_batch_size <= 0):
        raise ValueError(f"Invalid read_batch_size {read_batch_size}.")
    if not num_threads or num_threads <= 0:
        raise ValueError(f"Invalid num_threads {num_threads}.")
    if num_epochs is not None and num_epochs <= 0:
        raise ValueError(f"Invalid num_epochs {num_epochs}.")


def _examples(files: Any, reader: Any, num_threads: int, read_batch_size: Any, parse_fn: Any) -> list[Any]:
    """What each of the readers reads."""
    found: list[Any] = []
    with name_scope("read"):
        for _ in range(num_threads):
            keys, records = smart_cond.smart_cond(
                read_batch_size > 1,
                lambda: reader().read_up_to(files, read_batch_size),
                lambda: reader().read(files),
            )
            parsed = parse_fn(records) if parse_fn else records
            if parse_fn and isinstance(parsed, dict):
                parsed[KEY_FEATURE_NAME] = keys
                found.append(parsed)
            else:
                found.append((keys, parsed))
    return found


def _keyed_batch_examples(
    file_pattern: Any,
    batch_size: Any,
    reader: Any,
    randomize_input: bool,
    num_epochs: int | None,
    queue_capacity: int,
    num_threads: int,
    read_batch_size: Any,
    parse_fn: Any,
    name: str | None,
    seed: int | None,
) -> Any:
    files = _file_names(file_pattern, randomize_input)
    _check(batch_size, queue_capacity, read_batch_size, num_threads, num_epochs)
    with name_scope(name, "read_batch_examples", [file_pattern]) as scope:
        with name_scope("file_name_queue") as queue_scope:
            queue = string_input_producer(
                constants.constant(files, name="input"),
                shuffle=randomize_input,
                num_epochs=num_epochs,
                name=queue_scope,
                seed=seed,
            )
        examples = _examples(queue, reader, num_threads, read_batch_size, parse_fn)
        options: dict[str, Any] = {
            "capacity": queue_capacity,
            "enqueue_many": read_batch_size > 1,
            "name": scope,
            "allow_smaller_final_batch": num_epochs is not None,
        }
        if randomize_input:
            is_tensor = isinstance(batch_size, Tensor)
            wait_for = int(queue_capacity * 0.4) if is_tensor else max(queue_capacity - 3 * batch_size, batch_size)
            batch = batching.shuffle_batch_join(examples, batch_size, min_after_dequeue=wait_for, seed=seed, **options)
        else:
            batch = batching.batch_join(examples, batch_size, **options)
        if parse_fn and isinstance(batch, dict):
            return batch.pop(KEY_FEATURE_NAME), batch
        return batch


@deprecated(None, _TF_DATA, _MODULE)
def read_keyed_batch_features(
    file_pattern: Any,
    batch_size: Any,
    features: dict[str, Any],
    reader: Any,
    randomize_input: bool = True,
    num_epochs: int | None = None,
    queue_capacity: int = 10000,
    reader_num_threads: int = 1,
    feature_queue_capacity: int = 100,
    num_enqueue_threads: int = 2,
    parse_fn: Callable[..., Any] | None = None,
    name: str | None = None,
    read_batch_size: Any = None,
) -> tuple[Any, dict[str, Any]]:
    """Batches of keys, and of features parsed from tf.Examples in files; see `read_keyed_batch_examples`.

    Args:
      features: `tf.FixedLenFeature` and the like by name.
      reader_num_threads: how many readers.
      feature_queue_capacity: how many batches wait.
      num_enqueue_threads: how many threads parse.
      read_batch_size: how many records are read at once, a batch by default.
    """
    with name_scope(name, "read_batch_features", [file_pattern]) as scope:
        keys, examples = read_keyed_batch_examples(
            file_pattern,
            batch_size,
            reader,
            randomize_input=randomize_input,
            num_epochs=num_epochs,
            queue_capacity=queue_capacity,
            num_threads=reader_num_threads,
            read_batch_size=batch_size if read_batch_size is None else read_batch_size,
            parse_fn=parse_fn,
            name=scope,
        )
        return queue_parsed_features(
            parsing_ops.parse_example(examples, features), keys, feature_queue_capacity, num_enqueue_threads, scope
        )


@deprecated(None, _TF_DATA, _MODULE)
def queue_parsed_features(
    parsed_features: dict[str, Any],
    keys: Any = None,
    feature_queue_capacity: int = 100,
    num_enqueue_threads: int = 2,
    name: str | None = None,
) -> tuple[Any, dict[str, Any]]:
    """Puts features into a queue, which threads fill, and takes them out again; with their keys, if there are any."""
    args = [*parsed_features.values(), *([] if keys is None else [keys])]
    with name_scope(name, "queue_parsed_features", args):
        tensors: list[Any] = []
        for key in sorted(parsed_features):
            feature = parsed_features[key]
            is_sparse = isinstance(feature, SparseTensor)
            tensors += [feature.indices, feature.values, feature.dense_shape] if is_sparse else [feature]
        if keys is not None:
            tensors.append(keys)
        queue = FIFOQueue(feature_queue_capacity, [tensor.dtype for tensor in tensors])
        summary.scalar(
            f"queue/parsed_features/{queue.name}/fraction_of_{feature_queue_capacity}_full",
            math_casts.cast(queue.size(), dtypes.float32) * (1.0 / feature_queue_capacity),
        )
        enqueue_ops = [queue.enqueue(tensors) for _ in range(num_enqueue_threads)]
        ends = (errors.OutOfRangeError, errors.CancelledError)
        add_queue_runner(QueueRunner(queue, enqueue_ops, queue_closed_exception_types=ends))
        taken = queue.dequeue()
        taken = taken if isinstance(taken, list) else [taken]
        for out, tensor in zip(taken, tensors, strict=True):
            out.set_shape(tensor.get_shape())
        rest = iter(taken)
        found = {
            key: SparseTensor(next(rest), next(rest), next(rest))
            if isinstance(parsed_features[key], SparseTensor)
            else next(rest)
            for key in sorted(parsed_features)
        }
        return (None if keys is None else next(rest)), found


@deprecated(None, _TF_DATA, _MODULE)
def read_batch_features(
    file_pattern: Any,
    batch_size: Any,
    features: dict[str, Any],
    reader: Any,
    randomize_input: bool = True,
    num_epochs: int | None = None,
    queue_capacity: int = 10000,
    feature_queue_capacity: int = 100,
    reader_num_threads: int = 1,
    num_enqueue_threads: int = 2,
    parse_fn: Callable[..., Any] | None = None,
    name: str | None = None,
    read_batch_size: Any = None,
) -> dict[str, Any]:
    """Batches of features parsed from tf.Examples in files; see `read_keyed_batch_features`."""
    _, found = read_keyed_batch_features(
        file_pattern,
        batch_size,
        features,
        reader,
        randomize_input=randomize_input,
        num_epochs=num_epochs,
        queue_capacity=queue_capacity,
        feature_queue_capacity=feature_queue_capacity,
        reader_num_threads=reader_num_threads,
        num_enqueue_threads=num_enqueue_threads,
        parse_fn=parse_fn,
        name=name,
        read_batch_size=read_batch_size,
    )
    return found


@deprecated(None, _TF_DATA, _MODULE)
def read_batch_record_features(
    file_pattern: Any,
    batch_size: Any,
    features: dict[str, Any],
    randomize_input: bool = True,
    num_epochs: int | None = None,
    queue_capacity: int = 10000,
    reader_num_threads: int = 1,
    name: str = "dequeue_record_examples",
) -> dict[str, Any]:
    """Batches of features parsed from tf.Examples in TFRecord files."""
    return read_batch_features(
        file_pattern,
        batch_size,
        features,
        TFRecordReader,
        randomize_input=randomize_input,
        num_epochs=num_epochs,
        queue_capacity=queue_capacity,
        reader_num_threads=reader_num_threads,
        name=name,
    )

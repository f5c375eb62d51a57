"""Inputs of Estimators as tf.contrib.learn.io spells them: arrays, tables, generators."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.estimator import numpy_inputs, pandas_inputs
from tf1compat._facade.estimator.feeding_functions import _enqueue_data as enqueue_data

_IO = "tensorflow.contrib.learn.python.learn.learn_io."


@deprecated(None, "Use tf.compat.v1.estimator.inputs.numpy_input_fn.", _IO + "numpy_io")
def numpy_input_fn(
    x: Any,
    y: Any = None,
    batch_size: int = 128,
    num_epochs: int | None = 1,
    shuffle: bool = True,
    queue_capacity: int = 1000,
    num_threads: int = 1,
) -> Callable[[], Any]:
    """`tf.estimator.inputs.numpy_input_fn`, in random order by default."""
    return numpy_inputs.numpy_input_fn(
        x=x,
        y=y,
        batch_size=batch_size,
        shuffle=shuffle,
        num_epochs=num_epochs,
        queue_capacity=queue_capacity,
        num_threads=num_threads,
    )


@deprecated(None, "Please use tf.compat.v1.estimator.inputs.pandas_input_fn", _IO + "pandas_io")
def pandas_input_fn(
    x: Any,
    y: Any = None,
    batch_size: int = 128,
    num_epochs: int | None = 1,
    shuffle: bool = True,
    queue_capacity: int = 1000,
    num_threads: int = 1,
    target_column: str = "target",
) -> Callable[[], Any]:
    """`tf.estimator.inputs.pandas_input_fn`, in random order by default."""
    return pandas_inputs.pandas_input_fn(
        x=x,
        y=y,
        batch_size=batch_size,
        shuffle=shuffle,
        num_epochs=num_epochs,
        queue_capacity=queue_capacity,
        num_threads=num_threads,
        target_column=target_column,
    )


@deprecated(None, "Use tf.data.", _IO + "generator_io")
def generator_input_fn(
    x: Any,
    target_key: Any = None,
    batch_size: int = 128,
    num_epochs: int | None = 1,
    shuffle: bool = True,
    queue_capacity: int = 1000,
    num_threads: int = 1,
    pad_value: Any = None,
) -> Callable[[], Any]:
    """A function that makes features and labels of what a generator gives.

    Args:
      x: a function that gives a generator of dictionaries of arrays.
      target_key: which entries are labels, a name or a list of names; None for none.
      batch_size: the size of a batch.
      num_epochs: how often the generator runs; None for ever.
      shuffle: whether examples are in random order.
      queue_capacity: how many examples wait.
      num_threads: how many threads read.
      pad_value: what fills shorter arrays of a batch; without it all must have one shape.

    Raises:
      TypeError: `x` is no function of a generator of dictionaries, or a key is no text.
      KeyError: a label is missing.
    """
    if not callable(x):
        raise TypeError(f"x must be generator function; got {type(x).__name__}")
    key_names = [target_key] if isinstance(target_key, str) else target_key
    if target_key is not None and not isinstance(target_key, str | list | tuple):
        raise TypeError(f"target_key must be string or Container of string; got {type(target_key).__name__}")

    def input_fn() -> Any:
        generator: Any = x()
        if not hasattr(generator, "__next__"):
            raise TypeError(f"x() must be generator; got {type(generator).__name__}")
        first = next(generator)
        if not isinstance(first, dict):
            raise TypeError(f"x() must yield dict; got {type(first).__name__}")
        names = sorted(first)
        for key in key_names or ():
            if key not in first:
                raise KeyError(f"target_key or target_key[{key}] not in yielded dict")
        queue = enqueue_data(
            x,
            queue_capacity,
            shuffle=shuffle,
            num_threads=num_threads,
            enqueue_size=batch_size,
            num_epochs=num_epochs,
            pad_value=pad_value,
        )
        batch = queue.dequeue_many(batch_size) if num_epochs is None else queue.dequeue_up_to(batch_size)
        features = dict(zip(names, batch[1:] if len(batch) > len(names) else batch, strict=True))
        if key_names is None:
            return features
        labels = {key: features.pop(key) for key in key_names}
        return features, labels if len(labels) > 1 else next(iter(labels.values()))

    return input_fn

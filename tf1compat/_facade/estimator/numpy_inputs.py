"""`tf.estimator.inputs.numpy_input_fn`: batches of arrays."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import numpy as np

from tf1compat._facade.estimator.feeding_functions import _enqueue_data

_TARGET_KEY = "__target_key__"


def check_shuffle(shuffle: Any) -> None:
    """ValueError unless it is a bool."""
    if not isinstance(shuffle, bool):
        raise ValueError(
            "shuffle must be provided and explicitly set as boolean (it is recommended to set it as True for "
            f"training); got {shuffle}"
        )


def _features(x: Any) -> OrderedDict[str, Any]:
    if isinstance(x, dict):
        if not x:
            raise ValueError("x cannot be an empty dict")
        return OrderedDict(sorted(x.items()))
    if isinstance(x, np.ndarray):
        if x.size == 0:
            raise ValueError("x cannot be an empty array")
        return OrderedDict({"__direct_np_input__": x})
    raise TypeError(f"x must be a dict or array; got {type(x).__name__}")


def _add_targets(data: OrderedDict[str, Any], y: Any) -> Any:
    """Put `y` into `data`; its key, list of keys, or None."""
    if y is None:
        return None
    if not isinstance(y, dict):
        key = _TARGET_KEY
        while key in data:
            key += "_n"
        data[key] = y
        return key
    if not y:
        raise ValueError("y cannot be empty dict, use None instead.")
    shared = set(data) & set(y)
    if shared:
        raise ValueError(f"{len(shared)} duplicate keys are found in both x and y: {shared}")
    keys = sorted(y)
    data.update((key, y[key]) for key in keys)
    return keys


def _check_lengths(data: OrderedDict[str, Any], names: list[str], target: Any) -> None:
    if len({value.shape[0] for value in data.values()}) == 1:
        return
    shapes_of_y = data[target].shape if isinstance(target, str) else {k: data[k].shape for k in target or ()} or None
    raise ValueError(
        "Length of tensors in x and y is mismatched. All elements in x and y must have the same length.\n"
        f"Shapes in x: { {k: data[k].shape for k in names} }\nShapes in y: {shapes_of_y}\n"
    )


def numpy_input_fn(
    x: Any,
    y: Any = None,
    batch_size: int = 128,
    num_epochs: int | None = 1,
    shuffle: bool | None = None,
    queue_capacity: int = 1000,
    num_threads: int = 1,
) -> Callable[[], Any]:
    """An `input_fn` that gives batches of arrays through a queue.

    Args:
      x: an array, or a dictionary of arrays of one length.
      y: the same for labels, or None.
      batch_size: rows per batch; the last batch of the last epoch may be smaller.
      num_epochs: how often the data are read; None for ever.
      shuffle: whether rows come in random order; must be given.
      queue_capacity: size of the queue.
      num_threads: how many threads fill it; use one if each row is wanted once per epoch.

    Returns:
      A function without arguments that gives features, or features and labels.

    Raises:
      ValueError: `shuffle` is no bool. When called: data are empty, share keys, or differ in length.
      TypeError: when called: `x` is neither.
    """
    check_shuffle(shuffle)

    def input_fn() -> Any:
        data = _features(x)
        names = list(data)
        target = _add_targets(data, y)
        _check_lengths(data, names, target)
        queue = _enqueue_data(
            data,
            queue_capacity,
            shuffle=bool(shuffle),
            num_threads=num_threads,
            enqueue_size=batch_size,
            num_epochs=num_epochs,
        )
        batch = queue.dequeue_many(batch_size) if num_epochs is None else queue.dequeue_up_to(batch_size)
        columns = batch[1:]  # the first one is the row number
        features = columns[0] if isinstance(x, np.ndarray) else dict(zip(names, columns))
        if target is None:
            return features
        if isinstance(target, str):
            return features, columns[-1]
        return features, dict(zip(target, columns[-len(target) :]))

    return input_fn

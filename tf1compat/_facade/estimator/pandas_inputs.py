"""`tf.estimator.inputs.pandas_input_fn`: batches of a data frame."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any

import numpy as np

from tf1compat._facade.estimator.feeding_functions import _enqueue_data
from tf1compat._facade.estimator.numpy_inputs import check_shuffle


def _unique(data: Any, column: str) -> str:
    return f"{column}_{uuid.uuid4()}" if column in data else column


def pandas_input_fn(
    x: Any,
    y: Any = None,
    batch_size: int = 128,
    num_epochs: int | None = 1,
    shuffle: bool | None = None,
    queue_capacity: int | None = 1000,
    num_threads: int = 1,
    target_column: str = "target",
) -> Callable[[], Any]:
    """An `input_fn` that gives batches of a data frame's rows through a queue.

    Args:
      x: a pandas DataFrame.
      y: a Series or DataFrame of labels with the same index, or None.
      batch_size: rows per batch.
      num_epochs: how often the data are read; None for ever.
      shuffle: whether rows come in random order; must be given.
      queue_capacity: size of the queue; by the number of rows if None.
      num_threads: how many threads fill it.
      target_column: name under which labels are kept beside the features.

    Raises:
      ValueError: `shuffle` is no bool, the indices differ, or `x` has a column called `target_column`.
      TypeError: `target_column` is no string, or pandas is not installed.
    """
    check_shuffle(shuffle)
    x, target, names = _with_labels(x, y, target_column)
    if queue_capacity is None:
        queue_capacity = 4 * len(x) if shuffle else len(x)
    kept = max(queue_capacity / 4, 1)

    def input_fn() -> Any:
        queue = _enqueue_data(
            x,
            queue_capacity,
            shuffle=bool(shuffle),
            min_after_dequeue=kept,
            num_threads=num_threads,
            enqueue_size=batch_size,
            num_epochs=num_epochs,
        )
        batch = queue.dequeue_many(batch_size) if num_epochs is None else queue.dequeue_up_to(batch_size)
        features = dict(zip(x.columns, batch[1:]))  # the first one is the index
        if y is None:
            return features
        if isinstance(target, list):
            return features, {name: features.pop(column) for name, column in zip(names, target)}
        return features, features.pop(target)

    return input_fn


def _with_labels(x: Any, y: Any, target_column: str) -> tuple[Any, Any, list[str]]:
    """A copy of the data with the labels in it, the name of their column or columns, and the labels' own names."""
    try:
        import pandas as pd  # pyright: ignore[reportMissingImports]
    except ImportError:
        raise TypeError("pandas_input_fn should not be called without pandas installed") from None
    if not isinstance(target_column, str):
        raise TypeError("target_column must be a string type")
    x = x.copy()
    if y is None:
        return x, target_column, []
    if target_column in x:
        raise ValueError(
            f"Cannot use name {target_column} for target column: DataFrame already has a column with that name: "
            f"{x.columns}"
        )
    if not np.array_equal(x.index, y.index):
        raise ValueError(f"Index for x and y are mismatched.\nIndex for x: {x.index}\nIndex for y: {y.index}\n")
    target: Any = target_column
    names: list[str] = []
    if isinstance(y, pd.DataFrame):
        names = list(y)
        target = [_unique(x, column) for column in names]
    x[target] = y
    return x, target, names

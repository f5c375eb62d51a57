"""DataFeeder: batches of arrays or iterators as feeds of placeholders."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np

from tf1compat._facade import array_ops
from tf1compat._facade.contrib.learn import array_inputs
from tf1compat._facade.contrib.learn.array_inputs import check_array, is_iterator
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.platform import tf_logging
from tf1compat._jaxcore.base import dtypes

_MODULE = "tensorflow.contrib.learn.python.learn.learn_io.data_feeder"
_TF_DATA = "Please use tensorflow/transform or tf.data."
_DEFAULT_SEED = 42


@deprecated(None, _TF_DATA, _MODULE)
def setup_train_data_feeder(
    x: Any, y: Any, n_classes: Any, batch_size: int | None = None, shuffle: bool = True, epochs: int | None = None
) -> DataFeeder:
    """A DataFeeder of arrays or pandas tables, a StreamingDataFeeder of iterators.

    Raises:
      ValueError: only one of `x` and `y` is an iterator, or `batch_size` is not above 0.
      NotImplementedError: Dask's frames.
    """
    x = array_inputs.extract_pandas_data(array_inputs.extract_dask_data(x))
    if y is not None:
        y = array_inputs.extract_pandas_labels(array_inputs.extract_dask_labels(y))
    if not is_iterator(x):
        return DataFeeder(x, y, n_classes, batch_size, shuffle=shuffle, epochs=epochs)
    if y is not None and not is_iterator(y):
        raise ValueError("Both x and y should be iterators for streaming learning to work.")
    return StreamingDataFeeder(x, y, n_classes, batch_size)


def map_entries(function: Callable[[Any], Any], x: Any) -> Any:
    """`function` of `x`, or of each value of a dictionary; None of None."""
    if isinstance(x, dict):
        return {key: function(value) for key, value in x.items()}
    return None if x is None else function(x)


def _label_shape(shape: Any, n_classes: Any, batch_size: int) -> list[int]:
    inner = list(shape[1:])
    if inner and inner[0] == 1:
        inner = inner[1:]
    classes = [n_classes] if n_classes is not None and n_classes > 1 else []
    return [batch_size, *inner, *classes]


def _of_key(n_classes: Any, key: Any) -> Any:
    return n_classes.get(key) if n_classes is not None else None


def batch_shapes(x_shape: Any, y_shape: Any, n_classes: Any, batch_size: int | None = None) -> tuple[Any, Any, int]:
    """Shapes of a batch of inputs, of labels, and its size."""
    if isinstance(y_shape, dict) and n_classes is not None:
        assert isinstance(n_classes, dict)
    if batch_size is None:
        size = next(iter(x_shape.values()))[0] if isinstance(x_shape, dict) else x_shape[0]
    elif batch_size <= 0:
        raise ValueError(f"Invalid batch_size {batch_size}.")
    else:
        size = batch_size
    inputs = map_entries(lambda shape: [size, *(shape[1:] if len(shape) > 1 else [1])], x_shape)
    if isinstance(y_shape, dict):
        labels: Any = {key: _label_shape(shape, _of_key(n_classes, key), size) for key, shape in y_shape.items()}
    else:
        labels = None if y_shape is None else _label_shape(y_shape, n_classes, size)
    return inputs, labels, size


def _checked_dtype(dtype: Any) -> Any:
    if dtypes.as_dtype(dtype) == dtypes.float64:
        tf_logging.warn("float64 is not supported by many models, consider casting to float32.")
    return dtype


def _rows(data: Any, index: Any) -> Any:
    return data.iloc[index] if array_inputs.is_pandas(data) else data[index]


class DataFeeder:
    """Feeds batches of arrays, in random order by default.

    Args:
      x: an array `[samples, …]`, or a dictionary of arrays.
      y: labels, likewise, or None.
      n_classes: how many classes labels have, to feed them as rows with one 1; None feeds them as they are.
      batch_size: the size of a batch; all samples by default.
      shuffle: whether samples come in random order.
      random_state: a `numpy.random.RandomState`; seed 42 by default.
      epochs: how often to go through the samples; None for ever.

    Raises:
      ValueError: `batch_size` is not above 0.
    """

    @deprecated(None, _TF_DATA, _MODULE)
    def __init__(
        self,
        x: Any,
        y: Any,
        n_classes: Any,
        batch_size: int | None = None,
        shuffle: bool = True,
        random_state: Any = None,
        epochs: int | None = None,
    ) -> None:
        y = np.array(y) if isinstance(y, list) else y
        self._x = map_entries(lambda a: check_array(a, a.dtype), x)
        self._y = map_entries(lambda a: check_array(a, a.dtype), y)
        if n_classes is not None and y is not None and not isinstance(y, dict):
            self._y = check_array(y, dtype=np.int64 if n_classes > 1 else np.float32)
        self.n_classes = n_classes
        self.max_epochs = epochs
        x_shape, y_shape = (map_entries(lambda a: a.shape, data) for data in (self._x, self._y))
        shapes = batch_shapes(x_shape, y_shape, n_classes, batch_size)
        self.input_shape, self.output_shape, self._batch_size = shapes
        self._input_dtype = map_entries(lambda a: _checked_dtype(a.dtype), self._x)
        self._output_dtype: Any = np.float32
        if y is not None:
            self._output_dtype = map_entries(lambda a: _checked_dtype(a.dtype), self._y)
        if n_classes is not None and isinstance(y, dict):
            self._output_dtype.update({key: np.float32 for key in n_classes if key in self._output_dtype})
        self._shuffle = shuffle
        self.random_state = np.random.RandomState(_DEFAULT_SEED) if random_state is None else random_state
        self.indices = self._order()
        self.offset = 0
        self.epoch = 0
        self._epoch_placeholder: Any = None

    def _count(self) -> int:
        first = next(iter(self._x.values())) if isinstance(self._x, dict) else self._x
        return int(first.shape[0])

    def _order(self) -> Any:
        count = self._count()
        return self.random_state.permutation(count) if self._shuffle else np.arange(count)

    @property
    def x(self) -> Any:
        return self._x

    @property
    def y(self) -> Any:
        return self._y

    @property
    def shuffle(self) -> bool:
        return self._shuffle

    @property
    def input_dtype(self) -> Any:
        return self._input_dtype

    @property
    def output_dtype(self) -> Any:
        return self._output_dtype

    @property
    def batch_size(self) -> int:
        return self._batch_size

    def make_epoch_variable(self) -> Any:
        """A placeholder that is fed the number of the epoch."""
        self._epoch_placeholder = array_ops.placeholder(dtypes.int32, [1], name="epoch")
        return self._epoch_placeholder

    def input_builder(self) -> tuple[Any, Any]:
        """Placeholders for inputs and labels."""
        self._input_placeholder = _placeholders(self.input_shape, self._input_dtype, "input")
        self._output_placeholder = _placeholders(self.output_shape, self._output_dtype, "output")
        return self._input_placeholder, self._output_placeholder

    def set_placeholders(self, input_placeholder: Any, output_placeholder: Any) -> None:
        """Feed these placeholders instead."""
        self._input_placeholder = input_placeholder
        self._output_placeholder = output_placeholder

    def get_feed_params(self) -> dict[str, Any]:
        """Where it stands: epoch, offset and batch size."""
        return {"epoch": self.epoch, "offset": self.offset, "batch_size": self._batch_size}

    def get_feed_dict_fn(self) -> Callable[[], dict[Any, Any]]:
        """A function that gives the next feed_dict; it raises StopIteration after the last epoch."""
        return self._next_feed

    def _next_feed(self) -> dict[Any, Any]:
        if self.max_epochs is not None and self.epoch + 1 > self.max_epochs:
            raise StopIteration
        assert self._input_placeholder is not None
        feeds: dict[Any, Any] = {}
        if self._epoch_placeholder is not None:
            feeds[self._epoch_placeholder.name] = [self.epoch]
        indices = self.indices[self.offset : self.offset + self._batch_size]
        _add(feeds, self._input_placeholder, map_entries(lambda data: _inputs(data, indices), self._x))
        self.offset += self._batch_size
        if self.offset >= self._count():
            self.indices = self._order()
            self.offset = 0
            self.epoch += 1
        if self._output_placeholder is None:
            return feeds
        if isinstance(self._y, dict):
            labels: Any = {
                key: _labels(
                    data, self.output_shape[key], self._output_dtype[key], _of_key(self.n_classes, key), indices
                )
                for key, data in self._y.items()
            }
        else:
            labels = _labels(self._y, self.output_shape, self._output_dtype, self.n_classes, indices)
        _add(feeds, self._output_placeholder, labels)
        return feeds


def _placeholders(shape: Any, dtype: Any, name: str) -> Any:
    if isinstance(shape, dict):
        return {
            key: array_ops.placeholder(dtypes.as_dtype(dtype[key]), [None, *inner[1:]], name=f"{name}_{key}")
            for key, inner in shape.items()
        }
    return None if shape is None else array_ops.placeholder(dtypes.as_dtype(dtype), [None, *shape[1:]], name=name)


def _add(feeds: dict[Any, Any], placeholders: Any, values: Any) -> None:
    if isinstance(placeholders, dict):
        feeds.update({placeholders[key].name: values[key] for key in placeholders})
    else:
        feeds[placeholders.name] = values


def _inputs(data: Any, indices: Any) -> Any:
    rows = _rows(data, indices)
    return np.array(rows).reshape((indices.shape[0], 1)) if len(data.shape) == 1 else rows


def _labels(data: Any, shape: Any, dtype: Any, n_classes: Any, indices: Any) -> Any:
    out = np.zeros([indices.shape[0], *shape[1:]], dtype=dtype)
    for i, sample in enumerate(indices):
        _put(out, i, _rows(data, sample), n_classes)
    return out


def _put(out: Any, i: int, label: Any, n_classes: Any) -> None:
    """Writes one label into row `i`, as a 1 at its class if there are classes."""
    if n_classes is None or n_classes <= 1:
        out[i] = label
    elif out.ndim == 2:
        out[i, int(label)] = 1.0
    else:
        for position, value in enumerate(label):
            out[i, position, value] = 1.0


class StreamingDataFeeder(DataFeeder):
    """Feeds batches of iterators' elements; a last batch may be smaller.

    Args:
      x, y: iterators of arrays or of dictionaries of arrays; `y` may be None.
      n_classes: see DataFeeder.
      batch_size: the size of a batch, 1 by default.
    """

    def __init__(self, x: Any, y: Any, n_classes: Any, batch_size: int | None) -> None:
        first_x = next(x)
        self._x = itertools.chain([first_x], x)
        first_y = None if y is None else next(y)
        self._y = None if y is None else itertools.chain([first_y], y)
        self.n_classes = n_classes
        x_shape = map_entries(lambda a: [1, *a.shape], first_x)
        y_shape = map_entries(lambda a: [1, *(a[0].shape if isinstance(a, list) else a.shape)], first_y)
        self.input_shape, self.output_shape, self._batch_size = batch_shapes(x_shape, y_shape, n_classes, batch_size)
        self._input_dtype = map_entries(lambda a: _checked_dtype(a.dtype), first_x)
        if n_classes is not None and not isinstance(first_y, dict) and n_classes > 0:
            self._output_dtype = np.float32
        else:
            self._output_dtype = map_entries(_label_dtype, first_y)
        self.stopped = False

    def get_feed_params(self) -> dict[str, Any]:
        """The batch size."""
        return {"batch_size": self._batch_size}

    def get_feed_dict_fn(self) -> Callable[[], dict[Any, Any]]:
        """A function that gives the next feed_dict; it raises StopIteration at the iterators' end."""
        self.stopped = False
        return self._next_feed

    def _next_feed(self) -> dict[Any, Any]:
        if self.stopped:
            raise StopIteration
        elements = list(itertools.islice(self._x, self._batch_size))
        self.stopped = len(elements) < self._batch_size
        if not elements:
            raise StopIteration
        feeds: dict[Any, Any] = {}
        _add(feeds, self._input_placeholder, _stacked(elements, self.input_shape, self._input_dtype, None))
        if self._y is not None:
            labels = list(itertools.islice(self._y, len(elements)))
            values = _stacked(labels, self.output_shape, self._output_dtype, self.n_classes)
            _add(feeds, self._output_placeholder, values)
        return feeds


def _label_dtype(label: Any) -> Any:
    if isinstance(label, np.ndarray):
        return label.dtype
    return _label_dtype(label[0]) if isinstance(label, list) else _checked_dtype(np.dtype(type(label)))


def _stacked(elements: list[Any], shape: Any, dtype: Any, n_classes: Any) -> Any:
    if isinstance(shape, dict):
        return {
            key: _stacked([e[key] for e in elements], shape[key], dtype[key], _of_key(n_classes, key)) for key in shape
        }
    out = np.zeros([len(elements), *shape[1:]], dtype=dtype)
    for i, element in enumerate(elements):
        is_wrapped = isinstance(element, list) and out.ndim == 1
        _put(out, i, element[0] if is_wrapped else element, n_classes)
    return out

"""Arrays out of pandas tables and Dask frames, and batches of arrays, for Estimators of tf.contrib.learn."""

from __future__ import annotations

import importlib.util
import itertools
import math
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np

from tf1compat._facade.deprecation import deprecated

HAS_PANDAS = importlib.util.find_spec("pandas") is not None
HAS_DASK = False  # Dask's frames are refused by name, see `refuse_dask`
_FLOATS = ("float16", "float32", "float64")
_NUMBERS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", *_FLOATS, "bool")
PANDAS_DTYPES = {name: "i" if name == "bool" else "float" if "float" in name else "int" for name in _NUMBERS}
_PANDAS_MODULE = "tensorflow.contrib.learn.python.learn.learn_io.pandas_io"
_FEEDER_MODULE = "tensorflow.contrib.learn.python.learn.learn_io.data_feeder"
_TF_DATA = "Please use tensorflow/transform or tf.data."


def _is_frame(x: Any) -> bool:
    # Nobody holds a frame without having imported pandas.
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(x, pandas.DataFrame)


def is_pandas(x: Any) -> bool:
    """Whether `x` is indexed by `iloc`."""
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(x, pandas.DataFrame | pandas.Series)


@deprecated(None, "Please access pandas data directly.", _PANDAS_MODULE)
def extract_pandas_data(data: Any) -> Any:
    """A float64 array of a DataFrame's numbers; anything else as it is.

    Raises:
      ValueError: a column holds no numbers.
    """
    if not _is_frame(data):
        return data
    bad = [f"'{column}' type='{data[column].dtype.name}'" for column in data if data[column].dtype.name not in _NUMBERS]
    if bad:
        raise ValueError("Data types for extracting pandas data must be int, float, or bool. Found: " + ", ".join(bad))
    return data.values.astype("float")


@deprecated(None, "Please access pandas data directly.", _PANDAS_MODULE)
def extract_pandas_matrix(data: Any) -> Any:
    """The array of a DataFrame; anything else as it is."""
    return data.values if _is_frame(data) else data


@deprecated(None, "Please access pandas data directly.", _PANDAS_MODULE)
def extract_pandas_labels(labels: Any) -> Any:
    """The array `[rows, 1]` of a DataFrame of one column; anything else as it is.

    Raises:
      ValueError: there are several columns, or the column holds no numbers.
    """
    if not _is_frame(labels):
        return labels
    if len(labels.columns) > 1:
        raise ValueError("Only one column for labels is allowed.")
    bad = [f"'{name}' type={labels[name].dtype.name}" for name in labels if labels[name].dtype.name not in _NUMBERS]
    if bad:
        raise ValueError("Data types for extracting labels must be int, float, or bool. Found: " + ", ".join(bad))
    return labels.values


def refuse_dask(data: Any) -> Any:
    """`data`, unless it is Dask's.

    Raises:
      NotImplementedError: for frames and series of Dask.
    """
    if type(data).__module__.split(".")[0] in ("dask", "dask_expr"):
        raise NotImplementedError(
            "tf1compat feeds no Dask frames to tf.contrib.learn; call compute() on them, or use tf.data"
        )
    return data


def extract_dask_data(data: Any) -> Any:
    """`data` as it is; Dask's frames are refused."""
    return refuse_dask(data)


def extract_dask_labels(labels: Any) -> Any:
    """`labels` as they are; Dask's frames are refused."""
    return refuse_dask(labels)


@deprecated(None, _TF_DATA, _FEEDER_MODULE)
def setup_processor_data_feeder(x: Any) -> Any:
    """The array of a DataFrame; anything else as it is."""
    return extract_pandas_matrix(x)


@deprecated(None, _TF_DATA, _FEEDER_MODULE)
def setup_predict_data_feeder(x: Any, batch_size: int | None = None) -> Any:
    """Batches of `x`: a list of slices of an array, an iterator of matrices for an iterator.

    Raises:
      ValueError: `batch_size` is not above 0.
    """
    x = extract_pandas_data(extract_dask_data(x))
    if is_iterator(x):
        return _matrices(x, batch_size)
    if len(x.shape) == 1:
        x = np.reshape(x, (-1, 1))
    if batch_size is None:
        return [x]
    _check_batch_size(batch_size)
    count = math.ceil(len(x) / batch_size)
    return [x[i * batch_size : (i + 1) * batch_size] for i in range(count)]


def _check_batch_size(batch_size: int | None) -> None:
    if batch_size is not None and batch_size <= 0:
        raise ValueError(f"Invalid batch_size {batch_size}.")


def is_iterator(x: Any) -> bool:
    """Whether `x` gives one element after the other."""
    return hasattr(x, "next") or hasattr(x, "__next__")


def _matrices(x: Iterator[Any], batch_size: int | None) -> Iterator[Any]:
    """The elements of an iterator, stacked; dictionaries are stacked by key."""
    _check_batch_size(batch_size)
    while batch := list(itertools.islice(x, batch_size)):
        if isinstance(batch[0], dict):
            yield {key: np.asmatrix([element[key] for element in batch]) for key in batch[0]}
        else:
            yield np.asmatrix(batch)


@deprecated(None, "Please convert numpy dtypes explicitly.", _FEEDER_MODULE)
def check_array(array: Any, dtype: Any) -> Any:
    """Arrays and lists as an array of that dtype; anything else as it is."""
    return np.asarray(array, dtype=dtype) if isinstance(array, np.ndarray | list) else array

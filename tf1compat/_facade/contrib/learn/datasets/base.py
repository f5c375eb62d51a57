"""Tables in CSV files, Iris and the Boston houses; files downloaded once."""

from __future__ import annotations

import csv
import importlib.resources
import os
import random
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.mnist import Datasets as Datasets
from tf1compat._facade.platform import io_gfile
from tf1compat._facade.platform.file_io import GFile
from tf1compat._jaxcore.base import errors

_MODULE = "tensorflow.contrib.learn.python.learn.datasets.base"
_TF_DATA = "Use tf.data instead."
_SCIKITS = "Use scikits.learn.datasets."
_CONNECTION_TIMED_OUT = 110


class Dataset(NamedTuple):
    """Examples and what they should give."""

    data: Any
    target: Any


@deprecated(None, _TF_DATA, _MODULE)
def load_csv_with_header(filename: Any, target_dtype: Any, features_dtype: Any, target_column: int = -1) -> Dataset:
    """A table whose first line says how many rows and features there are.

    Returns:
      `data` of shape `[rows, features]`, `target` of shape `[rows]`.
    """
    with GFile(filename) as f:
        return _with_header(csv.reader(f), target_dtype, features_dtype, target_column)


def _with_header(lines: Iterator[list[str]], target_dtype: Any, features_dtype: Any, target_column: int) -> Dataset:
    header = next(lines)
    rows, features = int(header[0]), int(header[1])
    data = np.zeros((rows, features), dtype=features_dtype)
    target = np.zeros((rows,), dtype=target_dtype)
    for i, row in enumerate(lines):
        target[i] = np.asarray(row.pop(target_column), dtype=target_dtype)
        data[i] = np.asarray(row, dtype=features_dtype)
    return Dataset(data, target)


@deprecated(None, _TF_DATA, _MODULE)
def load_csv_without_header(filename: Any, target_dtype: Any, features_dtype: Any, target_column: int = -1) -> Dataset:
    """A table without a first line of sizes."""
    data, target = [], []
    with GFile(filename) as f:
        for row in csv.reader(f):
            target.append(row.pop(target_column))
            data.append(np.asarray(row, dtype=features_dtype))
    return Dataset(np.array(data), np.array(target, dtype=target_dtype))


@deprecated(None, _TF_DATA, _MODULE)
def shrink_csv(filename: str, ratio: int) -> None:
    """Writes every `ratio`-th line into another file, `x_small.csv` of `x.csv`."""
    with GFile(filename.replace(".", "_small."), "w") as small, GFile(filename) as f:
        writer = csv.writer(small)
        writer.writerows(row for i, row in enumerate(csv.reader(f)) if i % ratio == 0)


def _packaged(name: str, target_dtype: Any) -> Dataset:
    text = importlib.resources.files("tf1compat._facade.contrib.learn.datasets").joinpath(name).read_text()
    return _with_header(csv.reader(text.splitlines()), target_dtype, np.float64, -1)


@deprecated(None, _SCIKITS, _MODULE)
def load_iris(data_path: Any = None) -> Dataset:
    """Fisher's 150 irises: four lengths each, and which of three species (R. A. Fisher, 1936)."""
    if data_path is None:
        return _packaged("iris.txt", np.int64)
    return load_csv_with_header(data_path, target_dtype=np.int64, features_dtype=np.float64)


@deprecated(None, _SCIKITS, _MODULE)
def load_boston(data_path: Any = None) -> Dataset:
    """Prices of houses in 506 districts of Boston, 13 features each (D. Harrison and D. L. Rubinfeld, 1978)."""
    if data_path is None:
        return _packaged("boston.txt", np.float64)
    return load_csv_with_header(data_path, target_dtype=np.float64, features_dtype=np.float64)


@deprecated(None, "Use the retry module or similar alternatives.", _MODULE)
def retry(
    initial_delay: float,
    max_delay: float,
    factor: float = 2.0,
    jitter: float = 0.25,
    is_retriable: Callable[[Exception], bool] | None = None,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A decorator that calls a function again after failures, with growing pauses.

    Args:
      initial_delay, max_delay: the first pause in seconds, and the longest.
      factor: how much longer each pause is than the one before, at least 1.
      jitter: the share by which pauses vary at random, below 1.
      is_retriable: which exceptions are worth another call, after a pause; without it every one is, at once.

    Raises:
      ValueError: `factor` or `jitter` is out of range.
    """
    return _retry(initial_delay, max_delay, factor, jitter, is_retriable)


def _retry(
    initial_delay: float, max_delay: float, factor: float, jitter: float, is_retriable: Any
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    if factor < 1:
        raise ValueError(f"factor must be >= 1; was {factor:f}")
    if jitter >= 1:
        raise ValueError(f"jitter must be < 1; was {jitter:f}")

    def delays() -> Iterator[float]:
        delay = initial_delay
        while delay <= max_delay:
            yield delay * random.uniform(1 - jitter, 1 + jitter)
            delay *= factor

    def wrap(fn: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            for delay in delays():
                try:
                    return fn(*args, **kwargs)
                except Exception as e:
                    if is_retriable is None:
                        continue  # TF1: without a pause
                    if not is_retriable(e):
                        raise
                    time.sleep(delay)
            return fn(*args, **kwargs)

        return call

    return wrap


def _timed_out(e: Exception) -> bool:
    return isinstance(e, OSError) and e.errno == _CONNECTION_TIMED_OUT


@deprecated(None, "Please use urllib or similar directly.", _MODULE)
def urlretrieve_with_retry(url: str, filename: Any = None) -> Any:
    """`urllib.request.urlretrieve`, tried again when a connection times out."""
    return _retry(1.0, 16.0, 2.0, 0.25, _timed_out)(urllib.request.urlretrieve)(url, filename)


@deprecated(None, "Please write your own downloading logic.", _MODULE)
def maybe_download(filename: str, work_directory: str, source_url: str) -> str:
    """The path of a file in a folder, downloaded if it is not there.

    Raises:
      tf.errors.NotFoundError: it is not there and cannot be downloaded.
    """
    io_gfile.makedirs(work_directory)
    path = os.path.join(work_directory, filename)
    if io_gfile.exists(path):
        return path
    try:
        temporary, _ = urlretrieve_with_retry(source_url)
    except (urllib.error.URLError, TimeoutError, ConnectionError, ValueError) as e:
        message = (
            f"{path} does not exist and {source_url} cannot be downloaded ({e}): put the file into "
            f"{os.path.abspath(work_directory)}"
        )
        raise errors.NotFoundError(None, None, message) from None
    io_gfile.copy(temporary, path)
    print("Successfully downloaded", filename, os.path.getsize(path), "bytes.")
    return path

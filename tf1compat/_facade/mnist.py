"""The MNIST digits of `tensorflow.examples.tutorials.mnist.input_data`: files, labels and shuffled batches."""

from __future__ import annotations

import gzip
import os
import urllib.error
import urllib.request
from typing import Any, NamedTuple

import numpy as np

from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.framework import get_seed
from tf1compat._facade.platform import io_gfile
from tf1compat._facade.platform.file_io import GFile
from tf1compat._jaxcore.base import dtypes, errors

DEFAULT_SOURCE_URL = "https://storage.googleapis.com/cvdf-datasets/mnist/"
_FILES = (
    "train-images-idx3-ubyte.gz",
    "train-labels-idx1-ubyte.gz",
    "t10k-images-idx3-ubyte.gz",
    "t10k-labels-idx1-ubyte.gz",
)
_TIMEOUT_SECONDS = 30
_IMAGES_MAGIC, _LABELS_MAGIC = 2051, 2049
_MODULE = "tensorflow.contrib.learn.python.learn.datasets.mnist"
_TF_DATA = "Please use tf.data to implement this functionality."
_MODELS = "Please use alternatives such as official/mnist/dataset.py from tensorflow/models."


class Datasets(NamedTuple):
    """The three parts of a data set."""

    train: Any
    validation: Any
    test: Any


def _number(stream: gzip.GzipFile) -> int:
    return int.from_bytes(stream.read(4), "big")


@deprecated(None, _TF_DATA, _MODULE)
def extract_images(f: Any) -> np.ndarray[Any, Any]:
    """The images of an open gzipped IDX file: uint8 `[count, rows, columns, 1]`.

    Raises:
      ValueError: the file is not one of images.
    """
    print("Extracting", f.name)
    with gzip.GzipFile(fileobj=f) as stream:
        magic = _number(stream)
        if magic != _IMAGES_MAGIC:
            raise ValueError(f"Invalid magic number {magic} in MNIST image file: {f.name}")
        count, rows, columns = _number(stream), _number(stream), _number(stream)
        data = np.frombuffer(stream.read(count * rows * columns), dtype=np.uint8)
        return data.reshape(count, rows, columns, 1)


@deprecated(None, "Please use tf.one_hot on tensors.", _MODULE)
def dense_to_one_hot(labels_dense: np.ndarray[Any, Any], num_classes: int) -> np.ndarray[Any, Any]:
    """Labels `[count]` as rows with one 1: float64 `[count, num_classes]`."""
    return np.eye(num_classes)[labels_dense.ravel()]


@deprecated(None, _TF_DATA, _MODULE)
def extract_labels(f: Any, one_hot: bool = False, num_classes: int = 10) -> np.ndarray[Any, Any]:
    """The labels of an open gzipped IDX file: uint8 `[count]`, or `dense_to_one_hot` of them.

    Raises:
      ValueError: the file is not one of labels.
    """
    print("Extracting", f.name)
    with gzip.GzipFile(fileobj=f) as stream:
        magic = _number(stream)
        if magic != _LABELS_MAGIC:
            raise ValueError(f"Invalid magic number {magic} in MNIST label file: {f.name}")
        labels = np.frombuffer(stream.read(_number(stream)), dtype=np.uint8)
    return dense_to_one_hot(labels, num_classes) if one_hot else labels


class DataSet:
    """Images and labels, given out in batches that are shuffled by NumPy's global generator.

    Args:
      images: uint8 `[count, rows, columns, 1]`.
      labels: `[count]` or `[count, classes]`.
      fake_data: whether every example is the same image of ones.
      one_hot: how the labels of fake data look.
      dtype: tf.float32 scales images to 0…1, tf.uint8 leaves them.
      reshape: whether an image becomes one row.
      seed: seed of NumPy's generator; without it the graph's seed, or a random one.

    Raises:
      TypeError: another dtype.
    """

    @deprecated(None, _MODELS, _MODULE)
    def __init__(
        self,
        images: Any,
        labels: Any,
        fake_data: bool = False,
        one_hot: bool = False,
        dtype: Any = dtypes.float32,
        reshape: bool = True,
        seed: int | None = None,
    ) -> None:
        graph_seed, op_seed = get_seed(seed)
        # TF1: it seeds the global generator, at random if there is no seed
        np.random.seed(graph_seed if seed is None else op_seed)
        dtype = dtypes.as_dtype(dtype).base
        if dtype not in (dtypes.uint8, dtypes.float32):
            raise TypeError(f"Invalid image dtype {dtype!r}, expected uint8 or float32")
        if fake_data:
            self._num_examples = 10000
            self.one_hot = one_hot
        else:
            assert images.shape[0] == labels.shape[0], f"images.shape: {images.shape} labels.shape: {labels.shape}"
            self._num_examples = images.shape[0]
            if reshape:
                assert images.shape[3] == 1
                images = images.reshape(images.shape[0], images.shape[1] * images.shape[2])
            if dtype is dtypes.float32:
                images = np.multiply(images.astype(np.float32), 1.0 / 255.0)
        self._images = images
        self._labels = labels
        self._epochs_completed = 0
        self._index_in_epoch = 0

    @property
    def images(self) -> Any:
        """All images, in the present order."""
        return self._images

    @property
    def labels(self) -> Any:
        """All labels, in the present order."""
        return self._labels

    @property
    def num_examples(self) -> int:
        """How many examples there are."""
        return self._num_examples

    @property
    def epochs_completed(self) -> int:
        """How often all examples have been given out."""
        return self._epochs_completed

    def next_batch(self, batch_size: int, fake_data: bool = False, shuffle: bool = True) -> Any:
        """The next `batch_size` images and labels; a batch at the end of an epoch goes on with the next one's."""
        if fake_data:
            label: Any = [1] + [0] * 9 if self.one_hot else 0
            return [[1] * 784 for _ in range(batch_size)], [label for _ in range(batch_size)]
        start = self._index_in_epoch
        if shuffle and start == 0 and self._epochs_completed == 0:
            self._shuffle()
        if start + batch_size <= self._num_examples:
            self._index_in_epoch = end = start + batch_size
            return self._images[start:end], self._labels[start:end]
        self._epochs_completed += 1
        rest_images, rest_labels = self._images[start:], self._labels[start:]
        if shuffle:
            self._shuffle()
        self._index_in_epoch = end = batch_size - len(rest_images)
        return np.concatenate((rest_images, self._images[:end])), np.concatenate((rest_labels, self._labels[:end]))

    def _shuffle(self) -> None:
        order = np.arange(self._num_examples)
        np.random.shuffle(order)
        self._images = self._images[order]
        self._labels = self._labels[order]


@deprecated(None, _MODELS, _MODULE)
def read_data_sets(
    train_dir: str,
    fake_data: bool = False,
    one_hot: bool = False,
    dtype: Any = dtypes.float32,
    reshape: bool = True,
    validation_size: int = 5000,
    seed: int | None = None,
    source_url: str = DEFAULT_SOURCE_URL,
) -> Datasets:
    """The MNIST digits from the four gzipped files in the folder `train_dir`, downloaded if they are missing.

    Returns:
      `(train, validation, test)`; the first `validation_size` training images are the validation set.

    Raises:
      tf.errors.NotFoundError: a file is missing and cannot be downloaded.
      ValueError: `validation_size` is out of range, or a file is no MNIST file.
    """
    if fake_data:
        train, validation, test = (
            DataSet([], [], fake_data=True, one_hot=one_hot, dtype=dtype, seed=seed) for _ in range(3)
        )
        return Datasets(train, validation, test)
    found: list[np.ndarray[Any, Any]] = []
    for name in _FILES:
        with GFile(_local_file(name, train_dir, (source_url or DEFAULT_SOURCE_URL) + name), "rb") as f:
            found.append(extract_images(f) if "images" in name else extract_labels(f, one_hot=one_hot))
    images, labels, test_images, test_labels = found
    if not 0 <= validation_size <= len(images):
        raise ValueError(f"Validation size should be between 0 and {len(images)}. Received: {validation_size}.")
    options: dict[str, Any] = {"dtype": dtype, "reshape": reshape, "seed": seed}
    # In this order: each seeds NumPy's generator.
    train = DataSet(images[validation_size:], labels[validation_size:], **options)
    validation = DataSet(images[:validation_size], labels[:validation_size], **options)
    return Datasets(train, validation, DataSet(test_images, test_labels, **options))


@deprecated(None, _MODELS, _MODULE)
def load_mnist(train_dir: str = "MNIST-data") -> Datasets:
    """The MNIST digits from the folder `MNIST-data`, downloaded if they are missing."""
    return read_data_sets(train_dir)


def _local_file(name: str, folder: str, url: str) -> str:
    """The path of a file in `folder`, downloaded from `url` if it is not there."""
    io_gfile.makedirs(folder)
    path = os.path.join(folder, name)
    if os.path.exists(path):
        return path
    try:
        with urllib.request.urlopen(url, timeout=_TIMEOUT_SECONDS) as response:
            data = response.read()
    except (urllib.error.URLError, TimeoutError, ConnectionError, ValueError) as e:
        message = (
            f"{path} does not exist and {url} cannot be downloaded ({e}): "
            f"put the MNIST files {', '.join(_FILES)} into the folder {os.path.abspath(folder)}"
        )
        raise errors.NotFoundError(None, None, message) from None
    with open(path, "wb") as f:
        f.write(data)
    print("Successfully downloaded", name, len(data), "bytes.")
    return path

"""Datasets of parsed Examples: parse_example_dataset, make_batched_features_dataset."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade.data import structure
from tf1compat._facade.data.experimental.interleaving import parallel_interleave
from tf1compat._facade.data.experimental.transformations import shuffle_and_repeat
from tf1compat._facade.data.options import Options
from tf1compat._facade.data.readers import TFRecordDataset
from tf1compat._facade.data.v1 import DatasetV1
from tf1compat._facade.parsing_ops import parse_example
from tf1compat._facade.tensor_spec import TensorSpec
from tf1compat._jaxcore.base import dtypes

AUTOTUNE = -1


def parse_example_dataset(features: Any, num_parallel_calls: Any = 1) -> Callable[[Any], Any]:
    """Dictionaries of the features in batches of serialized Examples.

    The node is a ParallelMapDataset whose function parses, where TensorFlow has a ParseExampleDataset.

    Args:
      features: name -> what `tf.parse_example` takes.
      num_parallel_calls: how many batches are parsed at a time.

    Raises:
      TypeError: elements are no vectors of strings.
    """
    if features is None:
        raise ValueError(f"Missing: features was {features}.")

    def apply(dataset: Any) -> Any:
        if not structure.are_compatible(dataset.element_spec, TensorSpec([None], dtypes.string)):
            raise TypeError("Input dataset should be a dataset of vectors of strings")
        return dataset.map(lambda records: parse_example(records, features), num_parallel_calls=num_parallel_calls)

    return apply


def interleaved(files: Any, open_file: Any, reads: int, sloppy: bool) -> Any:
    """The records of files, several of them read at a time."""
    if reads != AUTOTUNE:
        return files.apply(parallel_interleave(open_file, cycle_length=reads, sloppy=sloppy))
    dataset = files.interleave(open_file, num_parallel_calls=reads)
    options = Options()
    options.experimental_deterministic = not sloppy
    return dataset.with_options(options)


def shuffled_and_repeated(dataset: Any, num_epochs: Any, shuffle: bool, size: Any, seed: Any) -> Any:
    """The epochs of a dataset, shuffled or not."""
    if num_epochs != 1 and shuffle:
        return dataset.apply(shuffle_and_repeat(size, num_epochs, seed))
    if shuffle:
        return dataset.shuffle(size, seed)
    return dataset.repeat(num_epochs) if num_epochs != 1 else dataset


def make_batched_features_dataset(
    file_pattern: Any,
    batch_size: Any,
    features: Any,
    reader: Any = TFRecordDataset,
    label_key: str | None = None,
    reader_args: Any = None,
    num_epochs: Any = None,
    shuffle: bool = True,
    shuffle_buffer_size: Any = 10000,
    shuffle_seed: Any = None,
    prefetch_buffer_size: Any = None,
    reader_num_threads: Any = None,
    parser_num_threads: Any = None,
    sloppy_ordering: bool = False,
    drop_final_batch: bool = False,
) -> Any:
    """Batches of the features of the Examples in files, as dictionaries.

    Args:
      file_pattern: patterns of file names.
      batch_size: records per batch.
      features: name -> what `tf.parse_example` takes.
      reader: from a file name (and `reader_args`) to a dataset of records, or of (key, record).
      label_key: the feature that is given apart, as the second of a pair.
      num_epochs: how often the files are read; for ever if absent.
      shuffle, shuffle_buffer_size, shuffle_seed: the order of files and records.
      prefetch_buffer_size, reader_num_threads, parser_num_threads: how much is done ahead and at a time.
      sloppy_ordering: files may be read in any order; here the order is always kept.
      drop_final_batch: a smaller last batch is left out.
    """
    from tf1compat._facade.readers import ReaderBase

    threads = 1 if reader_num_threads is None else reader_num_threads
    files = DatasetV1.list_files(file_pattern, shuffle=shuffle, seed=shuffle_seed)
    if isinstance(reader, type) and issubclass(reader, ReaderBase):
        raise TypeError(
            "The `reader` argument must return a `Dataset` object. `tf.ReaderBase` subclasses are not supported. For "
            "example, pass `tf.data.TFRecordDataset` instead of `tf.TFRecordReader`."
        )
    arguments = reader_args or []
    dataset = interleaved(files, lambda filename: reader(filename, *arguments), threads, sloppy_ordering)
    if structure.legacy_types(dataset.element_spec) == (dtypes.string, dtypes.string):
        dataset = dataset.map(lambda _, v: v)
    dataset = shuffled_and_repeated(dataset, num_epochs, shuffle, shuffle_buffer_size, shuffle_seed)
    dataset = dataset.batch(batch_size, drop_remainder=drop_final_batch or num_epochs is None)
    parsers = 2 if parser_num_threads is None else parser_num_threads
    dataset = dataset.apply(parse_example_dataset(features, num_parallel_calls=parsers))
    if label_key:
        if label_key not in features:
            raise ValueError(f"The `label_key` provided ({label_key!r}) must be one of the `features` keys.")
        dataset = dataset.map(lambda x: (x, x.pop(label_key)))
    return dataset.prefetch(AUTOTUNE if prefetch_buffer_size is None else prefetch_buffer_size)

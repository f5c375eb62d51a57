"""`tf.contrib.data`: the older home of `tf.data.experimental`, with some names of its own."""

from tf1compat._facade.data.experimental.old_names import assert_element_shape as assert_element_shape
from tf1compat._facade.data.experimental.old_names import batch_and_drop_remainder as batch_and_drop_remainder
from tf1compat._facade.data.experimental.old_names import (
    padded_batch_and_drop_remainder as padded_batch_and_drop_remainder,
)
from tf1compat._facade.data.experimental.old_names import read_batch_features as read_batch_features
from tf1compat._facade.data.experimental.old_names import reduce_dataset as reduce_dataset
from tf1compat._facade.data.experimental.old_names import sliding_window_batch as sliding_window_batch
from tf1compat._facade.data.experimental.old_names import sloppy_interleave as sloppy_interleave
from tf1compat._facade.data.experimental.sources import LMDBDataset as LMDBDataset
from tf1compat._facade.names import on_demand as _on_demand
from tf1compat.data.experimental import AUTOTUNE as AUTOTUNE
from tf1compat.data.experimental import CheckpointInputPipelineHook as CheckpointInputPipelineHook
from tf1compat.data.experimental import Counter as Counter
from tf1compat.data.experimental import CsvDataset as CsvDataset
from tf1compat.data.experimental import Optional as Optional
from tf1compat.data.experimental import RandomDataset as RandomDataset
from tf1compat.data.experimental import Reducer as Reducer
from tf1compat.data.experimental import SqlDataset as SqlDataset
from tf1compat.data.experimental import TFRecordWriter as TFRecordWriter
from tf1compat.data.experimental import bucket_by_sequence_length as bucket_by_sequence_length
from tf1compat.data.experimental import choose_from_datasets as choose_from_datasets
from tf1compat.data.experimental import copy_to_device as copy_to_device
from tf1compat.data.experimental import dense_to_sparse_batch as dense_to_sparse_batch
from tf1compat.data.experimental import enumerate_dataset as enumerate_dataset
from tf1compat.data.experimental import get_next_as_optional as get_next_as_optional
from tf1compat.data.experimental import get_single_element as get_single_element
from tf1compat.data.experimental import group_by_reducer as group_by_reducer
from tf1compat.data.experimental import group_by_window as group_by_window
from tf1compat.data.experimental import ignore_errors as ignore_errors
from tf1compat.data.experimental import make_batched_features_dataset as make_batched_features_dataset
from tf1compat.data.experimental import make_csv_dataset as make_csv_dataset
from tf1compat.data.experimental import make_saveable_from_iterator as make_saveable_from_iterator
from tf1compat.data.experimental import map_and_batch as map_and_batch
from tf1compat.data.experimental import parallel_interleave as parallel_interleave
from tf1compat.data.experimental import parse_example_dataset as parse_example_dataset
from tf1compat.data.experimental import prefetch_to_device as prefetch_to_device
from tf1compat.data.experimental import rejection_resample as rejection_resample
from tf1compat.data.experimental import sample_from_datasets as sample_from_datasets
from tf1compat.data.experimental import scan as scan
from tf1compat.data.experimental import shuffle_and_repeat as shuffle_and_repeat
from tf1compat.data.experimental import unbatch as unbatch
from tf1compat.data.experimental import unique as unique

__getattr__, __dir__ = _on_demand(__name__)

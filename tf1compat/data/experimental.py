"""`tf.data.experimental`: transformations, sources and options beyond those of `tf.data`."""

from tf1compat._facade.data.dataset import AUTOTUNE as AUTOTUNE
from tf1compat._facade.data.dataset import DatasetSpec as DatasetStructure
from tf1compat._facade.data.experimental.csv_files import make_csv_dataset as make_csv_dataset
from tf1compat._facade.data.experimental.examples import make_batched_features_dataset as make_batched_features_dataset
from tf1compat._facade.data.experimental.examples import parse_example_dataset as parse_example_dataset
from tf1compat._facade.data.experimental.interleaving import choose_from_datasets as choose_from_datasets
from tf1compat._facade.data.experimental.interleaving import parallel_interleave as parallel_interleave
from tf1compat._facade.data.experimental.interleaving import sample_from_datasets as sample_from_datasets
from tf1compat._facade.data.experimental.optional import Optional as Optional
from tf1compat._facade.data.experimental.optional import OptionalSpec as OptionalStructure
from tf1compat._facade.data.experimental.optional import get_next_as_optional as get_next_as_optional
from tf1compat._facade.data.experimental.resampling import rejection_resample as rejection_resample
from tf1compat._facade.data.experimental.saving import CheckpointInputPipelineHook as CheckpointInputPipelineHook
from tf1compat._facade.data.experimental.saving import make_saveable_from_iterator as make_saveable_from_iterator
from tf1compat._facade.data.experimental.sources import INFINITE as INFINITE_CARDINALITY
from tf1compat._facade.data.experimental.sources import UNKNOWN as UNKNOWN_CARDINALITY
from tf1compat._facade.data.experimental.sources import Counter as Counter
from tf1compat._facade.data.experimental.sources import CsvDataset as CsvDataset
from tf1compat._facade.data.experimental.sources import RandomDataset as RandomDataset
from tf1compat._facade.data.experimental.sources import SqlDataset as SqlDataset
from tf1compat._facade.data.experimental.sources import cardinality as cardinality
from tf1compat._facade.data.experimental.states import Reducer as Reducer
from tf1compat._facade.data.experimental.states import bucket_by_sequence_length as bucket_by_sequence_length
from tf1compat._facade.data.experimental.states import group_by_reducer as group_by_reducer
from tf1compat._facade.data.experimental.states import group_by_window as group_by_window
from tf1compat._facade.data.experimental.states import scan as scan
from tf1compat._facade.data.experimental.transformations import TFRecordWriter as TFRecordWriter
from tf1compat._facade.data.experimental.transformations import copy_to_device as copy_to_device
from tf1compat._facade.data.experimental.transformations import dense_to_sparse_batch as dense_to_sparse_batch
from tf1compat._facade.data.experimental.transformations import enumerate_dataset as enumerate_dataset
from tf1compat._facade.data.experimental.transformations import get_single_element as get_single_element
from tf1compat._facade.data.experimental.transformations import ignore_errors as ignore_errors
from tf1compat._facade.data.experimental.transformations import map_and_batch as map_and_batch
from tf1compat._facade.data.experimental.transformations import (
    map_and_batch_with_legacy_function as map_and_batch_with_legacy_function,
)
from tf1compat._facade.data.experimental.transformations import prefetch_to_device as prefetch_to_device
from tf1compat._facade.data.experimental.transformations import shuffle_and_repeat as shuffle_and_repeat
from tf1compat._facade.data.experimental.transformations import take_while as take_while
from tf1compat._facade.data.experimental.transformations import unbatch as unbatch
from tf1compat._facade.data.experimental.transformations import unique as unique
from tf1compat._facade.data.options import DistributeOptions as DistributeOptions
from tf1compat._facade.data.options import MapVectorizationOptions as MapVectorizationOptions
from tf1compat._facade.data.options import OptimizationOptions as OptimizationOptions
from tf1compat._facade.data.options import StatsOptions as StatsOptions
from tf1compat._facade.data.options import ThreadingOptions as ThreadingOptions
from tf1compat._facade.data.structure import SparseTensorStructure as SparseTensorStructure
from tf1compat._facade.data.structure import TensorStructure as TensorStructure
from tf1compat._facade.data.v1 import get_structure as get_structure
from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._jaxcore.base.structure import TypeSpec as Structure

__getattr__, __dir__ = _on_demand(__name__)

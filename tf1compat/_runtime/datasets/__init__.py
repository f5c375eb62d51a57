"""Datasets at run time: lazy sequences of elements, and the iterators that sessions keep.

An element is a tuple of NumPy values, one for each component. `Dataset.iterate(run)` gives a Python iterator; the
iterators can be asked again after an error, as TensorFlow's can.
"""

from tf1compat._runtime.datasets.background import ParallelMap as ParallelMap
from tf1compat._runtime.datasets.background import Prefetch as Prefetch
from tf1compat._runtime.datasets.batching import Batch as Batch
from tf1compat._runtime.datasets.batching import PaddedBatch as PaddedBatch
from tf1compat._runtime.datasets.batching import Rebatch as Rebatch
from tf1compat._runtime.datasets.batching import SlidingWindow as SlidingWindow
from tf1compat._runtime.datasets.batching import SparseBatch as SparseBatch
from tf1compat._runtime.datasets.batching import Unbatch as Unbatch
from tf1compat._runtime.datasets.batching import Window as Window
from tf1compat._runtime.datasets.dataset import Dataset as Dataset
from tf1compat._runtime.datasets.dataset import Function as Function
from tf1compat._runtime.datasets.dataset import Run as Run
from tf1compat._runtime.datasets.files import Csv as Csv
from tf1compat._runtime.datasets.files import FixedLengthRecords as FixedLengthRecords
from tf1compat._runtime.datasets.files import MatchingFiles as MatchingFiles
from tf1compat._runtime.datasets.files import TextLines as TextLines
from tf1compat._runtime.datasets.files import TFRecords as TFRecords
from tf1compat._runtime.datasets.grouping import GroupByReducer as GroupByReducer
from tf1compat._runtime.datasets.grouping import GroupByWindow as GroupByWindow
from tf1compat._runtime.datasets.grouping import reduced as reduced
from tf1compat._runtime.datasets.grouping import single_element as single_element
from tf1compat._runtime.datasets.interleaving import DirectedInterleave as DirectedInterleave
from tf1compat._runtime.datasets.interleaving import Interleave as Interleave
from tf1compat._runtime.datasets.optimizing import optimized as optimized
from tf1compat._runtime.datasets.rows import Rows as Rows
from tf1compat._runtime.datasets.shuffling import Random as Random
from tf1compat._runtime.datasets.shuffling import Sampling as Sampling
from tf1compat._runtime.datasets.shuffling import Shuffle as Shuffle
from tf1compat._runtime.datasets.shuffling import ShuffleAndRepeat as ShuffleAndRepeat
from tf1compat._runtime.datasets.sources import Generator as Generator
from tf1compat._runtime.datasets.sources import Range as Range
from tf1compat._runtime.datasets.sources import SparseSlices as SparseSlices
from tf1compat._runtime.datasets.sources import Tensors as Tensors
from tf1compat._runtime.datasets.sources import TensorSlices as TensorSlices
from tf1compat._runtime.datasets.transforming import Cache as Cache
from tf1compat._runtime.datasets.transforming import Concatenate as Concatenate
from tf1compat._runtime.datasets.transforming import Filter as Filter
from tf1compat._runtime.datasets.transforming import FlatMap as FlatMap
from tf1compat._runtime.datasets.transforming import IgnoreErrors as IgnoreErrors
from tf1compat._runtime.datasets.transforming import Map as Map
from tf1compat._runtime.datasets.transforming import Repeat as Repeat
from tf1compat._runtime.datasets.transforming import Scan as Scan
from tf1compat._runtime.datasets.transforming import Shard as Shard
from tf1compat._runtime.datasets.transforming import Skip as Skip
from tf1compat._runtime.datasets.transforming import Sleep as Sleep
from tf1compat._runtime.datasets.transforming import Take as Take
from tf1compat._runtime.datasets.transforming import TakeWhile as TakeWhile
from tf1compat._runtime.datasets.transforming import Unchanged as Unchanged
from tf1compat._runtime.datasets.transforming import Unique as Unique
from tf1compat._runtime.datasets.transforming import Zip as Zip
from tf1compat._runtime.datasets.writing import write_records as write_records

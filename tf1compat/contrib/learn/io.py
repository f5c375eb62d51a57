"""`tf.contrib.learn.io`: inputs of Estimators from files, arrays and tables."""

from tf1compat._facade.contrib.learn.array_inputs import HAS_DASK as HAS_DASK
from tf1compat._facade.contrib.learn.array_inputs import HAS_PANDAS as HAS_PANDAS
from tf1compat._facade.contrib.learn.array_inputs import extract_dask_data as extract_dask_data
from tf1compat._facade.contrib.learn.array_inputs import extract_dask_labels as extract_dask_labels
from tf1compat._facade.contrib.learn.array_inputs import extract_pandas_data as extract_pandas_data
from tf1compat._facade.contrib.learn.array_inputs import extract_pandas_labels as extract_pandas_labels
from tf1compat._facade.contrib.learn.array_inputs import extract_pandas_matrix as extract_pandas_matrix
from tf1compat._facade.contrib.learn.batch_examples import queue_parsed_features as queue_parsed_features
from tf1compat._facade.contrib.learn.batch_examples import read_batch_examples as read_batch_examples
from tf1compat._facade.contrib.learn.batch_examples import read_batch_features as read_batch_features
from tf1compat._facade.contrib.learn.batch_examples import read_batch_record_features as read_batch_record_features
from tf1compat._facade.contrib.learn.batch_examples import read_keyed_batch_examples as read_keyed_batch_examples
from tf1compat._facade.contrib.learn.batch_examples import (
    read_keyed_batch_examples_shared_queue as read_keyed_batch_examples_shared_queue,
)
from tf1compat._facade.contrib.learn.batch_examples import read_keyed_batch_features as read_keyed_batch_features
from tf1compat._facade.contrib.learn.batch_examples import (
    read_keyed_batch_features_shared_queue as read_keyed_batch_features_shared_queue,
)
from tf1compat._facade.contrib.learn.generator_inputs import generator_input_fn as generator_input_fn
from tf1compat._facade.contrib.learn.generator_inputs import numpy_input_fn as numpy_input_fn
from tf1compat._facade.contrib.learn.generator_inputs import pandas_input_fn as pandas_input_fn
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)

"""`tf.estimator.inputs`: input functions of arrays and data frames."""

from tf1compat._facade.estimator.numpy_inputs import numpy_input_fn as numpy_input_fn
from tf1compat._facade.estimator.pandas_inputs import pandas_input_fn as pandas_input_fn
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)

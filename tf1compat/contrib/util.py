"""`tf.contrib.util`: tensors as messages and arrays."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.tensor_util import constant_value as constant_value
from tf1compat._facade.tensor_util import make_ndarray as make_ndarray
from tf1compat._facade.tensor_util import make_tensor_proto as make_tensor_proto

__getattr__, __dir__ = _on_demand(__name__)

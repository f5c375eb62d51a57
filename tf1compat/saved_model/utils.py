"""`tf.saved_model.utils`: how signatures name tensors."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.saved_model.tensor_info import build_tensor_info as build_tensor_info
from tf1compat._facade.saved_model.tensor_info import get_tensor_from_tensor_info as get_tensor_from_tensor_info

__getattr__, __dir__ = _on_demand(__name__)

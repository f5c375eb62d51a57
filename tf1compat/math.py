"""`tf.math`: mathematics, element by element and over axes."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.nn_ops import softmax as softmax

__getattr__, __dir__ = _on_demand(__name__)

"""`tf.image`: image processing."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.random_ops import random_crop as random_crop

__getattr__, __dir__ = _on_demand(__name__)

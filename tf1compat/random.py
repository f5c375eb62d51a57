"""`tf.random`: random numbers."""

from tf1compat._facade.framework import get_seed as get_seed
from tf1compat._facade.framework import set_random_seed as set_random_seed
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)

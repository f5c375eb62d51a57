"""`tf.contrib.compiler`: compilation, which every step gets."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat.contrib.compiler import jit as jit
from tf1compat.contrib.compiler import xla as xla

__getattr__, __dir__ = _on_demand(__name__)

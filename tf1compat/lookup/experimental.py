"""`tf.lookup.experimental`: tables that may still change."""

from tf1compat._facade.lookup_ops import DenseHashTable as DenseHashTable
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)

"""`tf.xla`: compilation, which every step gets."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat.xla import experimental as experimental

__getattr__, __dir__ = _on_demand(__name__)

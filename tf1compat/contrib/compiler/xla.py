"""`tf.contrib.compiler.xla`: functions to compile."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.xla import compile as compile

__getattr__, __dir__ = _on_demand(__name__)

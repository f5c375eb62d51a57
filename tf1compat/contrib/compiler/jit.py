"""`tf.contrib.compiler.jit`: scopes to compile."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.xla import jit_scope as experimental_jit_scope

__all__ = ["experimental_jit_scope"]
__getattr__, __dir__ = _on_demand(__name__)

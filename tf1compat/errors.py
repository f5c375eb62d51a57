"""`tf.errors`: the exceptions of a step and their status codes."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._jaxcore.base.errors import OpError as OpError

__getattr__, __dir__ = _on_demand(__name__)

"""`tf.autograph`: functions of Python and the graph; nothing is converted."""

from tf1compat._facade.autograph import set_verbosity as set_verbosity
from tf1compat._facade.autograph import to_code as to_code
from tf1compat._facade.autograph import to_graph as to_graph
from tf1compat._facade.autograph import trace as trace
from tf1compat._facade.names import on_demand as _on_demand
from tf1compat.autograph import experimental as experimental

__getattr__, __dir__ = _on_demand(__name__)

"""`tf.profiler`: parameters, floating point operations, time and memory of graphs."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.profile import Profiler as Profiler
from tf1compat._facade.profile import advise as advise
from tf1compat._facade.profile import profile as profile
from tf1compat._facade.profile import write_op_log as write_op_log
from tf1compat._facade.profile_options import ProfileOptionBuilder as ProfileOptionBuilder

__getattr__, __dir__ = _on_demand(
    __name__,
    messages=("GraphNodeProto MultiGraphNodeProto OpLogProto "),
)

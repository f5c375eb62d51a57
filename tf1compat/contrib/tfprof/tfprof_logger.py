"""`tf.contrib.tfprof.tfprof_logger`: what the profiler's command-line tool reads."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.profile import write_op_log as write_op_log

__getattr__, __dir__ = _on_demand(__name__)

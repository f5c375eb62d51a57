"""`tf.contrib.tfprof`: the older place of `tf.profiler`."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat.contrib.tfprof import model_analyzer as model_analyzer
from tf1compat.contrib.tfprof import tfprof_logger as tfprof_logger

__getattr__, __dir__ = _on_demand(__name__)

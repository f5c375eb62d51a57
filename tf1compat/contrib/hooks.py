"""`tf.contrib.hooks`: the profiler's hook."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.train.profiler_hook import ProfilerHook as ProfilerHook

__getattr__, __dir__ = _on_demand(__name__)

"""`tf.contrib.memory_stats`: the memory of a device."""

from tf1compat._facade.contrib.memory_stats import BytesInUse as BytesInUse
from tf1compat._facade.contrib.memory_stats import BytesLimit as BytesLimit
from tf1compat._facade.contrib.memory_stats import MaxBytesInUse as MaxBytesInUse
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)

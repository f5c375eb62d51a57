"""`tf.contrib.staging`: tensors that wait between steps."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.staging import StagingArea as StagingArea

__getattr__, __dir__ = _on_demand(__name__)

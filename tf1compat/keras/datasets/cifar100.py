"""`tf.keras.datasets.cifar100`."""

from tf1compat._facade.keras.datasets.cifar100 import load_data as load_data
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)

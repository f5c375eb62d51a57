"""`tf.keras.callbacks`: what happens during training."""

from tf1compat._facade.keras.callbacks.base import Callback as Callback
from tf1compat._facade.keras.callbacks.base import History as History
from tf1compat._facade.keras.callbacks.progress import BaseLogger as BaseLogger
from tf1compat._facade.keras.callbacks.progress import ProgbarLogger as ProgbarLogger
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)

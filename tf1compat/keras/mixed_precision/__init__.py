"""`tf.keras.mixed_precision`."""

from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__, modules="experimental")

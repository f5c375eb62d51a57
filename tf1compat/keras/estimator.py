"""`tf.keras.estimator`."""

from tf1compat._facade.keras.estimator import model_to_estimator as model_to_estimator
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)

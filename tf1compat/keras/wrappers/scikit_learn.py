"""`tf.keras.wrappers.scikit_learn`."""

from tf1compat._facade.keras.scikit_learn import KerasClassifier as KerasClassifier
from tf1compat._facade.keras.scikit_learn import KerasRegressor as KerasRegressor
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)

"""`tf.contrib.predictor`: calls SavedModels and Estimators as functions of arrays."""

from tf1compat._facade.contrib.predictor import from_contrib_estimator as from_contrib_estimator
from tf1compat._facade.contrib.predictor import from_estimator as from_estimator
from tf1compat._facade.contrib.predictor import from_saved_model as from_saved_model
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)

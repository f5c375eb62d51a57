"""`tf.estimator.tpu`: the estimators of `tf.contrib.tpu`."""

from tf1compat._facade.contrib.tpu.estimator import TPUEstimator as TPUEstimator
from tf1compat._facade.contrib.tpu.estimator import TPUEstimatorSpec as TPUEstimatorSpec
from tf1compat._facade.contrib.tpu.settings import InputPipelineConfig as InputPipelineConfig
from tf1compat._facade.contrib.tpu.settings import RunConfig as RunConfig
from tf1compat._facade.contrib.tpu.settings import TPUConfig as TPUConfig
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)

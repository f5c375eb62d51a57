"""`tf.keras.mixed_precision.experimental`."""

from tf1compat._facade.keras.mixed_precision.loss_scale_optimizer import LossScaleOptimizer as LossScaleOptimizer
from tf1compat._facade.keras.mixed_precision.policy import Policy as Policy
from tf1compat._facade.keras.mixed_precision.policy import global_policy as global_policy
from tf1compat._facade.keras.mixed_precision.policy import set_policy as set_policy
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)

"""`tf.train.experimental`: loss scales for 16-bit training."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.train.loss_scale import DynamicLossScale as DynamicLossScale
from tf1compat._facade.train.loss_scale import FixedLossScale as FixedLossScale
from tf1compat._facade.train.loss_scale import LossScale as LossScale
from tf1compat._facade.train.loss_scale import MixedPrecisionLossScaleOptimizer as MixedPrecisionLossScaleOptimizer
from tf1compat._facade.train.loss_scale import (
    disable_mixed_precision_graph_rewrite as disable_mixed_precision_graph_rewrite,
)
from tf1compat._facade.train.loss_scale import (
    enable_mixed_precision_graph_rewrite as enable_mixed_precision_graph_rewrite,
)

__getattr__, __dir__ = _on_demand(__name__)

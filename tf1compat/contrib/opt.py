"""`tf.contrib.opt`: more optimizers."""

from tf1compat._facade.contrib.adam_variants import AdaMaxOptimizer as AdaMaxOptimizer
from tf1compat._facade.contrib.adam_variants import LazyAdamOptimizer as LazyAdamOptimizer
from tf1compat._facade.contrib.adam_variants import NadamOptimizer as NadamOptimizer
from tf1compat._facade.contrib.weight_decay_optimizers import AdamWOptimizer as AdamWOptimizer
from tf1compat._facade.contrib.weight_decay_optimizers import (
    DecoupledWeightDecayExtension as DecoupledWeightDecayExtension,
)
from tf1compat._facade.contrib.weight_decay_optimizers import MomentumWOptimizer as MomentumWOptimizer
from tf1compat._facade.contrib.weight_decay_optimizers import (
    extend_with_decoupled_weight_decay as extend_with_decoupled_weight_decay,
)
from tf1compat._facade.contrib.wrapping_optimizers import MovingAverageOptimizer as MovingAverageOptimizer
from tf1compat._facade.contrib.wrapping_optimizers import VariableClippingOptimizer as VariableClippingOptimizer
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)

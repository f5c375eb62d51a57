"""`tf.contrib.opt`: more optimizers."""

from tf1compat._facade.contrib.adam_variants import AdaMaxOptimizer as AdaMaxOptimizer
from tf1compat._facade.contrib.adam_variants import LazyAdamOptimizer as LazyAdamOptimizer
from tf1compat._facade.contrib.adam_variants import NadamOptimizer as NadamOptimizer
from tf1compat._facade.contrib.opt.accumulated_gradients import AGNCustomGetter as AGNCustomGetter
from tf1compat._facade.contrib.opt.accumulated_gradients import AGNOptimizer as AGNOptimizer
from tf1compat._facade.contrib.opt.elastic_average import ElasticAverageCustomGetter as ElasticAverageCustomGetter
from tf1compat._facade.contrib.opt.elastic_average import ElasticAverageOptimizer as ElasticAverageOptimizer
from tf1compat._facade.contrib.opt.external import ExternalOptimizerInterface as ExternalOptimizerInterface
from tf1compat._facade.contrib.opt.external import ScipyOptimizerInterface as ScipyOptimizerInterface
from tf1compat._facade.contrib.opt.ggt import GGTOptimizer as GGTOptimizer
from tf1compat._facade.contrib.opt.global_step_adam import AdamGSOptimizer as AdamGSOptimizer
from tf1compat._facade.contrib.opt.global_step_adam import LazyAdamGSOptimizer as LazyAdamGSOptimizer
from tf1compat._facade.contrib.opt.lars import LARSOptimizer as LARSOptimizer
from tf1compat._facade.contrib.opt.model_average import ModelAverageCustomGetter as ModelAverageCustomGetter
from tf1compat._facade.contrib.opt.model_average import ModelAverageOptimizer as ModelAverageOptimizer
from tf1compat._facade.contrib.opt.multitask import MultitaskOptimizerWrapper as MultitaskOptimizerWrapper
from tf1compat._facade.contrib.opt.multitask import clip_gradients_by_global_norm as clip_gradients_by_global_norm
from tf1compat._facade.contrib.opt.reg_adagrad import RegAdagradOptimizer as RegAdagradOptimizer
from tf1compat._facade.contrib.opt.shampoo import ShampooOptimizer as ShampooOptimizer
from tf1compat._facade.contrib.opt.sign_optimizers import AddSignOptimizer as AddSignOptimizer
from tf1compat._facade.contrib.opt.sign_optimizers import PowerSignOptimizer as PowerSignOptimizer
from tf1compat._facade.contrib.opt.stale_gradients import DropStaleGradientOptimizer as DropStaleGradientOptimizer
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

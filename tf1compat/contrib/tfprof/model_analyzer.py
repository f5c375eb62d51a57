"""`tf.contrib.tfprof.model_analyzer`: what a graph holds and costs."""

from tf1compat._facade.contrib.tfprof import FLOAT_OPS_OPTIONS as FLOAT_OPS_OPTIONS
from tf1compat._facade.contrib.tfprof import PRINT_ALL_TIMING_MEMORY as PRINT_ALL_TIMING_MEMORY
from tf1compat._facade.contrib.tfprof import TRAINABLE_VARS_PARAMS_STAT_OPTIONS as TRAINABLE_VARS_PARAMS_STAT_OPTIONS
from tf1compat._facade.contrib.tfprof import advise as advise
from tf1compat._facade.contrib.tfprof import print_model_analysis as print_model_analysis
from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.profile import Profiler as Profiler

__getattr__, __dir__ = _on_demand(__name__)

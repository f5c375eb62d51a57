"""`tf.initializers`: initial values of variables."""

from tf1compat._facade.init_ops import Constant as constant
from tf1compat._facade.init_ops import GlorotNormal as glorot_normal
from tf1compat._facade.init_ops import GlorotUniform as glorot_uniform
from tf1compat._facade.init_ops import Identity as identity
from tf1compat._facade.init_ops import Ones as ones
from tf1compat._facade.init_ops import Orthogonal as orthogonal
from tf1compat._facade.init_ops import RandomNormal as random_normal
from tf1compat._facade.init_ops import RandomUniform as random_uniform
from tf1compat._facade.init_ops import TruncatedNormal as truncated_normal
from tf1compat._facade.init_ops import UniformUnitScaling as uniform_unit_scaling
from tf1compat._facade.init_ops import VarianceScaling as variance_scaling
from tf1compat._facade.init_ops import Zeros as zeros
from tf1compat._facade.init_ops import he_normal as he_normal
from tf1compat._facade.init_ops import he_uniform as he_uniform
from tf1compat._facade.init_ops import lecun_normal as lecun_normal
from tf1compat._facade.init_ops import lecun_uniform as lecun_uniform
from tf1compat._facade.lookup_ops import tables_initializer as tables_initializer
from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.variables import global_variables_initializer as global_variables
from tf1compat._facade.variables import local_variables_initializer as local_variables
from tf1compat._facade.variables import variables_initializer as variables

__getattr__, __dir__ = _on_demand(__name__)

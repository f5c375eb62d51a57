"""`tf.keras.initializers`: initial values of weights."""

from tf1compat._facade.keras.initializers import Constant as Constant
from tf1compat._facade.keras.initializers import Identity as Identity
from tf1compat._facade.keras.initializers import Initializer as Initializer
from tf1compat._facade.keras.initializers import Ones as Ones
from tf1compat._facade.keras.initializers import Orthogonal as Orthogonal
from tf1compat._facade.keras.initializers import RandomNormal as RandomNormal
from tf1compat._facade.keras.initializers import RandomUniform as RandomUniform
from tf1compat._facade.keras.initializers import TruncatedNormal as TruncatedNormal
from tf1compat._facade.keras.initializers import VarianceScaling as VarianceScaling
from tf1compat._facade.keras.initializers import Zeros as Zeros
from tf1compat._facade.keras.initializers import constant as constant
from tf1compat._facade.keras.initializers import deserialize as deserialize
from tf1compat._facade.keras.initializers import get as get
from tf1compat._facade.keras.initializers import glorot_normal as glorot_normal
from tf1compat._facade.keras.initializers import glorot_uniform as glorot_uniform
from tf1compat._facade.keras.initializers import he_normal as he_normal
from tf1compat._facade.keras.initializers import he_uniform as he_uniform
from tf1compat._facade.keras.initializers import identity as identity
from tf1compat._facade.keras.initializers import lecun_normal as lecun_normal
from tf1compat._facade.keras.initializers import lecun_uniform as lecun_uniform
from tf1compat._facade.keras.initializers import normal as normal
from tf1compat._facade.keras.initializers import ones as ones
from tf1compat._facade.keras.initializers import orthogonal as orthogonal
from tf1compat._facade.keras.initializers import random_normal as random_normal
from tf1compat._facade.keras.initializers import random_uniform as random_uniform
from tf1compat._facade.keras.initializers import serialize as serialize
from tf1compat._facade.keras.initializers import truncated_normal as truncated_normal
from tf1compat._facade.keras.initializers import uniform as uniform
from tf1compat._facade.keras.initializers import zeros as zeros
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)

"""The initializers of `tf.keras` in TensorFlow 2 by their inner names."""

from tf1compat._facade.v2.initializers import Constant as ConstantV2
from tf1compat._facade.v2.initializers import GlorotNormal as GlorotNormalV2
from tf1compat._facade.v2.initializers import GlorotUniform as GlorotUniformV2
from tf1compat._facade.v2.initializers import Identity as IdentityV2
from tf1compat._facade.v2.initializers import Ones as OnesV2
from tf1compat._facade.v2.initializers import Orthogonal as OrthogonalV2
from tf1compat._facade.v2.initializers import RandomNormal as RandomNormalV2
from tf1compat._facade.v2.initializers import RandomUniform as RandomUniformV2
from tf1compat._facade.v2.initializers import TruncatedNormal as TruncatedNormalV2
from tf1compat._facade.v2.initializers import VarianceScaling as VarianceScalingV2
from tf1compat._facade.v2.initializers import Zeros as ZerosV2
from tf1compat._facade.v2.initializers import he_normal as he_normalV2
from tf1compat._facade.v2.initializers import he_uniform as he_uniformV2
from tf1compat._facade.v2.initializers import lecun_normal as lecun_normalV2
from tf1compat._facade.v2.initializers import lecun_uniform as lecun_uniformV2

__all__ = [
    "ConstantV2",
    "GlorotNormalV2",
    "GlorotUniformV2",
    "IdentityV2",
    "OnesV2",
    "OrthogonalV2",
    "RandomNormalV2",
    "RandomUniformV2",
    "TruncatedNormalV2",
    "VarianceScalingV2",
    "ZerosV2",
    "he_normalV2",
    "he_uniformV2",
    "lecun_normalV2",
    "lecun_uniformV2",
]

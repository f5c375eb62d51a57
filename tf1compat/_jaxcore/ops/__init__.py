"""The ops, one file per family; importing this package declares them all."""

from tf1compat._jaxcore.ops import sources as sources
from tf1compat._jaxcore.ops import random as random
from tf1compat._jaxcore.ops import state as state
from tf1compat._jaxcore.ops import scatter as scatter
from tf1compat._jaxcore.ops import training as training
from tf1compat._jaxcore.ops import training_sparse as training_sparse
from tf1compat._jaxcore.ops import gradient as gradient
from tf1compat._jaxcore.ops import batch_norm as batch_norm
from tf1compat._jaxcore.ops import convolution as convolution
from tf1compat._jaxcore.ops import nn as nn
from tf1compat._jaxcore.ops import pooling as pooling

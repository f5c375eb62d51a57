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
from tf1compat._jaxcore.ops import arrays as arrays
from tf1compat._jaxcore.ops import slicing as slicing
from tf1compat._jaxcore.ops import gathering as gathering
from tf1compat._jaxcore.ops import arithmetic as arithmetic
from tf1compat._jaxcore.ops import casts as casts
from tf1compat._jaxcore.ops import linear as linear
from tf1compat._jaxcore.ops import logic as logic
from tf1compat._jaxcore.ops import math as math
from tf1compat._jaxcore.ops import reductions as reductions
from tf1compat._jaxcore.ops import segments as segments
from tf1compat._jaxcore.ops import blocks as blocks
from tf1compat._jaxcore.ops import ranges as ranges

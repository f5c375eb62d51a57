"""`tf.contrib.layers`: layers, initialisers and regularisers."""

from tf1compat._facade.contrib.initializers import variance_scaling_initializer as variance_scaling_initializer
from tf1compat._facade.contrib.initializers import xavier_initializer as xavier_initializer
from tf1compat._facade.contrib.initializers import xavier_initializer_conv2d as xavier_initializer_conv2d
from tf1compat._facade.contrib.regularizers import apply_regularization as apply_regularization
from tf1compat._facade.contrib.regularizers import l1_l2_regularizer as l1_l2_regularizer
from tf1compat._facade.contrib.regularizers import l1_regularizer as l1_regularizer
from tf1compat._facade.contrib.regularizers import l2_regularizer as l2_regularizer
from tf1compat._facade.contrib.regularizers import sum_regularizer as sum_regularizer
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)

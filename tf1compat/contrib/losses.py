"""`tf.contrib.losses`: the older losses, predictions first."""

from tf1compat._facade.contrib.losses import absolute_difference as absolute_difference
from tf1compat._facade.contrib.losses import add_loss as add_loss
from tf1compat._facade.contrib.losses import compute_weighted_loss as compute_weighted_loss
from tf1compat._facade.contrib.losses import cosine_distance as cosine_distance
from tf1compat._facade.contrib.losses import get_losses as get_losses
from tf1compat._facade.contrib.losses import get_regularization_losses as get_regularization_losses
from tf1compat._facade.contrib.losses import get_total_loss as get_total_loss
from tf1compat._facade.contrib.losses import hinge_loss as hinge_loss
from tf1compat._facade.contrib.losses import log_loss as log_loss
from tf1compat._facade.contrib.losses import mean_pairwise_squared_error as mean_pairwise_squared_error
from tf1compat._facade.contrib.losses import mean_squared_error as mean_squared_error
from tf1compat._facade.contrib.losses import sigmoid_cross_entropy as sigmoid_cross_entropy
from tf1compat._facade.contrib.losses import softmax_cross_entropy as softmax_cross_entropy
from tf1compat._facade.contrib.losses import sparse_softmax_cross_entropy as sparse_softmax_cross_entropy
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)

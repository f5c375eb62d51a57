"""`tf.nn`: activations, convolutions, losses and other parts of neural networks."""

from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.nn_loss import log_poisson_loss as log_poisson_loss
from tf1compat._facade.nn_loss import sigmoid_cross_entropy_with_logits as sigmoid_cross_entropy_with_logits
from tf1compat._facade.nn_loss import softmax_cross_entropy_with_logits as softmax_cross_entropy_with_logits
from tf1compat._facade.nn_loss import softmax_cross_entropy_with_logits_v2 as softmax_cross_entropy_with_logits_v2
from tf1compat._facade.nn_loss import sparse_softmax_cross_entropy_with_logits as sparse_softmax_cross_entropy_with_logits
from tf1compat._facade.nn_loss import weighted_cross_entropy_with_logits as weighted_cross_entropy_with_logits
from tf1compat._facade.nn_ops import bias_add as bias_add
from tf1compat._facade.nn_ops import softmax as softmax

__getattr__, __dir__ = _on_demand(__name__)

"""`tf.contrib.nn`: activations, dropout, and losses with the arguments of TensorFlow 0.x."""

from tf1compat._facade.contrib.nn import alpha_dropout as alpha_dropout
from tf1compat._facade.contrib.nn import (
    deprecated_flipped_sigmoid_cross_entropy_with_logits as deprecated_flipped_sigmoid_cross_entropy_with_logits,
)
from tf1compat._facade.contrib.nn import (
    deprecated_flipped_softmax_cross_entropy_with_logits as deprecated_flipped_softmax_cross_entropy_with_logits,
)
from tf1compat._facade.contrib.nn import (
    deprecated_flipped_sparse_softmax_cross_entropy_with_logits as deprecated_flipped_sparse_softmax_cross_entropy_with_logits,  # noqa: E501
)
from tf1compat._facade.contrib.nn import scaled_softplus as scaled_softplus
from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.nn_conv_transpose import conv1d_transpose as conv1d_transpose
from tf1compat._facade.nn_ops import nth_element as nth_element
from tf1compat._facade.sampled_loss import rank_sampled_softmax_loss as rank_sampled_softmax_loss
from tf1compat._facade.sampled_loss import sampled_sparse_softmax_loss as sampled_sparse_softmax_loss

__getattr__, __dir__ = _on_demand(__name__)

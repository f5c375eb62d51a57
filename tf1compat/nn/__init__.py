"""`tf.nn`: activations, convolutions, losses and other parts of neural networks."""

from tf1compat._facade.blocks import depth_to_space as depth_to_space
from tf1compat._facade.blocks import space_to_batch as space_to_batch
from tf1compat._facade.blocks import space_to_depth as space_to_depth
from tf1compat._facade.candidate_sampling_ops import all_candidate_sampler as all_candidate_sampler
from tf1compat._facade.candidate_sampling_ops import compute_accidental_hits as compute_accidental_hits
from tf1compat._facade.candidate_sampling_ops import fixed_unigram_candidate_sampler as fixed_unigram_candidate_sampler
from tf1compat._facade.candidate_sampling_ops import (
    learned_unigram_candidate_sampler as learned_unigram_candidate_sampler,
)
from tf1compat._facade.candidate_sampling_ops import log_uniform_candidate_sampler as log_uniform_candidate_sampler
from tf1compat._facade.candidate_sampling_ops import uniform_candidate_sampler as uniform_candidate_sampler
from tf1compat._facade.ctc_ops import collapse_repeated as collapse_repeated
from tf1compat._facade.ctc_ops import ctc_beam_search_decoder as ctc_beam_search_decoder
from tf1compat._facade.ctc_ops import ctc_beam_search_decoder_v2 as ctc_beam_search_decoder_v2
from tf1compat._facade.ctc_ops import ctc_greedy_decoder as ctc_greedy_decoder
from tf1compat._facade.ctc_ops import ctc_loss as ctc_loss
from tf1compat._facade.ctc_ops import ctc_loss_v2 as ctc_loss_v2
from tf1compat._facade.ctc_ops import ctc_unique_labels as ctc_unique_labels
from tf1compat._facade.embedding_ops import embedding_lookup as embedding_lookup
from tf1compat._facade.embedding_sparse import embedding_lookup_sparse as embedding_lookup_sparse
from tf1compat._facade.embedding_sparse import safe_embedding_lookup_sparse as safe_embedding_lookup_sparse
from tf1compat._facade.fake_quantization import dilation2d as dilation2d
from tf1compat._facade.fake_quantization import erosion2d as erosion2d
from tf1compat._facade.math_elementwise import sigmoid as sigmoid
from tf1compat._facade.math_elementwise import tanh as tanh
from tf1compat._facade.names import on_demand as _on_demand
from tf1compat._facade.nn_backward import compute_average_loss as compute_average_loss
from tf1compat._facade.nn_backward import conv3d_backprop_filter as conv3d_backprop_filter
from tf1compat._facade.nn_backward import conv3d_backprop_filter_v2 as conv3d_backprop_filter_v2
from tf1compat._facade.nn_backward import depthwise_conv2d_backprop_filter as depthwise_conv2d_backprop_filter
from tf1compat._facade.nn_backward import depthwise_conv2d_backprop_input as depthwise_conv2d_backprop_input
from tf1compat._facade.nn_backward import (
    depthwise_conv2d_native_backprop_filter as depthwise_conv2d_native_backprop_filter,
)
from tf1compat._facade.nn_backward import (
    depthwise_conv2d_native_backprop_input as depthwise_conv2d_native_backprop_input,
)
from tf1compat._facade.nn_backward import scale_regularization_loss as scale_regularization_loss
from tf1compat._facade.nn_conv import atrous_conv2d as atrous_conv2d
from tf1compat._facade.nn_conv import conv1d as conv1d
from tf1compat._facade.nn_conv import conv2d as conv2d
from tf1compat._facade.nn_conv import conv2d_backprop_filter as conv2d_backprop_filter
from tf1compat._facade.nn_conv import conv2d_backprop_input as conv2d_backprop_input
from tf1compat._facade.nn_conv import conv3d as conv3d
from tf1compat._facade.nn_conv import convolution as convolution
from tf1compat._facade.nn_conv import depthwise_conv2d as depthwise_conv2d
from tf1compat._facade.nn_conv import depthwise_conv2d_native as depthwise_conv2d_native
from tf1compat._facade.nn_conv import separable_conv2d as separable_conv2d
from tf1compat._facade.nn_conv_transpose import atrous_conv2d_transpose as atrous_conv2d_transpose
from tf1compat._facade.nn_conv_transpose import conv1d_transpose as conv1d_transpose
from tf1compat._facade.nn_conv_transpose import conv2d_transpose as conv2d_transpose
from tf1compat._facade.nn_conv_transpose import conv2d_transpose as deconv2d
from tf1compat._facade.nn_conv_transpose import conv3d_transpose as conv3d_transpose
from tf1compat._facade.nn_conv_transpose import conv_transpose as conv_transpose
from tf1compat._facade.nn_loss import log_poisson_loss as log_poisson_loss
from tf1compat._facade.nn_loss import sigmoid_cross_entropy_with_logits as sigmoid_cross_entropy_with_logits
from tf1compat._facade.nn_loss import softmax_cross_entropy_with_logits as softmax_cross_entropy_with_logits
from tf1compat._facade.nn_loss import softmax_cross_entropy_with_logits_v2 as softmax_cross_entropy_with_logits_v2
from tf1compat._facade.nn_loss import (
    sparse_softmax_cross_entropy_with_logits as sparse_softmax_cross_entropy_with_logits,
)
from tf1compat._facade.nn_loss import weighted_cross_entropy_with_logits as weighted_cross_entropy_with_logits
from tf1compat._facade.nn_moments import batch_norm_with_global_normalization as batch_norm_with_global_normalization
from tf1compat._facade.nn_moments import batch_normalization as batch_normalization
from tf1compat._facade.nn_moments import fused_batch_norm as fused_batch_norm
from tf1compat._facade.nn_moments import moments as moments
from tf1compat._facade.nn_moments import normalize_moments as normalize_moments
from tf1compat._facade.nn_moments import sufficient_statistics as sufficient_statistics
from tf1compat._facade.nn_moments import weighted_moments as weighted_moments
from tf1compat._facade.nn_ops import bias_add as bias_add
from tf1compat._facade.nn_ops import crelu as crelu
from tf1compat._facade.nn_ops import dropout as dropout
from tf1compat._facade.nn_ops import elu as elu
from tf1compat._facade.nn_ops import in_top_k as in_top_k
from tf1compat._facade.nn_ops import l2_loss as l2_loss
from tf1compat._facade.nn_ops import l2_normalize as l2_normalize
from tf1compat._facade.nn_ops import leaky_relu as leaky_relu
from tf1compat._facade.nn_ops import local_response_normalization as local_response_normalization
from tf1compat._facade.nn_ops import local_response_normalization as lrn
from tf1compat._facade.nn_ops import log_softmax as log_softmax
from tf1compat._facade.nn_ops import relu as relu
from tf1compat._facade.nn_ops import relu6 as relu6
from tf1compat._facade.nn_ops import relu_layer as relu_layer
from tf1compat._facade.nn_ops import selu as selu
from tf1compat._facade.nn_ops import softmax as softmax
from tf1compat._facade.nn_ops import softplus as softplus
from tf1compat._facade.nn_ops import softsign as softsign
from tf1compat._facade.nn_ops import swish as swish
from tf1compat._facade.nn_ops import top_k as top_k
from tf1compat._facade.nn_ops import xw_plus_b as xw_plus_b
from tf1compat._facade.nn_ops import zero_fraction as zero_fraction
from tf1compat._facade.nn_pool import avg_pool as avg_pool
from tf1compat._facade.nn_pool import avg_pool as avg_pool2d
from tf1compat._facade.nn_pool import avg_pool1d as avg_pool1d
from tf1compat._facade.nn_pool import avg_pool3d as avg_pool3d
from tf1compat._facade.nn_pool import avg_pool_v2 as avg_pool_v2
from tf1compat._facade.nn_pool import max_pool as max_pool
from tf1compat._facade.nn_pool import max_pool1d as max_pool1d
from tf1compat._facade.nn_pool import max_pool2d as max_pool2d
from tf1compat._facade.nn_pool import max_pool3d as max_pool3d
from tf1compat._facade.nn_pool import max_pool_v2 as max_pool_v2
from tf1compat._facade.nn_pool import max_pool_with_argmax as max_pool_with_argmax
from tf1compat._facade.nn_pool import pool as pool
from tf1compat._facade.nn_windows import with_space_to_batch as with_space_to_batch
from tf1compat._facade.rnn import bidirectional_dynamic_rnn as bidirectional_dynamic_rnn
from tf1compat._facade.rnn import dynamic_rnn as dynamic_rnn
from tf1compat._facade.rnn import raw_rnn as raw_rnn
from tf1compat._facade.rnn_static import static_bidirectional_rnn as bidirectional_rnn
from tf1compat._facade.rnn_static import static_bidirectional_rnn as static_bidirectional_rnn
from tf1compat._facade.rnn_static import static_rnn as rnn
from tf1compat._facade.rnn_static import static_rnn as static_rnn
from tf1compat._facade.rnn_static import static_state_saving_rnn as state_saving_rnn
from tf1compat._facade.rnn_static import static_state_saving_rnn as static_state_saving_rnn
from tf1compat._facade.sampled_loss import nce_loss as nce_loss
from tf1compat._facade.sampled_loss import sampled_softmax_loss as sampled_softmax_loss
from tf1compat.nn import rnn_cell as rnn_cell

__getattr__, __dir__ = _on_demand(
    __name__,
    names_of={
        "tf1compat._facade.quantized": "quantized_avg_pool quantized_conv2d quantized_max_pool quantized_relu_x",
        "tf1compat._facade.vectorized_map": "fractional_avg_pool fractional_max_pool",
    },
)

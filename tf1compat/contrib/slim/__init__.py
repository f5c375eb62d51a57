"""`tf.contrib.slim`: the slim interface to layers and losses."""

from tf1compat._facade.contrib import framework_variables as variables
from tf1compat._facade.contrib import initializers as initializers
from tf1compat._facade.contrib import named_outputs as utils
from tf1compat._facade.contrib import regularizers as regularizers
from tf1compat._facade.contrib.arg_scope import add_arg_scope as add_arg_scope
from tf1compat._facade.contrib.arg_scope import arg_scope as arg_scope
from tf1compat._facade.contrib.arg_scope import arg_scope_func_key as arg_scope_func_key
from tf1compat._facade.contrib.arg_scope import arg_scoped_arguments as arg_scoped_arguments
from tf1compat._facade.contrib.arg_scope import current_arg_scope as current_arg_scope
from tf1compat._facade.contrib.arg_scope import has_arg_scope as has_arg_scope
from tf1compat._facade.contrib.batch_norm import batch_norm as batch_norm
from tf1compat._facade.contrib.checkpoints import assign_from_checkpoint as assign_from_checkpoint
from tf1compat._facade.contrib.checkpoints import assign_from_checkpoint_fn as assign_from_checkpoint_fn
from tf1compat._facade.contrib.conv_layers import convolution as convolution
from tf1compat._facade.contrib.conv_layers import convolution1d as conv1d
from tf1compat._facade.contrib.conv_layers import convolution1d as convolution1d
from tf1compat._facade.contrib.conv_layers import convolution2d as conv2d
from tf1compat._facade.contrib.conv_layers import convolution2d as convolution2d
from tf1compat._facade.contrib.conv_layers import convolution3d as conv3d
from tf1compat._facade.contrib.conv_layers import convolution3d as convolution3d
from tf1compat._facade.contrib.dense_layers import elu as elu
from tf1compat._facade.contrib.dense_layers import fully_connected as fully_connected
from tf1compat._facade.contrib.dense_layers import legacy_fully_connected as legacy_fully_connected
from tf1compat._facade.contrib.dense_layers import legacy_linear as legacy_linear
from tf1compat._facade.contrib.dense_layers import legacy_relu as legacy_relu
from tf1compat._facade.contrib.dense_layers import linear as linear
from tf1compat._facade.contrib.dense_layers import relu as relu
from tf1compat._facade.contrib.dense_layers import relu6 as relu6
from tf1compat._facade.contrib.embeddings import safe_embedding_lookup_sparse as safe_embedding_lookup_sparse
from tf1compat._facade.contrib.encoders import bow_encoder as bow_encoder
from tf1compat._facade.contrib.encoders import embed_sequence as embed_sequence
from tf1compat._facade.contrib.encoders import embedding_lookup_unique as embedding_lookup_unique
from tf1compat._facade.contrib.feature_columns.column_layers import check_feature_columns as check_feature_columns
from tf1compat._facade.contrib.feature_columns.column_layers import (
    infer_real_valued_columns as infer_real_valued_columns,
)
from tf1compat._facade.contrib.feature_columns.column_layers import (
    input_from_feature_columns as input_from_feature_columns,
)
from tf1compat._facade.contrib.feature_columns.column_layers import (
    joint_weighted_sum_from_feature_columns as joint_weighted_sum_from_feature_columns,
)
from tf1compat._facade.contrib.feature_columns.column_layers import (
    parse_feature_columns_from_examples as parse_feature_columns_from_examples,
)
from tf1compat._facade.contrib.feature_columns.column_layers import (
    parse_feature_columns_from_sequence_examples as parse_feature_columns_from_sequence_examples,
)
from tf1compat._facade.contrib.feature_columns.column_layers import (
    sequence_input_from_feature_columns as sequence_input_from_feature_columns,
)
from tf1compat._facade.contrib.feature_columns.column_layers import transform_features as transform_features
from tf1compat._facade.contrib.feature_columns.column_layers import (
    weighted_sum_from_feature_columns as weighted_sum_from_feature_columns,
)
from tf1compat._facade.contrib.feature_columns.crossing import crossed_column as crossed_column
from tf1compat._facade.contrib.feature_columns.dense_columns import embedding_column as embedding_column
from tf1compat._facade.contrib.feature_columns.dense_columns import one_hot_column as one_hot_column
from tf1compat._facade.contrib.feature_columns.dense_columns import (
    scattered_embedding_column as scattered_embedding_column,
)
from tf1compat._facade.contrib.feature_columns.dense_columns import shared_embedding_columns as shared_embedding_columns
from tf1compat._facade.contrib.feature_columns.numeric_columns import bucketized_column as bucketized_column
from tf1compat._facade.contrib.feature_columns.numeric_columns import real_valued_column as real_valued_column
from tf1compat._facade.contrib.feature_columns.parse_features import (
    create_feature_spec_for_parsing as create_feature_spec_for_parsing,
)
from tf1compat._facade.contrib.feature_columns.parse_features import (
    make_place_holder_tensors_for_base_features as make_place_holder_tensors_for_base_features,
)
from tf1compat._facade.contrib.feature_columns.sparse_columns import (
    sparse_column_with_hash_bucket as sparse_column_with_hash_bucket,
)
from tf1compat._facade.contrib.feature_columns.sparse_columns import (
    sparse_column_with_integerized_feature as sparse_column_with_integerized_feature,
)
from tf1compat._facade.contrib.feature_columns.sparse_columns import sparse_column_with_keys as sparse_column_with_keys
from tf1compat._facade.contrib.feature_columns.sparse_columns import (
    sparse_column_with_vocabulary_file as sparse_column_with_vocabulary_file,
)
from tf1compat._facade.contrib.feature_columns.sparse_columns import weighted_sparse_column as weighted_sparse_column
from tf1compat._facade.contrib.framework_variables import VariableDeviceChooser as VariableDeviceChooser
from tf1compat._facade.contrib.framework_variables import add_model_variable as add_model_variable
from tf1compat._facade.contrib.framework_variables import assert_global_step as assert_global_step
from tf1compat._facade.contrib.framework_variables import assert_or_get_global_step as assert_or_get_global_step
from tf1compat._facade.contrib.framework_variables import assign_from_values as assign_from_values
from tf1compat._facade.contrib.framework_variables import assign_from_values_fn as assign_from_values_fn
from tf1compat._facade.contrib.framework_variables import create_global_step as create_global_step
from tf1compat._facade.contrib.framework_variables import filter_variables as filter_variables
from tf1compat._facade.contrib.framework_variables import get_global_step as get_global_step
from tf1compat._facade.contrib.framework_variables import get_local_variables as get_local_variables
from tf1compat._facade.contrib.framework_variables import get_model_variables as get_model_variables
from tf1compat._facade.contrib.framework_variables import get_or_create_global_step as get_or_create_global_step
from tf1compat._facade.contrib.framework_variables import get_trainable_variables as get_trainable_variables
from tf1compat._facade.contrib.framework_variables import get_unique_variable as get_unique_variable
from tf1compat._facade.contrib.framework_variables import get_variable_full_name as get_variable_full_name
from tf1compat._facade.contrib.framework_variables import get_variables as get_variables
from tf1compat._facade.contrib.framework_variables import get_variables_by_name as get_variables_by_name
from tf1compat._facade.contrib.framework_variables import get_variables_by_suffix as get_variables_by_suffix
from tf1compat._facade.contrib.framework_variables import get_variables_to_restore as get_variables_to_restore
from tf1compat._facade.contrib.framework_variables import global_variable as global_variable
from tf1compat._facade.contrib.framework_variables import local_variable as local_variable
from tf1compat._facade.contrib.framework_variables import model_variable as model_variable
from tf1compat._facade.contrib.framework_variables import variable as variable
from tf1compat._facade.contrib.initializers import variance_scaling_initializer as variance_scaling_initializer
from tf1compat._facade.contrib.initializers import xavier_initializer as xavier_initializer
from tf1compat._facade.contrib.initializers import xavier_initializer_conv2d as xavier_initializer_conv2d
from tf1compat._facade.contrib.norm_layers import group_norm as group_norm
from tf1compat._facade.contrib.norm_layers import instance_norm as instance_norm
from tf1compat._facade.contrib.norm_layers import layer_norm as layer_norm
from tf1compat._facade.contrib.norm_layers import unit_norm as unit_norm
from tf1compat._facade.contrib.optimize_loss import OPTIMIZER_CLS_NAMES as OPTIMIZER_CLS_NAMES
from tf1compat._facade.contrib.optimize_loss import OPTIMIZER_SUMMARIES as OPTIMIZER_SUMMARIES
from tf1compat._facade.contrib.optimize_loss import adaptive_clipping_fn as adaptive_clipping_fn
from tf1compat._facade.contrib.optimize_loss import optimize_loss as optimize_loss
from tf1compat._facade.contrib.pool_layers import avg_pool2d as avg_pool2d
from tf1compat._facade.contrib.pool_layers import avg_pool3d as avg_pool3d
from tf1compat._facade.contrib.pool_layers import max_pool2d as max_pool2d
from tf1compat._facade.contrib.pool_layers import max_pool3d as max_pool3d
from tf1compat._facade.contrib.pool_layers import pool as pool
from tf1compat._facade.contrib.regularizers import apply_regularization as apply_regularization
from tf1compat._facade.contrib.regularizers import l1_l2_regularizer as l1_l2_regularizer
from tf1compat._facade.contrib.regularizers import l1_regularizer as l1_regularizer
from tf1compat._facade.contrib.regularizers import l2_regularizer as l2_regularizer
from tf1compat._facade.contrib.regularizers import sum_regularizer as sum_regularizer
from tf1compat._facade.contrib.separable_layers import conv2d_in_plane as conv2d_in_plane
from tf1compat._facade.contrib.separable_layers import conv2d_in_plane as convolution2d_in_plane
from tf1compat._facade.contrib.separable_layers import separable_conv2d as separable_conv2d
from tf1compat._facade.contrib.separable_layers import separable_conv2d as separable_convolution2d
from tf1compat._facade.contrib.shape_layers import bias_add as bias_add
from tf1compat._facade.contrib.shape_layers import dropout as dropout
from tf1compat._facade.contrib.shape_layers import flatten as flatten
from tf1compat._facade.contrib.shape_layers import images_to_sequence as images_to_sequence
from tf1compat._facade.contrib.shape_layers import maxout as maxout
from tf1compat._facade.contrib.shape_layers import one_hot_encoding as one_hot_encoding
from tf1compat._facade.contrib.shape_layers import sequence_to_images as sequence_to_images
from tf1compat._facade.contrib.shape_layers import softmax as softmax
from tf1compat._facade.contrib.shape_layers import spatial_softmax as spatial_softmax
from tf1compat._facade.contrib.slim import evaluation as evaluation
from tf1compat._facade.contrib.slim import learning as learning
from tf1compat._facade.contrib.slim import model_analyzer as model_analyzer
from tf1compat._facade.contrib.slim import queues as queues
from tf1compat._facade.contrib.slim import summaries as summaries
from tf1compat._facade.contrib.slim.data import data_decoder as data_decoder
from tf1compat._facade.contrib.slim.data import data_provider as data_provider
from tf1compat._facade.contrib.slim.data import dataset as dataset
from tf1compat._facade.contrib.slim.data import dataset_data_provider as dataset_data_provider
from tf1compat._facade.contrib.slim.data import parallel_reader as parallel_reader
from tf1compat._facade.contrib.slim.data import prefetch_queue as prefetch_queue
from tf1compat._facade.contrib.slim.data import tfexample_decoder as tfexample_decoder
from tf1compat._facade.contrib.sparse_forms import (
    SPARSE_FEATURE_CROSS_DEFAULT_HASH_KEY as SPARSE_FEATURE_CROSS_DEFAULT_HASH_KEY,
)
from tf1compat._facade.contrib.sparse_forms import dense_to_sparse as dense_to_sparse
from tf1compat._facade.contrib.sparse_forms import sparse_feature_cross as sparse_feature_cross
from tf1compat._facade.contrib.stacking import repeat as repeat
from tf1compat._facade.contrib.stacking import stack as stack
from tf1compat._facade.contrib.summaries import summarize_activation as summarize_activation
from tf1compat._facade.contrib.summaries import summarize_activations as summarize_activations
from tf1compat._facade.contrib.summaries import summarize_biases as summarize_biases
from tf1compat._facade.contrib.summaries import summarize_collection as summarize_collection
from tf1compat._facade.contrib.summaries import summarize_tensor as summarize_tensor
from tf1compat._facade.contrib.summaries import summarize_tensors as summarize_tensors
from tf1compat._facade.contrib.summaries import summarize_variables as summarize_variables
from tf1compat._facade.contrib.summaries import summarize_weights as summarize_weights
from tf1compat._facade.contrib.transposed_layers import convolution2d_transpose as conv2d_transpose
from tf1compat._facade.contrib.transposed_layers import convolution2d_transpose as convolution2d_transpose
from tf1compat._facade.contrib.transposed_layers import convolution3d_transpose as conv3d_transpose
from tf1compat._facade.contrib.transposed_layers import convolution3d_transpose as convolution3d_transpose
from tf1compat._facade.names import on_demand as _on_demand
from tf1compat.contrib import layers as layers
from tf1compat.contrib import losses as losses

__getattr__, __dir__ = _on_demand(
    __name__,
    modules="nets",
    names_of={
        "tf1compat._facade.contrib.divisive_normalization": "GDN gdn",
        "tf1compat._facade.contrib.reversible": "RevBlock recompute_grad rev_block",
        "tf1compat._facade.contrib.shape_layers": "scale_gradient",
        "tf1compat._facade.contrib.framework_functions": "zero_initializer",
        "tf1compat._facade.inner_tools.deprecation": "deprecated deprecated_arg_values",
        "tf1compat._facade.contrib.embeddings": "scattered_embedding_lookup scattered_embedding_lookup_sparse",
    },
)

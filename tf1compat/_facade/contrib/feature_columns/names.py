"""What `tensorflow.contrib.layers.python.layers.feature_column` and `…feature_column_ops` hold."""

from tf1compat._facade.contrib.feature_columns.bases import (
    _DeepEmbeddingLookupArguments as _DeepEmbeddingLookupArguments,
)
from tf1compat._facade.contrib.feature_columns.bases import _FeatureColumn as _FeatureColumn
from tf1compat._facade.contrib.feature_columns.bases import (
    _LazyBuilderByColumnsToTensor as _LazyBuilderByColumnsToTensor,
)
from tf1compat._facade.contrib.feature_columns.bases import (
    _LinearEmbeddingLookupArguments as _LinearEmbeddingLookupArguments,
)
from tf1compat._facade.contrib.feature_columns.bases import _reshape_real_valued_tensor as _reshape_real_valued_tensor
from tf1compat._facade.contrib.feature_columns.column_layers import (
    _infer_real_valued_column_for_tensor as _infer_real_valued_column_for_tensor,
)
from tf1compat._facade.contrib.feature_columns.column_layers import _log_variable as _log_variable
from tf1compat._facade.contrib.feature_columns.column_layers import (
    _maybe_reshape_input_tensor as _maybe_reshape_input_tensor,
)
from tf1compat._facade.contrib.feature_columns.column_layers import _Transformer as _Transformer
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
from tf1compat._facade.contrib.feature_columns.crossing import _CrossedColumn as _CrossedColumn
from tf1compat._facade.contrib.feature_columns.crossing import crossed_column as crossed_column
from tf1compat._facade.contrib.feature_columns.dense_columns import _EmbeddingColumn as _EmbeddingColumn
from tf1compat._facade.contrib.feature_columns.dense_columns import _OneHotColumn as _OneHotColumn
from tf1compat._facade.contrib.feature_columns.dense_columns import (
    _ScatteredEmbeddingColumn as _ScatteredEmbeddingColumn,
)
from tf1compat._facade.contrib.feature_columns.dense_columns import embedding_column as embedding_column
from tf1compat._facade.contrib.feature_columns.dense_columns import one_hot_column as one_hot_column
from tf1compat._facade.contrib.feature_columns.dense_columns import (
    scattered_embedding_column as scattered_embedding_column,
)
from tf1compat._facade.contrib.feature_columns.dense_columns import shared_embedding_columns as shared_embedding_columns
from tf1compat._facade.contrib.feature_columns.embedding_tables import (
    _embeddings_from_arguments as _embeddings_from_arguments,
)
from tf1compat._facade.contrib.feature_columns.embedding_tables import _is_variable as _is_variable
from tf1compat._facade.contrib.feature_columns.embedding_tables import (
    _maybe_restore_from_checkpoint as _maybe_restore_from_checkpoint,
)
from tf1compat._facade.contrib.feature_columns.numeric_columns import _BucketizedColumn as _BucketizedColumn
from tf1compat._facade.contrib.feature_columns.numeric_columns import (
    _real_valued_var_len_column as _real_valued_var_len_column,
)
from tf1compat._facade.contrib.feature_columns.numeric_columns import _RealValuedColumn as _RealValuedColumn
from tf1compat._facade.contrib.feature_columns.numeric_columns import _RealValuedVarLenColumn as _RealValuedVarLenColumn
from tf1compat._facade.contrib.feature_columns.numeric_columns import bucketized_column as bucketized_column
from tf1compat._facade.contrib.feature_columns.numeric_columns import real_valued_column as real_valued_column
from tf1compat._facade.contrib.feature_columns.parse_features import (
    _create_sequence_feature_spec_for_parsing as _create_sequence_feature_spec_for_parsing,
)
from tf1compat._facade.contrib.feature_columns.parse_features import _get_feature_config as _get_feature_config
from tf1compat._facade.contrib.feature_columns.parse_features import (
    create_feature_spec_for_parsing as create_feature_spec_for_parsing,
)
from tf1compat._facade.contrib.feature_columns.parse_features import (
    make_place_holder_tensors_for_base_features as make_place_holder_tensors_for_base_features,
)
from tf1compat._facade.contrib.feature_columns.sparse_columns import _SparseColumn as _SparseColumn
from tf1compat._facade.contrib.feature_columns.sparse_columns import _SparseColumnHashed as _SparseColumnHashed
from tf1compat._facade.contrib.feature_columns.sparse_columns import (
    _SparseColumnIntegerized as _SparseColumnIntegerized,
)
from tf1compat._facade.contrib.feature_columns.sparse_columns import _SparseColumnKeys as _SparseColumnKeys
from tf1compat._facade.contrib.feature_columns.sparse_columns import _SparseColumnVocabulary as _SparseColumnVocabulary
from tf1compat._facade.contrib.feature_columns.sparse_columns import _SparseIdLookupConfig as _SparseIdLookupConfig
from tf1compat._facade.contrib.feature_columns.sparse_columns import _WeightedSparseColumn as _WeightedSparseColumn
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
from tf1compat._facade.feature_column.old_layers import InputLayer as InputLayer

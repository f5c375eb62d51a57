"""Names of `tensorflow.python.feature_column.feature_column_v2`: the columns of 1.15."""

from tf1compat._facade.feature_column.arguments import _check_config_keys as _check_config_keys
from tf1compat._facade.feature_column.arguments import _check_shape as _check_shape
from tf1compat._facade.feature_column.arguments import _standardize_and_copy_config as _standardize_and_copy_config
from tf1compat._facade.feature_column.bases import CategoricalColumn as CategoricalColumn
from tf1compat._facade.feature_column.bases import DenseColumn as DenseColumn
from tf1compat._facade.feature_column.bases import FeatureColumn as FeatureColumn
from tf1compat._facade.feature_column.bases import SequenceDenseColumn as SequenceDenseColumn
from tf1compat._facade.feature_column.bases import _normalize_feature_columns as _normalize_feature_columns
from tf1compat._facade.feature_column.bases import (
    _verify_static_batch_size_equality as _verify_static_batch_size_equality,
)
from tf1compat._facade.feature_column.bases import is_feature_column_v2 as is_feature_column_v2
from tf1compat._facade.feature_column.categorical import HashedCategoricalColumn as HashedCategoricalColumn
from tf1compat._facade.feature_column.categorical import IdentityCategoricalColumn as IdentityCategoricalColumn
from tf1compat._facade.feature_column.categorical import SequenceCategoricalColumn as SequenceCategoricalColumn
from tf1compat._facade.feature_column.categorical import (
    VocabularyFileCategoricalColumn as VocabularyFileCategoricalColumn,
)
from tf1compat._facade.feature_column.categorical import (
    VocabularyListCategoricalColumn as VocabularyListCategoricalColumn,
)
from tf1compat._facade.feature_column.categorical import WeightedCategoricalColumn as WeightedCategoricalColumn
from tf1compat._facade.feature_column.columns import bucketized_column as bucketized_column
from tf1compat._facade.feature_column.columns import (
    categorical_column_with_hash_bucket as categorical_column_with_hash_bucket,
)
from tf1compat._facade.feature_column.columns import (
    categorical_column_with_identity as categorical_column_with_identity,
)
from tf1compat._facade.feature_column.columns import (
    categorical_column_with_vocabulary_file as categorical_column_with_vocabulary_file,
)
from tf1compat._facade.feature_column.columns import (
    categorical_column_with_vocabulary_file_v2 as categorical_column_with_vocabulary_file_v2,
)
from tf1compat._facade.feature_column.columns import (
    categorical_column_with_vocabulary_list as categorical_column_with_vocabulary_list,
)
from tf1compat._facade.feature_column.columns import crossed_column as crossed_column
from tf1compat._facade.feature_column.columns import embedding_column as embedding_column
from tf1compat._facade.feature_column.columns import indicator_column as indicator_column
from tf1compat._facade.feature_column.columns import numeric_column as numeric_column
from tf1compat._facade.feature_column.columns import shared_embedding_columns as shared_embedding_columns
from tf1compat._facade.feature_column.columns import shared_embedding_columns_v2 as shared_embedding_columns_v2
from tf1compat._facade.feature_column.columns import weighted_categorical_column as weighted_categorical_column
from tf1compat._facade.feature_column.crossed import CrossedColumn as CrossedColumn
from tf1compat._facade.feature_column.crossed import _collect_leaf_level_keys as _collect_leaf_level_keys
from tf1compat._facade.feature_column.embedding import EmbeddingColumn as EmbeddingColumn
from tf1compat._facade.feature_column.embedding import IndicatorColumn as IndicatorColumn
from tf1compat._facade.feature_column.embedding import SharedEmbeddingColumn as SharedEmbeddingColumn
from tf1compat._facade.feature_column.embedding import SharedEmbeddingColumnCreator as SharedEmbeddingColumnCreator
from tf1compat._facade.feature_column.feature_layers import LinearModel as LinearModel
from tf1compat._facade.feature_column.feature_layers import _BaseFeaturesLayer as _BaseFeaturesLayer
from tf1compat._facade.feature_column.feature_layers import _LinearModelLayer as _LinearModelLayer
from tf1compat._facade.feature_column.feature_layers import _transform_features_v2 as _transform_features_v2
from tf1compat._facade.feature_column.numeric import BucketizedColumn as BucketizedColumn
from tf1compat._facade.feature_column.numeric import NumericColumn as NumericColumn
from tf1compat._facade.feature_column.parse_specs import make_parse_example_spec_v2 as make_parse_example_spec_v2
from tf1compat._facade.feature_column.raw_features import FeatureTransformationCache as FeatureTransformationCache
from tf1compat._facade.feature_column.raw_features import (
    _to_sparse_input_and_drop_ignore_values as _to_sparse_input_and_drop_ignore_values,
)
from tf1compat._facade.feature_column.states import StateManager as StateManager
from tf1compat._facade.feature_column.states import _StateManagerImpl as _StateManagerImpl
from tf1compat._facade.feature_column.states import _StateManagerImplV2 as _StateManagerImplV2

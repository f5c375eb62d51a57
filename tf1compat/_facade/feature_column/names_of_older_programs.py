"""Names of `tensorflow.python.feature_column.feature_column`: the columns of older programs."""

from tf1compat._facade.feature_column.bases import _CategoricalColumn as _CategoricalColumn
from tf1compat._facade.feature_column.bases import _DenseColumn as _DenseColumn
from tf1compat._facade.feature_column.bases import _FeatureColumn as _FeatureColumn
from tf1compat._facade.feature_column.bases import _SequenceDenseColumn as _SequenceDenseColumn
from tf1compat._facade.feature_column.categorical import _HashedCategoricalColumn as _HashedCategoricalColumn
from tf1compat._facade.feature_column.categorical import _IdentityCategoricalColumn as _IdentityCategoricalColumn
from tf1compat._facade.feature_column.categorical import _SequenceCategoricalColumn as _SequenceCategoricalColumn
from tf1compat._facade.feature_column.categorical import (
    _VocabularyFileCategoricalColumn as _VocabularyFileCategoricalColumn,
)
from tf1compat._facade.feature_column.categorical import (
    _VocabularyListCategoricalColumn as _VocabularyListCategoricalColumn,
)
from tf1compat._facade.feature_column.categorical import _WeightedCategoricalColumn as _WeightedCategoricalColumn
from tf1compat._facade.feature_column.crossed import _CrossedColumn as _CrossedColumn
from tf1compat._facade.feature_column.embedding import _EmbeddingColumn as _EmbeddingColumn
from tf1compat._facade.feature_column.embedding import _IndicatorColumn as _IndicatorColumn
from tf1compat._facade.feature_column.embedding import _SharedEmbeddingColumn as _SharedEmbeddingColumn
from tf1compat._facade.feature_column.numeric import _BucketizedColumn as _BucketizedColumn
from tf1compat._facade.feature_column.numeric import _NumericColumn as _NumericColumn
from tf1compat._facade.feature_column.old_columns import _bucketized_column as _bucketized_column
from tf1compat._facade.feature_column.old_columns import (
    _categorical_column_with_hash_bucket as _categorical_column_with_hash_bucket,
)
from tf1compat._facade.feature_column.old_columns import (
    _categorical_column_with_identity as _categorical_column_with_identity,
)
from tf1compat._facade.feature_column.old_columns import (
    _categorical_column_with_vocabulary_file as _categorical_column_with_vocabulary_file,
)
from tf1compat._facade.feature_column.old_columns import (
    _categorical_column_with_vocabulary_list as _categorical_column_with_vocabulary_list,
)
from tf1compat._facade.feature_column.old_columns import _crossed_column as _crossed_column
from tf1compat._facade.feature_column.old_columns import _embedding_column as _embedding_column
from tf1compat._facade.feature_column.old_columns import _indicator_column as _indicator_column
from tf1compat._facade.feature_column.old_columns import _numeric_column as _numeric_column
from tf1compat._facade.feature_column.old_columns import _weighted_categorical_column as _weighted_categorical_column
from tf1compat._facade.feature_column.old_layers import InputLayer as InputLayer
from tf1compat._facade.feature_column.old_layers import _EmbeddingColumnLayer as _EmbeddingColumnLayer
from tf1compat._facade.feature_column.old_layers import _LinearModel as _LinearModel
from tf1compat._facade.feature_column.old_layers import _transform_features as _transform_features
from tf1compat._facade.feature_column.old_layers import input_layer as input_layer
from tf1compat._facade.feature_column.old_layers import linear_model as linear_model
from tf1compat._facade.feature_column.parse_specs import make_parse_example_spec as make_parse_example_spec
from tf1compat._facade.feature_column.raw_features import _LazyBuilder as _LazyBuilder
from tf1compat._facade.feature_column.raw_features import (
    _to_sparse_input_and_drop_ignore_values as _to_sparse_input_and_drop_ignore_values,
)

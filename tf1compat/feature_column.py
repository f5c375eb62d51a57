"""`tf.feature_column`: from raw features to the inputs of a model."""

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
    categorical_column_with_vocabulary_list as categorical_column_with_vocabulary_list,
)
from tf1compat._facade.feature_column.columns import crossed_column as crossed_column
from tf1compat._facade.feature_column.columns import embedding_column as embedding_column
from tf1compat._facade.feature_column.columns import indicator_column as indicator_column
from tf1compat._facade.feature_column.columns import numeric_column as numeric_column
from tf1compat._facade.feature_column.columns import shared_embedding_columns as shared_embedding_columns
from tf1compat._facade.feature_column.columns import weighted_categorical_column as weighted_categorical_column
from tf1compat._facade.feature_column.old_layers import input_layer as input_layer
from tf1compat._facade.feature_column.old_layers import linear_model as linear_model
from tf1compat._facade.feature_column.parse_specs import make_parse_example_spec as make_parse_example_spec
from tf1compat._facade.feature_column.sequences import (
    sequence_categorical_column_with_hash_bucket as sequence_categorical_column_with_hash_bucket,
)
from tf1compat._facade.feature_column.sequences import (
    sequence_categorical_column_with_identity as sequence_categorical_column_with_identity,
)
from tf1compat._facade.feature_column.sequences import (
    sequence_categorical_column_with_vocabulary_file as sequence_categorical_column_with_vocabulary_file,
)
from tf1compat._facade.feature_column.sequences import (
    sequence_categorical_column_with_vocabulary_list as sequence_categorical_column_with_vocabulary_list,
)
from tf1compat._facade.feature_column.sequences import sequence_numeric_column as sequence_numeric_column
from tf1compat._facade.names import on_demand as _on_demand

__getattr__, __dir__ = _on_demand(__name__)

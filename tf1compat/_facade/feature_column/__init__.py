"""`tf.feature_column`: from raw features to the inputs of a model."""

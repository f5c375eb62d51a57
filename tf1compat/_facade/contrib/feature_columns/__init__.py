"""Feature columns of `tf.contrib.layers`, which came before those of `tf.feature_column`."""

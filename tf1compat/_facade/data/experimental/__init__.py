"""`tf.data.experimental`: further transformations, sources and readers."""

"""`tf.layers`: layers that own variables, as classes and as functions."""

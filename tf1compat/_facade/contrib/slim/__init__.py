"""`tf.contrib.slim`: training, evaluation, analysis and networks."""

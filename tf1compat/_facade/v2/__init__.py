"""`tf.compat.v2`: TensorFlow 2's names and signatures for graphs."""

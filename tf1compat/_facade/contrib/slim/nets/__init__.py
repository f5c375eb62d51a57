"""`tf.contrib.slim.nets`: image classifiers, with the variable names of published checkpoints."""

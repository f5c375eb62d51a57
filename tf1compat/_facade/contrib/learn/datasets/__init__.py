"""Data sets of tf.contrib.learn: files of numbers and texts, and generated points."""

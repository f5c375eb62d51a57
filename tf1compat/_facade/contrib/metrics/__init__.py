"""Metrics of `tf.contrib.metrics`."""

"""Probability distributions: `tf.distributions`."""

"""Optimizers of `tf.contrib.opt`: signs, layers, averages of workers, second-order ones, and those outside of the graph."""

"""`tf.metrics`: values summed up over many steps in local variables."""

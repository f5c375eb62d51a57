"""`tf.distribute`: strategies that run a model once for each device of this process."""

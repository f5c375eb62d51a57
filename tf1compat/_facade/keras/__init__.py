"""`tf.keras`: layers, models and their training loops, in graph mode."""

"""`tf.keras.mixed_precision`."""

"""`tf.keras.utils`."""

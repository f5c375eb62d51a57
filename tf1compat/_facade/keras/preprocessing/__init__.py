"""`tf.keras.preprocessing`."""

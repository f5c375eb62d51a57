"""`tf.keras.experimental`: ready-made models."""

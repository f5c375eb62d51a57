"""`tf.keras.datasets`: read from the cache, `~/.keras/datasets`, to which they are downloaded."""

"""`tf.contrib.rnn`: cells and loops that are not in `tf.nn`."""

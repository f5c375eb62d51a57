"""What `tf.contrib` adds: one file per topic."""

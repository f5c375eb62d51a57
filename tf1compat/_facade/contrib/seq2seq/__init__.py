"""`tf.contrib.seq2seq` and `tf.contrib.legacy_seq2seq`: networks from sequences to sequences."""

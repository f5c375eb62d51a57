"""The parts of `tf.contrib.graph_editor`: selecting, rewiring and copying what is in a graph."""

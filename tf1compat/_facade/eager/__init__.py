"""What `tensorflow.python.eager` answers in graph mode."""

"""Host services without TensorFlow names: queues, readers, checkpoints, event files."""

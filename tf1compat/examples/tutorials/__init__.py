"""`tensorflow.examples.tutorials`: the part of TensorFlow's tutorials that programs import."""

"""`tensorflow.examples`: the part of TensorFlow's examples that programs import."""

"""`tensorflow.python.util`: what libraries take from TensorFlow's inner tools."""

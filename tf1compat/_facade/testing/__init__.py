"""What TensorFlow's own tests import beside `tf.test`."""

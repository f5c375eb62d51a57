"""`tf.estimator`: models as functions, trained, evaluated, asked and exported by one object."""

"""`tf.contrib.learn`: the Estimators, monitors, data sets and text processors that came before tf.estimator."""

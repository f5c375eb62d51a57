"""`tf.contrib.tpu` as programs use it that run without TPUs (`use_tpu=False`): estimators, their settings, optimizers."""

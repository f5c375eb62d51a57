"""`tf.estimator.ModeKeys`: what a model function is called for."""


class ModeKeys:
    """Names of the modes: training, evaluation, prediction."""

    TRAIN = "train"
    EVAL = "eval"
    PREDICT = "infer"

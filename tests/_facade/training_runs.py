"""Short trainings with every optimizer, dense and sparse; also runs on the recorder's Python 3.7 with TF 1.15."""

import numpy as np

try:
    import tf1compat as tf
except ImportError:  # the recorder
    import tensorflow as tf

STREAM = np.random.RandomState(3)
FEATURES, TARGETS = STREAM.randn(8, 3).astype("f"), STREAM.randn(8, 2).astype("f")
IDS, LABELS = np.int32([1, 4, 1, 0]), STREAM.randn(4, 2).astype("f")
TABLE, START = STREAM.randn(5, 2).astype("f"), STREAM.randn(3, 2).astype("f")

OPTIMIZERS = {
    "GradientDescent": lambda: tf.train.GradientDescentOptimizer(0.1),
    "Decayed": lambda: tf.train.GradientDescentOptimizer(tf.train.exponential_decay(0.5, step(), 2, 0.5)),
    "Momentum": lambda: tf.train.MomentumOptimizer(0.1, 0.9),
    "Nesterov": lambda: tf.train.MomentumOptimizer(0.1, 0.9, use_nesterov=True),
    "Adam": lambda: tf.train.AdamOptimizer(0.1),
    "Adagrad": lambda: tf.train.AdagradOptimizer(0.1),
    "AdagradDA": lambda: tf.train.AdagradDAOptimizer(0.1, step(), l1_regularization_strength=0.01),
    "RMSProp": lambda: tf.train.RMSPropOptimizer(0.05, momentum=0.5),
    "CenteredRMSProp": lambda: tf.train.RMSPropOptimizer(0.05, centered=True),
    "Adadelta": lambda: tf.train.AdadeltaOptimizer(1.0),
    "Ftrl": lambda: tf.train.FtrlOptimizer(0.2, l1_regularization_strength=0.01),
    "FtrlV2": lambda: tf.train.FtrlOptimizer(0.2, l2_shrinkage_regularization_strength=0.01),
    "ProximalGradientDescent": lambda: tf.train.ProximalGradientDescentOptimizer(0.1, 0.01, 0.01),
    "ProximalAdagrad": lambda: tf.train.ProximalAdagradOptimizer(0.1, l1_regularization_strength=0.01),
}
KINDS = ("dense_ref", "dense_resource", "sparse_ref", "sparse_resource")


def step():
    return tf.train.get_or_create_global_step()


def dense_loss(use_resource):
    weight = tf.Variable(START, use_resource=use_resource, name="weight")
    bias = tf.Variable(tf.zeros([2]), use_resource=use_resource, name="bias")
    return tf.reduce_mean(tf.square(tf.matmul(FEATURES, weight) + bias - TARGETS))


def sparse_loss(use_resource):
    table = tf.Variable(TABLE, use_resource=use_resource, name="table")
    return tf.reduce_mean(tf.square(tf.nn.embedding_lookup(table, IDS) - LABELS))


def run(optimizer, kind, steps=6):
    """Losses of the first steps, then the sums of all variables by name."""
    form, variables = kind.split("_")
    with tf.Graph().as_default(), tf.Session() as session:
        loss = {"dense": dense_loss, "sparse": sparse_loss}[form](variables == "resource")
        train = OPTIMIZERS[optimizer]().minimize(loss, global_step=step())
        session.run(tf.global_variables_initializer())
        losses = [float(session.run([loss, train])[0]) for _ in range(steps)]
        state = {v.name: float(np.sum(session.run(v))) for v in tf.global_variables()}
    return {"losses": losses, "state": state}

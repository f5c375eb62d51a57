"""Calls of functions that choose by `tf.cond`: checks of floats, layers with a fed `training`, losses of unknown shapes."""


def flag(tf):
    return tf.placeholder(tf.bool, [], name="in_flag")


def images(tf, rank=4):
    return tf.placeholder(tf.float32, [None, 8, 8, 3][:rank], name="in_images")


def ids(tf, shape=None):
    return tf.placeholder(tf.int32, shape, name="in_classes")


def batch_norm(**settings):
    def call(tf, v):
        tf.layers.batch_normalization(images(tf), training=flag(tf), **settings)

    return call


def batch_norm_of_default_flag(tf, v):
    training = tf.placeholder_with_default(True, [], name="in_flag")
    return tf.layers.batch_normalization(images(tf), training=training)


def variable_flag(tf, v):
    return tf.layers.dropout(v.x, training=tf.get_variable("on", [], tf.bool, tf.zeros_initializer(), trainable=False))


def initialized_value(use_resource):
    def call(tf, v):
        with tf.variable_scope("s", use_resource=use_resource):
            a = tf.get_variable("a", [3])
        return tf.Variable(a.initialized_value() * 2.0, name="b")

    return call


CALLS = {
    "assert_float": lambda tf, v: tf.Assert(tf.reduce_all(v.x > 0), [v.x], summarize=5),
    "assert_float_named": lambda tf, v: tf.Assert(tf.reduce_all(v.x > 0), ["x", v.x, v.n], name="mine"),
    "assert_on_host": lambda tf, v: tf.Assert(tf.reduce_all(v.i > 0), ["i", v.i]),
    "assert_near": lambda tf, v: tf.assert_near(v.x, v.y),
    "assert_near_rtol": lambda tf, v: tf.assert_near(v.x, v.y, rtol=0.1, atol=0.2, message="m", name="mine"),
    "assert_less_float": lambda tf, v: tf.assert_less(v.x, v.y, message="m"),
    "assert_equal_float": lambda tf, v: tf.assert_equal(v.x, 1.0),
    "assert_positive_float": lambda tf, v: tf.assert_positive(v.x, data=[v.x]),
    "dropout": lambda tf, v: tf.layers.dropout(v.x, training=flag(tf)),
    "dropout_named": lambda tf, v: tf.layers.dropout(v.x, 0.3, noise_shape=[1, 3], seed=3, training=flag(tf), name="d"),
    "dropout_variable": variable_flag,
    "batch_norm": batch_norm(),
    "batch_norm_default_flag": batch_norm_of_default_flag,
    "batch_norm_plain": batch_norm(fused=False),
    "batch_norm_axes": batch_norm(axis=[1, 3], scale=False),
    "batch_norm_virtual": batch_norm(virtual_batch_size=2),
    "batch_norm_dense": lambda tf, v: tf.layers.batch_normalization(v.x, training=flag(tf), momentum=0.9),
    "zero_fraction": lambda tf, v: tf.nn.zero_fraction(v.x),
    "zero_fraction_int": lambda tf, v: tf.nn.zero_fraction(v.i, name="z"),
    "initialized_value": initialized_value(False),
    "initialized_value_resource": initialized_value(True),
    "loss_unknown_weights": lambda tf, v: tf.losses.mean_squared_error(v.x, v.y, weights=v.u),
    "loss_column_weights": lambda tf, v: tf.losses.absolute_difference(
        v.x, v.y, tf.placeholder(tf.float32, [None, 1], "in_w")
    ),
    "loss_of_unknown": lambda tf, v: tf.losses.log_loss(v.u, v.u, 2.0),
    "xent_unknown_labels": lambda tf, v: tf.losses.sparse_softmax_cross_entropy(ids(tf), v.x),
    "xent_unknown_logits": lambda tf, v: tf.losses.sparse_softmax_cross_entropy(ids(tf, [None]), v.u),
    "xent_unknown_weights": lambda tf, v: tf.losses.sparse_softmax_cross_entropy(ids(tf, [None]), v.x, v.u),
    "xent_weights": lambda tf, v: tf.losses.sparse_softmax_cross_entropy(
        ids(tf, [None]), v.x, tf.placeholder(tf.float32, [None], "in_w")
    ),
    "pairwise": lambda tf, v: tf.losses.mean_pairwise_squared_error(v.x, v.y, weights=v.u),
    "contrib_batch_norm": lambda tf, v: tf.contrib.layers.batch_norm(images(tf), is_training=flag(tf)),
    "contrib_batch_norm_plain": lambda tf, v: tf.contrib.layers.batch_norm(
        v.x, is_training=flag(tf), updates_collections=None
    ),
    "contrib_dropout": lambda tf, v: tf.contrib.layers.dropout(v.x, is_training=flag(tf)),
}

"""What layers say about themselves and what nn functions compute: functions of `tf` that return plain values."""

import copy

import numpy as np

BEHAVIOURS = {}


def behaviour(function):
    BEHAVIOURS[function.__name__] = function
    return function


def names(items):
    return [i.name for i in items]


def attempt(function):
    try:
        return function()
    except Exception as e:
        return "%s: %s" % (type(e).__name__, e)


@behaviour
def dense_attributes(tf):
    x = tf.placeholder(tf.float32, [2, 3])
    layer = tf.layers.Dense(2, kernel_regularizer=lambda w: tf.reduce_sum(w))
    before = [attempt(lambda: layer.scope_name), attempt(layer.count_params), layer.dtype, layer.weights, layer.built]
    layer(x)
    after = [
        layer.scope_name,
        layer.count_params(),
        layer.dtype,
        names(layer.weights),
        layer.built,
        str(layer.input_spec),
    ]
    losses = [names(layer.losses), names(layer.losses), len(layer.get_losses_for(None)), layer.get_losses_for(x)]
    layer.trainable = False
    return [before, after, losses, names(layer.trainable_weights), names(layer.non_trainable_weights)]


@behaviour
def batch_normalization_attributes(tf):
    x = tf.placeholder(tf.float32, [2, 3])
    layer = tf.layers.BatchNormalization()
    layer(x, training=True)
    updates = [names(layer.updates), layer.get_updates_for(None), names(layer.get_updates_for(x))]
    return [updates, names(layer.variables), layer.axis]


@behaviour
def output_shapes(tf):
    made = [
        tf.layers.Dense(3).compute_output_shape([None, 5]),
        tf.layers.Conv2D(3, 3, padding="same", strides=2).compute_output_shape([None, 5, 6, 2]),
        tf.layers.Conv2D(3, 3, dilation_rate=2, data_format="channels_first").compute_output_shape([None, 2, 8, 9]),
        tf.layers.Conv2DTranspose(3, 3, strides=2).compute_output_shape([None, 5, 6, 2]),
        tf.layers.Conv3DTranspose(3, 3, padding="same").compute_output_shape([None, 5, 6, 2, 1]),
        tf.layers.MaxPooling2D(2, 2).compute_output_shape([None, 5, 6, 2]),
        tf.layers.AveragePooling1D(2, 1, padding="same").compute_output_shape([None, 5, 6]),
        tf.layers.Flatten().compute_output_shape([None, 2, 3]),
        tf.layers.Flatten().compute_output_shape([2, None, 3]),
    ]
    return [s.as_list() for s in made]


@behaviour
def own_layer(tf):
    class Scaled(tf.layers.Layer):
        def __init__(self, units, **kwargs):
            super(Scaled, self).__init__(**kwargs)  # noqa: UP008
            self.units = units

        def build(self, input_shape):
            self.w = self.add_variable("w", [int(input_shape[-1]), self.units])
            super(Scaled, self).build(input_shape)  # noqa: UP008

        def call(self, inputs, scale=1.0):
            return tf.matmul(inputs, self.w) * scale

    x = tf.placeholder(tf.float32, [2, 3])
    layer = Scaled(4)
    copied = copy.deepcopy(Scaled(3, name="twin"))
    with tf.variable_scope("s"):
        inside = Scaled(2, name="named")(x).name
    return [layer(x, scale=2.0).name, layer.name, layer.scope_name, names(layer.weights), copied(x).name, inside]


@behaviour
def scopes(tf):
    x = tf.placeholder(tf.float32, [2, 3])
    with tf.variable_scope("s"):
        made = [tf.layers.dense(x, 2).name, tf.layers.dense(x, 2).name]
    with tf.variable_scope("r"):
        tf.layers.Dense(2, name="z")(x)
    with tf.variable_scope("r", reuse=tf.AUTO_REUSE):
        made.append(tf.layers.dense(x, 2, name="z").name)
    made.append(tf.layers.Dense(2, name="numpy")(np.ones((2, 3), "f")).name)
    return made + names(tf.global_variables())


@behaviour
def configurations(tf):
    made = [
        tf.variance_scaling_initializer(),
        tf.glorot_uniform_initializer(seed=3),
        tf.orthogonal_initializer(2.0),
        tf.constant_initializer([1, 2], tf.int32),
        tf.random_uniform_initializer(1, 2),
    ]
    return [sorted(m.get_config().items()) for m in made] + [tf.losses.Reduction.all()]


def run(tf, *fetches):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return [np.asarray(v).tolist() for v in session.run(list(fetches))]


@behaviour
def computed(tf):
    table = [tf.constant([[0.0], [2.0]]), tf.constant([[1.0], [3.0]])]
    image = np.arange(25, dtype="f").reshape(1, 5, 5, 1)
    return run(
        tf,
        tf.nn.dropout(tf.ones([2, 3]), 1.0),
        tf.nn.dropout(tf.ones([2, 3]), tf.placeholder_with_default(1.0, [])),
        tf.nn.dropout(tf.ones([4, 5]), 0.5, seed=3),
        tf.nn.moments(tf.constant([[1.0, 2.0], [3.0, 5.0]]), [0])[1],
        tf.nn.top_k([[1.0, 3.0, 2.0]], 2).indices,
        tf.nn.embedding_lookup(table, [[3, 0], [1, 2]]),
        tf.nn.softmax([[1.0, 2.0], [3.0, 5.0]], axis=0),
        tf.losses.mean_pairwise_squared_error([[1.0, 2.0], [3.0, 4.0]], [[2.0, 5.0], [1.0, 1.0]]),
        tf.nn.atrous_conv2d(image, np.ones((2, 2, 1, 1), "f"), 2, "SAME"),
        tf.losses.huber_loss([1.0, 2.0], [3.0, 2.2], delta=0.5),
        tf.nn.l2_normalize([3.0, 4.0]),
        tf.losses.mean_squared_error([1.0, 2.0, 3.0], [0.0, 0.0, 0.0], weights=[0.0, 0.0, 2.0]),
        tf.losses.mean_squared_error([1.0], [2.0], weights=0.0),
    )


@behaviour
def trained(tf):
    tf.set_random_seed(4)
    x, y = tf.random_normal([8, 6, 6, 2], seed=1), tf.constant([0, 1, 2, 0, 1, 2, 0, 1])
    h = tf.layers.conv2d(x, 3, 3, activation=tf.nn.elu, kernel_regularizer=tf.nn.l2_loss)
    h = tf.layers.max_pooling2d(tf.layers.batch_normalization(h, training=True), 2, 2)
    logits = tf.layers.dense(tf.layers.dropout(tf.layers.flatten(h), 0.3, training=True), 3)
    tf.losses.sparse_softmax_cross_entropy(y, logits)
    loss = tf.losses.get_total_loss()
    with tf.control_dependencies(tf.get_collection(tf.GraphKeys.UPDATE_OPS)):
        train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return [float(session.run([loss, train])[0]) for _ in range(5)]

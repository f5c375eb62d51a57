"""Programs that build graphs of nn functions, losses and layers: for TF 1.15.5 in the recorder, for us in the test."""

import numpy as np

PROGRAMS = {}


def program(function):
    PROGRAMS[function.__name__] = function
    return function


def x(tf, shape=(None, 4), dtype=None, name="x"):
    return tf.placeholder(dtype or tf.float32, None if shape is None else list(shape), name=name)


@program
def random(tf):
    tf.random_uniform([2, 3])
    tf.random_uniform([], 1, 5, seed=3)
    tf.random_uniform([2], 0, 10, tf.int32)
    tf.random_uniform(tf.shape(x(tf)), maxval=2.0, dtype=tf.float64, name="u")
    tf.random_normal([2, 3], 1.0, 0.5)
    tf.random_normal([tf.Dimension(2), 3], stddev=[1.0, 2.0, 3.0], seed=1, name="n")
    tf.truncated_normal([5], seed=9)
    tf.random_shuffle([1, 2, 3], seed=4)
    tf.random_shuffle(x(tf, name="y"))
    tf.multinomial([[1.0, 2.0]], 3)
    tf.multinomial(x(tf, name="z"), 3, seed=2, output_dtype=tf.int32, name="m")


@program
def random_seeded(tf):
    tf.set_random_seed(5)
    tf.random_uniform([2])
    tf.random_normal([2], seed=7)
    tf.truncated_normal([2])
    tf.set_random_seed(0)
    tf.random_uniform([2], seed=0)
    tf.random_uniform([2])
    tf.nn.dropout(x(tf), 0.5)


@program
def stateless(tf):
    seed = x(tf, (2,), tf.int64, name="seed")
    tf.random.stateless_uniform([2, 3], [1, 2])
    tf.random.stateless_uniform([2, 3], seed, 0, 9, tf.int32)
    tf.random.stateless_normal([4], seed, 1.0, 2.0, tf.float64, name="n")
    tf.random.stateless_truncated_normal([4], [5, 6])
    tf.random.stateless_multinomial(x(tf), 5, seed)
    tf.random.stateless_categorical([[1.0, 2.0]], 5, seed, tf.int32, name="c")


@program
def activations(tf):
    a = x(tf)
    tf.nn.relu(a)
    tf.nn.relu([1.0, -1.0], name="r")
    tf.nn.relu6(a)
    tf.nn.crelu(a)
    tf.nn.crelu(a, name="c", axis=0)
    tf.nn.elu(a)
    tf.nn.selu(a)
    tf.nn.swish(a)
    tf.nn.swish([1.0])
    tf.nn.leaky_relu(a)
    tf.nn.leaky_relu([1, 2], alpha=np.array(0.1))
    tf.nn.softplus(a)
    tf.nn.softsign(a, name="s")
    tf.nn.l2_loss(a)
    tf.nn.local_response_normalization(x(tf, (1, 2, 2, 4), name="i"), 2, alpha=0.1)


@program
def softmax(tf):
    a, c = x(tf), x(tf, (2, None, 4), name="c")
    tf.nn.softmax(a)
    tf.nn.softmax(a, axis=-1, name="last")
    tf.nn.softmax(a, 1)
    tf.nn.softmax(a, axis=0)
    tf.nn.softmax(c, dim=1, name="mid")
    tf.nn.softmax([1.0, 2.0])
    tf.nn.log_softmax(c)
    tf.nn.log_softmax(c, axis=-2)


@program
def small_layers(tf):
    a = x(tf)
    tf.nn.bias_add(a, [1.0, 2.0, 3.0, 4.0])
    tf.nn.bias_add(x(tf, (1, 2, 3, 3), name="i"), [1, 2], data_format="NCHW", name="b")
    tf.nn.xw_plus_b(a, np.ones((4, 2), "f"), [1.0, 2.0])
    tf.nn.relu_layer(a, np.ones((4, 2), "f"), [1.0, 2.0], name="rl")
    tf.nn.top_k(a)
    tf.nn.top_k(a, 3, sorted=False, name="t")
    tf.identity(tf.nn.top_k(a, x(tf, (), tf.int32, name="k")).indices)
    tf.nn.in_top_k(a, x(tf, (None,), tf.int32, name="l"), 2)
    tf.nn.l2_normalize(a, 1)
    tf.nn.l2_normalize(a, dim=[0, 1], epsilon=1e-6, name="n")
    tf.nn.l2_normalize([3.0, 4.0])


@program
def dropout(tf):
    a = x(tf)
    keep = tf.placeholder(tf.float32, name="keep")
    tf.nn.dropout(a, keep_prob=keep)
    tf.nn.dropout(a, keep)
    tf.nn.dropout(a, 0.9, seed=1, name="d")
    tf.nn.dropout(a, rate=0.2)
    tf.nn.dropout(a, 1.0)
    tf.nn.dropout(a, tf.constant(1.0))
    tf.nn.dropout(a, rate=tf.constant(0.0))
    tf.nn.dropout(x(tf, (2, 4), name="known"), 0.5, noise_shape=[None, 1])
    tf.nn.dropout(a, 0.5, noise_shape=tf.shape(a))
    tf.nn.dropout(x(tf, (2, 3), tf.float64, name="dd"), 0.5, noise_shape=[2, 1])
    tf.nn.dropout([1.0, 2.0], 0.5)


@program
def cross_entropies(tf):
    a, b = x(tf), x(tf, name="b")
    tf.nn.softmax_cross_entropy_with_logits_v2(labels=b, logits=a)
    tf.nn.softmax_cross_entropy_with_logits_v2([[0.1, 0.9]], [[1.0, 2.0]], name="xe")
    tf.nn.softmax_cross_entropy_with_logits_v2(
        labels=x(tf, (2, 3, 4), name="l"), logits=x(tf, (2, 3, 4), name="g"), axis=1
    )
    tf.nn.softmax_cross_entropy_with_logits(labels=b, logits=a)
    tf.nn.softmax_cross_entropy_with_logits(
        labels=x(tf, (2, 3), tf.int32, name="il"), logits=x(tf, (2, 3), name="ig"), name="n"
    )
    h = x(tf, (2, 3), tf.float16, name="h")
    tf.nn.softmax_cross_entropy_with_logits_v2(labels=h, logits=h)
    tf.nn.sparse_softmax_cross_entropy_with_logits(labels=x(tf, (None,), tf.int64, name="s"), logits=a)
    tf.nn.sparse_softmax_cross_entropy_with_logits(labels=[0], logits=[[1.0, 2.0]], name="sx")
    tf.nn.sparse_softmax_cross_entropy_with_logits(
        labels=x(tf, (2, 3), tf.int32, name="s2"), logits=x(tf, (2, 3, 4), name="g2")
    )
    tf.nn.sparse_softmax_cross_entropy_with_logits(labels=[1, 0], logits=h)
    tf.nn.sigmoid_cross_entropy_with_logits(labels=b, logits=a)
    tf.nn.sigmoid_cross_entropy_with_logits(labels=[1.0], logits=[2.0], name="sig")
    tf.nn.weighted_cross_entropy_with_logits(targets=b, logits=a, pos_weight=2.0)
    tf.nn.weighted_cross_entropy_with_logits(b, a, tf.constant(3.0), name="w")
    tf.nn.log_poisson_loss(b, a)
    tf.nn.log_poisson_loss(b, a, compute_full_loss=True)


def image(tf, *shape, **more):
    return x(tf, shape or (None, 8, 8, 3), name=more.get("name", "i"))


def kernel(*shape):
    return np.ones(shape, "f")


@program
def cropped(tf):
    tf.random_crop(image(tf), [2, 4, 4, 3], seed=1)
    tf.random_crop(np.ones((4, 5), "f"), [2, 2], name="c")


@program
def convolutions(tf):
    i = image(tf)
    tf.nn.conv2d(i, kernel(3, 3, 3, 4), [1, 1, 1, 1], "SAME")
    tf.nn.conv2d(i, kernel(3, 3, 3, 4), strides=2, padding="VALID", name="c")
    tf.nn.conv2d(i, filters=kernel(3, 3, 3, 4), strides=[1, 2], padding=[[0, 0], [1, 1], [2, 0], [0, 0]], dilations=2)
    tf.nn.conv2d(image(tf, 1, 3, 8, 8, name="f"), kernel(3, 3, 3, 4), [1, 1, 2, 2], "SAME", data_format="NCHW")
    tf.nn.conv1d(image(tf, None, 8, 3, name="s"), kernel(3, 3, 4), 2, "SAME")
    tf.nn.conv1d(image(tf, 1, 3, 8, name="t"), kernel(3, 3, 4), 1, "VALID", data_format="NCW", name="n")
    tf.nn.conv3d(image(tf, 1, 4, 4, 4, 2, name="v"), kernel(2, 2, 2, 2, 3), [1, 1, 1, 1, 1], "SAME")
    tf.nn.convolution(i, kernel(3, 3, 3, 4), "SAME")
    tf.nn.convolution(i, kernel(3, 3, 3, 4), "VALID", strides=[2, 2], name="cc")
    tf.nn.convolution(image(tf, None, 8, 3, name="q"), kernel(3, 3, 4), "SAME")
    tf.nn.atrous_conv2d(i, kernel(3, 3, 3, 4), 2, "SAME")
    tf.nn.atrous_conv2d(i, kernel(3, 3, 3, 4), 2, "VALID", name="a")
    tf.nn.depthwise_conv2d(i, kernel(3, 3, 3, 2), [1, 1, 1, 1], "SAME")
    tf.nn.depthwise_conv2d(i, kernel(3, 3, 3, 2), [1, 1, 1, 1], "SAME", rate=[2, 2], name="dd")
    tf.nn.depthwise_conv2d_native(i, kernel(3, 3, 3, 2), [1, 2, 2, 1], "VALID")
    tf.nn.separable_conv2d(i, kernel(3, 3, 3, 2), kernel(1, 1, 6, 5), [1, 1, 1, 1], "SAME")


@program
def transposed_convolutions(tf):
    i = image(tf, 2, 4, 4, 3)
    tf.nn.conv2d_transpose(i, kernel(3, 3, 5, 3), [2, 8, 8, 5], [1, 2, 2, 1])
    tf.nn.conv2d_transpose(i, kernel(3, 3, 5, 3), tf.constant([2, 8, 8, 5]), 2, name="t")
    tf.nn.conv2d_transpose(i, kernel(3, 3, 5, 3), tf.stack([tf.shape(i)[0], 8, 8, 5]), [1, 2, 2, 1], "SAME")
    tf.nn.conv3d_transpose(image(tf, 1, 2, 2, 2, 3, name="v"), kernel(2, 2, 2, 4, 3), [1, 4, 4, 4, 4], [1, 2, 2, 2, 1])
    tf.nn.conv1d_transpose(image(tf, 1, 4, 3, name="s"), kernel(3, 2, 3), [1, 8, 2], 2)
    tf.nn.atrous_conv2d_transpose(i, kernel(3, 3, 5, 3), [2, 4, 4, 5], 1, "SAME")
    tf.nn.conv2d_backprop_filter(i, [3, 3, 3, 2], image(tf, 2, 4, 4, 2, name="o"), [1, 1, 1, 1], "SAME")
    tf.nn.conv2d_backprop_input([2, 4, 4, 3], kernel(3, 3, 3, 2), image(tf, 2, 4, 4, 2, name="p"), [1, 1, 1, 1], "SAME")


@program
def pooling(tf):
    i = image(tf)
    tf.nn.max_pool(i, [1, 2, 2, 1], [1, 2, 2, 1], "SAME")
    tf.nn.max_pool(i, 3, 2, padding="VALID", name="m")
    tf.nn.avg_pool(i, [1, 2, 2, 1], [1, 2, 2, 1], "SAME")
    tf.nn.avg_pool(image(tf, 1, 3, 8, 8, name="f"), 2, 1, "SAME", data_format="NCHW")
    tf.nn.max_pool2d(i, 2, 2, "SAME")
    tf.nn.max_pool_with_argmax(i, [1, 2, 2, 1], [1, 2, 2, 1], "SAME", output_dtype=tf.int32)
    tf.nn.max_pool1d(image(tf, None, 8, 3, name="s"), 2, 2, "SAME")
    tf.nn.avg_pool1d(image(tf, None, 8, 3, name="t"), 2, 2, "SAME")
    tf.nn.max_pool3d(image(tf, 1, 4, 4, 4, 2, name="v"), 2, 2, "SAME")
    tf.nn.avg_pool3d(image(tf, 1, 4, 4, 4, 2, name="w"), 2, 2, "SAME", name="a3")
    tf.nn.max_pool_v2(i, 2, 2, "SAME")
    tf.nn.avg_pool_v2(image(tf, None, 8, 3, name="u"), 2, 2, "SAME")
    tf.nn.pool(i, [2, 2], "MAX", "SAME", strides=[2, 2])
    tf.nn.pool(i, [2, 2], "AVG", "VALID", name="p")
    tf.nn.pool(i, [2, 2], "MAX", "VALID", dilation_rate=[2, 2])
    tf.nn.pool(image(tf, None, 8, 3, name="z"), [2], "AVG", "VALID")


@program
def moments(tf):
    a, i = x(tf), image(tf)
    tf.nn.moments(a, [0])
    tf.nn.moments(i, [0, 1, 2], keep_dims=True, name="mo")
    tf.nn.moments(x(tf, (2, 3), tf.float16, name="h"), [1])
    counts, mean, squares, shift = tf.nn.sufficient_statistics(a, [0])
    tf.nn.normalize_moments(counts, mean, squares, shift)
    tf.nn.sufficient_statistics(x(tf, (2, 3), name="k"), [0, 1], shift=1.0, keep_dims=True)
    tf.nn.normalize_moments(3.0, 1.0, 2.0, 1.0)
    tf.nn.weighted_moments(a, [0], [[1.0]])
    tf.nn.batch_normalization(a, [0.0] * 4, tf.ones([4]), 1.0, tf.ones([4]), 0.001)
    tf.nn.batch_normalization(a, tf.zeros([4]), tf.ones([4]), None, None, 0.001, name="bn")
    tf.nn.fused_batch_norm(i, [1.0] * 3, [0.0] * 3)
    tf.nn.fused_batch_norm(i, [1.0] * 3, [0.0] * 3, [1.0] * 3, [1.0] * 3, epsilon=1e-6, is_training=False, name="f")
    tf.nn.batch_norm_with_global_normalization(i, [0.0] * 3, tf.ones([3]), tf.zeros([3]), tf.ones([3]), 0.1, True)


@program
def embedding(tf):
    ids = x(tf, (None, 2), tf.int32, name="ids")
    table = tf.get_variable("table", [10, 4], initializer=tf.zeros_initializer())
    tf.nn.embedding_lookup(table, ids)
    tf.nn.embedding_lookup([table], [1, 2], name="e")
    tf.nn.embedding_lookup(np.ones((3, 2), "f"), [1])
    tf.nn.embedding_lookup(table, ids, max_norm=1.0, name="clipped")
    tf.nn.embedding_lookup(table, 3)
    parts = [tf.get_variable("part" + str(i), [4 - i, 2]) for i in range(3)]
    tf.nn.embedding_lookup(parts, ids)
    tf.nn.embedding_lookup(parts, ids, partition_strategy="div", name="contiguous")
    tf.nn.embedding_lookup([x(tf, name="p"), x(tf, name="q")], [1, 2], "div", max_norm=2.0)


@program
def initializers(tf):
    makers = [
        tf.zeros_initializer(),
        tf.ones_initializer(dtype=tf.int32),
        tf.constant_initializer(3.0),
        tf.constant_initializer([1.0, 2.0]),
        tf.constant_initializer(np.arange(6.0)),
        tf.random_uniform_initializer(-1, 1, seed=3),
        tf.random_normal_initializer(stddev=0.1),
        tf.truncated_normal_initializer(1.0, 2.0, seed=1),
        tf.uniform_unit_scaling_initializer(2.0),
        tf.variance_scaling_initializer(),
        tf.variance_scaling_initializer(2.0, "fan_out", "uniform"),
        tf.variance_scaling_initializer(2.0, "fan_avg", "untruncated_normal", seed=4),
        tf.glorot_uniform_initializer(),
        tf.glorot_normal_initializer(seed=8),
        tf.initializers.he_normal(),
        tf.initializers.he_uniform(seed=1),
        tf.initializers.lecun_normal(),
        tf.initializers.lecun_uniform(),
        tf.orthogonal_initializer(2.0, seed=5),
        tf.initializers.identity(2.0),
    ]
    for make in makers:
        make([2, 3])
        type(make).from_config(make.get_config())([3, 2], dtype=tf.float32)
    tf.orthogonal_initializer()([2, 2, 3, 4])
    tf.glorot_uniform_initializer()([5])
    tf.glorot_uniform_initializer()([])
    tf.variance_scaling_initializer()([3, 3, 4, 5])
    tf.get_variable("v", [3, 4])
    tf.get_variable("w", [3], initializer=tf.random_normal_initializer)
    tf.get_variable("k", [2], tf.float64, initializer=tf.constant_initializer(0.5))


@program
def losses(tf):
    a, b = x(tf), x(tf, name="b")
    tf.losses.absolute_difference(b, a)
    tf.losses.cosine_distance(b, a, axis=1)
    tf.losses.hinge_loss(b, a, weights=2.0)
    tf.losses.huber_loss(b, a, delta=0.5, scope="h")
    tf.losses.log_loss(b, a)
    tf.losses.mean_squared_error(b, a, reduction=tf.losses.Reduction.SUM)
    tf.losses.mean_squared_error(b, a, reduction=tf.losses.Reduction.MEAN, loss_collection=None)
    tf.losses.mean_squared_error(b, a, reduction=tf.losses.Reduction.NONE, loss_collection="others")
    tf.losses.mean_squared_error(b, a, reduction=tf.losses.Reduction.SUM_OVER_BATCH_SIZE, scope="batch")
    tf.losses.sigmoid_cross_entropy(b, a)
    tf.losses.sigmoid_cross_entropy(b, a, label_smoothing=0.1)
    tf.losses.softmax_cross_entropy(b, a)
    tf.losses.softmax_cross_entropy(x(tf, (None, 4), tf.int32, name="o"), a, label_smoothing=0.1)
    tf.losses.sparse_softmax_cross_entropy(x(tf, (None,), tf.int64, name="s"), a)
    tf.losses.sparse_softmax_cross_entropy(labels=x(tf, (None, 1), tf.int32, name="s1"), logits=a)
    tf.losses.get_regularization_loss()
    tf.losses.get_total_loss()
    for name in sorted(v.name for v in tf.losses.get_losses()):
        tf.no_op(name="collected/" + name.replace(":", "_"))


@program
def weighted_losses(tf):
    a, b = x(tf, (2, 3)), x(tf, (2, 3), name="b")
    tf.losses.mean_squared_error(b, a, weights=[[1.0], [0.0]])
    tf.losses.mean_squared_error(b, a, weights=np.ones((2, 3)))
    tf.losses.mean_squared_error(b, a, weights=x(tf, (), name="w"))
    tf.losses.compute_weighted_loss(a, tf.ones([1, 3]))
    tf.losses.compute_weighted_loss(x(tf, (2,), tf.float64, name="d"), 2)
    tf.losses.sparse_softmax_cross_entropy([0, 1], a, weights=[1.0, 2.0])
    tf.losses.sparse_softmax_cross_entropy([0, 1], a, weights=[[1.0], [2.0]])


@program
def pairwise_loss(tf):
    tf.losses.mean_pairwise_squared_error(x(tf, (2, 3), name="b"), x(tf, (2, 3)))
    tf.losses.mean_pairwise_squared_error(x(tf, (2, 3), name="c"), x(tf, (2, 3)), weights=[[1.0], [2.0]])


def half_squares(tf):
    return lambda w: tf.reduce_sum(w * w) * 0.5


@program
def dense(tf):
    a = x(tf)
    layer = tf.layers.Dense(2, name="d")
    layer(a)
    layer(a)
    again = tf.layers.Dense(3, activation=tf.nn.relu)
    again.apply(a)
    tf.layers.dense(a, 2, name="d", reuse=True)
    tf.layers.dense(a, 2, use_bias=False, kernel_initializer=tf.zeros_initializer(), name="z")
    r = half_squares(tf)
    tf.layers.dense(a, 2, kernel_regularizer=r, bias_regularizer=r, activity_regularizer=r)
    with tf.variable_scope("outer", initializer=tf.ones_initializer()):
        tf.layers.dense(a, 2)
        tf.layers.dense(a, 2)
    with tf.variable_scope("outer", reuse=True):
        tf.layers.dense(a, 2, name="dense")
    with tf.name_scope("names"):
        tf.layers.dense(a, 2, trainable=False)
    tf.layers.dense(x(tf, (2, 3), tf.float64, name="d64"), 1)
    for v in tf.trainable_variables() + tf.get_collection("regularization_losses"):
        tf.no_op(name="collected/" + v.name.replace(":", "_"))


@program
def dense_by_names(tf):
    a = x(tf)
    for name in [
        "relu",
        "sigmoid",
        "tanh",
        "softmax",
        "elu",
        "selu",
        "softplus",
        "softsign",
        "linear",
        "exponential",
        "hard_sigmoid",
    ]:
        tf.layers.dense(a, 2, activation=name)
    for name in [
        "zeros",
        "ones",
        "glorot_normal",
        "he_normal",
        "normal",
        "random_uniform",
        "truncated_normal",
        "constant",
        "lecun_uniform",
    ]:
        tf.layers.dense(a, 2, kernel_initializer=name, bias_initializer="ones")
    tf.layers.dense(a, 2, kernel_initializer=tf.zeros_initializer)


@program
def dense_of_cubes(tf):
    tf.layers.dense(x(tf, (None, 5, 4)), 2)
    tf.layers.dense(x(tf, (2, 5, 4), name="k"), 2)


@program
def dropout_and_flatten(tf):
    a = x(tf)
    tf.layers.dropout(a)
    tf.layers.dropout(a, 0.3, training=True)
    tf.layers.dropout(a, 0.3, noise_shape=[None, 1], seed=2, training=True, name="drop")
    tf.layers.flatten(x(tf, (None, 2, 3), name="f"))
    tf.layers.flatten(x(tf, (2, 2, None), name="g"), name="flat")
    tf.layers.Flatten(data_format="channels_first")(x(tf, (2, 2, 3), name="h"))


@program
def convolution_layers(tf):
    i = image(tf)
    y = tf.layers.conv2d(i, 4, 3, padding="same", activation=tf.nn.relu)
    y = tf.layers.max_pooling2d(y, 2, 2)
    tf.layers.conv2d(y, 4, [3, 1], strides=(2, 1), use_bias=False, name="c", kernel_regularizer=half_squares(tf))
    tf.layers.conv2d(i, 4, 3, padding="same", dilation_rate=2)
    tf.layers.average_pooling2d(i, [2, 2], [2, 1], padding="same", name="a")
    tf.layers.conv2d(image(tf, 1, 3, 8, 8, name="f"), 4, 3, data_format="channels_first")
    tf.layers.conv1d(image(tf, None, 8, 3, name="s"), 4, 3)
    tf.layers.conv1d(image(tf, None, 8, 3, name="t"), 4, 3, padding="causal")
    tf.layers.conv3d(image(tf, None, 4, 4, 4, 2, name="v"), 4, 2)
    tf.layers.max_pooling1d(image(tf, None, 8, 3, name="m"), 2, 2)
    tf.layers.average_pooling1d(image(tf, None, 8, 3, name="n"), 2, 2, name="n1")
    twice = tf.layers.Conv2D(2, 3, padding="same", dilation_rate=(2, 1))
    twice(i)
    twice(i)
    tf.layers.max_pooling3d(image(tf, None, 4, 4, 4, 2, name="w"), 2, 2)


@program
def other_convolution_layers(tf):
    i = image(tf)
    tf.layers.conv2d_transpose(i, 4, 3, strides=2, padding="same")
    tf.layers.conv2d_transpose(image(tf, 2, 4, 4, 3, name="k"), 4, 3, strides=(2, 1), name="t", activation=tf.nn.relu)
    tf.layers.conv3d_transpose(image(tf, None, 4, 4, 4, 2, name="v"), 4, 2, strides=2, use_bias=False)
    tf.layers.separable_conv2d(i, 4, 3, depth_multiplier=2)
    tf.layers.separable_conv2d(i, 4, 3, padding="same", dilation_rate=2, name="s")
    tf.layers.separable_conv1d(image(tf, None, 8, 3, name="q"), 4, 3, activation=tf.nn.relu)
    tf.layers.separable_conv1d(image(tf, None, 8, 3, name="c"), 4, 3, padding="causal")


@program
def batch_normalization(tf):
    i, a = image(tf), x(tf)
    tf.layers.batch_normalization(i, training=True)
    tf.layers.batch_normalization(i)
    tf.layers.batch_normalization(i, training=True, center=False, scale=False, momentum=0.9, name="b")
    tf.layers.batch_normalization(image(tf, 2, 3, 4, 4, name="f"), axis=1, training=True)
    tf.layers.batch_normalization(i, fused=False, training=True, renorm=False)
    tf.layers.batch_normalization(a, training=True)
    tf.layers.batch_normalization(a, epsilon=0.1, name="infer")
    tf.layers.batch_normalization(x(tf, (2, 3, 4), name="c"), axis=1, training=True)
    tf.layers.batch_normalization(i, axis=[1, 3], training=True)
    tf.layers.batch_normalization(image(tf, 8, 3, name="vb"), virtual_batch_size=2, training=True)
    tf.layers.BatchNormalization(trainable=False)(a)
    for v in tf.get_collection("update_ops"):
        tf.no_op(name="collected/" + v.name)


REFUSED = {
    "dropout_rate": lambda tf: tf.nn.dropout([1.0], rate=1.5),
    "dropout_both": lambda tf: tf.nn.dropout([1.0], keep_prob=0.5, rate=0.5),
    "dropout_neither": lambda tf: tf.nn.dropout([1.0]),
    "dropout_int": lambda tf: tf.nn.dropout([1], 0.5),
    "uniform_dtype": lambda tf: tf.random_uniform([2], dtype=tf.string),
    "uniform_int_range": lambda tf: tf.random_uniform([2], dtype=tf.int32),
    "softmax_axis": lambda tf: tf.nn.softmax(x(tf), axis=3),
    "xent_positional": lambda tf: tf.nn.softmax_cross_entropy_with_logits(x(tf), x(tf)),
    "xent_missing": lambda tf: tf.nn.sparse_softmax_cross_entropy_with_logits(labels=[1]),
    "sparse_rank": lambda tf: tf.nn.sparse_softmax_cross_entropy_with_logits(labels=[[1]], logits=[[1.0]]),
    "sparse_shape": lambda tf: tf.nn.sparse_softmax_cross_entropy_with_logits(labels=[1, 2], logits=[[1.0]]),
    "sparse_scalar": lambda tf: tf.nn.sparse_softmax_cross_entropy_with_logits(labels=1, logits=1.0),
    "sigmoid_shape": lambda tf: tf.nn.sigmoid_cross_entropy_with_logits(labels=[1.0], logits=[1.0, 2.0]),
    "conv_depth": lambda tf: tf.nn.conv2d(image(tf), kernel(3, 3, 2, 4), 1, "SAME"),
    "conv_too_large": lambda tf: tf.nn.conv2d(image(tf, 1, 2, 2, 3), kernel(3, 3, 3, 4), 1, "VALID"),
    "conv_padding": lambda tf: tf.nn.conv2d(image(tf), kernel(3, 3, 3, 4), 1, "FOO"),
    "conv_explicit": lambda tf: tf.nn.conv2d(image(tf), kernel(3, 3, 3, 4), 1, "EXPLICIT"),
    "conv_strides": lambda tf: tf.nn.conv2d(image(tf), kernel(3, 3, 3, 4), [1, 1, 1], "SAME"),
    "conv_rank": lambda tf: tf.nn.conv2d(x(tf), kernel(3, 3, 3, 4), 1, "SAME"),
    "pool_too_large": lambda tf: tf.nn.max_pool(image(tf, 1, 1, 1, 2), 2, 2, "VALID"),
    "pool_zero": lambda tf: tf.nn.max_pool(image(tf), [1, 0, 2, 1], 2, "VALID"),
    "bias_rank": lambda tf: tf.nn.bias_add([1.0], [1.0]),
    "bias_size": lambda tf: tf.nn.bias_add(x(tf), [1.0]),
    "top_k_size": lambda tf: tf.nn.top_k([1.0, 2.0], 3),
    "weights_rank": lambda tf: tf.losses.mean_squared_error(np.ones((2, 3)), np.ones((2, 3)), weights=[1.0, 2.0]),
    "weights_size": lambda tf: tf.losses.mean_squared_error(np.ones((2, 3)), np.ones((2, 3)), weights=np.ones((2, 2))),
    "loss_none": lambda tf: tf.losses.mean_squared_error(None, [1.0]),
    "loss_shapes": lambda tf: tf.losses.mean_squared_error([1.0, 2.0], [1.0]),
    "loss_reduction": lambda tf: tf.losses.compute_weighted_loss([1.0], reduction="sum"),
    "constant_type": lambda tf: tf.constant_initializer({}),
    "scaling_mode": lambda tf: tf.variance_scaling_initializer(mode="fan"),
    "normal_int": lambda tf: tf.random_normal_initializer(dtype=tf.int32),
    "orthogonal_rank": lambda tf: tf.orthogonal_initializer()([3]),
    "dense_rank": lambda tf: tf.layers.dense(x(tf, (3,)), 2),
    "dense_unknown": lambda tf: tf.layers.dense(x(tf, (None, None)), 2),
    "dense_int": lambda tf: tf.layers.dense(x(tf, (2, 3), tf.int32), 2),
    "dense_reuse": lambda tf: tf.layers.dense(x(tf), 2, name="absent", reuse=True),
    "conv_layer_rank": lambda tf: tf.layers.conv2d(x(tf), 2, 3),
    "conv_layer_size": lambda tf: tf.layers.conv2d(image(tf), 2, (3, 3, 3)),
    "unknown_activation": lambda tf: tf.layers.Dense(2, activation="foo"),
    "no_activation": lambda tf: tf.layers.Dense(2, activation=3),
    "unknown_initializer": lambda tf: tf.layers.Conv2D(2, 3, kernel_initializer="foo"),
    "no_initializer": lambda tf: tf.layers.BatchNormalization(beta_initializer=3),
    "layer_argument": lambda tf: tf.layers.Dense(2, nonsense=1),
}

"""Calls of tf.contrib.layers and of argument scopes around them."""

from graphs_slim import given_gradients

CALLS = {}


def images(tf, shape=(2, 8, 8, 4), dtype="float32"):
    return tf.placeholder(dtype, shape, name="in_images")


def phase(tf):
    return tf.placeholder(tf.bool, [], name="in_phase")


def regularized(tf, call, *args, **kwargs):
    layers = tf.contrib.layers
    return call(*args, weights_regularizer=layers.l2_regularizer(0.1), biases_regularizer=layers.l1_regularizer(0.2))


def scoped(tf, v):
    layers, arg_scope = tf.contrib.layers, tf.contrib.framework.arg_scope
    params = {"is_training": True, "decay": 0.9, "updates_collections": None}
    with arg_scope([layers.fully_connected, layers.conv2d], activation_fn=tf.nn.elu, normalizer_fn=layers.batch_norm):
        with arg_scope([layers.conv2d], normalizer_params=params, padding="VALID") as scope:
            net = layers.conv2d(images(tf), 3, [3, 3])
            net = layers.fully_connected(layers.flatten(net), 5)
    with arg_scope(scope):
        layers.fully_connected(net, 2, activation_fn=None, scope="last")


def reused(tf, v):
    layers = tf.contrib.layers
    layers.fully_connected(v.x, 4, scope="fc")
    layers.fully_connected(v.y, 4, scope="fc", reuse=True)
    with tf.variable_scope("outer"):
        layers.fully_connected(v.x, 4)
    with tf.variable_scope("outer", reuse=True):
        layers.fully_connected(v.x, 4)


def in_scopes(tf, v):
    layers = tf.contrib.layers
    with tf.variable_scope("a", initializer=tf.zeros_initializer(), regularizer=layers.l2_regularizer(0.5)):
        layers.fully_connected(v.x, 4)
        layers.conv2d(images(tf), 2, 3, weights_initializer=None)
    with tf.device("/cpu:1"):
        layers.layer_norm(v.x)


def optimized(**options):
    def call(tf, v):
        loss = tf.reduce_mean(tf.contrib.layers.fully_connected(v.x, 2))
        step = tf.train.get_or_create_global_step()
        given = {k: o(tf) if callable(o) else o for k, o in options.items()}
        if given["optimizer"] in tf.contrib.layers.OPTIMIZER_CLS_NAMES:
            make = tf.contrib.layers.OPTIMIZER_CLS_NAMES[given["optimizer"]]
            given["optimizer"] = lambda rate: given_gradients(tf, make(rate))
        for name in ("global_step", "learning_rate"):
            given.setdefault(name, {"global_step": step, "learning_rate": 0.1}[name])
        tf.contrib.layers.optimize_loss(loss, **given)

    return call


def model_variables(tf, v):
    framework = tf.contrib.framework
    with framework.arg_scope([framework.variable, framework.model_variable], device="/cpu:0"):
        framework.model_variable("m", [2], regularizer=tf.contrib.layers.l1_regularizer(0.1))
        framework.variable("w", shape=[3], initializer=tf.ones_initializer(), collections=["mine"])
    framework.local_variable([1.0], name="l")
    framework.global_variable(0, name="g")
    framework.assign_from_values({"m": __import__("numpy").zeros([2])})
    with tf.device(framework.VariableDeviceChooser(num_tasks=2)):
        tf.get_variable("placed", [1])


CALLS.update(
    {
        "arg_scope": scoped,
        "reuse": reused,
        "scopes": in_scopes,
        "model_variables": model_variables,
        "fully_connected": lambda tf, v: tf.contrib.layers.fully_connected(v.x, 4),
        "fully_connected_of_3": lambda tf, v: tf.contrib.layers.fully_connected(v.t, 4, scope="fc"),
        "fully_connected_no_biases": lambda tf, v: tf.contrib.layers.linear(v.x, 4, biases_initializer=None),
        "fully_connected_regularized": lambda tf, v: regularized(tf, tf.contrib.layers.fully_connected, v.x, 4),
        "fully_connected_normalized": lambda tf, v: tf.contrib.layers.relu6(
            v.x, 4, normalizer_fn=tf.contrib.layers.batch_norm
        ),
        "fully_connected_wrong": lambda tf, v: tf.contrib.layers.fully_connected(v.x, 4.0),
        "fully_connected_unknown": lambda tf, v: tf.contrib.layers.fully_connected(v.u, 4),
        "elu": lambda tf, v: tf.contrib.layers.elu(v.x, 4),
        "legacy": lambda tf, v: tf.contrib.layers.legacy_fully_connected(v.x, 4, activation_fn=tf.nn.relu),
        "legacy_of_3": lambda tf, v: tf.contrib.layers.legacy_linear(v.t, 5, name="old"),
        "legacy_wrong": lambda tf, v: tf.contrib.layers.legacy_relu(v.row, 5),
        "conv1d": lambda tf, v: tf.contrib.layers.conv1d(v.t, 5, 2, rate=2),
        "conv2d": lambda tf, v: tf.contrib.layers.conv2d(images(tf), 5, [3, 3], stride=2),
        "conv2d_first": lambda tf, v: tf.contrib.layers.conv2d(images(tf), 5, 3, data_format="NCHW", padding="VALID"),
        "conv2d_rate": lambda tf, v: tf.contrib.layers.convolution2d(images(tf), 5, 3, rate=2),
        "conv2d_regularized": lambda tf, v: regularized(tf, tf.contrib.layers.conv2d, images(tf), 5, 3),
        "conv2d_rank": lambda tf, v: tf.contrib.layers.conv2d(v.t, 5, 3),
        "conv2d_format": lambda tf, v: tf.contrib.layers.conv2d(images(tf), 5, 3, data_format="CHW"),
        "conv3d": lambda tf, v: tf.contrib.layers.conv3d(images(tf, [2, 4, 4, 4, 2]), 3, 2),
        "convolution_of_2": lambda tf, v: tf.contrib.layers.convolution(v.x, 3, 2),
        "conv2d_transpose": lambda tf, v: tf.contrib.layers.conv2d_transpose(images(tf), 3, [3, 3], stride=2),
        "conv2d_transpose_none": lambda tf, v: tf.contrib.layers.conv2d_transpose(
            images(tf, [None, None, 8, 4]), 3, 3, biases_initializer=None, activation_fn=None
        ),
        "conv3d_transpose": lambda tf, v: tf.contrib.layers.conv3d_transpose(images(tf, [2, 4, 4, 4, 2]), 3, 2, 2),
        "separable": lambda tf, v: tf.contrib.layers.separable_conv2d(images(tf), 6, 3, 2),
        "separable_depthwise": lambda tf, v: tf.contrib.layers.separable_conv2d(
            images(tf), None, [3, 3], 2, stride=2, weights_regularizer=tf.contrib.layers.l2_regularizer(0.1)
        ),
        "separable_normalized": lambda tf, v: tf.contrib.layers.separable_conv2d(
            images(tf), None, 3, normalizer_fn=tf.contrib.layers.batch_norm, normalizer_params={"fused": False}
        ),
        "in_plane": lambda tf, v: tf.contrib.layers.conv2d_in_plane(images(tf), [1, 2]),
        "max_pool2d": lambda tf, v: tf.contrib.layers.max_pool2d(images(tf), [2, 2]),
        "avg_pool2d": lambda tf, v: tf.contrib.layers.avg_pool2d(images(tf), 3, 1, "SAME", "NCHW", scope="p"),
        "max_pool3d": lambda tf, v: tf.contrib.layers.max_pool3d(images(tf, [2, 4, 4, 4, 2]), 2),
        "avg_pool3d": lambda tf, v: tf.contrib.layers.avg_pool3d(images(tf, [2, 4, 4, 4, 2]), 2, data_format="NHWC"),
        "max_pool3d_first": lambda tf, v: tf.contrib.layers.max_pool3d(
            images(tf, [2, 2, 4, 4, 4]), 2, data_format="NCDHW"
        ),
        "pool": lambda tf, v: tf.contrib.slim.pool(images(tf), 2, "MAX"),
        "pool_rank": lambda tf, v: tf.contrib.slim.pool(v.x, 2, "MAX"),
        "batch_norm": lambda tf, v: tf.contrib.layers.batch_norm(images(tf), scale=True),
        "batch_norm_of_2": lambda tf, v: tf.contrib.layers.batch_norm(v.x, activation_fn=tf.nn.relu),
        "batch_norm_of_3": lambda tf, v: tf.contrib.layers.batch_norm(v.t),
        "batch_norm_inference": lambda tf, v: tf.contrib.layers.batch_norm(images(tf), is_training=False),
        "batch_norm_inference_of_2": lambda tf, v: tf.contrib.layers.batch_norm(v.x, is_training=False, fused=False),
        "batch_norm_in_place": lambda tf, v: tf.contrib.layers.batch_norm(images(tf), updates_collections=None),
        "batch_norm_in_place_unfused": lambda tf, v: tf.contrib.layers.batch_norm(
            images(tf), updates_collections=None, fused=False, decay=0.9
        ),
        "batch_norm_first": lambda tf, v: tf.contrib.layers.batch_norm(
            images(tf), updates_collections="mine", fused=False, data_format="NCHW", scale=True
        ),
        "batch_norm_zero_debias": lambda tf, v: tf.contrib.layers.batch_norm(images(tf), zero_debias_moving_mean=True),
        "batch_norm_weights": lambda tf, v: tf.contrib.layers.batch_norm(images(tf), batch_weights=[0.5, 1.0]),
        "batch_norm_params": lambda tf, v: tf.contrib.layers.batch_norm(
            v.x,
            param_initializers={"beta": tf.ones_initializer(), "moving_variance": tf.zeros_initializer()},
            param_regularizers={"beta": tf.contrib.layers.l2_regularizer(0.1)},
        ),
        "batch_norm_half": lambda tf, v: tf.contrib.layers.batch_norm(images(tf, dtype="float16")),
        "batch_norm_renorm": lambda tf, v: tf.contrib.layers.batch_norm(v.x, renorm=True, batch_weights=[0.5]),
        "batch_norm_unknown": lambda tf, v: tf.contrib.layers.batch_norm(v.u, fused=False, updates_collections=None),
        "batch_norm_channels": lambda tf, v: tf.contrib.layers.batch_norm(images(tf, [2, 2, 2, None]), fused=True),
        "batch_norm_cond": lambda tf, v: tf.contrib.layers.batch_norm(images(tf), is_training=phase(tf), scale=True),
        "batch_norm_cond_of_2": lambda tf, v: tf.contrib.layers.batch_norm(v.x, is_training=phase(tf)),
        "batch_norm_cond_of_3": lambda tf, v: tf.contrib.layers.batch_norm(v.t, is_training=phase(tf)),
        "batch_norm_cond_in_place": lambda tf, v: tf.contrib.layers.batch_norm(
            images(tf), is_training=phase(tf), updates_collections=None
        ),
        "batch_norm_cond_unfused": lambda tf, v: tf.contrib.layers.batch_norm(
            v.t, is_training=phase(tf), updates_collections=None
        ),
        "batch_norm_cond_delayed": lambda tf, v: tf.contrib.layers.batch_norm(
            v.t, is_training=phase(tf), updates_collections="mine"
        ),
        "dropout_cond": lambda tf, v: tf.contrib.layers.dropout(v.x, is_training=phase(tf)),
        "layers_batch_norm_cond": lambda tf, v: (
            tf.layers.batch_normalization(images(tf), training=phase(tf)),
            tf.layers.batch_normalization(v.t, training=phase(tf)),
            tf.layers.dropout(v.x, training=phase(tf)),
        ),
        "layer_norm": lambda tf, v: tf.contrib.layers.layer_norm(v.t),
        "layer_norm_axes": lambda tf, v: tf.contrib.layers.layer_norm(
            v.t, center=False, begin_norm_axis=-1, begin_params_axis=1, activation_fn=tf.tanh, scope="ln"
        ),
        "layer_norm_wrong": lambda tf, v: tf.contrib.layers.layer_norm(v.x, begin_norm_axis=2),
        "instance_norm": lambda tf, v: tf.contrib.layers.instance_norm(images(tf)),
        "instance_norm_first": lambda tf, v: tf.contrib.layers.instance_norm(images(tf), data_format="NCHW"),
        "group_norm": lambda tf, v: tf.contrib.layers.group_norm(images(tf, [None, 8, 8, 4]), groups=2),
        "group_norm_first": lambda tf, v: tf.contrib.layers.group_norm(
            images(tf), 2, channels_axis=1, reduction_axes=(2, 3), mean_close_to_zero=True
        ),
        "group_norm_wrong": lambda tf, v: tf.contrib.layers.group_norm(images(tf), groups=3),
        "unit_norm": lambda tf, v: tf.contrib.layers.unit_norm(v.t, 1),
        "unit_norm_wrong": lambda tf, v: tf.contrib.layers.unit_norm(v.t, 3),
        "bias_add": lambda tf, v: tf.contrib.layers.bias_add(images(tf), tf.nn.relu, data_format="NCHW"),
        "bias_add_wrong": lambda tf, v: tf.contrib.layers.bias_add(v.x, data_format="NCHW"),
        "dropout": lambda tf, v: tf.contrib.layers.dropout(v.x, 0.7, seed=3),
        "dropout_noise": lambda tf, v: tf.contrib.layers.dropout(v.x, noise_shape=[None, 1]),
        "dropout_inference": lambda tf, v: tf.contrib.layers.dropout(v.x, is_training=False, scope="d"),
        "flatten": lambda tf, v: (tf.contrib.layers.flatten(v.t), tf.contrib.layers.flatten(v.x, scope="f")),
        "one_hot_encoding": lambda tf, v: tf.contrib.layers.one_hot_encoding(v.ids, 5),
        "softmax": lambda tf, v: tf.contrib.layers.softmax(v.t),
        "spatial_softmax": lambda tf, v: tf.contrib.layers.spatial_softmax(images(tf), 0.5),
        "spatial_softmax_first": lambda tf, v: tf.contrib.layers.spatial_softmax(
            images(tf), trainable=False, data_format="NCHW"
        ),
        "maxout": lambda tf, v: tf.contrib.layers.maxout(tf.placeholder("float32", [None, 6], name="in_z6"), 3),
        "maxout_wrong": lambda tf, v: tf.contrib.layers.maxout(v.x, 2),
        "images_to_sequence": lambda tf, v: tf.contrib.layers.images_to_sequence(images(tf), "NCHW"),
        "sequence_to_images": lambda tf, v: tf.contrib.layers.sequence_to_images(v.t, 3),
        "repeat": lambda tf, v: tf.contrib.layers.repeat(v.x, 2, tf.contrib.layers.fully_connected, 4),
        "repeat_scope": lambda tf, v: tf.contrib.layers.repeat(v.x, 3, tf.contrib.layers.linear, 4, scope="fc"),
        "stack": lambda tf, v: tf.contrib.layers.stack(v.x, tf.contrib.layers.relu, [5, 4]),
        "stack_scope": lambda tf, v: tf.contrib.layers.stack(
            images(tf), tf.contrib.layers.conv2d, [(2, 3), (3, 1)], scope="convs"
        ),
        "stack_wrong": lambda tf, v: tf.contrib.layers.stack(v.x, tf.contrib.layers.relu, 5),
        "embed_sequence": lambda tf, v: tf.contrib.layers.embed_sequence(v.i, 10, 4),
        "embed_sequence_unique": lambda tf, v: tf.contrib.layers.embed_sequence(v.i, 10, 4, unique=True, scope="e"),
        "embed_sequence_wrong": lambda tf, v: tf.contrib.layers.embed_sequence(v.i, 10),
        "bow_encoder": lambda tf, v: tf.contrib.layers.bow_encoder(v.i, 10, 4, sparse_lookup=False),
        "summaries": lambda tf, v: (
            tf.contrib.layers.summarize_activation(tf.nn.relu6(v.x)),
            tf.contrib.layers.summarize_tensors([v.row, v.n, v.s]),
            tf.contrib.layers.fully_connected(v.x, 2, variables_collections={"weights": ["weights"]}),
            tf.contrib.layers.summarize_collection("weights"),
        ),
        "optimize_adam": optimized(optimizer="Adam"),
        "optimize_sgd": optimized(optimizer="SGD", clip_gradients=5.0, summaries=["gradients", "gradient_norm"]),
        "optimize_instance": optimized(
            optimizer=lambda tf: given_gradients(tf, tf.train.AdagradOptimizer(0.1)),
            gradient_multipliers={"fully_connected/biases:0": 2.0},
        ),
        "optimize_decay": optimized(
            optimizer="Ftrl",
            learning_rate=lambda tf: tf.constant(0.5),
            learning_rate_decay_fn=lambda tf: lambda rate, step: tf.train.exponential_decay(rate, step, 10, 0.9),
        ),
        "optimize_function": optimized(optimizer=lambda tf: lambda rate: rate),
        "optimize_noise": optimized(optimizer="Momentum", gradient_noise_scale=0.5, increment_global_step=False),
        "optimize_clipping": optimized(
            optimizer="RMSProp",
            clip_gradients=lambda tf: tf.contrib.slim.adaptive_clipping_fn(static_max_norm=2.0, report_summary=True),
        ),
        "optimize_wrong": optimized(optimizer="Best"),
        "optimize_rate": optimized(optimizer="SGD", learning_rate=1),
        "optimize_summary": optimized(optimizer="SGD", summaries=["weights"]),
    }
)

"""Calls of tf.contrib.losses, tf.contrib.slim and tf.contrib.training."""

import numpy as np

CALLS = {}
# Calls whose graphs differ, and why that is right.
LIMITS = {
    name: "the static shape of the reshaped logits is (?, 3) here and (?, ?) in TF"
    for name in ("softmax_cross_entropy", "softmax_smooth")
}
PAIRS = "absolute_difference log_loss mean_squared_error mean_pairwise_squared_error sigmoid_cross_entropy"
for _name in PAIRS.split() + ["softmax_cross_entropy"]:
    CALLS[_name] = lambda tf, v, n=_name: getattr(tf.contrib.losses, n)(v.x, v.y)
    CALLS[_name + "_weights"] = lambda tf, v, n=_name: getattr(tf.contrib.slim.losses, n)(
        v.m, tf.ones([3, 4]), [0.5, 1.0, 0.0], scope="given"
    )


def model(tf, v, **options):
    slim = tf.contrib.slim
    net = slim.fully_connected(v.x, 4, weights_regularizer=slim.l2_regularizer(0.1), normalizer_fn=slim.batch_norm)
    slim.losses.mean_squared_error(slim.linear(net, 3), v.y)
    return slim.losses.get_total_loss()


def given_gradients(tf, optimizer):
    """An optimizer whose gradients are placeholders: those of losses are not what these tests compare."""

    class Given(type(optimizer)):
        def compute_gradients(self, loss, var_list=None, **options):
            with tf.name_scope(None):
                return [(tf.placeholder(v.dtype.base_dtype, v.shape, name="in_gradient"), v) for v in var_list]

    optimizer.__class__ = Given
    return optimizer


def undecorated(x):
    return x


def trained(**options):
    def call(tf, v):
        given = {k: o(tf) if callable(o) else o for k, o in options.items()}
        loss = model(tf, v)
        tf.contrib.slim.learning.create_train_op(
            loss, given_gradients(tf, tf.train.MomentumOptimizer(0.1, 0.9)), **given
        )

    return call


def described_variables(tf, v):
    model(tf, v)
    analyzer = tf.contrib.slim.model_analyzer
    text = [analyzer.tensor_description(x) for x in tf.contrib.slim.get_model_variables()]
    raise ValueError(
        "%s %s %s" % (analyzer.analyze_vars(tf.global_variables()), text, analyzer.tensor_description(v.x))
    )


def found_variables(tf, v):
    slim = tf.contrib.slim
    model(tf, v)
    slim.get_or_create_global_step()
    with tf.variable_scope("deep"):
        slim.model_variable("weights", [2])
    found = [
        slim.get_variables(),
        slim.get_variables("fully_connected/"),
        slim.get_variables(suffix="weights"),
        slim.get_model_variables("deep"),
        slim.get_trainable_variables(),
        slim.get_local_variables(),
        slim.get_variables_by_name("weights"),
        slim.get_variables_by_suffix("ights", scope="deep"),
        slim.get_variables_to_restore(exclude=["deep", "global_step"]),
        slim.get_variables_to_restore(include=["fully_connected_1"]),
        slim.filter_variables(tf.global_variables(), ["beta", "deep"], ["^deep"]),
        slim.filter_variables(tf.global_variables(), ["ully"], reg_search=False),
        [slim.get_unique_variable("deep/weights")],
    ]
    raise ValueError(str([[x.op.name for x in names] for names in found]))


def end_points(tf, v):
    slim = tf.contrib.slim
    net = slim.fully_connected(v.x, 4, scope="a", outputs_collections=["out"])
    slim.dropout(net, outputs_collections="out", scope="b")
    slim.flatten(net, outputs_collections="out", scope="c")
    found = slim.utils.convert_collection_to_dict("out")
    raise ValueError(str([(k, t.name, t.aliases) for k, t in found.items()]))


def collections(tf, v):
    model(tf, v)
    tf.contrib.layers.conv2d(tf.zeros([1, 4, 4, 1]), 2, 2, variables_collections={"biases": ["b"]}, scope="c")
    graph = tf.get_default_graph()
    kept = ["variables", "trainable_variables", "model_variables", "update_ops", "losses", "regularization_losses", "b"]
    raise ValueError(str([(k, [x.name for x in graph.get_collection(k)]) for k in kept]))


CALLS.update(
    {
        "softmax_smooth": lambda tf, v: tf.contrib.losses.softmax_cross_entropy(v.x, v.y, label_smoothing=0.1),
        "sigmoid_smooth": lambda tf, v: tf.contrib.losses.sigmoid_cross_entropy(v.x, v.y, 2.0, 0.1),
        "sparse_softmax": lambda tf, v: tf.contrib.losses.sparse_softmax_cross_entropy(v.m, v.ids),
        "hinge": lambda tf, v: tf.contrib.losses.hinge_loss(v.x, v.y),
        "cosine": lambda tf, v: tf.contrib.losses.cosine_distance(v.x, v.y, 1),
        "cosine_wrong": lambda tf, v: tf.contrib.losses.cosine_distance(v.x, v.y),
        "weighted_wrong": lambda tf, v: tf.contrib.losses.compute_weighted_loss(v.u),
        "weighted_matrix": lambda tf, v: tf.contrib.losses.compute_weighted_loss(v.t, tf.ones([2, 1])),
        "train_op": trained(),
        "train_op_clipped": trained(clip_gradient_norm=2.0, global_step=None),
        "train_op_multiplied": trained(gradient_multipliers={"fully_connected/weights": 3.0}, check_numerics=False),
        "train_op_summaries": trained(summarize_gradients=True),
        "train_op_some": trained(update_ops=(), global_step=None),
        "train_op_wrong": trained(gradient_multipliers=[3.0]),
        "training_train_op": lambda tf, v: tf.contrib.training.create_train_op(
            model(tf, v),
            given_gradients(tf, tf.train.GradientDescentOptimizer(0.1)),
            transform_grads_fn=tf.contrib.training.clip_gradient_norms_fn(1.0),
        ),
        "training_multiply": lambda tf, v: tf.contrib.training.multiply_gradients([], {}),
        "slim_summaries": lambda tf, v: (
            tf.contrib.slim.summaries.add_scalar_summary(v.n, "n", "given"),
            tf.contrib.slim.summaries.add_zero_fraction_summary(v.row),
            tf.contrib.slim.summaries.add_histogram_summaries([v.x, v.y], "h"),
            tf.contrib.slim.summaries.add_scalar_summary(v.n, print_summary=True),
        ),
        "analyzer": described_variables,
        "finding": found_variables,
        "end_points": end_points,
        "collections": collections,
        "values_wrong": lambda tf, v: tf.contrib.slim.assign_from_values({"none": np.zeros(1)}),
        "unique_wrong": lambda tf, v: tf.contrib.slim.get_unique_variable("none"),
        "restore_wrong": lambda tf, v: tf.contrib.slim.get_variables_to_restore(include="a"),
        "arg_scope_wrong": lambda tf, v: tf.contrib.slim.arg_scope([undecorated], name="a").__enter__(),
        "arg_scope_type": lambda tf, v: tf.contrib.slim.arg_scope(3).__enter__(),
        "arg_scope_dict": lambda tf, v: tf.contrib.slim.arg_scope({}, name="a").__enter__(),
        "sum_n": lambda tf, v: (
            tf.contrib.framework.reduce_sum_n([v.x, v.y]),
            tf.contrib.framework.reduce_sum_n([v.m], name="one"),
        ),
        "sum_n_wrong": lambda tf, v: tf.contrib.framework.reduce_sum_n([]),
        "scalar_int": lambda tf, v: tf.contrib.framework.assert_scalar_int(v.n),
        "scalar_int_wrong": lambda tf, v: tf.contrib.framework.assert_scalar_int(v.x),
        "squeezable": lambda tf, v: (
            tf.contrib.framework.remove_squeezable_dimensions(tf.zeros([2, 1]), v.row),
            tf.contrib.framework.remove_squeezable_dimensions(v.u, tf.zeros([2, 1])),
        ),
        "with_shape": lambda tf, v: (
            tf.contrib.framework.with_shape([2, 3], v.x),
            tf.contrib.framework.with_shape([3, 4], v.m),
            tf.contrib.framework.with_shape([], v.u),
            tf.contrib.framework.with_shape(v.ids, v.t),
            tf.contrib.framework.with_same_shape(v.x, v.y),
            tf.contrib.framework.with_same_shape(v.m, v.u),
        ),
        "with_shape_wrong": lambda tf, v: tf.contrib.framework.with_shape([3, 5], v.m),
        "with_shape_type": lambda tf, v: tf.contrib.framework.with_shape([3.0, 5.0], v.m),
        "assert_step": lambda tf, v: tf.contrib.framework.assert_global_step(v.x),
    }
)

"""Samplers, loss scales, divisive and reversible layers, nested py_func, bounded specs; also runs on Python 3.7 with TF 1.15."""

import os

import numpy as np
from queue_runs import attempt


def rounded(values, digits=4):
    return [[round(float(x), digits) for x in np.ravel(v)] for v in values]


def layers(tf, folder):
    """GDN and its inverse, reversible blocks, scaled gradients."""
    x = tf.reshape(tf.linspace(-1.0, 2.0, 24), [1, 3, 4, 2])
    contrib = tf.contrib.layers
    found = [contrib.gdn(x), contrib.gdn(x, inverse=True, beta_min=0.5)]
    ones = tf.ones_initializer()

    def half(x, side=None):
        y = tf.layers.dense(x, 2, kernel_initializer=ones, use_bias=False) * 0.1
        return y if side is None else y + side[0]

    a, b = tf.constant([[1.0, 2.0]]), tf.constant([[3.0, 5.0]])
    y = contrib.rev_block(a, b, half, half, num_layers=2, f_side_input=[tf.constant([[0.5, 1.0]])])
    found += [*y, *tf.gradients(y[0] * y[1], [a, b]), *tf.gradients(y[0] + y[1], tf.trainable_variables()[4:])]
    block = contrib.RevBlock(half, half, num_layers=2, use_efficient_backprop=False)
    found += [*block.backward(*block.forward(a, b))]
    found += tf.gradients(contrib.scale_gradient(a * 2.0, tf.constant(0.5)), a)
    found += tf.gradients(contrib.recompute_grad(lambda v: v * v)(a), a)
    refused = [
        lambda: contrib.gdn(x, data_format="NHWC"),
        lambda: contrib.gdn(tf.placeholder("float32", [1, 2, 2, None])),
        lambda: contrib.gdn(tf.ones([2, 3])),
        lambda: contrib.recompute_grad(lambda v: v * a),
    ]
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        values = rounded(sess.run(found))
    errors = [attempt(call) for call in refused]
    return values + errors + [sorted(v.name for v in tf.trainable_variables())]


def samplers(tf, folder):
    """Rows drawn by rates; batches by class and by rejection: their shapes, and what they refuse."""
    training = tf.contrib.training
    rows = training.resample_at_rate([tf.range(4)], tf.constant([0.0, 3.0, 0.0, 1.0]), seed=1)[0]
    drawn, rates = training.weighted_resample([tf.range(3)], tf.constant([1.0, 0.0, 2.0]), 1.0, seed=1)
    label = tf.random_uniform([], 0, 2, tf.int32, seed=2)
    data, labels = training.stratified_sample([tf.cast(label, tf.float32) * 2.0], label, [0.0, 1.0], 3, [0.4, 0.6])
    accepted = training.rejection_sample([tf.constant([5.0])], lambda t: tf.constant(0.5), 2, runtime_checks=True)
    found = []
    with tf.Session() as sess:
        sess.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
        coord = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(sess, coord)
        found += [sorted(set(sess.run(rows).tolist()) - {1, 3}), sorted(set(sess.run(drawn[0]).tolist()) & {1})]
        found += [sess.run(data[0]).tolist(), sess.run(labels).tolist(), sess.run(accepted[0]).tolist()]
        coord.request_stop()
        coord.join(threads, stop_grace_period_secs=30)
    wrong = [
        ([tf.zeros([2, 1])], tf.zeros([3], tf.int32), [0.5, 0.5], [0.5, 0.5]),
        ([tf.zeros([3, 1])], tf.zeros([3], tf.int32), [0.5, 0.5], [0.2, 0.3, 0.5]),
        ([tf.zeros([3, 1])], tf.zeros([3, 1], tf.int32), [0.5, 0.5], [0.5, 0.5]),
    ]
    found += [
        attempt(lambda w=w: training.stratified_sample(w[0], w[1], w[2], 2, init_probs=w[3], enqueue_many=True))[0]
        for w in wrong
    ]
    return found


def loss_scales(tf, folder):
    """A scale that grows and shrinks, and the optimizer around it."""
    experimental = tf.train.experimental
    scale = experimental.DynamicLossScale(8, 2, 2.0)
    v = tf.Variable([1.0, 2.0])
    x = tf.placeholder("float32", [])
    optimizer = experimental.MixedPrecisionLossScaleOptimizer(tf.train.GradientDescentOptimizer(0.1), scale)
    step = optimizer.minimize(tf.reduce_sum(v * x))
    found = []
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for value in (1.0, 1.0, float("inf"), 1.0):
            sess.run(step, {x: value})
            found.append([round(float(s), 4) for s in np.append(sess.run(v), sess.run(scale()))])
    calls = [
        lambda: repr(scale),
        lambda: repr(experimental.FixedLossScale(3)),
        lambda: experimental.FixedLossScale(0.5),
        lambda: experimental.FixedLossScale("a"),
        lambda: sorted(scale.get_config().items()),
        lambda: experimental.DynamicLossScale.from_config(scale.get_config()).multiplier,
        lambda: experimental.MixedPrecisionLossScaleOptimizer(1, 2)._loss_scale,
    ]
    return found + [attempt(call) for call in calls[:-1]] + [attempt(calls[-1])[0]]


def functions(tf, folder):
    """Nested py_func, cases that are known, zeros, bounded specs, sums of losses."""
    framework = tf.contrib.framework
    nested = framework.py_func(
        lambda a, b: {"s": a["x"] + b},
        args=({"x": tf.constant(1.0)},),
        kwargs={"b": tf.constant([2.0])},
        output_types={"s": tf.float32},
        output_shapes={"s": [1]},
    )
    pred = tf.placeholder("bool", [])
    case = framework.smart_case(
        [(False, lambda: tf.constant(1)), (pred, lambda: tf.constant(2))], lambda: tf.constant(3)
    )
    known = framework.smart_case([(True, lambda: tf.constant(4)), (pred, lambda: tf.constant(2))])
    losses = tf.constant([1.0, 2.0])
    values = [
        nested["s"],
        case,
        known,
        tf.nn.compute_average_loss(losses),
        tf.nn.compute_average_loss(losses, sample_weight=[1.0, 3.0], global_batch_size=4),
        tf.nn.scale_regularization_loss(losses),
        framework.argsort([3.0, 1.0, 2.0]),
        framework.sort([3.0, 1.0, 2.0], direction="DESCENDING"),
    ]
    with tf.Session() as sess:
        found = rounded(sess.run(values, {pred: True}))
    spec = framework.BoundedTensorSpec([2], tf.float32, 0, [1.0, 2.0], "n")
    calls = [
        lambda: repr(spec),
        lambda: spec == framework.BoundedTensorSpec([2], tf.float32, 0, [1.0, 2.0], "n"),
        lambda: framework.BoundedTensorSpec([2], tf.float32, [0.0] * 3, 1)._shape,
        lambda: framework.BoundedTensorSpec.from_spec(tf.TensorSpec([], tf.int32)).maximum.tolist(),
        lambda: framework.py_func(lambda: 1, args=1),
        lambda: tf.nn.compute_average_loss(tf.constant(1.0)),
    ]
    return [nested["s"].shape.as_list()] + found + [str(attempt(call))[:120] for call in calls]


def hooks(tf, folder):
    """ProfilerHook's files; basic_train_loop with a supervisor."""
    step = tf.train.get_or_create_global_step()
    train = tf.assign_add(step, 1)
    with tf.train.SingularMonitoredSession([tf.train.ProfilerHook(save_steps=2, output_dir=folder)]) as sess:
        for _ in range(5):
            sess.run(train)
    found = [sorted(n for n in os.listdir(folder) if n.startswith("timeline"))]
    supervisor = tf.train.Supervisor(logdir=None, summary_op=None)
    seen = []

    def one(sess, limit, by=1):
        seen.append(int(sess.run(train)))
        if len(seen) >= limit * by:
            supervisor.request_stop()

    tf.train.basic_train_loop(supervisor, one, args=[2], kwargs={"by": 2})
    return found + [seen]


def metrics(tf, folder):
    """Sparse labels at k, all values so far, buckets; sparsemax and its loss; layers' conditional losses."""
    contrib = tf.contrib.metrics
    labels = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], tf.constant([1, 3, 9], tf.int64), [2, 2])
    scores = tf.constant([[0.1, 0.9, 0.2, 0.8], [0.7, 0.1, 0.2, 0.6]])
    best = tf.constant([[1, 3], [0, 3]], tf.int64)
    pairs = [
        tf.metrics.precision_at_k(labels, scores, 2),
        tf.metrics.recall_at_k(labels, scores, 2, class_id=3),
        tf.metrics.average_precision_at_k(labels, scores, 2),
        contrib.streaming_sparse_average_precision_at_top_k(best, labels),
        contrib.streaming_concat(tf.constant([[1.0, 2.0], [3.0, 4.0]]), axis=1),
        contrib.streaming_concat(tf.constant([1.0, 2.0]), max_size=3),
    ]
    counts, update = contrib.precision_recall_at_equal_thresholds(
        tf.constant([True, False, True]), tf.constant([0.2, 0.6, 0.9]), num_thresholds=5
    )
    z = tf.constant([[1.0, 1.5, -3.0], [0.1, 0.2, 0.3]])
    p = tf.contrib.sparsemax.sparsemax(z)
    loss = tf.contrib.sparsemax.sparsemax_loss(z, p, [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]])
    with tf.Session() as sess:
        sess.run(tf.local_variables_initializer())
        for _ in range(2):
            sess.run([u for _, u in pairs] + [update])
        found = rounded(sess.run([v for v, _ in pairs] + list(counts) + [p, loss]))
    wrong = [
        lambda: contrib.streaming_concat(tf.placeholder("float32")),
        lambda: contrib.streaming_concat(tf.zeros([2]), axis=3),
        lambda: contrib.streaming_concat(tf.placeholder("float32", [None, None])),
        lambda: tf.layers.max_pooling2d(tf.zeros([1, 4, 4, 1]), 3, None),
        lambda: tf.slice(tf.zeros([1]), [2], [-1]),
    ]
    return found + [attempt(call) for call in wrong[:-1]] + [attempt(wrong[-1])[1][:50]]


def named_arguments(tf, folder):
    """Regularizers, constraints and initializers of layers by name or configuration, and what is refused."""
    x, image = tf.ones([2, 3]), tf.ones([1, 4, 4, 2])
    dense, contrib, twos = tf.layers.dense, tf.contrib.layers, tf.constant_initializer(2.0)
    settings = {"class_name": "L1L2", "config": {"l1": 0.5, "l2": 0.25}}
    for regularizer in ("l1", "l2", "l1_l2", "L1L2", settings):
        dense(x, 2, kernel_regularizer=regularizer, kernel_initializer=twos)
    dense(x, 2, activity_regularizer="l2", kernel_initializer={"class_name": "Ones", "config": {}})
    tf.layers.separable_conv2d(
        image, 1, 2, depthwise_regularizer="l2", pointwise_regularizer="l1",
        depthwise_initializer="ones", pointwise_initializer="ones",
    )  # fmt: skip
    tf.layers.batch_normalization(image, beta_regularizer="l2", gamma_regularizer="l1")
    contrib.fully_connected(x, 2, weights_regularizer="l2", weights_initializer=twos)
    contrib.batch_norm(image, param_regularizers={"beta": "l2"})
    dense(x, 2, kernel_constraint="max_norm", kernel_initializer=twos, name="bound")
    bound = tf.trainable_variables()[-2]
    wrong = [
        lambda: dense(x, 2, kernel_regularizer="L2"),
        lambda: dense(x, 2, kernel_regularizer=3),
        lambda: dense(x, 2, kernel_constraint="foo"),
        lambda: dense(x, 2, kernel_constraint=3),
        lambda: dense(x, 2, kernel_initializer=3),
        lambda: contrib.fully_connected(x, 2, weights_regularizer="lasso"),
        lambda: contrib.fully_connected(x, 2, activation_fn="relu"),
        lambda: tf.get_variable("v", [3], regularizer="l2"),
        lambda: tf.get_variable("w", [3], constraint="non_neg"),
        lambda: contrib.apply_regularization("l2", [bound]),
        lambda: contrib.l2_regularizer(1),
    ]
    losses = tf.get_collection(tf.GraphKeys.REGULARIZATION_LOSSES)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        found = rounded([*sess.run(losses), sess.run(bound.constraint(bound))])
    return [[loss.name for loss in losses]] + found + [attempt(call) for call in wrong]


RUNS = [layers, samplers, loss_scales, functions, hooks, metrics, named_arguments]

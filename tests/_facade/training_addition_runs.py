"""Areas under curves, losses of sampled classes, logistic regression by Estimator; also runs on Python 3.7 with TF 1.15."""

import threading

import numpy as np
from queue_runs import attempt


def rounded(values, digits=4):
    return [[round(float(x), digits) for x in np.ravel(v)] for v in values]


def areas(tf, folder):
    """From histograms, from all values so far, with intervals of confidence; batches of one kind of labels too."""
    metrics, r = tf.contrib.metrics, np.random.RandomState(0)
    labels, scores = tf.placeholder(tf.int64, [None]), tf.placeholder(tf.float32, [None])
    weights, score_range = tf.placeholder(tf.float32, [None]), tf.constant([0.0, 1.0])
    pairs = [
        metrics.auc_using_histogram(tf.cast(labels, tf.bool), scores, score_range, nbins=10),
        metrics.streaming_dynamic_auc(labels, scores),
        metrics.streaming_dynamic_auc(labels, scores, "PR", weights=weights),
        metrics.auc_with_confidence_intervals(labels, scores),
        metrics.auc_with_confidence_intervals(labels, scores, weights, 0.5, logit_transformation=False),
    ]
    found = [sorted([v.op.name, v.shape.as_list()] for v in tf.local_variables() if "concat" not in v.op.name)]
    with tf.Session() as sess:
        sess.run([tf.local_variables_initializer(), tf.global_variables_initializer()])
        for i in range(2):
            p = r.randint(0, 10, 6) / 10.0
            y = np.ones(6) if i == 1 else (r.rand(6) < p).astype(int)
            feeds = {labels: y, scores: p, weights: r.rand(6)}
            sess.run([u for _, u in pairs], feeds)
            found += rounded(sess.run([v for v, _ in pairs], feeds)[:3])
            found += [rounded(v) for v in sess.run([v for v, _ in pairs[3:]], feeds)]
        sess.run(tf.local_variables_initializer())
        wrong = {labels: [0, 1, 0, 0, 1, 2], scores: p, weights: p}
        found.append(attempt(lambda: sess.run(pairs[1][1], wrong))[1].split(":")[0])
    calls = [
        lambda: metrics.streaming_dynamic_auc(labels, scores, "X"),
        lambda: metrics.auc_using_histogram(labels, scores, [0.0, 1.0]),
        lambda: metrics.auc_with_confidence_intervals(labels, scores, alpha=2),
    ]
    return found + [attempt(call) for call in calls]


def sampled(tf, folder):
    """Losses over sampled classes, and over the likeliest of these."""
    r = np.random.RandomState(1)
    weights, biases = tf.constant(r.randn(8, 3), tf.float32), tf.constant(r.randn(8), tf.float32)
    inputs, labels = tf.constant(r.randn(4, 3), tf.float32), tf.constant([[0], [3], [5], [3]], tf.int64)
    drawn = (tf.constant([1, 2, 3, 6], tf.int64), tf.fill([4, 1], 0.5), tf.constant([0.25, 0.5, 0.5, 0.125]))
    nn = tf.contrib.nn
    losses = [
        nn.sampled_sparse_softmax_loss(weights, biases, labels, inputs, 4, 8, drawn),
        nn.rank_sampled_softmax_loss(weights, biases, labels, inputs, 4, 2, 8, 1, drawn, 0.7, True, "div"),
    ]
    found = [nn.nth_element([[3.0, 1.0, 2.0]], 1, reverse=True), *losses, *tf.gradients(sum(losses), [inputs])]
    with tf.Session() as sess:
        values = rounded(sess.run(found))
    wrong = [(4, 4, "div"), (9, 4, "div"), (4, 2, "x")]
    return values + [
        attempt(lambda w=w: nn.rank_sampled_softmax_loss(0, 0, 0, 0, w[0], w[1], 8, 1, None, 1.0, True, w[2]))
        for w in wrong
    ]


def logistic(tf, folder):
    """An Estimator of probabilities with its metrics."""
    learn = tf.contrib.learn
    x = np.linspace(-1, 1, 16).reshape(8, 2).astype("f")
    y = (x.sum(1, keepdims=True) > 0.2).astype("f")

    def model(features, labels, mode):
        w = tf.get_variable("w", initializer=[[1.0], [-0.5]])
        p = tf.sigmoid(tf.matmul(features["x"], w))
        if mode == learn.ModeKeys.INFER:
            return p, None, None
        loss = tf.losses.log_loss(labels, p)
        step = tf.train.GradientDescentOptimizer(0.5).minimize(loss, tf.train.get_global_step())
        return p, loss, step

    def inputs():
        return {"x": tf.constant(x)}, tf.constant(y)

    config = learn.RunConfig(tf_random_seed=3)
    estimator = learn.LogisticRegressor(model, thresholds=[0.4, 0.6], config=config)
    estimator.fit(input_fn=inputs, steps=3)
    scores = estimator.evaluate(input_fn=inputs, steps=1)
    predictions = list(estimator.predict(input_fn=inputs))
    return [[name, round(float(scores[name]), 4)] for name in sorted(scores)] + rounded(predictions[:8])


def critical(tf, folder):
    """Sections of one step run in a row, those of several threads too; a failed one leaves its section."""
    v = tf.get_variable("v", initializer=0.0, use_resource=True)
    section = tf.CriticalSection(name="section")

    def count():
        x = v.read_value()
        with tf.control_dependencies([x]), tf.control_dependencies([v.assign_add(1.0)]):
            return tf.identity(x)

    counts = [section.execute(count) for _ in range(3)]
    nodes = [[op.name, op.type, [c.name for c in op.control_inputs]] for op in tf.get_default_graph().get_operations()]
    choice = tf.placeholder_with_default(True, [])
    inner = tf.cond(choice, lambda: section.execute(count), lambda: tf.constant(-1.0))
    several = section.execute(lambda: {"a": v.read_value(), "b": [tf.constant(1.0)]})
    failing = section.execute(lambda: tf.check_numerics(v.read_value() / 0.0, "bad"))
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        found = [
            sorted(float(x) for x in sess.run(counts)),
            float(sess.run(inner)),
            float(sess.run(inner, {choice: False})),
        ]
        found += [[float(sess.run(several)["a"])], attempt(lambda: sess.run(failing))[0]]
        sess.run(v.initializer)
        threads = [threading.Thread(target=lambda: [sess.run(counts[0]) for _ in range(10)]) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        found.append(float(sess.run(v)))
    calls = [
        lambda: section.execute(lambda: section.execute(count)),
        lambda: tf.CriticalSection(critical_section_def=1),
        lambda: tf.CriticalSection("a", critical_section_def=1),
    ]
    other = tf.CriticalSection(name="other")
    return nodes + found + [attempt(call) for call in calls] + [attempt(lambda: other.execute(count))[0]]


def refusals(tf, folder):
    """What scopes, layers, optimizers and hooks say to bad input."""
    dense, descent = tf.layers.dense, tf.train.GradientDescentOptimizer(0.1)

    def reused(name, *args):
        tf.get_variable("v", [2])
        with tf.variable_scope("", reuse=True):
            tf.get_variable(name, *args)

    def nan(fail):
        x = tf.placeholder(tf.float32, [])
        tf.train.get_or_create_global_step()
        with tf.train.SingularMonitoredSession([tf.train.NanTensorHook(x, fail)]) as sess:
            sess.run(x * 1.0, {x: float("nan")})
            return sess.should_stop()

    calls = [
        lambda: reused("w", [2]),
        lambda: [tf.get_variable("v", [2]) for _ in range(2)],
        lambda: reused("v", [3]),
        lambda: reused("v", [2], tf.int32),
        lambda: tf.get_variable("v"),
        lambda: tf.get_variable("v", [None]),
        lambda: tf.get_variable("v", [2], initializer=tf.constant([1.0, 2.0])),
        lambda: tf.get_variable("v", [2], regularizer=3),
        lambda: tf.get_variable("v", [4], partitioner=tf.fixed_size_partitioner(2, axis=3)),
        lambda: [dense(tf.ones([1, 2]), 3, name="d") for _ in range(2)],
        lambda: [dense(tf.ones([1, n]), 3, name="d", reuse=n > 2) for n in (2, 4)],
        lambda: dense(tf.ones([1, 2]), 3, name="q", reuse=True),
        lambda: dense(tf.placeholder(tf.float32, [None, None]), 3),
        lambda: descent.minimize(tf.constant(1.0)),
        lambda: tf.get_variable("v", [2]) is not None and descent.minimize(tf.constant(1.0)),
        lambda: descent.apply_gradients([]),
        lambda: descent.apply_gradients([(None, tf.get_variable("v", [2]))]),
        lambda: descent.apply_gradients([("x", tf.get_variable("v", [2]))]),
        lambda: descent.minimize(tf.reduce_sum(tf.get_variable("v", [2], tf.int32, tf.zeros_initializer()))),
        lambda: nan(True),
        lambda: nan(False),
        lambda: tf.contrib.layers.optimize_loss(tf.constant(1.0), None, 0.1, "Foo"),
        lambda: [tf.train.create_global_step() for _ in range(2)],
        lambda: tf.contrib.framework.get_unique_variable("zz"),
    ]
    found = []
    for call in calls:
        with tf.Graph().as_default():
            # the trace of where a variable was made follows in TensorFlow's words
            found.append([str(x).split(" Originally")[0] for x in np.atleast_1d(attempt(call))])
    return found


RUNS = [areas, sampled, logistic, critical, refusals]

"""Programs that run metrics, samplers and choices on TF 1.15.5 (the recorder) and on tf1compat (the test).

Python 3.7 compatible; `tf` is given. Each returns numbers.
"""

import numpy as np

RANDOM = np.random.RandomState(5)
SCORES = RANDOM.rand(4, 8).astype("f")
TRUTH = (RANDOM.rand(4, 8) < 0.5).astype("i")
WEIGHTS = RANDOM.rand(4, 8).astype("f")
CLASSES = RANDOM.randint(0, 3, (4, 8))
GUESSES = RANDOM.randint(0, 3, (4, 8))
LOGITS = RANDOM.rand(4, 8, 5).astype("f")


def streamed(tf, metric, feeds):
    """Values of the update and of the metric after each step, and after a reset."""
    s = tf.Session()
    s.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
    found = [[s.run(metric[1], f), s.run(metric[0])] for f in feeds]
    s.run(tf.local_variables_initializer())
    return [np.asarray(x).tolist() for pair in found for x in pair] + [np.asarray(s.run(metric[0])).tolist()]


def streams(*arrays):
    return [list(row) for row in zip(*arrays)]


def of(name, *arrays, **settings):
    """A program that feeds the rows of `arrays` to a metric step by step; the last array may be weights."""

    def program(tf):
        given = [tf.placeholder(tf.as_dtype(a.dtype), (None,) + a.shape[2:]) for a in arrays]
        kwargs = dict(settings)
        if kwargs.pop("weighted", False):
            kwargs["weights"] = given[-1]
            metric = getattr(tf.metrics, name)(*given[:-1], **kwargs)
        else:
            metric = getattr(tf.metrics, name)(*given, **kwargs)
        return streamed(tf, metric, [dict(zip(given, row)) for row in zip(*arrays)])

    return program


PROGRAMS = {"mean": of("mean", SCORES), "mean_weighted": of("mean", SCORES, WEIGHTS, weighted=True)}
for _name in [
    "accuracy",
    "true_positives",
    "false_positives",
    "true_negatives",
    "false_negatives",
    "precision",
    "recall",
]:
    PROGRAMS[_name] = of(_name, TRUTH, TRUTH[::-1].copy())
    PROGRAMS[_name + "_weighted"] = of(_name, TRUTH, TRUTH[::-1].copy(), WEIGHTS, weighted=True)
for _name in ["mean_absolute_error", "mean_squared_error", "root_mean_squared_error"]:
    PROGRAMS[_name] = of(_name, SCORES, WEIGHTS)
    PROGRAMS[_name + "_weighted"] = of(_name, SCORES, WEIGHTS, SCORES, weighted=True)
for _name in ["true_positives", "false_positives", "true_negatives", "false_negatives", "precision", "recall"]:
    PROGRAMS[_name + "_at_thresholds"] = of(_name + "_at_thresholds", TRUTH, SCORES, thresholds=[0.2, 0.6])
for _curve in ["ROC", "PR"]:
    for _method in ["trapezoidal", "careful_interpolation", "minoring", "majoring"]:
        PROGRAMS["auc_%s_%s" % (_curve, _method)] = of("auc", TRUTH, SCORES, curve=_curve, summation_method=_method)
PROGRAMS["auc_weighted"] = of("auc", TRUTH, SCORES, WEIGHTS, weighted=True)
PROGRAMS["sensitivity"] = of("sensitivity_at_specificity", TRUTH, SCORES, specificity=0.6)
PROGRAMS["specificity"] = of("specificity_at_sensitivity", TRUTH, SCORES, sensitivity=0.6)
PROGRAMS["mean_per_class_accuracy"] = of("mean_per_class_accuracy", CLASSES, GUESSES, num_classes=3)
PROGRAMS["mean_iou"] = of("mean_iou", CLASSES, GUESSES, num_classes=3)
PROGRAMS["mean_iou_weighted"] = of("mean_iou", CLASSES, GUESSES, WEIGHTS, num_classes=3, weighted=True)
PROGRAMS["percentage_below"] = of("percentage_below", SCORES, threshold=0.4)
PROGRAMS["mean_relative_error"] = of("mean_relative_error", SCORES, WEIGHTS, SCORES)
for _k in (1, 3):
    for _name in ["precision_at_k", "recall_at_k", "average_precision_at_k"]:
        PROGRAMS["%s_%d" % (_name, _k)] = of(_name, CLASSES, LOGITS, k=_k)
        PROGRAMS["%s_%d_weighted" % (_name, _k)] = of(_name, CLASSES, LOGITS, WEIGHTS, k=_k, weighted=True)
PROGRAMS["precision_at_k_class"] = of("precision_at_k", CLASSES, LOGITS, k=3, class_id=1)
PROGRAMS["recall_at_k_class"] = of("recall_at_k", CLASSES, LOGITS, k=3, class_id=1)
PAIRS = np.stack([CLASSES, GUESSES], -1)
PROGRAMS["precision_at_k_pairs"] = of("precision_at_k", PAIRS, LOGITS, k=2)
PROGRAMS["average_precision_pairs"] = of("average_precision_at_k", PAIRS, LOGITS, k=4)


def program(function):
    PROGRAMS[function.__name__] = function
    return function


def started(tf):
    s = tf.Session()
    s.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
    return s


def refusal(tf, run):
    try:
        run()
    except tf.errors.InvalidArgumentError as e:
        return str(e).split("\n")[0].split("[[")[0].strip()
    return "no error"


@program
def auc_of_wrong_predictions(tf):
    x = tf.placeholder(tf.float32, [3])
    value, update = tf.metrics.auc([1, 0, 1], x)
    s = started(tf)
    return [refusal(tf, lambda: s.run(update, {x: [0.1, 1.5, 0.2]}))[:30], s.run(update, {x: [0.1, 0.5, 0.2]}).tolist()]


@program
def confusion_matrices(tf):
    a, b = tf.placeholder(tf.int32, [None]), tf.placeholder(tf.int64, [None])
    m, n = tf.confusion_matrix(a, b), tf.confusion_matrix(a, b, 3, tf.float32, weights=tf.cast(b, tf.float32))
    f = {a: CLASSES[0], b: GUESSES[0]}
    s = started(tf)
    return [s.run(m, f).tolist(), s.run(n, f).tolist(), refusal(tf, lambda: s.run(n, {a: [1], b: [7]}))[:40]]


@program
def losses_with_fed_weights(tf):
    x, y = tf.placeholder(tf.float32, [None, 8]), tf.placeholder(tf.float32, [None, 8])
    w = tf.placeholder(tf.float32, None)
    loss = tf.losses.mean_squared_error(x, y, weights=w)
    g = tf.gradients(loss, [x, w])
    s = started(tf)
    feed = {x: SCORES, y: WEIGHTS}
    found = []
    for weights in (2.0, WEIGHTS, WEIGHTS[:, :1], WEIGHTS[:1]):
        feed[w] = weights
        loss_value, (gx, gw) = s.run([loss, g], feed)
        found.append([float(loss_value), gx.tolist(), gw.tolist()])
    feed[w] = WEIGHTS[:3]
    return found + [refusal(tf, lambda: s.run(loss, feed))[:60]]


@program
def training_with_fed_weights(tf):
    x, w = tf.placeholder(tf.float32, [None, 8]), tf.placeholder(tf.float32, [None])
    v = tf.Variable(WEIGHTS[0][:, None])
    labels = tf.placeholder(tf.float32, [None])
    loss = tf.losses.mean_squared_error(labels, tf.reshape(tf.matmul(x, v), [-1]), w)
    train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    s = started(tf)
    for k in range(3):
        s.run(train, {x: SCORES, labels: [1, 0, 1, 0], w: WEIGHTS[k, :4]})
    return s.run(v).tolist()


@program
def guarded_assertions(tf):
    x = tf.placeholder(tf.float32, [None])
    v = tf.Variable(1.0)
    with tf.control_dependencies([tf.assert_positive(x, message="x must be positive")]):
        y = tf.reduce_sum(x)
        add = tf.assign_add(v, y)
    near = tf.assert_near(x, 1.0, rtol=0.1)
    s = started(tf)
    found = [
        float(s.run(add, {x: [1.0, 2.0]})),
        refusal(tf, lambda: s.run(add, {x: [1.0, -2.0]}))[:60],
        float(s.run(v)),
    ]
    s.run(near, {x: [1.01]})
    return found + [refusal(tf, lambda: s.run(near, {x: [1.5]}))[:40]]


@program
def batch_norm_and_dropout_by_a_fed_flag(tf):
    x, flag = tf.placeholder(tf.float32, [None, 8]), tf.placeholder(tf.bool, [])
    h = tf.layers.dense(x, 6, kernel_initializer=tf.random_uniform_initializer(seed=3))
    h = tf.layers.batch_normalization(h, training=flag)
    h = tf.layers.dropout(h, 0.4, seed=5, training=flag)
    h = tf.layers.batch_normalization(h, training=flag, momentum=0.5)
    loss = tf.reduce_sum(tf.square(h - 1.0))
    with tf.control_dependencies(tf.get_collection(tf.GraphKeys.UPDATE_OPS)):
        train = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
    s = started(tf)
    found = [float(s.run([loss, train], {x: SCORES, flag: True})[0]) for _ in range(3)]
    found += [float(s.run(loss, {x: SCORES, flag: False}))]
    return found + [s.run(v).tolist() for v in tf.global_variables()]


@program
def value_before_initialisation(tf):
    found = []
    for use_resource in (False, True):
        v = tf.Variable([1.0, 2.0], use_resource=use_resource)
        w = tf.Variable(v.initialized_value() * 2.0, use_resource=use_resource)
        value = v.initialized_value() + 1.0
        s = tf.Session()
        found.append(s.run(value).tolist())
        s.run(w.initializer)
        found.append(s.run(w).tolist())
        s.run(v.initializer)
        s.run(v.assign([5.0, 6.0]))
        found.append(s.run(value).tolist())
        s.run(w.initializer)
        found.append(s.run(w).tolist())
    return found


@program
def averages_of_variables_and_tensors(tf):
    x = tf.placeholder(tf.float32, [2])
    v = tf.Variable([3.0, 4.0])
    average = tf.train.ExponentialMovingAverage(0.9, zero_debias=True)
    y = x * 2.0
    update = average.apply([v, y])
    s = started(tf)
    for k in range(3):
        s.run(v.assign_add([1.0, k]))
        s.run(update, {x: [k, 1.0]})
    return [s.run(average.average(t)).tolist() for t in (v, y)]


@program
def schedules(tf):
    step = tf.Variable(0, trainable=False)
    rates = [
        tf.train.piecewise_constant(step, [3, 6], [1.0, 0.5, 0.1]),
        tf.train.polynomial_decay(0.1, step, 4, 0.01, cycle=True),
        tf.train.cosine_decay_restarts(0.1, step, 3),
        tf.train.cosine_decay_restarts(0.1, step, 3, t_mul=1.0, m_mul=0.5, alpha=0.1),
    ]
    advance = step.assign_add(1)
    s = started(tf)
    found = []
    for _ in range(9):
        found.append([float(r) for r in s.run(rates)])
        s.run(advance)
    return found


@program
def zero_fractions(tf):
    x = tf.placeholder(tf.float32, None)
    f = tf.nn.zero_fraction(tf.nn.relu(x))
    s = started(tf)
    return [float(s.run(f, {x: SCORES - 0.5})), float(s.run(f, {x: np.zeros((3, 1))}))]


@program
def cross_entropy_of_unknown_ranks(tf):
    labels, logits = tf.placeholder(tf.int64, None), tf.placeholder(tf.float32, [None, 5])
    loss = tf.losses.sparse_softmax_cross_entropy(labels, logits)
    s = started(tf)
    return [float(s.run(loss, {labels: CLASSES[0].reshape(s_), logits: LOGITS[0]})) for s_ in ((8,), (8, 1))]


def sampled(loss, **settings):
    def run(tf):
        labels, rows = tf.placeholder(tf.int64, [None, settings.get("num_true", 1)]), tf.placeholder(tf.int64, [None])
        table = tf.Variable(np.linspace(-1, 1, 80).reshape(20, 4).astype("f"))
        weights = tf.Variable(np.linspace(1, -1, 80).reshape(20, 4).astype("f"))
        biases = tf.Variable(np.linspace(0, 1, 20).astype("f"))
        inputs = tf.nn.embedding_lookup(table, rows)
        cost = tf.reduce_mean(getattr(tf.nn, loss)(weights, biases, labels, inputs, 6, 20, **settings))
        train = tf.train.GradientDescentOptimizer(0.5).minimize(cost)
        s = started(tf)
        found = []
        for k in range(4):
            n = settings.get("num_true", 1)
            feed = {labels: (CLASSES[: 2 * n].reshape(-1, n) * 5 + k) % 20, rows: np.arange(16) % 7}
            found.append(float(s.run([cost, train], feed)[0]))
        return found + [s.run(v).tolist() for v in (table, weights, biases)]

    return run


PROGRAMS["nce_training"] = sampled("nce_loss")
PROGRAMS["nce_training_two"] = sampled("nce_loss", num_true=2, remove_accidental_hits=True)
PROGRAMS["sampled_softmax_training"] = sampled("sampled_softmax_loss")
PROGRAMS["sampled_softmax_training_seed"] = sampled("sampled_softmax_loss", seed=3, num_true=2)


def sampler(name, *arguments, **settings):
    def run(tf):
        y = getattr(tf.nn, name)(tf.constant([[0], [3], [7]], tf.int64), 1, *arguments, seed=2, **settings)
        s = started(tf)
        return [[np.asarray(x).tolist() for x in s.run(list(y))] for _ in range(3)]

    return run


for _unique in (True, False):
    PROGRAMS["log_uniform_%s" % _unique] = sampler("log_uniform_candidate_sampler", 20, _unique, 50)
    PROGRAMS["log_uniform_%s_many" % _unique] = sampler("log_uniform_candidate_sampler", 300, _unique, 50000)
    PROGRAMS["uniform_%s" % _unique] = sampler("uniform_candidate_sampler", 20, _unique, 50)
    PROGRAMS["uniform_%s_power_of_two" % _unique] = sampler("uniform_candidate_sampler", 20, _unique, 64)
    PROGRAMS["learned_%s" % _unique] = sampler("learned_unigram_candidate_sampler", 8, _unique, 30)
    PROGRAMS["fixed_%s" % _unique] = sampler(
        "fixed_unigram_candidate_sampler",
        5,
        _unique,
        9,
        distortion=0.75,
        num_reserved_ids=1,
        unigrams=[5.0, 1.0, 2.0, 8.0, 0.5, 3.0, 1.5, 4.0],
    )
PROGRAMS["fixed_sharded"] = sampler(
    "fixed_unigram_candidate_sampler",
    5,
    False,
    4,
    num_shards=2,
    shard=1,
    unigrams=[5.0, 1.0, 2.0, 8.0, 0.5, 3.0, 1.5, 4.0],
)
PROGRAMS["all_candidates"] = sampler("all_candidate_sampler", 9, True)

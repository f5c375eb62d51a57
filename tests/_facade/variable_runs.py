"""What variables do when a session runs; also runs on the recorder's Python 3.7 with TF 1.15."""

import numpy as np

try:
    import tf1compat as tf
except ImportError:  # the recorder
    import tensorflow as tf


def plain(value):
    """Numbers without their NumPy types."""
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    return value.tolist() if hasattr(value, "tolist") else value


def decoded(value):
    """Bytes as text, inside lists too."""
    if isinstance(value, list):
        return [decoded(v) for v in value]
    return value.decode() if isinstance(value, bytes) else value


class Notes:
    """Outcomes of calls, in order."""

    def __init__(self):
        self.rows = []

    def __call__(self, call):
        try:
            self.rows.append(plain(call()))
        except Exception as e:
            self.rows.append(type(e).__name__ + ": " + str(e).split("\n")[0][:100])


def initialisation():
    """Before, between and after the initialisers."""
    v = tf.Variable([1.0, 2.0], name="v")
    r = tf.Variable([1.0, 2.0], use_resource=True, name="r")
    local = tf.Variable(3.0, collections=["local_variables"], trainable=False, name="l")
    missing = tf.report_uninitialized_variables()
    flags = [tf.is_variable_initialized(v), tf.is_variable_initialized(r)]
    check = tf.assert_variables_initialized([v])
    init = tf.global_variables_initializer()
    init_local = tf.local_variables_initializer()
    bump = v.assign_add([1.0, 1.0])
    note = Notes()
    with tf.Session() as session:
        for step in (init, init_local):
            note(lambda: sorted(session.run(missing).tolist()))
            for wanted in (flags, check, v, local, bump):
                note(lambda w=wanted: session.run(w))
            session.run(step)
        note(lambda: session.run([missing, flags, check, v, r, local]))
    with tf.Session() as other:
        note(lambda: other.run(v))
    return decoded(note.rows)


def updates():
    """Assignments, scattered updates and counters of both kinds of variables."""
    v = tf.Variable([1.0, 2.0], name="v")
    r = tf.Variable([1.0, 2.0], use_resource=True, name="r")
    n, m = tf.Variable(0, name="n"), tf.Variable(np.int64(0), use_resource=True, name="m")
    w = tf.Variable(tf.zeros([2]), name="w")
    assigned = r.assign([9.0, 8.0])
    with tf.control_dependencies([assigned.op]):
        after = r.read_value()
    count, count_resource = tf.count_up_to(n, 2), m.count_up_to(2)
    steps = [count, count, count, count_resource, count_resource, count_resource, [n, m]]
    steps += [tf.scatter_add(v, [0, 0], [1.0, 2.0]), tf.scatter_sub(r, [1], [5.0]), after, assigned, assigned.op]
    steps += [r.assign_sub([1.0, 1.0]), r.sparse_read([1, 0]), tf.scatter_nd_update(v, [[1]], [7.0])]
    steps += [tf.scatter_max(v, [0], [100.0]), tf.assign(w, [1.0, 2.0, 3.0], validate_shape=False), w]
    steps += [v[0], v + 1.0, 1.0 - r, v > r, abs(r), v.initializer, v, v.value(), v.read_value(), v.initial_value]
    steps += [v[:1].assign([5.0]), r[1].assign(6.0), v, r]
    note = Notes()
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for step in steps:
            note(lambda s=step: session.run(s))
        note(lambda: v.load([5.0, 6.0], session))
        note(lambda: v.eval(session))
        note(lambda: v.load([1.0, 2.0, 3.0], session))
    return note.rows


def constraint():
    """A constraint is applied after the update."""
    v = tf.Variable(2.0, constraint=lambda x: tf.minimum(x, 1.0))
    r = tf.Variable(2.0, constraint=lambda x: tf.minimum(x, 1.0), use_resource=True)
    train = tf.train.GradientDescentOptimizer(0.1).minimize(v * v + r * r)
    note = Notes()
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        session.run(train)
        note(lambda: session.run([v, r]))
    return note.rows


def averages():
    """Exponential moving averages of tensors, with and without correction for the start at zero."""
    x = tf.placeholder(tf.float32, [2])
    plain_average = tf.train.ExponentialMovingAverage(0.9)
    debiased = tf.train.ExponentialMovingAverage(0.9, zero_debias=True, name="Debiased")
    updates_ = [plain_average.apply([x]), debiased.apply([x])]
    note = Notes()
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for i in range(3):
            session.run(updates_, {x: [1.0 + i, -2.0]})
            note(lambda: session.run([plain_average.average(x), debiased.average(x)]))
    return note.rows


def schedules():
    """Learning rates at some steps."""
    step = tf.placeholder(tf.int32, [])
    rates = [
        tf.train.exponential_decay(0.1, step, 10, 0.5),
        tf.train.exponential_decay(0.1, step, 10, 0.5, staircase=True),
        tf.train.natural_exp_decay(0.1, step, 10, 0.5),
        tf.train.inverse_time_decay(0.1, step, 10, 0.5),
        tf.train.polynomial_decay(0.1, step, 20, 0.01, power=2.0),
        tf.train.cosine_decay(0.1, step, 20, 0.1),
        tf.train.linear_cosine_decay(0.1, step, 20),
    ]
    note = Notes()
    with tf.Session() as session:
        for i in (0, 3, 15, 30):
            note(lambda i=i: session.run(rates, {step: i}))
    return note.rows


RUNS = {f.__name__: f for f in (initialisation, updates, constraint, averages, schedules)}

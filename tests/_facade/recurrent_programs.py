"""Programs of recurrent networks at their edges: run on TF 1.15.5 (the recorder) and on tf1compat (Python 3.7 too)."""

import importlib

import numpy as np

LOGITS = np.random.RandomState(0).randn(6, 4, 5).astype("f")


def started(tf):
    session = tf.Session()
    session.run(tf.global_variables_initializer())
    return session


def ctc_of_dense_labels(tf):
    """Labels and sequences of no length, labels too long for their sequence, any class as the blank."""
    labels = np.array([[1, 2, 2], [0, 0, 0], [3, 1, 0], [2, 2, 2]], "i")
    lengths, steps = tf.placeholder(tf.int32, [4]), tf.placeholder(tf.int32, [4])
    logits = tf.constant(LOGITS)
    found = []
    for blank in (None, -1, 2):
        loss = tf.nn.ctc_loss_v2(labels, logits, lengths, steps, blank_index=blank)
        found += [loss, tf.gradients(loss * [1.0, 2.0, 3.0, 4.0], logits)[0]]
    turned = tf.nn.ctc_loss_v2(labels, tf.transpose(logits, [1, 0, 2]), lengths, steps, logits_time_major=False)
    fed = [([3, 0, 2, 3], [6, 4, 1, 3]), ([3, 0, 1, 3], [6, 0, 1, 5]), ([0, 0, 0, 0], [6, 5, 0, 1])]
    s = started(tf)
    return [s.run(found + [turned], {lengths: n, steps: t}) for n, t in fed]


def elements_read_twice_in_loops(tf):
    """The second read of an element is refused, in whatever loop or branch it stands; different elements are not."""
    x, at, limit = tf.placeholder(tf.float32, [None]), tf.placeholder(tf.int32, [None]), tf.placeholder(tf.float32, [])

    def array():
        return tf.TensorArray(tf.float32, size=4).unstack(x)

    def counted(step, start=0.0, n=4):
        return tf.while_loop(lambda i, t: i < n, lambda i, t: (i + 1, step(i, t)), (0, start))[1]

    one, two, three, four, five, six, seven, eight, nine = [array() for _ in range(9)]
    first = counted(lambda i, t: t + two.read(i))
    with tf.control_dependencies([first]):
        behind = two.read(2)
    even = counted(lambda i, t: t + tf.cond(tf.equal(i % 2, 0), lambda: five.read(i), lambda: 0.5))
    uneven = counted(lambda i, t: t + tf.cond(tf.equal(i % 2, 1), lambda: six.read(1), lambda: 0.5))
    halves = tf.while_loop(
        lambda k, t: k < 2, lambda k, t: (k + 1, counted(lambda i, t: t + four.read(2 * k + i), t, 2)), (0, 0.0)
    )[1]
    round_and_round = tf.while_loop(lambda i, t: t < limit, lambda i, t: ((i + 1) % 3, t + seven.read(i)), (0, 0.0))[1]
    picked = counted(lambda i, t: t + tf.square(three.read(at[i])))
    found = {
        "first": counted(lambda i, t: t + one.read(0)),
        "behind": behind,
        "picked": picked,
        "gradient": tf.gradients(picked, x)[0],
        "halves": halves,
        "even": even,
        "uneven": uneven,
        "round": round_and_round,
        "round gradient": tf.gradients(round_and_round, x)[0],
        "stacked": counted(lambda i, t: t + tf.reduce_sum(eight.stack()), n=2),
        "gathered": counted(lambda i, t: t + tf.reduce_sum(nine.gather([i, 3 - i])), n=2),
    }
    s = started(tf)
    feeds = [{x: [1, 2, 3, 4], at: [3, 1, 0, 2], limit: 6.0}, {x: [1, 2, 3, 4], at: [3, 1, 1, 2], limit: 7.0}]
    return [[name, [refused(tf, s, value, feed) for feed in feeds]] for name, value in sorted(found.items())]


def elements_that_do_not_exist(tf):
    """Reads and writes in loops beside the array; an element that no step wrote."""
    x, at = tf.placeholder(tf.float32, [None]), tf.placeholder(tf.int32, [None])
    array = tf.TensorArray(tf.float32, size=4, clear_after_read=False).unstack(x)
    n = tf.size(at)
    total = tf.while_loop(lambda i, t: i < n, lambda i, t: (i + 1, t + array.read(at[i])), (0, 0.0))[1]
    short = tf.TensorArray(tf.float32, size=3, element_shape=[])
    wide = tf.while_loop(lambda i, a: i < n, lambda i, a: (i + 1, a.write(at[i], 1.0)), (0, short))[1].stack()
    any_shape = tf.TensorArray(tf.float32, size=5, infer_shape=False, clear_after_read=False)
    some = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a.write(i, [1.0, 2.0])), (0, any_shape))[1]
    fixed = tf.TensorArray(tf.float32, size=5, clear_after_read=False)
    zero = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a.write(i, [1.0, 2.0])), (0, fixed))[1]
    s = started(tf)
    feeds = [{x: [1, 2, 3, 4], at: at_} for at_ in ([0, 2, 1], [2, 4, 1], [-1], [3])]
    return [[refused(tf, s, v, feed) for feed in feeds] for v in (total, wide)] + [
        refused(tf, s, v, {}) for v in (some.read(2), some.read(4), zero.read(4))
    ]


def networks_of_no_steps(tf):
    """`raw_rnn` and `dynamic_rnn` where no sequence has a step: outputs without rows, the first state, no gradients."""
    x, lengths = tf.placeholder(tf.float32, [None, 3, 4]), tf.placeholder(tf.int32, [3])
    inputs = tf.TensorArray(tf.float32, size=tf.shape(x)[0]).unstack(x)
    cell = tf.nn.rnn_cell.GRUCell(2, kernel_initializer=tf.constant_initializer(0.1))

    def loop_fn(time, output, state, _):
        ended = time >= lengths
        next_input = tf.cond(tf.reduce_all(ended), lambda: tf.zeros([3, 4]), lambda: inputs.read(time))
        emitted = (tf.zeros([2]), tf.zeros([], tf.int32)) if output is None else (output, tf.fill([3], time))
        return ended, next_input, cell.zero_state(3, tf.float32) if output is None else state, emitted, None

    (outputs, times), state, _ = tf.nn.raw_rnn(cell, loop_fn)
    rows = outputs.stack()
    dynamic, last = tf.nn.dynamic_rnn(
        tf.nn.rnn_cell.GRUCell(2, kernel_initializer=tf.constant_initializer(0.1)),
        x, lengths, dtype=tf.float32, time_major=True, scope="dynamic",
    )  # fmt: skip
    shapes = [tf.shape(rows), outputs.size(), tf.shape(tf.transpose(times.stack())), tf.shape(dynamic)]
    slopes = tf.gradients([rows, state], tf.trainable_variables("rnn"))
    found = shapes + [rows, state, last] + slopes
    s = started(tf)
    given = [(0, [0, 0, 0]), (2, [0, 0, 0]), (2, [1, 0, 2])]
    return [s.run(found, {x: np.ones((n, 3, 4)), lengths: steps}) for n, steps in given]


def turing_machines(tf):
    """NTMCell in a loop with one head of each kind, and step by step with several: losses of training, last states."""
    contrib = "tf1compat._facade.contrib.rnn.ntm_cell"
    module = importlib.import_module("tensorflow.contrib.rnn.python.ops.rnn_cell" if TF(tf) else contrib)
    x = tf.constant(np.random.RandomState(1).rand(2, 3, 4).astype("f"))
    one = module.NTMCell(tf.nn.rnn_cell.LSTMCell(4), 6, 3, 1, 1, output_dim=2)
    outputs, state = tf.nn.dynamic_rnn(one, x, initial_state=one.zero_state(2, tf.float32), dtype=tf.float32)
    with tf.variable_scope("several"):
        many = module.NTMCell(tf.nn.rnn_cell.GRUCell(4), 6, 3, 2, 1, shift_range=2, name="ntm")
        others, _ = tf.nn.static_rnn(many, tf.unstack(x, axis=1)[:2], many.zero_state(2, tf.float32), tf.float32)
    loss = tf.reduce_sum(tf.square(outputs - 0.3)) + tf.reduce_sum(others[-1])
    variables = tf.trainable_variables()
    values = [np.random.RandomState(i).uniform(-0.5, 0.5, v.shape.as_list()) for i, v in enumerate(variables)]
    train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    s = started(tf)
    s.run([tf.assign(v, value) for v, value in zip(variables, values)])
    losses = [s.run([loss, train])[0] for _ in range(3)]
    names = [[v.op.name] + v.shape.as_list() for v in tf.global_variables()]
    return [losses, s.run([outputs, state.time, state.M, state.w_list]), names]


def shards_of_lstm_weights(tf):
    """LSTMCell whose weights are several variables: their names, and what comes out after a step of training."""
    x = tf.constant(np.random.RandomState(2).rand(2, 2, 3).astype("f"))
    with tf.variable_scope("net", initializer=tf.constant_initializer(0.05)):
        cell = tf.nn.rnn_cell.LSTMCell(4, num_unit_shards=3, num_proj=3, num_proj_shards=2)
        outputs, _ = tf.nn.dynamic_rnn(cell, x, dtype=tf.float32)
    train = tf.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_sum(outputs))
    s = started(tf)
    s.run(train)
    return [[[v.op.name] + v.shape.as_list() for v in tf.global_variables()], s.run(outputs)]


def TF(tf):
    return tf.__name__.startswith("tensorflow")


def structures_that_do_not_fit(tf):
    """What branches and loops refuse when they are built, and a predicate and arrays when they run."""
    x, p = tf.constant([1.0, 2.0]), tf.placeholder_with_default(True, [])
    loop, none = tf.while_loop, tf.TensorShape([])
    inner = []

    def keeping(i):
        inner.append(i + 1)
        return inner[-1]

    built = [
        lambda: tf.cond(p, lambda: tf.constant(1), lambda: x),
        lambda: tf.cond(p, lambda: [x, x], lambda: [x]),
        lambda: tf.cond(p, lambda: (x, x), lambda: {"a": x, "b": x}),
        lambda: tf.cond(p, lambda: None, lambda: x),
        lambda: tf.cond(p, lambda: tf.no_op(), lambda: x),
        lambda: tf.cond(True, lambda: x, lambda: x),
        lambda: tf.case([(True, lambda: x)]),
        lambda: tf.switch_case(tf.constant(0), {0: lambda: x, 2: lambda: x}),
        lambda: loop(lambda i: i < 3, lambda i: tf.cast(i, tf.float32), [0]),
        lambda: loop(lambda i, v: i < 3, lambda i, v: (i + 1, tf.concat([v, v], 0)), [0, x]),
        lambda: loop(lambda i, v: i < 3, lambda i, v: (i + 1, v), [0, x], shape_invariants=[none, tf.TensorShape([3])]),
        lambda: loop(lambda i, v: i < 3, lambda i, v: (i + 1, v), [0, x], shape_invariants=[none]),
        lambda: loop(lambda i, v: i < 3, lambda i, v: (i + 1,), [0, x]),
        lambda: loop(lambda i, v: i < 3, lambda i, v: (i + 1, {"b": v["a"]}), [0, {"a": x}]),
        lambda: loop(lambda i: i < 3, lambda i: i + 1, [0], maximum_iterations=[3]),
        lambda: (loop(lambda i: i < 3, keeping, [0]), inner[0] + 1),
        lambda: tf.TensorArray(tf.float32, 3).write(0, 1.0).write(1, x),
        lambda: tf.scan(lambda a, b: tf.cast(a, tf.int32), x),
        lambda: tf.foldl(lambda a, b: tf.stack([a, b]), x),
    ]
    found = []
    for build in built:
        try:
            found.append(str(build()))
        except Exception as e:
            found.append([type(e).__name__, str(e)])
    with tf.Graph().as_default():  # TF1: a loop that was refused leaves a graph that cannot be run
        preds, x = tf.placeholder_with_default([True, False], None), tf.constant([1.0, 2.0])
        run = [
            tf.cond(preds, lambda: x, lambda: x),
            tf.while_loop(lambda v: preds, lambda v: v + 1, [0]),
            tf.TensorArray(tf.float32, 3).read(1),
            tf.TensorArray(tf.float32, 2).split(x, [1, 2]).size(),
            tf.TensorArray(tf.float32, 2).unstack(x).concat(),
        ]
        s = started(tf)
        return found + [refused(tf, s, t, {}) for t in run]


def refused(tf, session, fetches, feed):
    """What comes out, or the error's class and what its message says behind the array's name."""
    try:
        return np.asarray(session.run(fetches, feed)).tolist()
    except tf.errors.OpError as e:
        text = e.message.split("\n")[0]
        behind = text.split(": ", 1)[1] if text.startswith("TensorArray") and ": " in text else text
        return [type(e).__name__, behind]


NO_PROGRAMS = ("started", "refused", "TF")
PROGRAMS = [
    f
    for n, f in sorted(globals().items())
    if callable(f) and getattr(f, "__module__", "") == __name__ and n not in NO_PROGRAMS
]

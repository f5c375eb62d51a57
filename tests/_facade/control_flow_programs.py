"""Programs with control flow that run on TF 1.15.5 (the recorder) and on tf1compat (the test): each returns numbers.

Python 3.7 compatible; `tf` is given.
"""

import numpy as np


def cond_reads_and_writes_variables(tf):
    x = tf.placeholder(tf.float32, [])
    v = tf.Variable(1.0)
    y = tf.cond(x > 0, lambda: x * 2, lambda: tf.identity(v))
    g = tf.gradients(y, [x, v])
    z = tf.cond(x > 0, lambda: tf.assign_add(v, 10.0), lambda: tf.assign(v, 5.0))
    s = started(tf)
    return [
        s.run([y, g], {x: 3.0}),
        s.run([y, g], {x: -3.0}),
        s.run(z, {x: 3.0}),
        s.run(v),
        s.run(z, {x: -1.0}),
        s.run(v),
    ]


def while_counts(tf):
    return started(tf).run(
        tf.while_loop(lambda i, a: i < 10, lambda i, a: (i + 1, a + tf.cast(i, tf.float32)), [0, 0.0])
    )


def gradient_of_a_loop_bounded_by_a_fed_number(tf):
    w = tf.Variable(2.0)
    x = tf.placeholder(tf.float32, [])
    n = tf.placeholder(tf.int32, [])
    out = tf.while_loop(lambda i, a: i < n, lambda i, a: (i + 1, a * w), [0, x])[1]
    g = tf.gradients(out, [w, x])
    s = started(tf)
    return [s.run([out, g], {x: 3.0, n: 4}), s.run(g, {x: 3.0, n: 2})]


def assignment_in_a_loop(tf):
    v = tf.Variable(0.0)

    def body(i):
        with tf.control_dependencies([tf.assign_add(v, 2.0)]):
            return i + 1

    r = tf.while_loop(lambda i: i < 5, body, [0])
    s = started(tf)
    return [s.run(r), s.run(v), s.run(r), s.run(v)]


def case_with_default_and_nested_cond(tf):
    x = tf.placeholder(tf.float32, [])
    y = tf.placeholder(tf.float32, [])
    r = tf.case(
        [(x < 0, lambda: tf.constant(-1.0)), (x > 10, lambda: y * 2)],
        default=lambda: tf.cond(y > 0, lambda: x + y, lambda: x - y),
    )
    g = tf.gradients(r, [x, y])
    s = started(tf)
    return [s.run([r, g], {x: a, y: b}) for a, b in ((-1, 1), (11, 3), (5, 2), (5, -2))]


def loop_in_cond_in_loop(tf):
    def body(i, a):
        even = lambda: tf.while_loop(lambda j, b: j < i, lambda j, b: (j + 1, b + 1.0), [0, a])[1]
        return i + 1, tf.cond(tf.equal(i % 2, 0), even, lambda: a * 2.0)

    return started(tf).run(tf.while_loop(lambda i, a: i < 6, body, [0, 1.0]))


def loop_until_a_computed_value(tf):
    x = tf.placeholder(tf.float32, [])
    return started(tf).run(tf.while_loop(lambda a: a < 100.0, lambda a: a * 2, [x]), {x: 3.0})


def gradient_of_a_loop_until_a_computed_value(tf):
    x = tf.placeholder(tf.float32, [])
    w = tf.Variable(2.0)
    r = tf.while_loop(lambda a: a < 100.0, lambda a: a * w, [x])
    g = tf.gradients(r, [x, w])
    s = started(tf)
    return [s.run([r, g], {x: 3.0}), s.run([r, g], {x: 60.0}), s.run([r, g], {x: 200.0})]


def loop_variable_that_grows(tf):
    x = tf.placeholder(tf.float32, [None])
    shapes = [tf.TensorShape([]), tf.TensorShape([None])]
    r = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, tf.concat([a, a], 0)), [0, x], shape_invariants=shapes)
    return started(tf).run(r, {x: [1.0, 2.0]})


def minimize_in_a_branch(tf):
    p = tf.placeholder(tf.bool, [])
    v = tf.Variable(3.0)
    loss = tf.square(v)
    train = tf.cond(p, lambda: tf.group(tf.train.GradientDescentOptimizer(0.1).minimize(loss)), tf.no_op)
    s = started(tf)
    s.run(train, {p: True})
    first = s.run(v)
    s.run(train, {p: False})
    return [first, s.run(v)]


def outer_values_are_computed_once_for_both_branches(tf):
    x = tf.placeholder(tf.float32, [])
    outer = x * 5.0
    y = tf.cond(x > 0, lambda: outer + 1, lambda: outer)
    s = started(tf)
    return [s.run([y, outer], {x: 1.0}), s.run([y, outer], {x: -1.0})]


def random_draws_advance_only_when_taken(tf):
    p = tf.placeholder(tf.bool, [])
    y = tf.cond(p, lambda: tf.random_uniform([2], seed=3), lambda: tf.zeros([2]))
    s = started(tf)
    return [s.run(y, {p: q}) for q in (True, False, True)]


def random_draws_in_a_loop(tf):
    r = tf.while_loop(
        lambda i, a: i < 4,
        lambda i, a: (i + 1, a * 2 + tf.random_uniform([2], seed=5)),
        [0, tf.zeros([2])],
        parallel_iterations=1,
    )
    s = started(tf)
    return [s.run(r[1]), s.run(r[1])]


def map_scan_fold_with_gradients(tf):
    x = tf.placeholder(tf.float32, [None, 2])
    w = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
    mapped = tf.map_fn(lambda row: tf.reduce_sum(tf.matmul(row[None], w)), x)
    scanned = tf.scan(lambda a, row: a * 0.5 + row, x)
    folded = tf.foldl(lambda a, row: a + row * row, x)
    right = tf.foldr(lambda a, row: a * 2.0 + row, x)
    g = tf.gradients([mapped, scanned, folded, right], [x, w])
    feed = {x: [[1.0, 2.0], [3.0, -1.0], [0.5, 0.25]]}
    s = started(tf)
    return s.run([mapped, scanned, folded, right, g], feed)


def map_over_several_tensors_and_types(tf):
    a = tf.constant([1, 2, 3])
    b = tf.constant([0.5, 1.5, 2.5])
    r = tf.map_fn(lambda p: (tf.cast(p[0], tf.float32) * p[1], p[0] + 1), (a, b), dtype=(tf.float32, tf.int32))
    return started(tf).run(r)


def tensor_array_methods(tf):
    x = tf.placeholder(tf.float32, [4, 2])
    ta = tf.TensorArray(tf.float32, size=4, clear_after_read=False).unstack(x)
    last = ta.read(3)
    picked = ta.gather([2, 0])
    out = tf.TensorArray(tf.float32, size=2).write(1, last * 2.0).write(0, ta.read(0))
    joined = tf.TensorArray(tf.float32, size=2).unstack(tf.reshape(x, [2, 2, 2])).concat()
    parts = tf.TensorArray(tf.float32, size=2).split(x, [2, 2])
    grown = tf.TensorArray(tf.float32, size=0, dynamic_size=True).write(0, x[0]).write(2, x[1])
    stacked = out.stack()
    g = tf.gradients([last, picked, stacked], x)
    s = started(tf)
    return s.run(
        [last, picked, stacked, joined, parts.read(1), ta.size(), grown.size(), g], {x: np.arange(8.0).reshape(4, 2)}
    )


def dynamic_loop_over_a_tensor_array(tf):
    x = tf.placeholder(tf.float32, [None, 2])
    w = tf.Variable([[0.5, -1.0], [1.0, 0.25]])
    n = tf.shape(x)[0]
    inputs = tf.TensorArray(tf.float32, size=n).unstack(x)
    outputs = tf.TensorArray(tf.float32, size=n)

    def step(t, state, outs):
        state = tf.tanh(tf.matmul(state, w) + inputs.read(t))
        return t + 1, state, outs.write(t, state)

    _, final, outs = tf.while_loop(lambda t, *_: t < n, step, [0, tf.zeros([1, 2]), outputs])
    stacked = outs.stack()
    g = tf.gradients(tf.reduce_sum(stacked * stacked), [x, w])
    feed = {x: np.arange(6.0).reshape(3, 2) * 0.1}
    s = started(tf)
    return s.run([final, stacked, g], feed)


def maximum_iterations_and_several_variables(tf):
    r = tf.while_loop(lambda a, b: a < 100, lambda a, b: [a + b, b * 2], [1, 1], maximum_iterations=4)
    return started(tf).run(r)


def second_derivative_through_a_cond(tf):
    x = tf.placeholder(tf.float32, [])
    y = tf.cond(x > 1, lambda: x * x * x, lambda: x * x)
    first = tf.gradients(y, x)[0]
    second = tf.gradients(first, x)[0]
    s = started(tf)
    return [s.run([y, first, second], {x: 2.0}), s.run([y, first, second], {x: 0.5})]


def resource_variables_in_branches_and_loops(tf):
    v = tf.get_variable("v", initializer=1.0, use_resource=True)
    p = tf.placeholder(tf.bool, [])
    y = tf.cond(p, lambda: v.assign_add(1.0) + 0.0, lambda: v + 10.0)
    loop = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * v), [0, 1.0])[1]
    g = tf.gradients(loop, v)
    s = started(tf)
    return [s.run(y, {p: True}), s.run(y, {p: False}), s.run(v), s.run([loop, g])]


def integer_loop_state_with_python_condition(tf):
    a, b = tf.constant(48), tf.constant(18)
    r = tf.while_loop(lambda a, b: tf.not_equal(b, 0), lambda a, b: (b, tf.floormod(a, b)), [a, b])
    return started(tf).run(r)


def switch_case_and_shapes(tf):
    k = tf.placeholder(tf.int32, [])
    r = tf.switch_case(
        k, [lambda: tf.constant([1.0, 2.0]), lambda: tf.constant([3.0, 4.0])], default=lambda: tf.zeros([2])
    )
    s = started(tf)
    return [s.run(r, {k: i}) for i in (0, 1, 5)]


def started(tf):
    session = tf.Session()
    session.run(tf.global_variables_initializer())
    return session


PROGRAMS = [
    f
    for n, f in sorted(globals().items())
    if callable(f) and getattr(f, "__module__", "") == __name__ and n != "started"
]

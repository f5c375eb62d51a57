"""Gradients of tables that loops and conditions look up in: run on TF 1.15.5 and on tf1compat.

Python 3.7 compatible; `tf` is given.
"""


def started(tf):
    session = tf.Session()
    session.run(tf.global_variables_initializer())
    return session


def table(tf, use_resource):
    rows = [[(3 * i + k) / 7.0 for k in range(3)] for i in range(5)]
    return tf.get_variable("table", initializer=rows, use_resource=use_resource)


def squares(tf, rows):
    return tf.reduce_sum(tf.square(rows))


def in_loop(tf, t):
    def body(i, total):
        return i + 1, total + squares(tf, tf.gather(t, [i, 2])) * tf.cast(i + 1, tf.float32)

    return tf.while_loop(lambda i, total: i < 3, body, [0, 0.0])[1]


def twice_in_a_step(tf, t):
    def body(i, total):
        return i + 1, total + squares(tf, tf.gather(t, [i])) + 3 * squares(tf, tf.nn.embedding_lookup(t, [[4], [1]]))

    return tf.while_loop(lambda i, total: i < 3, body, [0, 0.0])[1]


def in_loop_in_loop(tf, t):
    def outer(i, total):
        def inner(j, part):
            return j + 1, part + squares(tf, tf.gather(t, [j + i])) * tf.cast(i + 2 * j + 1, tf.float32)

        return i + 1, total + tf.while_loop(lambda j, part: j < 2, inner, [0, 0.0])[1]

    return tf.while_loop(lambda i, total: i < 2, outer, [0, 0.0])[1]


def in_map(tf, t):
    ids = tf.constant([1, 3, 3], tf.int64)
    return tf.map_fn(lambda i: tf.nn.embedding_lookup(t, i) ** 2, ids, dtype=tf.float32)


def in_loop_and_outside(tf, t):
    return in_loop(tf, t) + squares(tf, tf.gather(t, [4]))


def in_loop_of_no_step(tf, t):
    return tf.while_loop(lambda i, a: i < 0, lambda i, a: (i + 1, a + squares(tf, tf.gather(t, [i]))), [0, 0.0])[1]


def used_otherwise_in_loop(tf, t):
    def body(i, total):
        return i + 1, total + squares(tf, tf.gather(t, [i])) + 3 * tf.reduce_sum(t)

    return tf.while_loop(lambda i, total: i < 3, body, [0, 0.0])[1]


def carried_by_loop(tf, t):
    def body(i, total, rows):
        return i + 1, total + squares(tf, tf.gather(rows, [i])), rows

    return tf.while_loop(lambda i, total, rows: i < 3, body, [0, 0.0, t])[1]


def described(session, gradient, feed=None):
    value = session.run(gradient, feed)
    if not hasattr(value, "values"):
        return [type(gradient).__name__, value]
    return [type(gradient).__name__, gradient.indices.dtype.name, value.indices, value.values]


def loops(tf):
    found = []
    for use_resource in (False, True):
        builders = [in_loop, twice_in_a_step, in_map, in_loop_and_outside, in_loop_of_no_step]
        builders += [used_otherwise_in_loop, carried_by_loop]
        if not use_resource:  # TF 1.15.5 fails in nested loops of resource variables
            builders.append(in_loop_in_loop)
        for build in builders:
            with tf.Graph().as_default():
                t = table(tf, use_resource)
                found.append(described(started(tf), tf.gradients(build(tf, t), t)[0]))
    return found


def in_condition(tf, t, taken):
    return tf.cond(taken, lambda: squares(tf, tf.gather(t, [1, 1, 2])), lambda: squares(tf, tf.gather(t, [3])))


def in_one_branch(tf, t, taken):
    return tf.cond(taken, lambda: squares(tf, tf.gather(t, [1, 1, 2])), lambda: tf.constant(1.0))


def loop_in_condition(tf, t, taken):
    return tf.cond(taken, lambda: in_loop(tf, t), lambda: tf.constant(0.0))


def condition_in_loop(tf, t, taken):
    def body(i, total):
        looked = tf.cond(taken | (i % 2 > 0), lambda: tf.gather(t, [i, i]), lambda: tf.ones([2, 3]))
        return i + 1, total + squares(tf, looked)

    return tf.while_loop(lambda i, total: i < 3, body, [0, 0.0])[1]


def conditions(tf):
    """Their gradients as tables, and which rows they touch."""
    found = []
    for build in (in_condition, in_one_branch, loop_in_condition, condition_in_loop):
        with tf.Graph().as_default():
            t, taken = table(tf, False), tf.placeholder(tf.bool, [])
            gradient = tf.gradients(build(tf, t, taken), t)[0]
            session = started(tf)
            for value in (True, False):
                rows, whole, norm = session.run(
                    [gradient, tf.convert_to_tensor(gradient), tf.global_norm([gradient])], {taken: value}
                )
                found.append([type(gradient).__name__, whole, norm, sorted(set(rows.indices.tolist()))])
    return found


def unknown_number_of_steps(tf):
    t, limit = table(tf, False), tf.placeholder(tf.float32, [])

    def body(i, total):
        return i + 1, total + squares(tf, tf.gather(t, [i, 2]))

    gradient = tf.gradients(tf.while_loop(lambda i, total: total < limit, body, [0, 0.0])[1], t)[0]
    whole, session = tf.convert_to_tensor(gradient), started(tf)
    return [type(gradient).__name__] + [session.run(whole, {limit: v}) for v in (30.0, 5.0)]


def training(tf):
    """Momentum moves the rows that are touched; the norm of a gradient by row counts equal rows apart."""
    found = []
    for build in (in_loop_and_outside, twice_in_a_step, in_loop):
        with tf.Graph().as_default():
            t = table(tf, False)
            loss = build(tf, t)
            optimizer = tf.train.MomentumOptimizer(0.01, 0.9)
            gradients, variables = zip(*optimizer.compute_gradients(loss))
            clipped, norm = tf.clip_by_global_norm(gradients, 2.0)
            step = optimizer.apply_gradients(zip(clipped, variables))
            session = started(tf)
            found.append([session.run([loss, norm, step])[:2] for _ in range(3)] + [session.run(t)])
    return found


def recurrent(tf):
    cell = tf.contrib.rnn.EmbeddingWrapper(tf.nn.rnn_cell.BasicRNNCell(3), 6, 2)
    ids, lengths = tf.placeholder(tf.int32, [2, None, 1]), tf.placeholder(tf.int32, [2])
    init = tf.constant_initializer([0.1 * k for k in range(12)])
    with tf.variable_scope("net", initializer=init):
        outputs = tf.nn.dynamic_rnn(cell, ids, sequence_length=lengths, dtype=tf.float32)[0]
    variables = tf.trainable_variables()
    gradients = tf.gradients(squares(tf, outputs), variables)
    session = started(tf)
    found = [type(g).__name__ for g in gradients]
    for rows, count in (([[1, 2, 5], [4, 4, 0]], [3, 2]), ([[1, 2], [3, 0]], [1, 2])):
        feed = {ids: [[[i] for i in row] for row in rows], lengths: count}
        found += session.run([tf.convert_to_tensor(g) for g in gradients], feed)
    return found


def second_order(tf):
    t, taken = table(tf, False), tf.placeholder(tf.bool, [])
    chosen = tf.cond(taken, lambda: squares(tf, tf.gather(t, [1, 2])), lambda: squares(tf, tf.gather(t, [3])))
    first = tf.gradients(chosen**2, t)[0]
    second = tf.convert_to_tensor(tf.gradients(tf.reduce_sum(tf.convert_to_tensor(first) ** 2), t)[0])
    session = started(tf)
    return [session.run(second, {taken: v}) for v in (True, False)]


def beside_draws(tf):
    """Draws and a Python function between the loop and the loss."""
    t = table(tf, False)
    rows = tf.nn.dropout(in_map(tf, t), 0.5, seed=3) + tf.py_func(lambda x: x, [tf.ones([3, 3])], tf.float32)
    loss = squares(tf, tf.nn.dropout(rows, 0.7, seed=4))
    gradient = tf.gradients(loss, t)[0]
    session = started(tf)
    return [session.run([loss, gradient.indices, gradient.values]) for _ in range(2)]


PROGRAMS = [beside_draws, loops, conditions, unknown_number_of_steps, training, recurrent, second_order]

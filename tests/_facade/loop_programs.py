"""Programs with TensorArrays that grow, ragged ones, and refused uses: run on TF 1.15.5 and on tf1compat.

Python 3.7 compatible; `tf` is given. A refused use returns the error's class and what the message says behind the
array's name.
"""


def raw_rnn_with_lengths_and_gradients(tf):
    x = tf.placeholder(tf.float32, [None, 3, 4])
    lengths = tf.placeholder(tf.int32, [3])
    inputs = tf.TensorArray(tf.float32, size=tf.shape(x)[0]).unstack(x)
    cell = tf.nn.rnn_cell.BasicLSTMCell(5)

    def loop_fn(time, output, state, _):
        next_state = cell.zero_state(3, tf.float32) if output is None else state
        ended = time >= lengths
        next_input = tf.cond(tf.reduce_all(ended), lambda: tf.zeros([3, 4]), lambda: inputs.read(time))
        return ended, next_input, next_state, output, None

    outputs = tf.nn.raw_rnn(cell, loop_fn)[0].stack()
    gradients = tf.gradients(tf.reduce_sum(tf.square(outputs)), tf.trainable_variables())
    found = [tf.shape(outputs), outputs] + gradients
    s = started(tf)
    rows = [[[0.1 * (i - j + k) for k in range(4)] for j in range(3)] for i in range(5)]
    return [s.run(found, {x: rows, lengths: n}) for n in ([5, 3, 4], [2, 2, 1])]


def array_that_grows_as_often_as_values_tell(tf):
    w = tf.Variable(1.5)
    limit = tf.placeholder(tf.float32, [])
    array = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
    loop = tf.while_loop(
        lambda i, a, t: a < limit, lambda i, a, t: (i + 1, a * w, t.write(i, a * tf.ones([2]))), (0, w, array)
    )
    stacked, size = loop[2].stack(), loop[2].size()
    found = [loop[0], stacked, size, tf.gradients(stacked, w)[0]]
    s = started(tf)
    return [s.run(found, {limit: v}) for v in (3.0, 100.0, 1e15, 1.0)]


def array_with_room_that_grows_at_computed_places(tf):
    n = tf.placeholder(tf.int32, [None])
    array = tf.TensorArray(tf.int32, size=2, dynamic_size=True, clear_after_read=False)
    limit = tf.reduce_max(n)
    i, array = tf.while_loop(lambda i, t: i < limit, lambda i, t: (i + 1, t.write(2 * i, i)), (0, array))
    s = started(tf)
    first = s.run([array.stack(), array.size(), array.read(2)], {n: [70, 5]})
    return first + [s.run(array.size(), {n: [0]})]


def growth_in_nested_loops(tf):
    lengths = tf.placeholder(tf.int32, [None])

    def outer(i, k, t):
        _, k, t = tf.while_loop(
            lambda j, k, t: j < lengths[i], lambda j, k, t: (j + 1, k + 1, t.write(k, 10 * i + j)), (0, k, t)
        )
        return i + 1, k, t

    def sums(i, total):
        t = tf.TensorArray(tf.int32, size=0, dynamic_size=True, element_shape=[])
        _, t = tf.while_loop(lambda j, t: j < lengths[i], lambda j, t: (j + 1, t.write(j, j * j)), (0, t))
        return i + 1, total + tf.reduce_sum(t.stack())

    def more(i, *_):
        return i < tf.shape(lengths)[0]

    array = tf.TensorArray(tf.int32, size=0, dynamic_size=True)
    _, count, array = tf.while_loop(more, outer, (0, 0, array))
    total = tf.while_loop(more, sums, (0, 0))[1]
    return started(tf).run([count, array.stack(), total], {lengths: [3, 0, 2]})


def elements_of_different_shapes(tf):
    n = tf.placeholder(tf.int32, [None])
    w = tf.Variable(2.0)

    def rows(limit, **given):
        array = tf.TensorArray(tf.float32, infer_shape=False, clear_after_read=False, **given)
        return tf.while_loop(
            lambda i, t: i < limit,
            lambda i, t: (i + 1, t.write(i, tf.ones([i + 1]) * tf.cast(i, tf.float32) * w)),
            (0, array),
        )[1]

    unknown = rows(tf.reduce_max(n), size=0, dynamic_size=True)
    known = rows(3, size=3)
    joined = known.concat()
    parts = tf.TensorArray(tf.float32, size=3, infer_shape=False).split([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [1, 2, 3])
    found = [unknown.concat(), unknown.read(1), joined, tf.gradients(joined, w)[0], parts.read(2)]
    return started(tf).run(found, {n: [2, 4]})


def variable_written_where_an_array_grows(tf):
    v = tf.Variable(0.0)
    n = tf.placeholder(tf.int32, [None])

    def body(j, t):
        with tf.control_dependencies([v.assign_add(1.0)]):
            return j + 1, t.write(j, tf.cast(j, tf.float32))

    array = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
    loop = tf.while_loop(lambda i, t: i < tf.reduce_max(n), body, (0, array))
    s = started(tf)
    return [s.run([loop[0], loop[1].stack()], {n: [100]}), s.run(v)]


def elements_nobody_wrote(tf):
    typed = tf.TensorArray(tf.float32, size=3).write(0, [1.0, 2.0])
    shaped = tf.TensorArray(tf.float32, size=2, element_shape=[2])
    loose = tf.TensorArray(tf.float32, size=3, infer_shape=False).write(0, [1.0])
    s = started(tf)
    return [
        s.run([typed.read(2), shaped.stack()]),
        refused(tf, s, tf.TensorArray(tf.float32, size=3).read(2)),
        refused(tf, s, tf.TensorArray(tf.float32, size=3).stack()),
        refused(tf, s, loose.read(2)),
        refused(tf, s, tf.TensorArray(tf.float32, size=0).stack()),
    ]


def uses_that_arrays_refuse(tf):
    array = tf.TensorArray(tf.float32, size=3).write(0, [1.0, 2.0]).write(1, [3.0, 4.0])
    read = array.read(0)
    with tf.control_dependencies([read]):
        again = array.read(0)
    uneven = tf.TensorArray(tf.float32, size=2, infer_shape=False).write(0, [1.0]).write(1, [2.0, 3.0])
    longer = tf.placeholder_with_default([1.0, 2.0, 3.0], [None])
    s = started(tf)
    return [
        refused(tf, s, [read, again]),
        refused(tf, s, array.gather([1, 1])),
        refused(tf, s, array.read(5)),
        refused(tf, s, array.read(-1)),
        refused(tf, s, array.write(5, [1.0, 2.0]).flow),
        refused(tf, s, array.write(0, [1.0, 2.0]).flow),
        refused(tf, s, array.write(2, longer).flow),
        refused(tf, s, uneven.stack()),
    ]


def refused(tf, session, fetches):
    try:
        session.run(fetches)
    except tf.errors.OpError as e:
        text = e.message.split("\n")[0]
        behind = text.split(": ", 1)[1] if text.startswith("TensorArray") and ": " in text else text
        return [type(e).__name__, behind]
    return ["nothing was refused"]


def started(tf):
    session = tf.Session()
    session.run(tf.global_variables_initializer())
    return session


NO_PROGRAMS = ("started", "refused")
PROGRAMS = [
    f
    for n, f in sorted(globals().items())
    if callable(f) and getattr(f, "__module__", "") == __name__ and n not in NO_PROGRAMS
]

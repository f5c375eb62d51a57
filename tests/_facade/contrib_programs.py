"""Programs with tf.print, tf.function, staging areas and tf.contrib.nn that return JSON (Python 3.7 too)."""


def attempt(function):
    """The text of what `function` returns or raises."""
    try:
        return str(function())
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


def names(tf):
    """The nodes of the default graph."""
    return [o.name for o in tf.get_default_graph().get_operations()]


def numbers(values):
    """Arrays in lists, rounded."""
    return [v.astype(float).round(5).tolist() for v in values]


def printing(tf, folder):
    """What tf.print writes into a file, and the templates of its nodes."""
    path = folder + "/printed.txt"
    x, sparse = tf.range(10), tf.SparseTensor([[0, 1]], [2.0], [2, 3])
    calls = [
        ((x,), {}),
        (("t:", x, {2: x * 2, 3: [x, "s"]}), {}),
        ((sparse,), {"end": "!"}),
        ((tf.constant("text"),), {"name": "shown"}),
        ((x, 3, None, "{}"), {"sep": ","}),
        ((tf.zeros([3, 4]),), {"summarize": 1}),
        (({"b": x, "a": 1}, (x, [x])), {"summarize": -1, "name": "named"}),
    ]
    made = [tf.print(*args, output_stream="file://" + path, **options) for args, options in calls]
    with tf.Session() as session:
        for op in made:
            session.run(op)
    with open(path) as file:
        written = file.read()
    return [written, names(tf), attempt(lambda: tf.print(x, output_stream=5))]


def staging(tf, folder):
    """Elements put, looked at, taken and dropped; a training step that takes what the one before has put."""
    area = tf.contrib.staging.StagingArea([tf.float32, tf.int32], shapes=[[2], []], capacity=2)
    x, n = tf.placeholder(tf.float32, [2]), tf.placeholder(tf.int32, [])
    put, got, peeked, size, clear = area.put([x, n]), area.get(), area.peek(1), area.size(), area.clear()
    named = tf.contrib.staging.StagingArea([tf.float32], names=["a"], shared_name="shared")
    put_named, got_named = named.put({"a": tf.constant(2.0)}), named.get()
    ahead = tf.contrib.staging.StagingArea([tf.float32])
    ahead_put, (target,) = ahead.put([tf.zeros([]) + 7.0]), ahead.get()
    found = [names(tf), str(got[0].shape)]
    v = tf.get_variable("v", [], initializer=tf.zeros_initializer())
    loss = (v - target) ** 2
    train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    with tf.Session() as session:
        session.run(put, {x: [1, 2], n: 3})
        session.run(put, {x: [3, 4], n: 5})
        found += [numbers(session.run(peeked)), numbers(session.run(got)), int(session.run(size))]
        session.run(clear)
        found.append(int(session.run(size)))
        session.run([put_named, tf.global_variables_initializer(), ahead_put])
        found.append(float(session.run(got_named)["a"]))
        found += [round(float(session.run([loss, train, ahead_put])[0]), 4) for _ in range(3)]
    found.append(attempt(lambda: named.put([tf.constant(1.0)])))
    found.append(attempt(lambda: named.put({"b": tf.constant(1.0)})))
    found.append(attempt(lambda: area.put([x, tf.constant(1.0)])))
    found.append(attempt(lambda: tf.contrib.staging.StagingArea([tf.float32], shapes=[[1], [2]])))
    return found


def functions(tf, folder):
    """tf.function: results, effects in order, methods, signatures; functions to compile."""
    v = tf.get_variable("v", [], initializer=tf.zeros_initializer(), use_resource=True)

    @tf.function
    def add_twice(a):
        v.assign_add(a)
        v.assign_add(2 * a)
        return v.read_value() + 0.5, {"k": a}

    class Owner:
        factor = 3.0

        @tf.function
        def scaled(self, a):
            return self.factor * a

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def halved(a):
        return a / 2

    owner = Owner()
    sums, scaled = add_twice(tf.constant(1.0)), owner.scaled(tf.constant([1.0, 2.0]))
    compiled = tf.xla.experimental.compile(lambda a, b: (a + b, a * b), [tf.constant(2.0), tf.constant(4.0)])
    with tf.contrib.compiler.jit.experimental_jit_scope():
        product = tf.constant(2.0) * 3.0
    with tf.Session() as session:
        session.run(v.initializer)
        found = [float(session.run(sums[0])), float(session.run(sums[1]["k"])), float(session.run(v))]
        found += numbers(session.run([scaled, halved(tf.constant([1.0])), product] + list(compiled)))
    return found + [attempt(lambda: halved(tf.constant(1.0)))[:10], attempt(lambda: halved())[:10]]


def contrib_nn(tf, folder):
    """Dropout of self-normalizing networks, a softplus with a scale, losses with the order of arguments of 0.x."""
    tf.set_random_seed(3)
    logits, labels = tf.constant([[1.0, 2.0]]), tf.constant([[0.0, 1.0]])
    nn = tf.contrib.nn
    alpha, x = tf.constant(0.5), tf.constant([-1.0, 2.0])
    softplus = nn.scaled_softplus(x, alpha, clip=1.0)
    values = [
        nn.alpha_dropout(tf.ones([3, 3]), 0.6, seed=2),
        nn.alpha_dropout(tf.ones([2]), 1.0),
        softplus,
        nn.scaled_softplus(x, alpha),
        nn.deprecated_flipped_softmax_cross_entropy_with_logits(logits, labels),
        nn.deprecated_flipped_sparse_softmax_cross_entropy_with_logits(logits, tf.constant([1])),
        nn.deprecated_flipped_sigmoid_cross_entropy_with_logits(logits, labels),
    ] + tf.gradients(softplus, [x, alpha])
    with tf.Session() as session:
        return numbers(session.run(values)) + [attempt(lambda: nn.alpha_dropout(x, 1.5))]


def dropout_behind_rnn(tf, folder):
    """Dropout whose shape only a loop with dropout of its own tells; cells of Keras in dynamic and static RNNs."""
    tf.set_random_seed(4)
    x, keep, keep_all = tf.placeholder(tf.float32, [None, 3, 2]), tf.placeholder(tf.float32), tf.placeholder(tf.float32)
    ones = tf.ones_initializer()
    cell = tf.nn.rnn_cell.DropoutWrapper(tf.nn.rnn_cell.BasicRNNCell(2), output_keep_prob=keep_all)
    with tf.variable_scope("plain", initializer=ones):
        outputs, _ = tf.nn.dynamic_rnn(cell, x, dtype=tf.float32)
        dropped = tf.contrib.layers.dropout(tf.layers.dense(outputs[:, -1, :], 4, name="out"), keep)
    own = tf.keras.layers.SimpleRNNCell(2, kernel_initializer="ones", recurrent_initializer="ones")
    first = tf.nn.dynamic_rnn(own, x, dtype=tf.float32, scope="keras")
    own = tf.keras.layers.GRUCell(2, kernel_initializer="ones", recurrent_initializer="ones")
    second = tf.nn.static_rnn(own, tf.unstack(x, axis=1), dtype=tf.float32, scope="keras_static")
    feed = {x: [[[0.1, 0.2], [0.3, 0.4], [0.5, 0.6]], [[0.2, 0.0], [0.1, 0.3], [0.4, 0.1]]], keep: 0.6, keep_all: 1.0}
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        wanted = [dropped, first[0], first[1], second[0][-1], second[1]]
        return numbers(session.run(wanted, feed)) + [v.name for v in tf.global_variables()]


def growing_tokens(tf, folder):
    """A sampler's loop: the condition is always true, the maximum of iterations ends it, its variables grow."""
    start = tf.placeholder(tf.int32, [1, None])
    _, tokens = tf.while_loop(
        lambda *_: True,
        lambda last, seen: [last + 1, tf.concat([seen, last], axis=1)],
        [start[:, -1:] + 1, start],
        shape_invariants=[tf.TensorShape([1, None]), tf.TensorShape([1, None])],
        maximum_iterations=3,
        back_prop=False,
    )
    with tf.Session() as session:
        return numbers([session.run(tokens, {start: [[5] * n]}) for n in (1, 2)])


PROGRAMS = (growing_tokens, printing, staging, functions, contrib_nn, dropout_behind_rnn)

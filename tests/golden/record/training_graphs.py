"""Graphs with TF's own backward passes, as GraphDefs, and the losses they give.  Usage: ORACLE_PYTHON training_graphs.py

Writes ../training_graphs/NAME.pb and losses.json: per graph the nodes to run (`init`, `step`, `loss`), what to feed, and
the loss before each step.
"""
import json
import os

import numpy as np
import tensorflow as tf

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "training_graphs")


def weights(name, *shape):
    n = int(np.prod(shape))
    return tf.Variable(np.sin(np.arange(n) + 1.0).reshape(shape).astype(np.float32) * 0.5, name=name)


def known_steps():
    w = weights("w", 3, 3)
    x = tf.constant([[0.5, -1.0, 2.0]])
    y = tf.while_loop(lambda i, a: i < 4, lambda i, a: (i + 1, tf.tanh(tf.matmul(a, w))), [0, x])[1]
    return tf.reduce_sum(tf.square(y - 0.3)), {}


def fed_steps():
    w = weights("w", 3, 3)
    n = tf.placeholder(tf.int32, [], name="n")
    x = tf.constant([[0.5, -1.0, 2.0]])
    y = tf.while_loop(lambda i, a: i < n, lambda i, a: (i + 1, tf.tanh(tf.matmul(a, w))), [0, x])[1]
    return tf.reduce_sum(tf.square(y - 0.3)), {"n:0": [3, 70, 1, 0]}


def steps_that_values_decide():
    w = weights("w", 2)
    limit = tf.placeholder(tf.float32, [], name="limit")
    a, total = tf.while_loop(
        lambda a, t: tf.reduce_sum(a) < limit, lambda a, t: (a + tf.square(w), t + a * w), [tf.zeros([2]), tf.zeros([2])]
    )
    return tf.reduce_sum(tf.square(a - 1.0)) + tf.reduce_sum(total), {"limit:0": [2.0, 50.0, 3.0, -1.0]}


def cond_in_a_loop():
    w = weights("w", 2)
    x = tf.placeholder(tf.float32, [4, 2], name="x")

    def body(i, a):
        taken = tf.reduce_sum(x[i]) > 0.0
        return i + 1, tf.cond(taken, lambda: tf.sin(a * w + x[i]), lambda: tf.square(a) + w)

    y = tf.while_loop(lambda i, a: i < 4, body, [0, tf.ones([2])])[1]
    rows = [[[1.0, 2.0], [-1.0, -0.5], [0.25, 0.5], [-2.0, 1.0]]] * 3
    return tf.reduce_sum(tf.square(y)), {"x:0": rows}


def loop_in_a_cond():
    w = weights("w", 2)
    p = tf.placeholder(tf.bool, [], name="p")

    def loop():
        return tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, tf.sin(a * w)), [0, tf.ones([2])])[1]

    y = tf.cond(p, loop, lambda: w * 3.0)
    return tf.reduce_sum(tf.square(y)), {"p:0": [True, False, True, False]}


def conds_side_by_side():
    w, v = weights("w", 2), weights("v", 2)
    x = tf.placeholder(tf.float32, [], name="x")
    a = tf.cond(x > 0, lambda: w * x, lambda: tf.exp(v))
    b = tf.cond(x > 0, lambda: tf.square(a), lambda: a * w)
    c = tf.case([(x > 2, lambda: b * v), (x > -1, lambda: b + a)], default=lambda: tf.sin(b) * v)
    return tf.reduce_sum(tf.square(c)), {"x:0": [1.0, -0.5, 3.0, -2.0, 1.0]}


def arrays_in_loops():
    w = weights("w", 3)
    x = tf.placeholder(tf.float32, [None, 3], name="x")
    n = tf.shape(x)[0]
    source = tf.TensorArray(tf.float32, n).unstack(x)
    sink = tf.TensorArray(tf.float32, n, element_shape=[3])

    def body(i, state, sink):
        state = tf.tanh(state * w + source.read(i))
        return i + 1, state, sink.write(i, state)

    _, last, sink = tf.while_loop(lambda i, *_: i < n, body, (0, tf.zeros([3]), sink))
    rows = [np.cos(np.arange(3 * k)).reshape(k, 3).tolist() for k in (4, 2, 4)]
    return tf.reduce_sum(tf.square(sink.stack())) + tf.reduce_sum(last), {"x:0": rows}


def scan_and_map():
    w = weights("w", 3)
    x = tf.placeholder(tf.float32, [None, 3], name="x")
    y = tf.scan(lambda a, e: tf.tanh(a * w + e), x, initializer=tf.zeros([3]))
    z = tf.map_fn(lambda r: tf.reduce_sum(r * w) * r, y)
    rows = [np.cos(np.arange(3 * k)).reshape(k, 3).tolist() for k in (4, 2, 4)]
    return tf.reduce_sum(tf.square(z)), {"x:0": rows}


def rnn_with_lengths():
    x = tf.placeholder(tf.float32, [2, None, 3], name="x")
    lengths = tf.placeholder(tf.int32, [2], name="lengths")
    cell = tf.nn.rnn_cell.GRUCell(4, kernel_initializer=tf.constant_initializer(0.2))
    y, state = tf.nn.dynamic_rnn(cell, x, lengths, dtype=tf.float32)
    rows = [np.sin(np.arange(2 * 5 * 3) * (k + 1)).reshape(2, 5, 3).tolist() for k in range(3)]
    loss = tf.reduce_sum(tf.square(y - 0.1)) + tf.reduce_sum(state)
    return loss, {"x:0": rows, "lengths:0": [[5, 2], [1, 3], [4, 4]]}


def loop_in_a_loop():
    w = weights("w", 2)

    def outer(i, a):
        return i + 1, tf.while_loop(lambda j, b: j < 2, lambda j, b: (j + 1, tf.sin(b * w)), [0, a])[1]

    y = tf.while_loop(lambda i, a: i < 3, outer, [0, tf.ones([2])])[1]
    return tf.reduce_sum(tf.square(y)), {}


def lookups_in_a_loop():
    table = weights("table", 5, 2)
    ids = tf.constant([3, 1, 3, 0])
    y = tf.while_loop(
        lambda i, a: i < 4, lambda i, a: (i + 1, tf.sin(a + tf.nn.embedding_lookup(table, ids[i]))), [0, tf.ones([2])]
    )[1]
    return tf.reduce_sum(tf.square(y)), {}


GRAPHS = [
    known_steps, fed_steps, steps_that_values_decide, cond_in_a_loop, loop_in_a_cond, conds_side_by_side,
    arrays_in_loops, scan_and_map, rnn_with_lengths, loop_in_a_loop, lookups_in_a_loop,
]  # fmt: skip

if __name__ == "__main__":
    found = {}
    for build in GRAPHS:
        with tf.Graph().as_default() as graph, tf.Session() as session:
            tf.set_random_seed(3)
            loss, feeds = build()
            step = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
            init = tf.global_variables_initializer()
            with open(os.path.join(FOLDER, build.__name__ + ".pb"), "wb") as f:
                f.write(graph.as_graph_def().SerializeToString())
            session.run(init)
            count = len(next(iter(feeds.values()))) if feeds else 3
            losses = []
            for i in range(count):
                feed = {k: v[i] for k, v in feeds.items()}
                losses.append(float(session.run(loss, feed)))  # by itself: in one run with the step TF races
                session.run(step, feed)
        found[build.__name__] = {
            "init": init.name, "step": step.name, "loss": loss.name, "feeds": feeds, "losses": losses,
        }  # fmt: skip
    with open(os.path.join(FOLDER, "losses.json"), "w") as f:
        json.dump(found, f, indent=1, sort_keys=True)
    print("%d graphs" % len(found))

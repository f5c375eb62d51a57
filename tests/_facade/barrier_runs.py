"""Barriers in running sessions, and sequences cut into segments by them; also runs on Python 3.7 with TF 1.15.

Each function takes `tf` and a folder for files, and returns JSON.
"""

import importlib
import re
import time

import numpy as np
import queue_runs
from queue_runs import Waiting, plain

FIRST = -(2**63)


def attempt(function):
    """`queue_runs.attempt`, without the number of the barrier."""
    found = queue_runs.attempt(function)
    if isinstance(found, list) and len(found) == 2 and isinstance(found[1], str):
        found[1] = re.sub(r"\b_\d+_", "_N_", found[1])
    return found


def make(tf, *args, **kwargs):
    inner = "tf1compat._facade.barriers" if tf.__name__ == "tf1compat" else "tensorflow.python.ops.data_flow_ops"
    return importlib.import_module(inner).Barrier(*args, **kwargs)


class Running:
    """A session, and a barrier of a float and two integers."""

    def __init__(self, tf, **kwargs):
        self.barrier = b = make(tf, (tf.float32, tf.int64), shapes=((), (2,)), **kwargs)
        self.keys = tf.placeholder(tf.string, None)
        self.values = [tf.placeholder(tf.float32, None), tf.placeholder(tf.int64, None)]
        self.n = tf.placeholder(tf.int32, None)
        self.inserts = [b.insert_many(i, self.keys, v) for i, v in enumerate(self.values)]
        self.takes = [b.take_many(self.n), b.take_many(self.n, allow_small_batch=True)]
        self.closes = [b.close(), b.close(cancel_pending_enqueues=True)]
        self.sizes = [b.ready_size(), b.incomplete_size()]
        self.session = tf.Session()

    def insert(self, component, keys, values):
        feeds = {self.keys: keys, self.values[component]: values}
        return attempt(lambda: told(self.session.run(self.inserts[component], feeds)))

    def take(self, n, fewer=False):
        return attempt(lambda: told(self.session.run(self.takes[fewer], {self.n: n})))

    def close(self, cancel=False):
        return attempt(lambda: told(self.session.run(self.closes[cancel])))

    def size(self):
        return plain(self.session.run(self.sizes))


def told(x):
    """What a barrier gives, with indices from 0."""
    if x is None:
        return "done"
    return [(np.asarray(x[0]).astype(object) - FIRST).tolist(), list(x[1]), list(x[2])]


def first_come(tf, folder):
    r = Running(tf)
    found = [r.insert(0, ["a", "b", "c"], [1, 2, 3]), r.insert(1, ["c"], [[5, 6]]), r.insert(0, ["d"], [4])]
    found += [r.insert(1, ["d", "b"], [[7, 8], [9, 10]]), r.size(), r.take(2), r.size(), r.take(1), r.take(0)]
    waiting = Waiting(lambda: r.session.run(r.takes[0].keys, {r.n: 2}))
    found += [waiting.waits, r.insert(0, ["e"], [5]), r.insert(1, ["e", "a"], [[0, 0], [1, 1]]), waiting.result()]
    return found + [r.size()]


def many_of_one_insertion(tf, folder):
    b = make(tf, tf.int32, shapes=())
    keys = ["k%d" % i for i in range(11)]
    with tf.Session() as sess:
        sess.run(b.insert_many(0, keys, list(range(11))))
        return [plain(sess.run(b.take_many(n).values)) for n in (3, 1, 7)]


def refusals_of_insertions(tf, folder):
    r = Running(tf)
    found = [r.insert(0, ["a", "b"], [1, 2]), r.insert(0, ["c", "a", "d"], [3, 4, 5]), r.size()]
    found += [r.insert(0, ["e"], []), r.insert(0, [], []), r.insert(1, ["a"], [1]), r.size()]
    found += [r.insert(0, "s", 1.0), r.take([1])]
    b = r.barrier
    found.append(attempt(lambda: r.session.run(b.insert_many(2, ["a"], [1.0]))))
    found.append(attempt(lambda: r.session.run(b.insert_many(1, ["a"], [[1.0, 2.0]]))))
    found.append(attempt(lambda: b.insert_many(0, "a", [1.0])))
    found.append(attempt(lambda: b.insert_many(0, ["a", "b"], [1.0])))
    found.append(attempt(lambda: b.insert_many(0, ["a"], tf.constant(1.0))))
    found.append(attempt(lambda: make(tf, tf.float32, shapes=((0,),))))
    return found


def closed(tf, folder):
    r = Running(tf)
    found = [r.insert(0, ["a", "b", "c"], [1, 2, 3]), r.insert(1, ["a"], [[5, 6]]), r.close(), r.close()]
    found += [r.take(4), r.insert(0, ["new"], [4]), r.insert(0, [], []), r.take(3, fewer=True), r.size()]
    found += [r.insert(1, ["b", "new"], [[1, 2], [3, 4]]), r.size(), r.take(1, fewer=True), r.take(2)]
    waiting = Waiting(lambda: r.session.run(r.takes[0].keys, {r.n: 1}))
    found += [waiting.waits, r.insert(1, ["c"], [[1, 2]]), waiting.result()]
    return found + [r.insert(0, ["new"], [4]), r.insert(0, [], []), r.take(1), r.close(True), r.insert(0, [], [])]


def closed_with_cancelling(tf, folder):
    r = Running(tf)
    found = [r.insert(0, ["a", "b"], [1, 2]), r.insert(1, ["a"], [[5, 6]])]
    waiting = Waiting(lambda: r.session.run(r.takes[0].keys, {r.n: 2}))
    found += [waiting.waits, r.close(True), waiting.result(), r.size(), r.insert(1, ["b"], [[1, 2]])]
    return found + [r.take(2), r.take(1), r.take(1, fewer=True), r.close(), r.close(True)]


def session_closed(tf, folder):
    r = Running(tf)
    r.size()
    waiting = Waiting(lambda: r.session.run(r.takes[0].keys, {r.n: 1}))
    found = [waiting.waits]
    r.session.close()
    return found + [waiting.result()]


def shared(tf, folder):
    def size(*args, **kwargs):
        return attempt(lambda: sess.run(make(tf, *args, shared_name="s", **kwargs).ready_size()))

    with tf.Session() as sess:
        sess.run(make(tf, tf.float32, shapes=(), shared_name="s").insert_many(0, ["a"], [1.0]))
        found = [size(tf.float32, shapes=()), size(tf.float32), size(tf.int32, shapes=())]
        return found + [size((tf.float32, tf.int32), shapes=((), ())), size(tf.float32, shapes=(2,))]


def nodes(tf, folder):
    r = Running(tf, shared_name="s", name="b")
    r.barrier.take_many(3)
    r.barrier.take_many(3, allow_small_batch=True, name="named")
    found = [attempt(lambda: r.barrier.take_many(3, timeout=5))]
    for node in tf.get_default_graph().as_graph_def().node:
        if node.op.startswith("Barrier"):
            attrs = sorted((k, str(v).replace("\n", " ")) for k, v in node.attr.items())
            shapes = [str(o.shape) for o in tf.get_default_graph().get_operation_by_name(node.name).outputs]
            found.append([node.name, node.op, list(node.input), attrs, shapes])
    return found


def saver_of(tf, **kwargs):
    given = {
        "batch_size": 2, "num_unroll": 3, "input_length": 4, "input_key": tf.constant("k"),
        "input_sequences": {"b": tf.ones([6]), "a": tf.ones([6, 2])}, "input_context": {"c": [3, 4]},
        "initial_states": {"s": tf.zeros([2]), "r": tf.zeros([])},
    }  # fmt: skip
    return tf.contrib.training.SequenceQueueingStateSaver(**dict(given, **kwargs))


def segments_of(tf, batch, sess, done):
    """What a batch holds, with its states saved plus one."""
    keys = ["key", "next_key", "length", "total_length", "sequence", "sequence_count", "batch_size"]
    wanted = [getattr(batch, k) for k in keys] + [batch.sequences, batch.context]
    wanted += [batch.state("s"), batch.save_state("s", batch.state("s") + 1.0)]
    index = batch.insertion_index

    def step():
        *found, at = sess.run(wanted + [index])
        return [plain(x) for x in found] + [[int(x) - FIRST for x in at]]

    return [attempt(step) for _ in range(done)]


def segments(tf, folder):
    key, x = tf.placeholder(tf.string, []), tf.placeholder(tf.float32, [None])
    saver = saver_of(
        tf, input_key=key, input_length=tf.size(x), input_sequences={"x": tf.pad(x, [[0, -tf.size(x) % 3]])},
        initial_states={"s": tf.zeros([2])}, capacity=3, allow_small_batch=True,
    )  # fmt: skip
    put, batch, close = saver.prefetch_op, saver.next_batch, saver.close()
    with tf.Session() as sess:
        for k, values in (("p", [1, 2, 3, 4]), ("q", [5, 6]), ("r", [1, 2, 3, 4, 5, 6, 7])):
            sess.run(put, {key: k, x: values})
        full = Waiting(lambda: sess.run(put, {key: "t", x: [9]}) or "in")
        found = [full.waits, attempt(lambda: sess.run(saver.barrier.ready_size()))]
        found += segments_of(tf, batch, sess, 2) + [full.result()]
        sess.run(close)
        return found + segments_of(tf, batch, sess, 4)


def batches(tf, folder):
    record = tf.train.slice_input_producer([tf.constant(["a", "b"])], num_epochs=1, shuffle=False)[0]
    size = tf.where(tf.equal(record, "a"), 5, 2)
    x = tf.SparseTensor([[0, 1], [1, 0]], [1.0, 2.0], tf.cast(tf.stack([size, 2]), tf.int64))
    batch = tf.contrib.training.batch_sequences_with_states(
        record, {"d": tf.range(size), "x": x}, {"c": tf.SparseTensor([[1]], [7], [3])}, None, {"s": tf.zeros([2])},
        num_unroll=3, batch_size=2, num_threads=1, capacity=2,
    )  # fmt: skip
    with tf.Session() as sess:
        sess.run(tf.local_variables_initializer())
        tf.train.start_queue_runners(sess)
        found = segments_of(tf, batch, sess, 1)
        time.sleep(0.3)  # the input ends, and the runner closes the barrier
        found += segments_of(tf, batch, sess, 2)
    names = [op.name for op in tf.get_default_graph().get_operations()]
    return found + [len(names)] + [n for n in names if n.startswith("batch") and "StateSaver/" not in n]


def refusals_of_sequences(tf, folder):
    def call(**kwargs):
        return attempt(lambda: saver_of(tf, **kwargs))

    unknown = tf.placeholder(tf.float32, None)
    found = [
        call(initial_states=[]),
        call(initial_states={}),
        call(initial_states={1: 2}),
        call(initial_states={"a:": 2}),
    ]
    found += [call(capacity=1), call(input_context=[("c", 1)][0:0] or {1: 2}), call(input_context={"a:": 1})]
    found += [call(input_sequences={}), call(input_sequences={2: [1]}), call(input_sequences={"a:": [1]})]
    found += [call(input_sequences={"a": unknown}), call(input_context={"c": unknown})]
    found += [call(initial_states={"s": unknown}), call(input_length=tf.constant(4, tf.int64)), call(input_key=3)]
    found += [call(input_length=[4]), call(input_sequences={"a": 5})]
    batch = saver_of(tf).next_batch
    found += [attempt(lambda: batch.state("t")), attempt(lambda: batch.save_state("t", 1.0))]
    found += [attempt(lambda: batch.save_state("s", tf.zeros([2, 3])))]
    found += [attempt(lambda: batch.save_state("s", tf.zeros([2, 3, 1])))]
    with tf.Session() as sess:
        found.append(attempt(lambda: sess.run(saver_of(tf, input_length=7).prefetch_op)))
    return found


def checks_come_first(tf, folder):
    x, n = tf.placeholder(tf.float32, [None]), tf.placeholder(tf.int32, [])
    saver = saver_of(tf, input_sequences={"a": x, "b": tf.zeros([n])})
    with tf.control_dependencies([tf.assert_less(n, 7, message="seven")]):
        later = tf.reshape(tf.identity(x), [n, 3])

    def body(i, total):
        with tf.control_dependencies([tf.Assert(i < 3, ["three"])]):
            return i + 1, total + tf.reduce_sum(tf.reshape(tf.identity(x), [n, 3]))

    loop = tf.while_loop(lambda i, total: i < 2, body, [0, 0.0])[1]
    v = tf.Variable(1)
    with tf.control_dependencies([tf.Assert(tf.assign_add(v, 1) < 9, ["nine"])]):
        counted = tf.reshape(tf.identity(x), [n, 3])
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        found = [attempt(lambda: sess.run(saver.prefetch_op, {x: np.ones(k), n: m})) for k, m in ((4, 4), (6, 3))]
        found += [attempt(lambda: sess.run(later, {x: np.ones(6), n: m})) for m in (6, 8)]
        return found + [attempt(lambda: sess.run(t, {x: np.ones(5), n: 2})) for t in (loop, counted)]


def nodes_of_saver(tf, folder):
    saver = saver_of(tf, capacity=9, name="saver")
    batch = saver.next_batch
    batch.save_state("r", batch.state("r"), name="save")
    batch.save_state("s", batch.state("s"))
    saver.close()
    ops = tf.get_default_graph().get_operations()
    rows = []
    for op in ops:
        inputs = [i.name for i in op.inputs] + sorted("^" + c.name for c in op.control_inputs)
        rows.append("%s = %s(%s) %s" % (op.name, op.type, ", ".join(inputs), [str(o.shape) for o in op.outputs]))
    return rows


RUNS = [
    first_come, many_of_one_insertion, refusals_of_insertions, closed, closed_with_cancelling, session_closed, shared,
    nodes, segments, batches, refusals_of_sequences, checks_come_first,
    nodes_of_saver,
]  # fmt: skip

"""Barriers in running sessions, and sequences cut into segments by them; also runs on Python 3.7 with TF 1.15.

Each function takes `tf` and a folder for files, and returns JSON.
"""

import importlib
import re

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
    return [json_of(x) for x in found]


def json_of(x):
    return [json_of(y) for y in x] if isinstance(x, (list, tuple)) else x


RUNS = [
    first_come, many_of_one_insertion, refusals_of_insertions, closed, closed_with_cancelling, session_closed, shared,
    nodes,
]  # fmt: skip

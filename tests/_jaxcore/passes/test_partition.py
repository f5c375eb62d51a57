"""`partition`: which task runs what, in which stage, and what travels."""

from __future__ import annotations

import pytest

import tf1compat as tf
from tf1compat._jaxcore.base import devices, errors
from tf1compat._jaxcore.ir.graph import Graph
from tf1compat._jaxcore.passes.choices import decided, predicates
from tf1compat._jaxcore.passes.partition import partition
from tf1compat._jaxcore.passes.prune import prune
from tf1compat._jaxcore.passes.task_groups import CHOICE

WORKER, PS0, PS1 = ("worker", 0), ("ps", 0), ("ps", 1)


@pytest.fixture(autouse=True)
def fresh():
    with tf.Graph().as_default():
        yield


def _home(node):
    device = devices.parse(node.device)
    return None if device.job is None else (device.job, device.task or 0)


def _cut(*fetches, feeds=()):
    tensors = [f for f in fetches if isinstance(f, tf.Tensor)]
    targets = [f for f in fetches if not isinstance(f, tf.Tensor)]
    return partition(prune(tensors, targets, feeds), _home, WORKER)


def _shape(cut):
    return [(p.stage, p.task) for p in cut.parts]


def _names(part):
    return [n.name for n in part.nodes]


def test_a_training_step_is_three_parts():
    with tf.device("/job:ps/task:0"):
        w = tf.Variable([1.0], name="w")
    x = tf.placeholder(tf.float32, [1], name="x")
    loss = tf.reduce_sum(w * x)
    train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    cut = _cut(train, loss, feeds=[x])
    assert _shape(cut) == [(0, PS0), (1, WORKER), (2, PS0)]
    read, compute, update = cut.parts
    assert [v.name for v in read.fetches] == ["w:0"] and not read.feeds
    assert sorted(v.name for v in compute.feeds) == ["w:0", "x:0"]  # the variable travels once
    assert "w/read" in _names(compute)
    assert len(update.feeds) == 1
    assert "GradientDescent/update_w/ApplyGradientDescent" in [t.name for t in update.targets]


def test_one_task_is_one_part():
    v = tf.Variable(1.0)
    assert _shape(_cut(tf.assign_add(v, 2.0), v * 3.0)) == [(0, WORKER)]


def test_independent_tasks_share_a_stage():
    made = []
    for i in range(2):
        with tf.device(f"/job:ps/task:{i}"):
            made.append(tf.Variable(float(i)))
    cut = _cut(made[0].read_value() + made[1].read_value())
    assert _shape(cut)[:2] == [(0, PS0), (0, PS1)] or _shape(cut)[:2] == [(0, PS1), (0, PS0)]
    assert cut.parts[-1].task == WORKER and cut.parts[-1].stage == 1


def test_control_edges_order_parts_through_groups_and_constants():
    with tf.device("/job:ps/task:0"):
        a = tf.Variable(1.0, name="a")
    with tf.device("/job:ps/task:1"):
        b = tf.Variable(1.0, name="b")
    first = tf.assign_add(a, 1.0)
    with tf.control_dependencies([tf.group(first)]):
        second = tf.assign_add(b, 1.0)  # its constant waits, and so does it
    assert _shape(_cut(second.op)) == [(0, PS0), (1, PS1)]


def test_a_reader_sees_the_writes_before_it():
    with tf.device("/job:ps/task:0"):
        v = tf.Variable(1.0, name="v")
    with tf.device("/job:worker/task:0"):
        old = v * 2.0
        write = tf.assign(v, old)
        with tf.control_dependencies([write]):
            new = v.read_value() * 2.0
    cut = _cut(old, new)
    assert _shape(cut) == [(0, PS0), (1, WORKER), (2, PS0), (3, WORKER)]
    assert [stage for _, stage in cut.parts[3].sources] == [2]


def test_a_loop_is_in_one_part():
    with tf.device("/job:ps/task:0"):
        v = tf.Variable(1.0, name="v")
    _, y = tf.while_loop(lambda i, s: i < 3, lambda i, s: (i + 1, s * v), [0, 1.0])
    grad = tf.gradients(y, v)[0]
    cut = _cut(grad)
    assert _shape(cut) == [(0, PS0), (1, WORKER)]


def test_only_rows_of_a_gathered_table_are_fetched():
    with tf.device("/job:ps/task:0"):
        table = tf.Variable(tf.zeros([100, 2]), name="table")
        rows = tf.gather(table, [1, 2])
    loss = tf.reduce_sum(rows * rows)
    train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    cut = _cut(train)
    assert [v.dims for v in cut.parts[0].fetches] == [(2, 2)]
    assert cut.parts[-1].task == PS0 and cut.parts[-1].stage == 2
    assert not any(v.dims == (100, 2) for part in cut.parts for v in part.feeds)


def test_initialisers_are_known_as_such():
    with tf.device("/job:ps/task:0"):
        v = tf.Variable(tf.random_normal([3]), name="v")
    assert _cut(v.initializer).once
    assert not _cut(tf.assign_add(v, v)).once


def _two_variables():
    with tf.device("/job:ps/task:0"):
        a = tf.Variable(1.0, name="a")
    with tf.device("/job:ps/task:1"):
        b = tf.Variable(1.0, name="b", use_resource=True)
    return a, b


def test_a_condition_on_two_tasks_variables_is_decided_by_the_session():
    a, b = _two_variables()

    def both():
        with tf.control_dependencies([tf.assign_add(a, 1.0), tf.assign_add(b, 1.0)]):
            return tf.constant(1.0) + a

    pred = tf.placeholder(tf.bool, [], name="pred")
    result = tf.cond(pred, both, lambda: tf.constant(0.0))
    with tf.control_dependencies([result]):
        after = a.read_value()
    cut = _cut(result, after, feeds=[pred])
    choice = next(p for p in cut.parts if p.task == CHOICE)
    graph = Graph(tuple(choice.nodes), tuple(choice.feeds), tuple(choice.fetches), tuple(choice.targets))
    asked = predicates(graph)
    assert {v.dtype.name for v in asked} == {"bool"}  # the predicate, and the condition's identity of it
    taken = decided(graph, dict.fromkeys(asked, True))
    assert {n.type for n in taken.nodes} >= {"AssignAdd", "AssignAddVariableOp"}
    assert {p.task for p in partition(taken, _home, WORKER).parts} >= {PS0, PS1}
    assert not any(n.opdef.writes for n in decided(graph, dict.fromkeys(asked, False)).nodes)
    assert cut.fetches[1][1] > choice.stage  # what it changes is seen in the next stage


def test_a_loop_on_two_tasks_variables_is_refused():
    a, b = _two_variables()

    def body(i):
        with tf.control_dependencies([tf.assign_add(a, 1.0), tf.assign_add(b, 1.0)]):
            return i + 1

    with pytest.raises(errors.UnimplementedError, match="loop that uses the state of two tasks.*/job:ps/task"):
        _cut(tf.while_loop(lambda i: i < 3, body, [0]))


def test_a_gradient_through_such_a_condition_is_refused():
    a, b = _two_variables()
    x = tf.placeholder(tf.float32, [])
    y = tf.cond(x > 0, lambda: x * a.assign_add(1.0) * b.read_value(), lambda: x)
    with pytest.raises(errors.UnimplementedError, match="gradient through a condition that uses the state"):
        _cut(tf.gradients(y, x)[0], feeds=[x])

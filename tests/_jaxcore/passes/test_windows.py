"""`windows`: slices whose place is computed share one program; values as TensorFlow 1.15.5 gives them."""

import numpy as np
import pytest

import tf1compat as tf
from tf1compat._jaxcore.exec.program import DeviceProgram


@pytest.fixture
def compilations(monkeypatch):
    """The names of what is compiled, one for each program."""
    found = []
    compile_one = DeviceProgram._compile

    def counted(self, args, static):
        found.append([n.name for n in self.segment.nodes])
        return compile_one(self, args, static)

    monkeypatch.setattr(DeviceProgram, "_compile", counted)
    return found


@pytest.fixture
def graph():
    with tf.Graph().as_default() as g:
        yield g


def matrix():
    return tf.constant(np.arange(60.0).reshape(5, 12), tf.float32)


def test_one_program_for_all_places(graph, compilations):
    x, i = matrix(), tf.placeholder(tf.int32, [])
    three = tf.reduce_max(tf.Variable(tf.fill([200, 200], 3.0)))  # too large for NumPy
    y = tf.strided_slice(x, [1, i * 2], [4, (i + 1) * 2]) * three
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        compilations.clear()
        values = [session.run(y, {i: k}) for k in range(5)]
    expected = np.arange(60.0).reshape(5, 12)
    for k, value in enumerate(values):
        np.testing.assert_array_equal(value, 3 * expected[1:4, 2 * k : 2 * k + 2])
    assert len(compilations) == 1


def test_a_size_up_to_the_end(graph):
    x, i = matrix(), tf.placeholder(tf.int32, [])
    y = tf.slice(x, [0, i], [-1, 3]) + 0.0
    with tf.Session() as session:
        assert session.run(y, {i: 9})[0].tolist() == [9.0, 10.0, 11.0]
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"Expected begin\[1\] in \[0, 12\], but got -1"):
            session.run(y, {i: -1})


@pytest.mark.parametrize(
    ("at", "expected"),
    [(-1, []), (2, [26.0, 27.0, 28.0]), (7, "slice index 7"), (-7, "slice index -2"), (4, [52, 53, 54])],
)
def test_index_and_range(graph, at, expected):
    x, i = matrix(), tf.placeholder(tf.int32, [])
    z = x[i, i : i + 3] * 1.0
    with tf.Session() as session:
        if isinstance(expected, str):
            with pytest.raises(tf.errors.InvalidArgumentError, match=expected + " of dimension 0 out of bounds"):
                session.run(z, {i: at})
        else:
            assert session.run(z, {i: at}).tolist() == expected


def test_ends_are_clipped_and_dimensions_inserted(graph):
    x, i = matrix(), tf.placeholder(tf.int32, [])
    y, u = x[1:2, i : i + 4] * 1.0, x[..., tf.newaxis, i:] * 1.0
    with tf.Session() as session:
        assert session.run(y, {i: 10}).tolist() == [[22.0, 23.0]]
        assert session.run(y, {i: 20}).shape == (1, 0)
        assert session.run(u, {i: -2}).tolist()[4] == [[58.0, 59.0]]


def test_inside_a_branch_and_under_a_gradient(graph):
    v = tf.Variable(tf.ones([12]))
    i = tf.placeholder(tf.int32, [])
    part = v[i : i + 2] * 2.0
    chosen = tf.cond(i > 1, lambda: part + 1, lambda: part * 2)
    gradient = tf.gradients(tf.reduce_sum(part**2), v)[0]
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for k in (0, 3, 10):
            value, slope = session.run([chosen, gradient], {i: k})
            assert value.tolist() == ([3.0, 3.0] if k > 1 else [4.0, 4.0])
            assert np.flatnonzero(slope).tolist() == [k, k + 1] and slope[k] == 8.0


def test_walking_through_data_by_a_queue(graph, compilations):
    data = tf.reshape(tf.range(40), [2, 20])
    i = tf.train.range_input_producer(4, shuffle=False).dequeue()
    x = tf.strided_slice(data, [0, i * 5], [2, (i + 1) * 5])
    x.set_shape([2, 5])
    total = tf.reduce_sum(tf.cast(x, tf.float32)) * tf.Variable(1.0)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        coordinator = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(session, coordinator)
        sums = [session.run(total).item() for _ in range(8)]
        coordinator.request_stop()
        coordinator.join(threads)
    assert sums == [120.0, 170.0, 220.0, 270.0] * 2
    assert len([c for c in compilations if total.op.name in c]) == 1

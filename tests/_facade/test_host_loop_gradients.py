"""Gradients of conditions and loops that run in Python (`tf.Print`, `py_func`); the numbers are TF 1.15.5's."""

import numpy as np
import pytest

import tf1compat as tf


@pytest.fixture(autouse=True)
def fresh():
    with tf.Graph().as_default():
        yield


def test_py_func_has_no_gradient_and_runs_once_per_step():
    calls = []

    def double(v):
        calls.append(v)
        return np.float32(v * 2)

    x = tf.constant(1.2)

    def step(i, a):
        p = tf.py_func(double, [a], tf.float32)
        p.set_shape([])
        return i + 1, a * a + p

    _, y = tf.while_loop(lambda i, a: i < 3, step, [0, x])
    with tf.Session() as sess:
        found = sess.run([y, tf.gradients(y, x)[0]])
    np.testing.assert_allclose(found, [547.7587890625, 826.6973876953125], rtol=1e-6)
    assert len(calls) == 3


def test_training_through_a_loop_that_prints(capfd):
    w = tf.Variable([[0.5, 0.1], [0.2, 0.3]])
    e = tf.Variable([[0.5, 0.1], [0.2, 0.3], [1.0, 2.0]])
    xs = tf.nn.embedding_lookup(e, [2, 0, 1, 2])

    def step(i, h):
        h = tf.tanh(tf.matmul(h, w) + xs[i])
        return i + 1, tf.cond(tf.reduce_sum(h) > 1.5, lambda: tf.Print(h * 2, [h]), lambda: h)

    _, h = tf.while_loop(lambda i, h: i < 4, step, [0, tf.ones([1, 2])])
    loss = tf.reduce_sum(h**2)
    train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        losses = [sess.run([loss, train])[0] for _ in range(3)]
    np.testing.assert_allclose(losses, [7.7158, 6.6481, 5.6114], atol=1e-4)
    assert "[[0.84799" in capfd.readouterr().err

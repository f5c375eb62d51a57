"""tf.GradientTape in graph mode, and losses given to optimizers as functions."""

import pytest

import tf1compat as tf
from tf1compat._facade.gradient_tape import GradientTape


@pytest.fixture(autouse=True)
def fresh():
    with tf.Graph().as_default():
        yield


def test_only_what_is_recorded_and_watched_is_differentiated():
    x, other = tf.constant(3.0), tf.constant(2.0)
    before = x * x
    with GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x * x * other
        z = before * other
        with tape.stop_recording():
            unrecorded = y * 5.0
    assert tape.gradient(y, {"x": x, "other": other})["other"] is None
    assert tape.gradient(z, x) is None and tape.gradient(unrecorded, x) is None
    assert tf.Session().run(tape.gradient(y, x, output_gradients=tf.constant(10.0))) == 120.0


def test_trainable_resource_variables_are_watched():
    v = tf.get_variable("v", initializer=2.0, use_resource=True)
    w = tf.get_variable("w", initializer=2.0, use_resource=True, trainable=False)
    with GradientTape() as tape:
        y = v * w
    assert tape.watched_variables() == (v,)
    slope = tape.gradient(y, [v, w])
    assert slope[1] is None
    with pytest.raises(RuntimeError, match="can only be called once"):
        tape.gradient(y, v)
    with GradientTape(watch_accessed_variables=False) as blind:
        v * 2.0
    assert blind.watched_variables() == ()
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        assert sess.run(slope[0]) == 2.0


def test_an_optimizer_takes_a_function_as_loss():
    v = tf.get_variable("v", initializer=[1.0, 2.0], use_resource=True)
    step = tf.train.GradientDescentOptimizer(0.5).minimize(lambda: tf.reduce_sum(v * v))
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        sess.run(step)
        assert sess.run(v).tolist() == [0.0, 0.0]

"""Corners of control flow, decided by TensorFlow 1.15.5: fed predicates, branches not taken, loops without gradient."""

import numpy as np
import pytest

import tf1compat as tf
from tf1compat._facade import control_flow, functional_calls
from tf1compat._facade.apply import apply_op
from tf1compat._facade.defun import Defun


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as made:
        yield made


def test_a_constant_predicate_may_be_fed():
    predicate, value = tf.constant(True), tf.constant(37.0)
    result = tf.cond(predicate, lambda: tf.constant(0.0), lambda: value)
    with tf.Session() as sess:
        assert sess.run(result, {predicate: False}) == 37.0
        assert sess.run(result, {predicate: True}) == 0.0
        assert sess.run(result) == 0.0


def test_what_a_known_predicate_leaves_out():
    x = tf.constant(2.0)
    if_false, if_true = control_flow.switch(x, tf.constant(True))
    taken, left_out = (tf.gradients(tf.square(v), x)[0] for v in (if_true, if_false))
    with tf.Session() as sess:
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"Retval\[0\] does not have value"):
            sess.run(tf.identity(if_false))
        assert sess.run([taken, left_out]) == [4.0, 0.0]


def test_loops_without_back_prop_have_no_gradient():
    v = tf.constant(2.0)
    r = tf.while_loop(lambda v: v < 100.0, tf.square, [v], back_prop=False)
    assert tf.gradients(r, v) == [None]
    with tf.Session() as sess:
        assert sess.run(tf.gradients(r + v, v)) == [1.0]


def test_variables_of_a_loop_have_zero_gradients():
    x, y = tf.constant(2.0, name="x"), tf.constant(2.0, name="y")
    rx, _ = tf.while_loop(lambda x, _: x < 100.0, lambda x, y: (tf.stop_gradient(x * y), y * x), [x, y])
    with tf.Session() as sess:
        assert sess.run(tf.gradients(rx, [y])) == [0.0]
    assert tf.gradients(tf.stop_gradient(x), [x]) == [None]


def test_integers_among_the_ys():
    i, x = tf.while_loop(
        lambda i, x: i < 10, lambda i, x: (i + 1, x * 2.0), [tf.constant(0), start := tf.constant(2.0)]
    )
    assert tf.gradients(i, [start]) == [None]
    with tf.Session() as sess:
        assert sess.run(tf.gradients([i, x], [start])) == [1024.0]


def test_a_counter_keeps_its_type_and_its_gradient():
    p, n = tf.placeholder(tf.bool, []), tf.constant(0.0)
    r = tf.cond(p, lambda: tf.while_loop(lambda x: x < 10.0, lambda x: x + 1.0, [n]), lambda: n * 2.0)
    whole = tf.while_loop(lambda i: i < 5, lambda i: i + 1, [tf.constant(0, tf.int64)])
    with tf.Session() as sess:
        assert sess.run([r, *tf.gradients(r, [n])], {p: True}) == [10.0, 1.0]
        assert sess.run([r, *tf.gradients(r, [n])], {p: False}) == [0.0, 2.0]
        assert sess.run(whole).dtype == np.int64


def test_frames_that_nothing_goes_round_in():
    data = tf.constant([1, 2, 3])
    inside = [control_flow.enter(t, "foo", False) for t in (data, tf.constant(5))]
    apart = control_flow.enter(tf.constant([1, 1, 1]), "bar", False)
    with tf.Session() as sess:
        np.testing.assert_array_equal(sess.run(control_flow.exit(inside[0] * inside[1])), [5, 10, 15])
        with pytest.raises(tf.errors.InvalidArgumentError, match="has inputs from different frames"):
            sess.run(inside[0] + apart)


def test_what_functional_loops_refuse():
    goes_on = Defun(tf.float32, tf.float32)(lambda n, x: n > 0)
    two = Defun(tf.float32, tf.float32)(lambda n, x: (n > 0, x))
    body = Defun(tf.float32, tf.float32)(lambda n, x: (n - 1, x + n))
    three = Defun(tf.float32, tf.float32)(lambda n, x: (n - 1, x + n, x))
    add = Defun(tf.int32, tf.float32)(lambda i, v: tf.cast(i, tf.float32) + v)
    again = Defun(tf.int32, tf.float32)(lambda i, v: (v, v))
    refused = {
        "Expected a single scalar.*got 2 tensors.": functional_calls.While([5.0, 0.0], two, body)[0],
        "While loop body returned 3 arguments. Expected: 2": functional_calls.While([5.0, 0.0], goes_on, three)[0],
        "must be a scalar": functional_calls.For([0], 10, 1, [0.0], add)[0],
        "Invalid start/limit/delta": functional_calls.For(0, 10, -1, [0.0], add)[0],
        "For loop body returned 2 arguments. Expected: 1": functional_calls.For(0, 10, 1, [0.0], again)[0],
    }
    with tf.Session() as sess:
        for words, tensor in refused.items():
            with pytest.raises(tf.errors.InvalidArgumentError, match=words):
                sess.run(tensor)


def test_remote_call():
    product = Defun(tf.int32, tf.int32)(lambda a, b: a * b)
    call = functional_calls.remote_call([2, 3], [tf.int32], product, "/cpu:0")
    assert call[0].op.type == "RemoteCall"
    with tf.Session() as sess:
        assert sess.run(call) == [6]


def test_types_of_array_elements():
    array = tf.TensorArray(tf.float32, size=3, element_shape=[])
    read = apply_op("TensorArrayReadV3", array.handle, 0, array.flow, dtype=tf.float64)
    with tf.Session() as sess:
        with pytest.raises(tf.errors.InvalidArgumentError, match="dtype is float but Op requested dtype double."):
            sess.run(read)
        with pytest.raises(tf.errors.InvalidArgumentError, match="is float but Op is trying to write dtype string."):
            sess.run(array.write(0, "abc").flow)

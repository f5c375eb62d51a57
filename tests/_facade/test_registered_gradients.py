"""tf.RegisterGradient, gradient_override_map and stop_gradients: the numbers are TF 1.15.5's for the same programs."""

import numpy as np
import pytest

import tf1compat as tf
from tf1compat._facade import context
from tf1compat._facade.gradient_registry import NotDifferentiable, RegisterGradient, get_gradient_function


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    monkeypatch.setattr(context, "GRADIENTS", {})
    with tf.Graph().as_default():
        yield


def run(fetches):
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        return sess.run(fetches)


def test_stop_gradients_gives_partial_derivatives():
    a = tf.constant(0.0)
    b = 2 * a
    y = a * 3 + b
    partial = tf.gradients(a + b, [a, b], stop_gradients=[a, b])
    total = tf.gradients(a + b, [a, b])
    around = tf.gradients(y, [a, b], stop_gradients=[b])
    assert run([partial, total, around]) == [[1, 1], [3, 1], [3, 1]]


def test_guided_relu():
    @RegisterGradient("GuidedRelu")
    def guided(op, grad):
        return tf.where(grad > 0.0, grad * tf.cast(op.outputs[0] > 0, tf.float32), tf.zeros_like(grad))

    x = tf.constant([[1.0, -2.0, 3.0], [2.0, 2.0, -1.0]])
    w = tf.Variable(np.arange(12, dtype="f").reshape(3, 4) / 5 - 1)
    with tf.get_default_graph().gradient_override_map({"Relu": "GuidedRelu"}):
        h = tf.nn.relu(tf.matmul(x, w))
        h2 = tf.nn.relu(h - 1.0)
    y = tf.reduce_sum(tf.square(h2) * [1.0, -1.0, 1.0, -1.0]) + tf.reduce_sum(h)
    dx, dw, dh = run(tf.gradients(y, [x, w, h]))
    np.testing.assert_allclose(dx, [[-4.4, 0.72, 5.84], [0, 0, 0]], rtol=1e-6)
    np.testing.assert_allclose(dw, np.outer([1, -2, 3], [1.4, 1, 3, 1]), rtol=1e-6)
    np.testing.assert_allclose(dh, [[1.4, 1, 3, 1], [1, 1, 1, 1]], rtol=1e-6)


def test_several_outputs_and_gradients_of_gradients():
    @RegisterGradient("Times3")
    def times3(op, a, b):
        return 3.0 * a, b

    x = tf.constant([[1.0, 2.0]])
    with tf.get_default_graph().gradient_override_map({"IdentityN": "Times3"}):
        p, q = tf.identity_n([x, x * 2.0])
    (one,) = tf.gradients(p * 2.0, x)
    (both,) = tf.gradients([p, q], x)
    (again,) = tf.gradients(both * 1.0 + p, x)
    one, both, again = run([one, both, again])
    assert one.tolist() == [[6, 6]] and both.tolist() == [[5, 5]] and again.tolist() == [[3, 3]]


def test_none_is_no_gradient_and_the_number_of_gradients_is_checked():
    RegisterGradient("Nothing")(lambda op, grad: None)
    RegisterGradient("TooMany")(lambda op, grad: (grad, grad))
    x = tf.constant(1.0)
    with tf.get_default_graph().gradient_override_map({"Identity": "Nothing"}):
        y = tf.identity(x)
    with tf.get_default_graph().gradient_override_map({"Identity": "TooMany"}):
        z = tf.identity(x)
    assert tf.gradients(y, x) == [None]
    with pytest.raises(ValueError, match="Num gradients 2 generated for op Identity_1 do not match num inputs 1"):
        tf.gradients(z, x)


def test_registry_errors():
    with pytest.raises(TypeError, match="op_type must be a string"):
        RegisterGradient(3)
    with pytest.raises(KeyError, match="Registering two gradient with name 'Relu'"):
        NotDifferentiable("Relu")
    NotDifferentiable("Mine")
    with pytest.raises(KeyError, match="Mine"):
        RegisterGradient("Mine")(lambda op, grad: grad)
    with tf.get_default_graph().gradient_override_map({"Identity": "Unknown"}):
        y = tf.identity(1.0)
    with pytest.raises(LookupError, match="Unknown"):
        get_gradient_function(y.op)
    assert get_gradient_function(tf.constant(1.0).op) is None


def test_registered_gradients_in_branches_and_loops():
    @RegisterGradient("InnerGuided")
    def guided(op, grad):
        kept = 3.0 * grad * tf.cast(op.outputs[0] > 0, tf.float32)
        return tf.where(grad > 0.0, kept, tf.zeros_like(grad)) * tf.sigmoid(op.inputs[0])

    RegisterGradient("Straight")(lambda op, grad: tf.clip_by_value(grad, -1.0, 1.0))
    x, w = tf.constant([1.0, -2.0, 3.0]), tf.Variable(0.7)
    graph = tf.get_default_graph()

    def step(i, a):
        with graph.gradient_override_map({"Relu": "InnerGuided", "Round": "Straight"}):
            return i + 1, tf.nn.relu(a * w) + tf.round(a * 0.3)

    with graph.gradient_override_map({"Relu": "InnerGuided"}):
        taken = tf.cond(x[0] > 0, lambda: tf.nn.relu(x * w) * [1.0, -1.0, 1.0], lambda: x)
    _, looped = tf.while_loop(lambda i, a: i < 3, step, [0, x])
    in_branch, in_loop = run([tf.gradients(taken, [x, w]), tf.gradients(looped, [x, w])])
    np.testing.assert_allclose(in_branch[0], [1.4032, 0.0, 1.8709], atol=5e-5)
    np.testing.assert_allclose(in_branch[1], 10.0227, atol=5e-5)
    np.testing.assert_allclose(in_loop[0], [3.5136, 0.027, 8.5982], atol=5e-5)
    np.testing.assert_allclose(in_loop[1], 69.8959, atol=5e-5)


def test_custom_gradients_in_loops_capture_what_the_step_computes():
    @tf.custom_gradient
    def log1pexp(x):
        e = tf.exp(x)
        return tf.log(1 + e), lambda dy: dy * (1 - 1 / (1 + e)) * 1.5

    x, w = tf.constant([1.0, -2.0, 3.0]), tf.Variable(0.7)
    _, y = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, log1pexp(a * w)), [0, x])
    dx, dw = run(tf.gradients(y, [x, w]))
    np.testing.assert_allclose(dx, [0.3658, 0.0779, 0.657], atol=5e-5)
    np.testing.assert_allclose(dw, 10.2248, atol=5e-5)


@pytest.mark.parametrize("name, expected", [("sin", [1.514, 0.292, -0.107]), ("own", [2.843, 1.222, 1.374])])
def test_a_custom_gradient_behind_a_scan(name, expected):
    @tf.custom_gradient
    def log1pexp(x):
        e = tf.exp(x)
        return tf.log(1 + e), lambda dy: dy * (1 - 1 / (1 + e)) * 1.5

    x, w = tf.constant([1.0, -2.0, 3.0]), tf.Variable(0.7)
    inner = log1pexp if name == "own" else tf.sin
    y = tf.scan(lambda a, v: inner(v * w + a), x)
    (dx,) = run(tf.gradients(log1pexp(y), x))
    np.testing.assert_allclose(dx, expected, atol=2e-3)

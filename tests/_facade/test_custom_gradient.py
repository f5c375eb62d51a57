"""`tf.custom_gradient` and its relatives; the numbers were given by TF 1.15.5."""

import pytest

import tf1compat as tf


def run(fetches):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return [float(v) for v in session.run(fetches)]


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default():
        yield


def test_one_argument():
    @tf.custom_gradient
    def log1pexp(x):
        e = tf.exp(x)
        return tf.log(1 + e), lambda dy: dy * (1 - 1 / (1 + e))

    x = tf.constant(100.0)
    assert run(tf.gradients(log1pexp(x), x)) == [1.0]
    types = [n.type for n in tf.get_default_graph().get_operations()]
    assert types[:7] == ["Const", "Exp", "Const", "AddV2", "Log", "Identity", "IdentityN"]


def test_several_arguments_and_second_order():
    @tf.custom_gradient
    def f(x, y):
        return [x * y, x + y], lambda da, db: [da * 2.0, db * 3.0 + da]

    x, y = tf.constant(2.0), tf.constant(5.0)
    a, b = f(x, y)
    found = tf.gradients(a * b, [x, y]) + tf.gradients(a, [x, y]) + tf.gradients(tf.gradients(a * b, x)[0], [x, y])
    assert run(found) == [14.0, 37.0, 2.0, 1.0, 0.0, 6.0]


@pytest.mark.parametrize("made_inside", [True, False])
def test_variables(made_inside):
    def variable():
        return tf.get_variable("w", initializer=3.0, use_resource=True)

    w = None if made_inside else variable()

    @tf.custom_gradient
    def f(x):
        def grad(dy, variables=None):
            return [dy * 10.0], [dy * 7.0 for _ in variables]

        return x * (variable() if w is None else w), grad

    with tf.variable_scope("", use_resource=True):
        x = tf.constant(2.0)
        y = f(x)
    assert run([y, *tf.gradients(y, [x, *tf.trainable_variables()])]) == [6.0, 10.0, 7.0]


def test_refused_uses():
    @tf.custom_gradient
    def reference(x):
        return x * tf.get_variable("v", initializer=3.0, use_resource=False), lambda dy, variables=None: (dy, [dy])

    @tf.custom_gradient
    def forgotten(x):
        return x * tf.get_variable("u", initializer=3.0, use_resource=True), lambda dy: dy

    with pytest.raises(TypeError, match="must be `ResourceVariable`s"):
        reference(tf.constant(1.0))
    with pytest.raises(TypeError, match="grad_fn must accept a keyword argument 'variables'"):
        forgotten(tf.constant(1.0))
    with pytest.raises(ValueError, match="keywords arguments only when eager execution is enabled"):
        tf.custom_gradient(lambda x: (x, lambda dy: dy))(x=1)


def test_pass_through_and_recomputation():
    x = tf.constant(2.0)
    with pytest.raises(TypeError, match="must have use_resource=True"):  # its gradient takes `variables`
        tf.grad_pass_through(tf.round)(x)
    w = tf.get_variable("w", initializer=3.0, use_resource=True)
    with tf.variable_scope("", use_resource=True):
        rounded = tf.grad_pass_through(tf.round)(x * 1.3)
        y = tf.recompute_grad(lambda v: tf.sin(v * w))(x)
    found = run([rounded, *tf.gradients(rounded * rounded, x), *tf.gradients(y, [x, w])])
    assert found == pytest.approx([3.0, 7.8, 2.8805, 1.9203], abs=1e-4)

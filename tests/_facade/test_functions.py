"""Graph functions: calls, gradients, the library of a GraphDef; iterators in checkpoints."""

from __future__ import annotations

from pathlib import Path

import pytest

import tf1compat as tf
from tf1compat._facade import functional_ops, template
from tf1compat._facade.defun import Defun


def build() -> tuple[tf.Tensor, tf.Tensor, tf.Tensor]:
    v = tf.get_variable("v", initializer=2.0)
    c = tf.constant(5.0)

    @Defun(tf.float32, tf.float32)
    def foo(x, y):  # type: ignore[no-untyped-def]
        return x * y + c * v, x - y

    a, b = foo(2.0, 3.0)
    return a, b, v


def test_call_and_gradient() -> None:
    with tf.Graph().as_default(), tf.Session() as sess:
        a, b, v = build()
        (gradient,) = tf.gradients(a, [v])
        sess.run(tf.global_variables_initializer())
        assert sess.run([a, b, gradient]) == [16.0, -1.0, 5.0]


def test_library_round_trip() -> None:
    with tf.Graph().as_default() as graph:
        a, _, _ = build()
        message = graph.as_graph_def()
    (function,) = message.library.function
    # recorded from TF 1.15.5
    names = [x.name for x in function.signature.input_arg]
    assert names == ["x", "y", "mul_1_placeholder", "mul_1_placeholder_1"]
    assert [x.name for x in function.signature.output_arg] == ["add", "sub"]
    assert message.versions.min_consumer == 12
    with tf.Graph().as_default() as again, tf.Session() as sess:
        start, result = tf.import_graph_def(message, return_elements=["v/Assign", a.name], name="")
        assert again.as_graph_def().library == message.library
        sess.run(start)
        assert sess.run(result) == 16.0


def test_saved_iterator_goes_on(tmp_path: Path) -> None:
    with tf.Graph().as_default():
        iterator = tf.data.Dataset.range(10).shuffle(4).make_initializable_iterator()
        following = iterator.get_next()
        saver = tf.train.Saver({"input": tf.data.experimental.make_saveable_from_iterator(iterator)})
        with tf.Session() as sess:
            sess.run(iterator.initializer)
            before = [sess.run(following) for _ in range(4)]
            saver.save(sess, str(tmp_path / "x"), write_meta_graph=False)
            after = [sess.run(following) for _ in range(6)]
        with tf.Session() as sess:
            sess.run(iterator.initializer)
            saver.restore(sess, str(tmp_path / "x"))
            assert [sess.run(following) for _ in range(6)] == after
    assert sorted(before + after) == list(range(10))


@Defun(tf.float32, tf.float32)
def polynomial_of_two(x, b):
    return x * x + b


def test_gradients_that_functions_bring():
    """Values recorded on TF 1.15.5."""

    @Defun(tf.float32, tf.float32, tf.float32)
    def of_both(x, b, dy):
        return 6.0 * dy * x, 2.0 * dy

    @Defun(tf.float32, tf.float32, grad_func=of_both)
    def by_function(x, b):
        return x * x + b

    @Defun(tf.float32, tf.float32, python_grad_func=lambda op, g: (9.0 * g * op.inputs[0], 3.0 * g))
    def by_python(x, b):
        return x * x + b

    @Defun(tf.float32)
    def polynomial(x):
        return 2 * x * x * x + 3 * x * x + 4 * x + 8

    @Defun(tf.float32)
    def derivative(x):
        return functional_ops.Gradient([x, 1.0], polynomial)[0]

    with tf.Graph().as_default(), tf.Session() as session:
        x, b = tf.constant(3.0), tf.constant(1.0)
        assert session.run(tf.gradients(by_function(x, b), [x, b])) == [18.0, 2.0]
        assert session.run(tf.gradients(by_python(x, b) * 2.0, [x, b])) == [54.0, 6.0]
        assert session.run([polynomial(x), derivative(x)]) == [101.0, 76.0]
        assert session.run(functional_ops.Gradient([x, b, 2.0], polynomial_of_two)) == [12.0, 2.0]
        both = Defun(tf.float32, grad_func=of_both, python_grad_func=lambda op, g: g, func_name="both")(
            lambda x: x + 1.0
        )
        with pytest.raises(ValueError, match="Gradient defined twice for function both"):
            both(x)
        loop = tf.while_loop(lambda y: y < 9.0, lambda y: tf.reshape(by_python(y, 1.0), []), [x])
        with pytest.raises(tf.errors.UnimplementedError, match="use tf.custom_gradient there"):
            session.run(tf.gradients(loop, x))


def test_template_whose_later_calls_are_functions():
    """`make_template_internal`, which TensorFlow's own layers use: one variable, whatever calls it."""
    with tf.Graph().as_default(), tf.Session() as session:
        made = template.make_template_internal(
            "scale", lambda x, by: by * x * tf.get_variable("w", initializer=2.0), create_graph_function_=True, by=3.0
        )
        values = [made(tf.constant(1.0)), made(tf.constant(2.0))]
        session.run(tf.global_variables_initializer())
        assert session.run(values) == [6.0, 12.0]
        assert [v.name for v in made.variables] == ["scale/w:0"]

"""Graph functions: calls, gradients, the library of a GraphDef; iterators in checkpoints."""

from __future__ import annotations

from pathlib import Path

import tf1compat as tf
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

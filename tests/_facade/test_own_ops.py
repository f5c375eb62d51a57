"""Graphs with nodes that TensorFlow lacks: it loads what we write, and we read what it then writes."""

import json
import pathlib

import numpy as np
import pytest

import tf1compat as tf
from tf1compat._facade.defun import Defun
from tf1compat.cli.inspect import inspect

FOLDER = pathlib.Path(__file__).parents[1] / "golden" / "own_ops"
FEED = {"x:0": [1.0, 2.0]}


def build():
    """A training graph, and a function that differentiates."""
    x = tf.placeholder(tf.float32, [2], name="x")
    w = tf.Variable([0.5, -0.5], name="w")
    loss = tf.reduce_sum(tf.square(w * x - 1.0), name="loss")
    tf.train.GradientDescentOptimizer(0.1).minimize(loss, name="step")
    tf.group(w.initializer, name="init")

    @Defun(tf.float64)
    def inner(a):
        return tf.gradients(a * a * a, a)[0]

    tf.identity(inner(tf.cast(x, tf.float64)), name="inner")
    return tf.get_default_graph()


def run(session):
    session.run("init")
    losses = [session.run(["loss:0", "step"], FEED)[0] for _ in range(3)]
    return losses, session.run("inner:0", FEED).tolist()


def test_what_tensorflow_was_given():
    with tf.Graph().as_default():
        written = build().as_graph_def(add_shapes=True)
    assert written == tf.GraphDef.FromString((FOLDER / "written.pb").read_bytes())
    assert len({f.signature.name for f in written.library.function}) == 3  # of two gradients, and inner


def test_what_tensorflow_made_of_it():
    want = json.loads((FOLDER / "read.json").read_text())
    assert want["shape"] == [2]
    assert "Call tf.gradients or Optimizer.minimize again" in want["step"]
    assert "Call tf.gradients or Optimizer.minimize again" in want["inner:0"]
    with tf.Graph().as_default(), tf.Session() as session:
        build()
        losses, inner = run(session)
        session.run("init")
        np.testing.assert_allclose(session.run("gradients/Gradient:0", FEED), want["gradient"], rtol=1e-6)
    assert losses[0] == want["loss"]
    assert inner == [3.0, 12.0]
    for name in "read.pb", "written.pb":
        with tf.Graph().as_default() as graph, tf.Session() as session:
            tf.import_graph_def(tf.GraphDef.FromString((FOLDER / name).read_bytes()), name="")
            assert graph.get_operation_by_name("gradients/Gradient").type == "Gradient"
            assert run(session) == (losses, inner)
            again = graph.as_graph_def()
            assert [f for f in again.library.function if f.signature.name.startswith("tf1compat_Gradient")]


def test_inspect_shows_the_op(capsys):
    assert inspect([str(FOLDER / "written.pb")]) == 0
    shown = capsys.readouterr().out
    assert "Gradient  " in shown
    assert "tf1compat_" not in shown and "not supported" not in shown


def test_registered_gradient_in_a_loop_is_not_in_files():
    with tf.Graph().as_default() as graph:
        w = tf.Variable(3.0)
        tf.RegisterGradient("OwnOpsTwice")(lambda op, g: 2.0 * g)
        with graph.gradient_override_map({"Identity": "OwnOpsTwice"}):
            y = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, tf.identity(a * w)), [0, 1.0])[1]
        tf.gradients(y, w)
        written = graph.as_graph_def()
    with tf.Graph().as_default() as graph, tf.Session() as session:
        tf.import_graph_def(written, name="")
        session.run("Variable/Assign")
        assert session.run("while/Exit_1:0") == 27.0
        with pytest.raises(tf.errors.UnimplementedError, match="call tf.gradients or Optimizer.minimize again"):
            session.run("gradients/Gradient:0")


if __name__ == "__main__":
    (FOLDER / "written.pb").write_bytes(build().as_graph_def(add_shapes=True).SerializeToString(deterministic=True))

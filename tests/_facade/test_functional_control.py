"""If, While, For, Case and PartitionedCall with functions of the graph's library; numbers of TF 1.15.5."""

import numpy as np
import pytest

import tf1compat as tf
from tf1compat._facade import functional_calls as calls
from tf1compat._facade.defun import Defun, reference
from tf1compat._jaxcore.schema import opdef


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as made:
        yield made


@Defun(tf.float32)
def twice(x):
    return x * 2


@Defun(tf.float32)
def thrice(x):
    return x * 3 + 1


@Defun(tf.float32, tf.float32)
def positive(n, y):
    return n > 0


def test_calls_give_what_tf_gives():
    x = tf.placeholder(tf.float32, [])
    v = tf.constant(2.0)
    down = Defun(tf.float32, tf.float32)(lambda n, y: (n - 1, y + n))
    captured = Defun(tf.float32, tf.float32, func_name="captured")(lambda n, y: (n - 1, y + n * v))
    add = Defun(tf.int32, tf.float32, func_name="add")(lambda i, y: y + tf.cast(i, tf.float32) * v)
    found = [
        *calls.If(x > 0, [x], twice, thrice),
        *calls.While([x, 0.0], positive, down),
        *calls.While([x, 0.0], positive, captured),
        *calls.For(1, 21, 1, [0.0], add),
        *calls.For(1, 21, 1, [0.0], add, rewrite_with_while=True),
        *calls.For(100, 0, -1, [0.0], add),
        *calls.partitioned_call([x], twice),
    ]
    with tf.Session() as session:
        assert session.run(found, {x: 9.0}) == [18.0, 0.0, 45.0, 0.0, 90.0, 420.0, 420.0, 10100.0, 18.0]
        assert session.run(found, {x: -8.0}) == [-23.0, -8.0, 0.0, -8.0, 0.0, 420.0, 420.0, 10100.0, -16.0]
        assert session.run(tf.gradients(found[0], x), {x: 3.0}) == [2.0]


def test_the_graph_comes_back_from_its_definition(graph):
    x = tf.placeholder(tf.float32, [], name="x")
    down = Defun(tf.float32, tf.float32)(lambda n, y: (n - 1, y + n))
    calls.If(x > 0, calls.While([x, 0.0], positive, down)[1:], twice, thrice)
    definition = graph.as_graph_def()
    assert [n.op for n in definition.node if n.op in ("If", "While")] == ["While", "If"]
    with tf.Graph().as_default(), tf.Session() as session:
        tf.import_graph_def(definition, name="")
        assert session.run("If:0", {"x:0": 4.0}) == 20.0
        assert session.run("If:0", {"x:0": -4.0}) == 1.0


def test_case_takes_the_last_branch_for_other_indices(graph):
    index = tf.placeholder(tf.int32, [])
    x = tf.constant(5.0)
    branches = [reference(f) for f in (twice, thrice, Defun(tf.float32)(lambda v: -v))]
    attrs = {"branches": branches, "Tin": [tf.float32], "Tout": [tf.float32]}
    out = graph.create(opdef.get("Case"), "Case", (index, x), attrs).outputs[0]
    with tf.Session() as session:
        assert [float(session.run(out, {index: i})) for i in (0, 1, 2, 7, -1)] == [10.0, 16.0, -5.0, -5.0, -5.0]


def test_lists_push_and_pop():
    def make(name, *inputs, **attrs):
        return tf.get_default_graph().create(opdef.get(name), name, inputs, attrs).outputs

    shape, most = tf.constant([2]), tf.constant(-1)
    kinds = {"element_dtype": tf.float32, "shape_type": tf.int32}
    handle = make("EmptyTensorList", shape, most, **kinds)[0]
    for value in ([1.0, 2.0], [3.0, 4.0]):
        handle = make("TensorListPushBack", handle, tf.constant(value), element_dtype=tf.float32)[0]
    rest, top = make("TensorListPopBack", handle, shape, element_dtype=tf.float32)
    found = [top, make("TensorListLength", rest)[0], make("TensorListElementShape", rest, shape_type=tf.int32)[0]]
    with tf.Session() as session:
        got = session.run(found)
    np.testing.assert_array_equal(got[0], [3.0, 4.0])
    assert got[1] == 1
    np.testing.assert_array_equal(got[2], [2])


def test_switch_case_is_a_case_node():
    i = tf.placeholder(tf.int32, [])
    x = tf.constant([1.0, 2.0])
    w = tf.get_variable("w", [], use_resource=True, initializer=tf.ones_initializer())
    y = tf.switch_case(i, [lambda: x * w, lambda: x + 1.0, lambda: tf.zeros([2])])
    two = {0: lambda: (x, x[0]), 1: lambda: (2 * x, w.read_value())}
    a, b = tf.switch_case(i, two, default=lambda: (-x, tf.constant(0.0)), name="sel")
    nodes = [(n.name, n.op, list(n.input)) for n in tf.get_default_graph().as_graph_def().node]
    assert nodes[7:] == [
        ("switch_case/indexed_case", "Case", ["Placeholder", "w", "Const"]),
        ("switch_case/indexed_case/Identity", "Identity", ["switch_case/indexed_case"]),
        ("sel/indexed_case", "Case", ["Placeholder", "Const", "w"]),
        ("sel/indexed_case/Identity", "Identity", ["sel/indexed_case"]),
        ("sel/indexed_case/Identity_1", "Identity", ["sel/indexed_case:1"]),
    ]
    assert y.shape == (2,)
    grads = tf.gradients(y, [x, w])
    expected = {
        0: [[1.0, 2.0], [1.0, 2.0], 1.0, [1.0, 1.0], 3.0],
        1: [[2.0, 3.0], [2.0, 4.0], 1.0, [1.0, 1.0], 0.0],
        7: [[0.0, 0.0], [-1.0, -2.0], 0.0, [0.0, 0.0], 0.0],
        -1: [[0.0, 0.0], [-1.0, -2.0], 0.0, [0.0, 0.0], 0.0],
    }
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for index, values in expected.items():
            for got, want in zip(sess.run([y, a, b, *grads], {i: index}), values):
                np.testing.assert_allclose(got, want)


def test_branches_of_switch_case_must_be_alike():
    i, x = tf.placeholder(tf.int32, []), tf.constant([1.0, 2.0])
    for other in (lambda: tf.constant(1), lambda: (x, x)):
        with pytest.raises(
            TypeError, match=r"branches\[0\] and branches\[1\] arguments to tf.switch_case must have the same"
        ):
            tf.switch_case(i, [lambda: x, other])
    kept = []
    with pytest.raises(ValueError, match="in branch 0 is accessed from branch 1"):
        tf.switch_case(i, [lambda: kept.append(tf.square(x)) or x, lambda: kept[0] + 1.0])
    assert tf.switch_case(i, [lambda: x, lambda: tf.constant([1.0])]).shape.as_list() == [None]

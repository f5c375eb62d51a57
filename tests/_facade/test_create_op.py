"""Graph.create_op, Graph.container, raw ops with several outputs, references of tensors and variables."""

import pytest

import tf1compat as tf
from tf1compat._facade import raw_ops
from tf1compat._formats.protos import AttrValue


def test_create_op_adds_a_node_of_any_type():
    with tf.Graph().as_default() as graph:
        a = tf.constant([[1.0, 2.0]])
        op = graph.create_op("MatMul", [a, a], name="product", attrs={"transpose_b": AttrValue(b=True)})
        assert op.name == "product" and op.outputs[0].shape.as_list() == [1, 1]
        assert tf.Session().run(op.outputs[0]).tolist() == [[5.0]]
        with pytest.raises(TypeError, match="Input #1 is not a tensor: 3"):
            graph.create_op("MatMul", [a, 3])
    with pytest.raises(ValueError, match="must be from the same graph"):
        tf.Graph().create_op("Identity", [a])


def test_container_goes_to_stateful_ops():
    with tf.Graph().as_default() as graph:
        with graph.container("outer"):
            v = tf.Variable(1.0)
            with graph.container("inner"):
                w = tf.Variable(1.0)
        x = tf.Variable(1.0)
        assert [u.op.get_attr("container") for u in (v, w, x)] == [b"outer", b"inner", b""]


def test_raw_ops_name_their_outputs_and_take_any_spelling_of_attrs():
    with tf.Graph().as_default():
        best = raw_ops.TopKV2(input=tf.constant([3.0, 5.0]), k=1)
        assert best.indices.dtype is tf.int32 and best.values.shape.as_list() == [1]
        handle = raw_ops.var_handle_op(dtype="int32", shape=[2, 3], shared_name="v")
        assert handle.op.get_attr("dtype") is tf.int32 and handle.op.get_attr("shared_name") == b"v"


def test_experimental_ref_compares_by_identity():
    with tf.Graph().as_default():
        x, y, v = tf.constant(1.0), tf.constant(1.0), tf.Variable(1.0)
        assert {x.experimental_ref(), y.experimental_ref(), x.experimental_ref()} == {
            x.experimental_ref(),
            y.experimental_ref(),
        }
        assert v.experimental_ref().deref() is v and x.experimental_ref() != y.experimental_ref()

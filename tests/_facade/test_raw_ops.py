"""Functions made from declarations: TF's names for them, argument binding, errors."""

import pytest

import tf1compat as tf
from tf1compat._facade import raw_ops

NAMES = [
    ("MatMul", "mat_mul"), ("Conv2DBackpropInput", "conv2d_backprop_input"), ("FusedBatchNormV3", "fused_batch_norm_v3"),
    ("L2Loss", "l2_loss"), ("AddV2", "add_v2"), ("MaxPool3DGrad", "max_pool3d_grad"), ("SpaceToBatchND", "space_to_batch_nd"),
    ("ResourceApplyAdam", "resource_apply_adam"), ("LRN", "lrn"), ("Log1p", "log1p"), ("CTCLoss", "ctc_loss"),
]  # fmt: skip


@pytest.mark.parametrize("op_type, name", NAMES)
def test_names_are_those_of_tfs_generated_modules(op_type, name):
    assert raw_ops.snake_case(op_type) == name


def test_both_spellings_make_the_same_node():
    with tf.Graph().as_default():
        by_position = raw_ops.mat_mul([[1.0]], [[2.0]], transpose_b=True, name="product")
        by_keyword = raw_ops.MatMul(a=[[1.0]], b=[[2.0]], transpose_b=True)
        assert by_position.op.name == "product" and by_position.op.get_attr("transpose_b") is True
        assert by_keyword.op.type == "MatMul"
        with tf.Session() as sess:
            assert sess.run([by_position, by_keyword]) == [[[2.0]], [[2.0]]]


def test_bad_calls_say_what_is_wrong():
    with pytest.raises(TypeError, match=r"mat_mul\(\) misses the argument 'b'"):
        raw_ops.mat_mul([[1.0]])
    with pytest.raises(TypeError, match="got multiple values for argument 'a'"):
        raw_ops.mat_mul([[1.0]], [[1.0]], a=[[1.0]])
    with pytest.raises(TypeError, match="op 'MatMul' has no attr 'wrong'"):
        raw_ops.mat_mul([[1.0]], [[1.0]], wrong=1)
    with pytest.raises(AttributeError, match="no op called 'no_such_op' is declared"):
        raw_ops.no_such_op


def test_public_functions_take_keywords_only():
    with tf.Graph().as_default():
        assert tf.raw_ops.Add(x=1, y=2).op.type == "Add"
    with pytest.raises(TypeError) as caught:
        tf.raw_ops.Add(1, 2)
    assert str(caught.value) == (
        "Add only takes keyword args (possible keys: ['x', 'y', 'name']). Please pass these args as kwargs instead."
    )
    assert {"Add", "MatMul", "Conv2D"} <= {*dir(tf.raw_ops)} and not hasattr(tf.raw_ops, "Gradient")

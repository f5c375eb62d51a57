"""What TensorFlow's own tests import: decorators, layouts, gradient checkers, test ops, graph-mode eager modules."""

import unittest

import numpy as np
import pytest

import tf1compat as tf
from tf1compat._facade import tensor_util, tf2
from tf1compat._facade.eager import context
from tf1compat._facade.eager import function as eager_function
from tf1compat._facade.testing import benchmark, gradient_checker_v2, test_util


class Case(tf.test.TestCase):
    __test__ = False  # for pytest
    seen = ()

    @test_util.run_in_graph_and_eager_modes
    def test_once(self):
        type(self).seen += (tf.get_default_session() is not None,)

    @test_util.run_v2_only
    def test_v2(self):
        raise AssertionError("TensorFlow 2 only")

    @test_util.run_v1_only("a reason")
    def test_v1(self):
        type(self).seen += ("v1",)


def test_run_modes():
    Case.seen = ()
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(Case).run(result)
    assert result.wasSuccessful() and Case.seen == (True, "v1")
    assert sorted(reason for _, reason in result.skipped) == ["Not a test.", "Test is only compatible with v2"]
    with pytest.raises(ValueError, match="only supports test methods"):
        test_util.run_in_graph_and_eager_modes(Case)


def test_eager_is_off():
    assert not context.executing_eagerly() and not context.context().executing_eagerly() and not tf2.enabled()
    with context.graph_mode():
        pass
    with pytest.raises(tf.errors.UnimplementedError, match="eager mode"):
        context.eager_mode()
    with tf.Graph().as_default(), tf.Session() as sess:
        assert sess.run(eager_function.defun(abs)(-2)) == 2


def test_layouts():
    assert test_util.NHWCToNCHW([1, 2, 3, 4]) == [1, 4, 2, 3] and test_util.NCHWToNHWC([1, 4, 2, 3]) == [1, 2, 3, 4]
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.constant(np.arange(48).reshape(1, 2, 3, 8))
        packed = test_util.NHWCToNCHW_VECT_C(x)
        assert packed.shape.as_list() == [1, 2, 2, 3, 4] == test_util.NHWCToNCHW_VECT_C([1, 2, 3, 8])
        assert np.array_equal(*sess.run([test_util.NCHW_VECT_CToNHWC(packed), x]))
    with pytest.raises(ValueError, match="divisible by 4"):
        test_util.NHWCToNCHW_VECT_C([1, 2, 3, 6])


def test_gradient_checkers_take_functions_and_complex_numbers():
    with tf.Graph().as_default(), tf.Session():
        pair = gradient_checker_v2.compute_gradient(tf.matmul, [np.ones((2, 3)), np.ones((3, 2))])
        assert pair[0][0].shape == (6, 4) and gradient_checker_v2.max_error(*pair) < 1e-9
        start = np.array([1 + 2j])
        x = tf.constant(start)
        computed, estimated = tf.test.compute_gradient(x, [1], tf.square(x), [1], x_init_value=start)
        np.testing.assert_allclose(computed, [[2, 4], [-4, 2]])
        np.testing.assert_allclose(estimated, computed, atol=1e-8)


def test_graph_questions():
    with tf.Graph().as_default() as graph:
        tf.constant(1.0, name="one")
    assert test_util.assert_ops_in_graph({"one": "Const"}, graph)["one"].op == "Const"
    assert test_util.get_node_def_from_graph("two", graph.as_graph_def()) is None
    with pytest.raises(ValueError, match="Not all expected ops are present"):
        test_util.assert_ops_in_graph({"two": "Const"}, graph)


def test_shapes_of_constant_vectors():
    with tf.Graph().as_default():
        known = tensor_util.constant_value_as_shape(tf.stack([2, tf.placeholder(tf.int32, []), -1]))
        assert known.as_list() == [2, None, None]
        assert tensor_util.constant_value_as_shape(tf.constant(-1)).ndims is None
        with pytest.raises(ValueError, match="Received a scalar value '3' as shape"):
            tensor_util.constant_value_as_shape(tf.constant(3))


def test_benchmark_reports(capsys):
    class Add(benchmark.Benchmark):
        def benchmarkAdd(self):
            with tf.Graph().as_default(), tf.Session() as sess:
                return self.run_op_benchmark(sess, tf.constant(1.0) + 2.0, min_iters=3)

    result = Add().benchmarkAdd()
    assert result["iters"] == 3 and result["wall_time"] > 0 and "Add.benchmarkAdd: iters=3" in capsys.readouterr().out


def test_variables_of_the_inner_module_are_resource_variables():
    from tf1compat._facade import inner_variables

    with tf.Graph().as_default():
        inner, plain = inner_variables.Variable(1.0, name="v"), inner_variables.VariableV1(1.0)
        assert inner.op.type == "VarHandleOp" and plain.op.type == "VariableV2"
        assert all(isinstance(v, inner_variables.Variable) for v in (inner, plain)) and not isinstance(
            1.0, inner_variables.Variable
        )
        assert inner_variables.Variable.SaveSliceInfo is tf.Variable.SaveSliceInfo

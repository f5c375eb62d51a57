"""tf.test.TestCase: what its assertions accept and refuse, its sessions, and tests as programs."""

from __future__ import annotations

import os
import subprocess
import sys
import unittest
from collections import namedtuple
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tf1compat._facade import constants, context, framework, math_ops, operators  # noqa: F401 (attaches a + b)
from tf1compat._facade.graph import Graph
from tf1compat._facade.platform import testing
from tf1compat._facade.session import Session
from tf1compat._formats import protos
from tf1compat._jaxcore.base import dtypes, errors

Pair = namedtuple("Pair", "a b")


@pytest.fixture
def case() -> Any:
    made = testing.TestCase()
    made.setUp()
    yield made
    made.tearDown()
    context.reset_default_graph()


def test_close(case: Any) -> None:
    nested = {"a": [1.0, (2.0, [3.0, 4.0])], "b": Pair(1.0, np.float32([1, 2]))}
    case.assertAllClose(nested, {"a": [1.0, (2.0, [3.0, 4.0 + 1e-7])], "b": Pair(1.0, np.float32([1, 2]))})
    case.assertAllClose(constants.constant([1.0, 2.0]), [1.0, 2.0])
    with pytest.raises(AssertionError, match=r"not close where = \(array\(\[1\]\),\)"):
        case.assertAllClose([1.0, 2.0], [1.0, 2.1])
    with pytest.raises(AssertionError, match=r"Mismatched value: a\[a\]\[1\]\[1\] is different from b\[a\]\[1\]\[1\]"):
        case.assertAllClose({"a": [1.0, (2.0, [3.0, 4.0])]}, {"a": [1.0, (2.0, [3.0, 5.0])]})
    with pytest.raises(ValueError, match="Can't compare dict to non-dict"):
        case.assertAllClose({"a": 1}, [1])
    with pytest.raises(AssertionError, match="mismatched keys"):
        case.assertAllClose({"a": 1}, {"b": 1})
    with pytest.raises(AssertionError, match=r"Shape mismatch: expected \(1,\), got \(2,\) with contents"):
        case.assertAllClose([1.0], [1.0, 2.0])
    case.assertNotAllClose([1.0], [2.0])
    case.assertAllCloseAccordingToType(np.float16([1.0]), np.float16([1.001]))
    with pytest.raises(AssertionError):
        case.assertAllCloseAccordingToType(np.float64([1.0]), np.float64([1.001]))


def test_equal(case: Any) -> None:
    case.assertAllEqual([1, 2], constants.constant([1, 2]))
    case.assertAllEqual(np.float32([np.nan]), np.float32([np.nan]))
    case.assertAllEqual(np.array([b"a"], object), constants.constant(["a"]))
    with pytest.raises(AssertionError, match="not equal lhs"):
        case.assertAllEqual([1, 2], [1, 3])
    with pytest.raises(AssertionError, match="Shape mismatch"):
        case.assertAllEqual([1, 2], [1])
    case.assertNotAllEqual([1, 2], [1, 3])


def test_ranges(case: Any) -> None:
    case.assertAllInRange([1, 2], 1, 2)
    with pytest.raises(AssertionError, match=r"1 of the 2 element\(s\) are outside the range \[1, 2\)"):
        case.assertAllInRange([1, 2], 1, 2, open_upper_bound=True)
    with pytest.raises(AssertionError, match=r"1 of the 2 element\(s\) are NaN"):
        case.assertAllInRange([1, np.nan], 1, 2)
    case.assertAllInSet([1, 2, 1], {1, 2})
    with pytest.raises(AssertionError, match="are not in the set"):
        case.assertAllInSet([1, 3], {1, 2})
    for name, good, bad in [("Greater", 0, 1), ("Less", 3, 2), ("GreaterEqual", 1, 2), ("LessEqual", 2, 1)]:
        getattr(case, f"assertAll{name}")([1, 2], good)
        with pytest.raises(AssertionError):
            getattr(case, f"assertAll{name}")([1, 2], bad)


def test_other_assertions(case: Any) -> None:
    case.assertNear(1.0, 1.05, 0.1)
    case.assertArrayNear([1.0], [1.05], 0.1)
    case.assertNDArrayNear(np.ones(2), np.ones(2), 1e-6)
    case.assertDTypeEqual(constants.constant(1.0), np.float32)
    case.assertShapeEqual(np.zeros((2, 3)), constants.constant(0.0, shape=[2, 3]))
    case.assertStartsWith("abc", "ab")
    case.assertDeviceEqual("/device:CPU:0", "/cpu:0")
    case.assertProtoEquals("node { name: 'a' }", protos.GraphDef(node=[protos.NodeDef(name="a")]))
    for check, arguments in [
        (case.assertNear, (1.0, 1.2, 0.1)),
        (case.assertStartsWith, ("abc", "b")),
        (case.assertDeviceEqual, ("/cpu:0", "/cpu:1")),
        (case.assertShapeEqual, (np.zeros(2), constants.constant([1.0]))),
        (case.assertProtoEquals, ("node { name: 'b' }", protos.GraphDef(node=[protos.NodeDef(name="a")]))),
    ]:
        with pytest.raises(AssertionError):
            check(*arguments)


def test_errors_of_operations(case: Any) -> None:
    with case.assertRaisesOpError("went wrong"):
        raise errors.InvalidArgumentError(None, None, "it went wrong")
    with case.assertRaisesWithPredicateMatch(ValueError, lambda e: "x" in str(e)):
        raise ValueError("x")
    with pytest.raises(AssertionError, match="Exception of type"), case.assertRaisesOpError("other"):
        raise errors.InvalidArgumentError(None, None, "it went wrong")
    with pytest.raises(AssertionError, match="not raised"), case.assertRaisesOpError("other"):
        pass


def test_sessions(case: Any) -> None:
    with case.cached_session() as first:
        assert context.get_default_session() is first
        made = constants.constant(1.0)
        assert made.device == "/device:CPU:0"
    with case.test_session() as second:
        assert second is first
    with case.session(use_gpu=True) as third:
        assert third is not first
        assert constants.constant(1.0).device == ""
    graph = Graph()
    with case.test_session(graph=graph) as fourth:
        assert fourth.graph is graph is context.get_default_graph()
    different = pytest.raises(ValueError, match="The graph used to get the cached session is different")
    with different, case.cached_session(graph):
        pass
    assert case.evaluate({"x": made}) == {"x": 1.0}
    assert context.get_default_graph().seed == 87654321


def test_threads(case: Any) -> None:
    thread = case.checkedThread(lambda: 1 / 0)
    thread.start()
    with pytest.raises(AssertionError, match="Error in checkedThread: division by zero"):
        thread.join()
    case._threads.append(forgotten := case.checkedThread(print))
    with pytest.raises(AssertionError, match="not joined"):
        forgotten.check_termination()
    case._threads.clear()


def test_folders_and_streams(case: Any) -> None:
    folder = case.get_temp_dir()
    assert os.path.isdir(folder)
    assert case.get_temp_dir() == folder
    assert folder.startswith(testing.get_temp_dir())
    with open(os.path.join(folder, "stream"), "w") as stream:
        with case.captureWritesToStream(stream) as captured:
            os.write(stream.fileno(), b"from below")
        assert captured.contents() == "from below"


def test_gradients() -> None:
    with Graph().as_default(), Session():
        x = framework.placeholder(dtypes.float64, [3])
        other = framework.placeholder(dtypes.float64, [3])
        y = math_ops.square(x) * other
        point = np.array([1.0, 2.0, 3.0])
        feeds = {other: [1.0, 1.0, 2.0]}
        exact, estimated = testing.compute_gradient(x, [3], y, [3], point, extra_feed_dict=feeds)
        np.testing.assert_allclose(exact, np.diag([2.0, 4.0, 12.0]))
        np.testing.assert_allclose(estimated, exact, rtol=1e-5, atol=1e-9)
        assert testing.compute_gradient_error([x, other], [[3], [3]], y, [3]) < 1e-6


def test_stubs() -> None:
    class Base:
        @staticmethod
        def answer() -> int:
            return 1

    with testing.StubOutForTesting() as stubs:
        stubs.Set(os.path, "exists", lambda path: "stub")
        stubs.SmartSet(Base(), "answer", staticmethod(lambda: 2))
        assert os.path.exists("/") == "stub"
        assert Base().answer() == 2
        with pytest.raises(AttributeError):
            stubs.SmartSet(Base(), "none", 1)
    assert os.path.exists("/") is True
    assert Base().answer() == 1


def test_graph_defs_compared() -> None:
    with Graph().as_default() as graph:
        constants.constant(1.0, name="a") + constants.constant(2.0, name="b")
    ours = graph.as_graph_def()
    mixed = protos.GraphDef(node=reversed(ours.node))
    testing.assert_equal_graph_def(ours, mixed)
    with pytest.raises(AssertionError, match="Found unexpected node 'add'"):
        testing.assert_equal_graph_def(ours, protos.GraphDef(node=ours.node[:2]))
    with pytest.raises(AssertionError, match="Did not find expected node 'add'"):
        testing.assert_equal_graph_def(protos.GraphDef(node=ours.node[:2]), ours)
    with pytest.raises(TypeError, match=r"Expected tf.GraphDef for actual, got str"):
        testing.assert_equal_graph_def("", ours)


def test_main_runs_tests(tmp_path: Path) -> None:
    program = tmp_path / "square_test.py"
    program.write_text(
        "from tf1compat._facade.platform import testing\n"
        "class SquareTest(testing.TestCase):\n"
        "    def testGood(self): self.assertAllEqual([1], [1])\n"
        "    def testBad(self): self.assertAllEqual([1], [2])\n"
        "if __name__ == '__main__': testing.main()\n"
    )
    done = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "FAILED (failures=1, skipped=1)" in done.stderr
    assert issubclass(testing.TestCase, unittest.TestCase)


def test_gpu_questions_agree() -> None:
    assert testing.is_gpu_available() == bool(testing.gpu_device_name())
    assert testing.is_gpu_available(min_cuda_compute_capability=(99, 0)) is False
    assert testing.is_built_with_gpu_support() == (testing.is_built_with_cuda() or testing.is_built_with_rocm())

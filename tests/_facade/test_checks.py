"""What tf.assert_… let pass and refuse when a session runs them; the nodes are in golden/graphs/checks.json."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tf1compat._facade import check_ops, check_shapes, framework, logging_ops, operators  # noqa: F401 (attaches a + b)
from tf1compat._facade.context import get_default_graph
from tf1compat._facade.graph import Graph
from tf1compat._facade.session import Session
from tf1compat._jaxcore.base import dtypes, errors

BINARY = [
    ("equal", [1.0, 2.0], [1.0, 3.0], "=="),
    ("none_equal", [1.0, 2.0], [3.0, 2.0], "!="),
    ("less", [1.0, 2.0], [2.0, 2.0], "<"),
    ("less_equal", [1.0, 3.0], [1.0, 2.0], "<="),
    ("greater", [2.0, 2.0], [1.0, 2.0], ">"),
    ("greater_equal", [1.0, 1.0], [1.0, 2.0], ">="),
]


@pytest.mark.parametrize(("name", "left", "right", "symbol"), BINARY)
@pytest.mark.parametrize("dtype", [dtypes.float32, dtypes.int32])
def test_binary(name: str, left: Any, right: Any, symbol: str, dtype: Any) -> None:
    with Graph().as_default(), Session() as session:
        x = framework.placeholder(dtype, [None], name="x")
        y = framework.placeholder(dtype, [None], name="y")
        check = getattr(check_ops, f"assert_{name}")(x, y, message="careful")
        session.run(check, {x: left[:1], y: right[:1]})
        session.run(check, {x: [], y: []})
        with pytest.raises(errors.InvalidArgumentError) as caught:
            session.run(check, {x: left, y: right})
    shown = f"[{' '.join(f'{v:g}' for v in left)}]"
    expected = f"[careful] [Condition x {symbol} y did not hold element-wise:] [x (x:0) = ] {shown} [y (y:0) = ]"
    assert caught.value.message.startswith(f"assertion failed: {expected}")
    assert caught.value.op.type == "Assert"


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [("negative", -1, 0), ("positive", 1, 0), ("non_negative", 0, -1), ("non_positive", 0, 1)],
)
def test_sign(name: str, good: int, bad: int) -> None:
    with Graph().as_default(), Session() as session:
        x = framework.placeholder(dtypes.float32, [None])
        check = getattr(check_ops, f"assert_{name}")(x)
        session.run(check, {x: [good, good]})
        with pytest.raises(errors.InvalidArgumentError, match="did not hold element-wise"):
            session.run(check, {x: [good, bad]})


def test_near() -> None:
    with Graph().as_default(), Session() as session:
        x = framework.placeholder(dtypes.float32, [2])
        check = check_ops.assert_near(x, [1.0, 2.0], rtol=0.1)
        session.run(check, {x: [1.05, 2.15]})
        with pytest.raises(errors.InvalidArgumentError, match="x and y not equal to tolerance rtol"):
            session.run(check, {x: [1.05, 2.25]})


@pytest.mark.parametrize(
    ("values", "non_decreasing", "increasing"),
    [([], True, True), ([3], True, True), ([1, 2, 2], True, False), ([1, 2, 3], True, True), ([1, 0], False, False)],
)
def test_monotonic(values: Any, non_decreasing: bool, increasing: bool) -> None:
    with Graph().as_default(), Session() as session:
        x = framework.placeholder(dtypes.int32, None)
        both = [check_ops.is_non_decreasing(x), check_ops.is_strictly_increasing(x)]
        assert session.run(both, {x: np.int32(values)}) == [non_decreasing, increasing]


def test_ranks() -> None:
    with Graph().as_default(), Session() as session:
        x = framework.placeholder(dtypes.float32, None, name="x")
        exact = check_shapes.assert_rank(x, 1)
        at_least = check_shapes.assert_rank_at_least(x, 1)
        one_of = check_shapes.assert_rank_in(x, [0, 1])
        session.run([exact, at_least, one_of], {x: [1.0]})
        session.run(at_least, {x: [[1.0]]})
        with pytest.raises(errors.InvalidArgumentError, match=r"must have rank\] \[1\] \[Received shape: \] \[1 1\]"):
            session.run(exact, {x: [[1.0]]})
        with pytest.raises(errors.InvalidArgumentError, match="must have rank at least"):
            session.run(at_least, {x: 1.0})
        with pytest.raises(errors.InvalidArgumentError, match="must have rank in"):
            session.run(one_of, {x: [[1.0]]})


def test_shapes() -> None:
    with Graph().as_default(), Session() as session:
        x = framework.placeholder(dtypes.float32, [None, 3], name="x")
        y = framework.placeholder(dtypes.float32, [None, 2], name="y")
        check = check_shapes.assert_shapes({x: ("n", 3), y: ("n", None)})
        session.run(check, {x: np.zeros((4, 3)), y: np.zeros((4, 2))})
        with pytest.raises(errors.InvalidArgumentError, match=r"\[Specified by tensor x:0 dimension 0\]"):
            session.run(check, {x: np.zeros((4, 3)), y: np.zeros((5, 2))})


def test_checks_run_as_control_dependencies() -> None:
    with Graph().as_default(), Session() as session:
        x = framework.placeholder(dtypes.float32, [])
        with get_default_graph().control_dependencies([check_ops.assert_positive(x)]):
            y = x * 2.0
        assert session.run(y, {x: 3.0}) == 6.0
        with pytest.raises(errors.InvalidArgumentError, match="Condition x > 0"):
            session.run(y, {x: -3.0})


def test_finite() -> None:
    with Graph().as_default(), Session() as session:
        x = framework.placeholder(dtypes.float32, [2])
        checked = logging_ops.verify_tensor_all_finite(x, "not finite")
        assert session.run(checked, {x: [1.0, 2.0]}).tolist() == [1.0, 2.0]
        with pytest.raises(errors.InvalidArgumentError, match="not finite : Tensor had NaN values"):
            session.run(checked, {x: [1.0, np.nan]})

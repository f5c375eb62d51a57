"""Checks: what TF's CPU kernels refuse is refused as well, by known values and by compiled steps, and costs little."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jax
import numpy as np
import pytest
from case import keyed
from op_golden import Row
from refused import REFUSED

from tf1compat._facade import framework
from tf1compat._facade.apply import add_op, apply_op
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.gradients import gradients
from tf1compat._facade.graph import Graph
from tf1compat._facade.session import Session
from tf1compat._jaxcore.base import dtypes, errors
from tf1compat._jaxcore.exec.checking import Checks
from tf1compat._jaxcore.exec.state import Container, RandomStreams
from tf1compat._jaxcore.exec.step import OneOffStep, make_step

RECORDED = json.loads((Path(__file__).parents[2] / "golden" / "refused.json").read_text())
ROWS = [Row("refused", key, case) for key, case in keyed(REFUSED).items()]
COMPILED = list({row.case.op: row for row in reversed(ROWS)}.values())


def named(rows: list[Row]) -> Any:
    return pytest.mark.parametrize("row", rows, ids=[r.key for r in rows])


def refusal(row: Row) -> Any:
    """Expect the error that TF raises."""
    facts = RECORDED[row.key]
    assert facts["digest"] == row.case.digest(), "python tests/golden/record/refused.py, with TF 1.15's Python"
    return pytest.raises(getattr(errors, facts["error"]))


def first_line(error: Any) -> str:
    return error.value.message.split("\n")[0]


@named(ROWS)
def test_known_inputs(row: Row) -> None:
    with refusal(row) as error, jax.enable_x64(True):
        row.opdef(row.case.flat, row.attrs())
    assert first_line(error) == RECORDED[row.key]["text"]


@named(COMPILED)
def test_fed_inputs(row: Row) -> None:
    with Graph().as_default(), refusal(row) as error:
        feeds: dict[Any, Any] = {}
        starts: list[Any] = []
        inputs = [argument(row, i, feeds, starts) for i in range(len(row.case.inputs))]
        node = add_op(row.case.op, *inputs, name="node", **given_attrs(row))
        session = Session()
        session.run(starts)
        session.run(node.outputs or node, feeds)
    assert first_line(error) == RECORDED[row.key]["text"]
    assert error.value.op is node


def given_attrs(row: Row) -> dict[str, Any]:
    return {name: row.attrs()[name] for name in row.case.attrs}


def argument(row: Row, i: int, feeds: dict[Any, Any], starts: list[Any]) -> Any:
    arg, value = row.opdef.inputs[i], row.case.inputs[i]
    if arg.is_ref:
        variable = apply_op("VariableV2", shape=value.shape, dtype=dtypes.as_dtype(value.dtype))
        starts.append(apply_op("Assign", variable, value).op)
        return variable
    if arg.fixed is dtypes.resource:
        handle = apply_op(
            "VarHandleOp", shape=value.shape, dtype=dtypes.as_dtype(value.dtype), shared_name=f"variable{i}"
        )
        starts.append(add_op("AssignVariableOp", handle, value))
        return handle
    return [fed(v, feeds) for v in value] if isinstance(value, list) else fed(value, feeds)


def fed(value: Any, feeds: dict[Any, Any]) -> Any:
    placeholder = framework.placeholder(dtypes.as_dtype(value.dtype), value.shape)
    feeds[placeholder] = value
    return placeholder


# ---- computed values, gradients and variables -----------------------------------------------------------------------


def floats(name: str, value: Any) -> tuple[Any, Any]:
    """A variable and its initialiser."""
    array = np.asarray(value, np.float32)
    variable = apply_op("VariableV2", shape=array.shape, dtype=dtypes.float32, name=name)
    return variable, apply_op("Assign", variable, array).op


def lookup(variable: Any, ids: Any) -> Any:
    """Rows of a variable by ids that the step computes."""
    return apply_op("GatherV2", apply_op("Identity", variable), apply_op("Add", ids, 0), 0)


@pytest.fixture
def graph() -> Any:
    with Graph().as_default() as g:
        yield g


def training(dropout: bool) -> tuple[Any, ...]:
    """(ids, labels, variables, initialisers, [loss, gradients, update]): an embedding, picked from twice, a softmax."""
    ids, labels = framework.placeholder(dtypes.int32, [None]), framework.placeholder(dtypes.int32, [None])
    table, set_table = floats("table", np.linspace(-1, 1, 12).reshape(4, 3))
    rows = lookup(table, ids)
    if dropout:
        rows = apply_op("Mul", rows, apply_op("RandomUniform", apply_op("Shape", rows), dtype=dtypes.float32, seed=1))
    # the second index is computed from what the gradient is taken through
    place = apply_op("Cast", apply_op("Sum", apply_op("Mul", rows, 0.0), [0, 1]), DstT=dtypes.int32)
    again = apply_op("GatherV2", rows, apply_op("Add", apply_op("Mul", ids, 0), place), 0)
    scores = apply_op("Add", rows, again)
    loss = apply_op("Sum", add_op("SparseSoftmaxCrossEntropyWithLogits", scores, labels).outputs[0], [0])
    (slope,) = gradients(loss, [table])
    update = add_op("ApplyGradientDescent", table, 0.1, convert_to_tensor(slope))
    return ids, labels, table, set_table, [loss, slope, update]


@pytest.mark.parametrize("dropout", [False, True])
@pytest.mark.parametrize(
    ("ids_value", "labels_value", "text"),
    [
        ([1, 4], [0, 1], "indices[1] = 4 is not in [0, 4)"),
        ([-1, 2], [0, 1], "indices[0] = -1 is not in [0, 4)"),
        ([1, 2], [0, 3], "Received a label value of 3 which is outside the valid range of [0, 3).  Label values: 0 3"),
    ],
)
def test_failed_training_step(graph: Any, dropout: bool, ids_value: Any, labels_value: Any, text: str) -> None:
    ids, labels, table, set_table, fetches = training(dropout)
    session = Session()
    session.run(set_table)
    for steps_before in (0, 1):  # a step that is traced, and one that is not
        if steps_before:
            session.run(fetches, {ids: [1, 2], labels: [0, 1]})
        before = session.run(table)
        for _ in range(2):
            with pytest.raises(errors.InvalidArgumentError) as error:
                session.run(fetches, {ids: ids_value, labels: labels_value})
            assert first_line(error) == text
        np.testing.assert_array_equal(session.run(table), before)
    session.run(fetches, {ids: [1, 2], labels: [0, 1]})
    assert np.isfinite(session.run(table)).all() and (session.run(table) != before).any()


@pytest.mark.parametrize("computed", [False, True])
@pytest.mark.parametrize("op", ["ScatterAdd", "ScatterNdUpdate", "Assign"])
def test_failed_write_writes_nothing(graph: Any, op: str, computed: bool) -> None:
    """Neither the write that fails nor those that stand beside it, whether or not their buffers were given away."""
    v, set_v = floats("v", np.arange(6).reshape(3, 2))
    w, set_w = floats("w", np.arange(6).reshape(3, 2))
    ids = framework.placeholder(dtypes.int32, [None])
    index = apply_op("Add", ids, 0) if computed else ids
    ones = np.ones((3, 2), np.float32)
    rows = apply_op("GatherV2", apply_op("Identity", w), index, 0)
    if op == "Assign":
        written = [apply_op("Assign", v, rows)]
    else:
        written = [apply_op(op, v, apply_op("Reshape", index, [-1, 1]) if op == "ScatterNdUpdate" else index, rows)]
    grown = apply_op("AssignAdd", w, ones)
    session = Session()
    session.run([set_v, set_w])
    session.run([written[0].op, grown.op], {ids: [2, 0, 1]})
    before = session.run([v, w])
    with pytest.raises(errors.InvalidArgumentError, match=r"indices\[1\] = 3 is not in \[0, 3\)"):
        session.run([written[0].op, grown.op], {ids: [0, 3, 1]})
    np.testing.assert_array_equal(session.run([v, w]), before)
    session.run([written[0].op, grown.op], {ids: [0, 2, 1]})


def test_failure_behind_a_host_op(graph: Any) -> None:
    """A check in a later segment: the variables of the earlier one are usable afterwards."""
    v, set_v = floats("v", [1.0, 2.0])
    ids = framework.placeholder(dtypes.int32, [None])
    grown = apply_op("AssignAdd", v, [1.0, 1.0])
    distinct = apply_op("Unique", ids)[0]
    picked = apply_op("GatherV2", np.float32([5, 6]), apply_op("Add", distinct, 0), 0)
    session = Session()
    session.run(set_v)
    session.run([grown, picked], {ids: [0, 1, 1]})
    with pytest.raises(errors.InvalidArgumentError, match=r"indices\[0\] = 2"):
        session.run([grown, picked], {ids: [2, 2]})
    assert session.run(v).tolist() in ([2.0, 3.0], [3.0, 4.0])
    session.run([grown, picked], {ids: [0, 0]})


def test_one_off_plan_checks(graph: Any) -> None:
    v, _ = floats("v", [[0.0]])
    start = apply_op("Assign", v, apply_op("GatherV2", np.ones((2, 1), "f"), np.int32([5]), 0))
    step = make_step([], [start.op], [], Container(), RandomStreams())
    assert isinstance(step, OneOffStep)
    with pytest.raises(errors.InvalidArgumentError, match=r"indices\[0\] = 5 is not in \[0, 2\)"):
        step([])


def test_divisor_that_is_computed(graph: Any) -> None:
    x = framework.placeholder(dtypes.int32, [2])
    quotient = apply_op("FloorDiv", [4, 6], apply_op("Sub", x, 1))
    session = Session()
    assert session.run(quotient, {x: [3, 3]}).tolist() == [2, 3]
    with pytest.raises(errors.InvalidArgumentError, match="Integer division by zero"):
        session.run(quotient, {x: [3, 1]})


# ---- cost -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("source", ["known", "given by NumPy", "given and reshaped", "on the device"])
def test_what_a_program_has_of_a_check(graph: Any, source: str) -> None:
    """Known indices are checked while tracing, NumPy arrays before the call: neither costs the program anything."""
    source_of_ids = framework.placeholder(dtypes.int32, [2])
    reshaped = source == "given and reshaped"
    ids = apply_op("Reshape", source_of_ids, [2, 1]) if reshaped else source_of_ids
    node = apply_op("GatherV2", framework.placeholder(dtypes.float32, [3, 2]), ids, 0).op
    value = np.int32([0, 2])

    def run(traced: Any) -> Any:
        arg = jax.device_put(value) if source == "on the device" else value
        checks = Checks([node], [traced], [arg])
        indices = {"known": value, "given and reshaped": jax.numpy.reshape(traced, (2, 1))}.get(source, traced)
        given = [np.ones((3, 2), np.float32), indices, np.int32(0)]
        checks.look({source_of_ids: traced, **dict(zip(node.inputs, given))})
        return checks.report()

    assert (jax.eval_shape(run, value) is not None) == (source == "on the device")


def test_index_fed_from_the_device(graph: Any) -> None:
    ids = framework.placeholder(dtypes.int32, [2])
    rows = apply_op("GatherV2", np.arange(3, dtype="f"), ids, 0)
    for first, second in ((np.int32, jax.numpy.int32), (jax.numpy.int32, np.int32)):  # whichever it is traced with
        step = make_step([rows], [], [ids], Container(), RandomStreams())
        assert np.asarray(step([first([0, 2])])[0]).tolist() == [0.0, 2.0]
        for kind in (first, second):
            with pytest.raises(errors.InvalidArgumentError, match=r"indices\[1\] = 3 is not in \[0, 3\)"):
                step([kind([0, 3])])

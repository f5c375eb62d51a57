"""Checks: what TF's CPU kernels refuse is refused as well, by known values and by compiled steps, and costs little."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jax
import numpy as np
import pytest
from op_golden import Row
from refused import REFUSED

from case import keyed
from tf1compat._facade import framework
from tf1compat._facade.apply import add_op, apply_op
from tf1compat._facade.gradients import gradients
from tf1compat._facade.graph import Graph
from tf1compat._facade.session import Session
from tf1compat._jaxcore.base import dtypes, errors
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

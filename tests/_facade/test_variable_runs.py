"""Variables in a running session answer as in TF 1.15.5: values, order, errors, averages, schedules."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import variable_runs  # noqa: E402

from tf1compat._facade.graph import Graph  # noqa: E402

GOLDEN = json.loads((HERE.parent / "golden" / "variable_runs.json").read_text())


def close(found: Any, wanted: Any) -> bool:
    if isinstance(wanted, list):
        return isinstance(found, list) and len(found) == len(wanted) and all(map(close, found, wanted))
    if isinstance(wanted, float):
        return found == pytest.approx(wanted, rel=2e-6, abs=1e-7)
    return type(found) is type(wanted) and found == wanted


@pytest.mark.parametrize("name", variable_runs.RUNS)
def test_run(name: str) -> None:
    with Graph().as_default():
        found = variable_runs.RUNS[name]()
    for i, (ours, theirs) in enumerate(zip(found, GOLDEN[name], strict=True)):
        assert close(ours, theirs), (i, ours, theirs)

"""Variables, variable scopes, optimizers and schedules make the nodes and messages that TF 1.15.5 makes."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from programs import described  # noqa: E402

from tf1compat._facade.graph import Graph  # noqa: E402

GOLDEN = HERE.parent / "golden" / "graphs"
TOPICS = ("variable_programs", "optimizer_programs", "schedule_programs")
PROGRAMS = [(t, name) for t in TOPICS for name in importlib.import_module(t).PROGRAMS]


def classes_of(op: Any) -> list[str]:
    return [c.decode() for c in op.attrs.get("_class") or []]


@pytest.mark.parametrize("topic, name", PROGRAMS)
def test_program(topic: str, name: str) -> None:
    program = importlib.import_module(topic).PROGRAMS[name]
    wanted = json.loads((GOLDEN / f"{topic}.json").read_text())[name]
    with Graph().as_default() as graph:
        result = program()
        nodes = json.loads(json.dumps(described(graph.get_operations(), classes_of)))
    for ours, theirs in zip(nodes, wanted["nodes"]):
        assert ours == theirs
    assert len(nodes) == len(wanted["nodes"])
    assert result == wanted["result"]

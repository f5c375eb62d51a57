"""Facade functions build the nodes that TF 1.15.5 builds: names, types, inputs, control inputs, attrs, shapes."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from graph_calls import Inputs, array_text, described  # noqa: E402

import tf1compat as tf  # noqa: E402
from tf1compat._facade.graph import Graph  # noqa: E402
from tf1compat._jaxcore.base import dtypes, shapes  # noqa: E402

GOLDEN = HERE.parent / "golden" / "graphs"
TOPICS = sorted(p.stem.removeprefix("graphs_") for p in HERE.glob("graphs_*.py"))
CALLS = [
    (topic, name, call) for topic in TOPICS for name, call in importlib.import_module(f"graphs_{topic}").CALLS.items()
]


def attr_text(value: Any) -> str:
    if isinstance(value, dtypes.DType):
        return value.name
    if isinstance(value, bytes):
        return value.decode("latin-1")
    if isinstance(value, list):
        short = [float(f"{v:.6g}") if isinstance(v, float) else v for v in value]
        return str([attr_text(v) if isinstance(v, (bytes, tuple, dtypes.DType)) else v for v in short])
    if isinstance(value, tuple):
        return str(shapes.TensorShape.from_raw(value))
    if value is None:
        return "<unknown>"
    if isinstance(value, float):
        return f"{value:.6g}"
    return array_text(value) if hasattr(value, "shape") else str(value)


def attrs_of(op: Any) -> dict[str, str]:
    derived = op.opdef.type_attrs([v.dtype for v in op.inputs], op.attrs)
    return {name: attr_text(value) for name, value in {**derived, **op.attrs}.items()}


def built(call: Any) -> Any:
    with Graph().as_default() as graph:
        given = Inputs(tf)
        try:
            call(tf, given)
        except Exception as e:
            return {"error": [type(e).__name__, str(e)]}
        return json.loads(json.dumps(described(graph.get_operations(), attrs_of)))


def as_unknown(outputs: Any, wanted: Any) -> Any:
    """The outputs without sizes that TF leaves unknown in them."""
    rows: list[Any] = []
    for (dtype, dims), (_, known) in zip(outputs, wanted, strict=True):
        same_rank = dims is not None and known is not None and len(dims) == len(known)
        rows.append([dtype, [None if k is None else d for d, k in zip(dims, known)] if same_rank else dims])
    return rows


@pytest.mark.parametrize("topic, name, call", CALLS, ids=[f"{t}-{n}" for t, n, _ in CALLS])
def test_graph(topic: str, name: str, call: Any) -> None:
    recorded = json.loads((GOLDEN / f"{topic}.json").read_text())[name]
    reason = getattr(importlib.import_module(f"graphs_{topic}"), "LIMITS", {}).get(name)
    found = built(call)
    if reason is not None:
        assert found != recorded, f"no longer a limit: {reason}"
        return
    knows_more = getattr(importlib.import_module(f"graphs_{topic}"), "KNOWS_MORE_SIZES", False)
    if knows_more and isinstance(found, list):
        found = [[*row[:5], as_unknown(row[5], wanted[5])] for row, wanted in zip(found, recorded, strict=True)]
    if isinstance(recorded, list) and isinstance(found, list):
        assert [row[:4] for row in found] == [row[:4] for row in recorded]
    assert found == recorded

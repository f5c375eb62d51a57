"""Feature columns, buckets and metrics of tf.contrib do what they do in TF 1.15.5."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import contrib_column_runs  # noqa: E402
import contrib_metric_runs  # noqa: E402

import tf1compat as tf  # noqa: E402


def golden(name: str) -> Any:
    return json.loads((HERE.parent / "golden" / f"{name}.json").read_text())


COLUMNS, METRICS = golden("contrib_column_runs"), golden("contrib_metric_runs")


@pytest.mark.parametrize("run", contrib_column_runs.RUNS, ids=lambda run: run.__name__)
def test_columns(run: Any, tmp_path: Path) -> None:
    with tf.Graph().as_default():
        found = json.loads(json.dumps(run(tf, str(tmp_path))))
    for i, (ours, theirs) in enumerate(zip(found, COLUMNS[run.__name__], strict=True)):
        assert ours == theirs, i


@pytest.mark.parametrize("run", contrib_metric_runs.RUNS, ids=lambda run: run.__name__)
def test_metrics(run: Any) -> None:
    found, expected = json.loads(json.dumps(run(tf))), METRICS[run.__name__]
    if isinstance(expected, list):
        assert found == expected
        return
    assert list(found) == list(expected)
    for name, theirs in expected.items():
        (*ours, names), (*values, expected_names) = found[name], theirs
        assert names == expected_names, name
        for mine, its in zip(ours, values, strict=True):
            for a, b in zip(mine, its, strict=True):
                assert a == pytest.approx(b, abs=2e-5, nan_ok=True), name

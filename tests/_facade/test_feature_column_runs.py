"""Feature columns do what they do in TF 1.15.5."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import feature_column_runs  # noqa: E402

import tf1compat as tf  # noqa: E402

GOLDEN = json.loads((HERE.parent / "golden" / "feature_column_runs.json").read_text())


@pytest.fixture(autouse=True)
def _alias() -> Any:
    tf.install()
    yield
    tf.alias.uninstall()


def same(ours: Any, theirs: Any) -> bool:
    if isinstance(ours, list) and isinstance(theirs, list):
        return len(ours) == len(theirs) and all(map(same, ours, theirs))
    if isinstance(ours, float):
        return math.isclose(ours, theirs, rel_tol=1e-6)
    return ours == theirs


@pytest.mark.parametrize("run", feature_column_runs.RUNS, ids=[r.__name__ for r in feature_column_runs.RUNS])
def test_run(run: Any) -> None:
    with tf.Graph().as_default():
        found = json.loads(json.dumps(run(tf)))
    for i, (ours, theirs) in enumerate(zip(found, GOLDEN[run.__name__], strict=True)):
        assert same(ours, theirs), (i, ours, theirs)

"""Barriers, and the segments of sequences they give, behave in a running session as in TF 1.15.5."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import barrier_runs  # noqa: E402

import tf1compat as tf  # noqa: E402

GOLDEN = json.loads((HERE.parent / "golden" / "barrier_runs.json").read_text())


@pytest.mark.parametrize("run", barrier_runs.RUNS, ids=[r.__name__ for r in barrier_runs.RUNS])
def test_run(run: Any, tmp_path: Path) -> None:
    with tf.Graph().as_default():
        found = json.loads(json.dumps(run(tf, str(tmp_path))))
    for i, (ours, theirs) in enumerate(zip(found, GOLDEN[run.__name__], strict=True)):
        assert ours == theirs, i

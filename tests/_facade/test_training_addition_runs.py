"""Areas under curves, losses of sampled classes and what else training uses of tf.contrib do what they do in TF 1.15.5."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import training_addition_runs  # noqa: E402

import tf1compat as tf  # noqa: E402

GOLDEN = json.loads((HERE.parent / "golden" / "training_addition_runs.json").read_text())


@pytest.mark.parametrize("run", training_addition_runs.RUNS, ids=[r.__name__ for r in training_addition_runs.RUNS])
def test_run(run: Any, tmp_path: Path) -> None:
    with tf.Graph().as_default():
        found = json.loads(json.dumps(run(tf, str(tmp_path))))
    for i, (ours, theirs) in enumerate(zip(found, GOLDEN[run.__name__], strict=True)):
        assert ours == theirs, i

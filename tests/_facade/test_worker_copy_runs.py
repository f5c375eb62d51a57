"""Optimizers whose conditions use the state of several tasks train as in TF 1.15.5."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import worker_copy_runs  # noqa: E402

import tf1compat as tf  # noqa: E402

GOLDEN = json.loads((HERE.parent / "golden" / "worker_copy_runs.json").read_text())


@pytest.fixture(scope="module")
def servers() -> list[Any]:
    return worker_copy_runs.cluster(tf)


@pytest.mark.parametrize("run", worker_copy_runs.RUNS, ids=[r.__name__ for r in worker_copy_runs.RUNS])
def test_run(run: Any, servers: list[Any]) -> None:
    np.testing.assert_allclose(run(tf, servers), GOLDEN[run.__name__], atol=2e-4)

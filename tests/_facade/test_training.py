"""Every optimizer trains as TF 1.15.5 does: losses, variables and slots after some steps, dense and sparse."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import training_runs  # noqa: E402

GOLDEN = json.loads((HERE.parent / "golden" / "training_runs.json").read_text())


@pytest.mark.parametrize("kind", training_runs.KINDS)
@pytest.mark.parametrize("optimizer", training_runs.OPTIMIZERS)
def test_training(optimizer: str, kind: str) -> None:
    wanted = GOLDEN[f"{optimizer}-{kind}"]
    found = training_runs.run(optimizer, kind)
    assert found["losses"] == pytest.approx(wanted["losses"], rel=2e-5)
    assert found["state"] == pytest.approx(wanted["state"], rel=1e-4, abs=1e-5)

"""Programs with distributions, bijectors and linear operators give TensorFlow 1.15.5's numbers."""

import importlib.util
import json
from pathlib import Path

import numpy as np
import pytest

import tf1compat as tf

HERE = Path(__file__).parent
GOLDEN = json.loads((HERE.parent / "golden" / "distribution_programs.json").read_text())
_spec = importlib.util.spec_from_file_location("distribution_programs", HERE / "distribution_programs.py")
programs = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(programs)


@pytest.mark.parametrize("program", programs.PROGRAMS, ids=lambda p: p.__name__)
def test_numbers(program):
    found, wanted = programs.run(tf, program), GOLDEN[program.__name__]
    assert len(found) == len(wanted)
    for i, (one, other) in enumerate(zip(found, wanted, strict=True)):
        np.testing.assert_allclose(one, other, rtol=1e-3, atol=1e-3, err_msg=f"number {i}")

"""Programs with tf.linalg, tf.signal, tf.distributions and tf.image give TensorFlow 1.15.5's numbers."""

import importlib.util
import json
from pathlib import Path

import numpy as np
import pytest

import tf1compat as tf

HERE = Path(__file__).parent
GOLDEN = json.loads((HERE.parent / "golden" / "numeric_programs.json").read_text())
_spec = importlib.util.spec_from_file_location("numeric_programs", HERE / "numeric_programs.py")
programs = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(programs)


def leaves(value, path=""):
    if isinstance(value, list) and any(isinstance(v, list) for v in value):
        for i, v in enumerate(value):
            yield from leaves(v, f"{path}/{i}")
    else:
        yield path, value


@pytest.mark.parametrize("program", programs.PROGRAMS, ids=lambda p: p.__name__)
def test_numbers(program):
    found, wanted = dict(leaves(programs.run(tf, program))), dict(leaves(GOLDEN[program.__name__]))
    assert found.keys() == wanted.keys()
    for path, value in wanted.items():
        np.testing.assert_allclose(found[path], value, rtol=1e-3, atol=1e-3, err_msg=path)

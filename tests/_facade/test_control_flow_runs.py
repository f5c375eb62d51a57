"""What programs with conditions, loops and tensor arrays give equals what TF 1.15.5 gave."""

import json
import pathlib
import sys

import numpy as np
import pytest

import tf1compat as tf

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import control_flow_programs as programs

GOLDEN = json.loads((pathlib.Path(__file__).parents[1] / "golden" / "control_flow.json").read_text())


def plain(x):
    return [plain(v) for v in x] if isinstance(x, (list, tuple)) else np.asarray(x).tolist()


def flat(x):
    return [leaf for v in x for leaf in flat(v)] if isinstance(x, list) else [x]


@pytest.mark.parametrize("program", programs.PROGRAMS, ids=lambda p: p.__name__)
def test_program(program):
    with tf.Graph().as_default():
        tf.set_random_seed(7)
        got = plain(program(tf))
    want = GOLDEN[program.__name__]
    assert json.dumps(got, default=str).count("[") == json.dumps(want).count("[")
    np.testing.assert_allclose(flat(got), flat(want), rtol=1e-5, atol=1e-6)

"""What programs with growing and ragged TensorArrays, lookups in loops, and recurrent ones give, and refuse, equals what TF 1.15.5 gave."""

import json
import pathlib
import sys

import numpy as np
import pytest

import tf1compat as tf

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import lookup_programs
import loop_programs
import recurrent_programs

FOLDER = pathlib.Path(__file__).parents[1] / "golden"
GOLDEN = {name: json.loads((FOLDER / f"{name}.json").read_text()) for name in ("lookups", "loops", "recurrent")}
PROGRAMS = [
    *(pytest.param("lookups", p, id=p.__name__) for p in lookup_programs.PROGRAMS),
    *(pytest.param("loops", p, id=p.__name__) for p in loop_programs.PROGRAMS),
    *(pytest.param("recurrent", p, id=p.__name__) for p in recurrent_programs.PROGRAMS),
]


def plain(x):
    return [plain(v) for v in x] if isinstance(x, (list, tuple)) else np.asarray(x).tolist()


def same(got, want, where):
    if isinstance(want, list):
        assert isinstance(got, list) and len(got) == len(want), (where, got, want)
        for i, (a, b) in enumerate(zip(got, want)):
            same(a, b, f"{where}[{i}]")
    elif isinstance(want, str):
        assert got == want, where
    else:
        np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-6, err_msg=where)


@pytest.mark.parametrize("record, program", PROGRAMS)
def test_program(record, program):
    with tf.Graph().as_default():
        tf.set_random_seed(7)
        same(plain(program(tf)), GOLDEN[record][program.__name__], "result")

"""What decoders, attention, beam search, fields and contrib's cells give equals what TF 1.15.5 gave."""

import json
import pathlib
import sys

import numpy as np
import pytest

import tf1compat as tf

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import seq2seq_programs as programs

GOLDEN = json.loads((pathlib.Path(__file__).parents[1] / "golden" / "seq2seq.json").read_text())


def flat(x):
    return [leaf for v in x for leaf in flat(v)] if isinstance(x, (list, tuple)) else np.asarray(x).ravel().tolist()


@pytest.mark.parametrize("program", programs.PROGRAMS, ids=lambda p: p.__name__)
def test_program(program):
    with tf.Graph().as_default():
        tf.set_random_seed(7)
        got = program(tf)
    np.testing.assert_allclose(flat(got), flat(GOLDEN[program.__name__]), rtol=2e-5, atol=2e-6)

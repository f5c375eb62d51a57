"""What metrics, samplers and functions that choose by `tf.cond` give equals what TF 1.15.5 gave."""

import json
import pathlib
import sys

import numpy as np
import pytest

import tf1compat as tf

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import metric_programs

GOLDEN = json.loads((pathlib.Path(__file__).parents[1] / "golden" / "metric_runs.json").read_text())


def flat(x):
    return [leaf for v in x for leaf in flat(v)] if isinstance(x, list) else [x]


@pytest.mark.parametrize("name", metric_programs.PROGRAMS)
def test_program(name):
    with tf.Graph().as_default():
        tf.set_random_seed(7)
        got = flat(metric_programs.PROGRAMS[name](tf))
    want = flat(GOLDEN[name])
    assert [x for x in got if isinstance(x, str)] == [x for x in want if isinstance(x, str)]
    numbers = [[x for x in values if not isinstance(x, str)] for values in (got, want)]
    np.testing.assert_allclose(*numbers, rtol=2e-5, atol=1e-6)


def test_a_print_behind_a_failed_check_says_nothing(capfd):
    with tf.Graph().as_default(), tf.Session() as sess:
        x = tf.placeholder(tf.float32, [])
        with tf.control_dependencies([tf.Assert(x > 0, [x])]):
            shown = tf.Print(tf.constant(1.0), ["seen"])
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"assertion failed: \[-1\]"):
            sess.run(shown, {x: -1.0})
        assert "seen" not in capfd.readouterr().err
        assert sess.run(shown, {x: 1.0}) == 1.0
        assert "seen" in capfd.readouterr().err

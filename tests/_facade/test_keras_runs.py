"""`tf.keras` against what TensorFlow 1.15.5 recorded: numbers, and names, types and order of the graph's nodes."""

import json
import pathlib
import sys

import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))

import keras_runs

import tf1compat as tf

GOLDEN = json.loads((pathlib.Path(__file__).parents[1] / "golden" / "keras_runs.json").read_text())


def _compare(found, wanted):
    if isinstance(wanted, dict):
        assert sorted(found) == sorted(wanted)
        for key in wanted:
            _compare(found[key], wanted[key])
    else:
        np.testing.assert_allclose(found, wanted, rtol=2e-5)


@pytest.mark.parametrize("name", sorted(keras_runs.PROGRAMS))
def test_runs(name):
    found, wanted = keras_runs.run(tf, name), GOLDEN[name]
    for mine, theirs in (
        zip(found["numbers"], wanted["numbers"])
        if isinstance(wanted["numbers"], list)
        else [(found["numbers"], wanted["numbers"])]
    ):
        _compare(mine, theirs)
    assert found["nodes"] == wanted["nodes"]

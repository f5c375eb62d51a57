"""Layers say of themselves what TF 1.15.5's say, and nn functions compute what TF's compute."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))

from nn_behaviours import BEHAVIOURS

import tf1compat as tf

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "graphs" / "nn_values.json").read_text())


def assert_same(ours: Any, theirs: Any) -> None:
    """Equal, floats within 1e-5; tuples count as lists, as they do in JSON."""
    if isinstance(theirs, list):
        assert len(ours) == len(theirs)
        for a, b in zip(ours, theirs):
            assert_same(a, b)
    elif isinstance(theirs, float):
        np.testing.assert_allclose(ours, theirs, rtol=1e-5, atol=1e-7)
    else:
        assert ours == theirs


@pytest.mark.parametrize("name", BEHAVIOURS)
def test_behaviour(name: str) -> None:
    with tf.Graph().as_default():
        assert_same(BEHAVIOURS[name](tf), GOLDEN[name])

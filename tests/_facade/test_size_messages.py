"""What is said at the run of a step where sizes do not fit equals what TF 1.15.5 said."""

import json
import pathlib
import sys

import pytest

import tf1compat as tf

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from size_messages import CALLS, refusal

GOLDEN = json.loads((pathlib.Path(__file__).parents[1] / "golden" / "size_messages.json").read_text())


@pytest.mark.parametrize("name", CALLS)
def test_message(name):
    assert refusal(tf, CALLS[name]) == GOLDEN[name]

"""The networks of slim have the variables, end points and operations that they have in TF 1.15.5."""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from slim_nets import NETS, described  # noqa: E402

import tf1compat as tf  # noqa: E402
from tf1compat.contrib.slim import nets  # noqa: E402

RECORDED = json.loads(gzip.decompress((HERE.parent / "golden" / "slim_nets.json.gz").read_bytes()))


@pytest.mark.parametrize("name", sorted(NETS))
def test_net(name: str) -> None:
    with tf.Graph().as_default():
        found = json.loads(json.dumps(described(tf, nets, name)))
    for key, wanted in RECORDED[name].items():
        assert found[key] == wanted, key
    assert found.keys() == RECORDED[name].keys()

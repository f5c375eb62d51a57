"""Graphs that are selected from, rewired, copied and imported are those of TF 1.15.5."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import graph_editor_runs  # noqa: E402

import tf1compat as tf  # noqa: E402

GOLDEN = json.loads((HERE.parent / "golden" / "graph_editor_runs.json").read_text())


@pytest.mark.parametrize("run", graph_editor_runs.RUNS, ids=[r.__name__ for r in graph_editor_runs.RUNS])
def test_run(run: Any) -> None:
    with tf.Graph().as_default():
        found = json.loads(json.dumps(run(tf)))
    for i, (ours, theirs) in enumerate(zip(found, GOLDEN[run.__name__], strict=True)):
        assert ours == theirs, i


def test_a_copied_loop() -> None:
    """Both loops have one frame name: as in TF 1.15.5 they cannot run together."""
    with tf.Graph().as_default(), tf.Session() as session:
        n = tf.constant(3)
        i, x = tf.while_loop(lambda i, x: i < n, lambda i, x: [i + 1, x * 2.0], [tf.constant(0), tf.constant(1.0)])
        copied = tf.contrib.graph_editor.graph_replace([i, x], {n: tf.constant(5)})
        assert [v.item() for v in session.run(copied)] == [5, 32.0]
        with pytest.raises(tf.errors.InvalidArgumentError, match="more than one LoopCond node"):
            session.run([i, *copied])

"""Ways of reading data answer in a running session as in TF 1.15.5."""

from __future__ import annotations

import json
import sys
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import input_runs  # noqa: E402

import tf1compat as tf  # noqa: E402

GOLDEN = json.loads((HERE.parent / "golden" / "input_runs.json").read_text())


@pytest.mark.parametrize("run", input_runs.RUNS, ids=[r.__name__ for r in input_runs.RUNS])
def test_run(run: Any, tmp_path: Path) -> None:
    with tf.Graph().as_default():
        found = json.loads(json.dumps(run(tf, str(tmp_path))))
    for i, (ours, theirs) in enumerate(zip(found, GOLDEN[run.__name__], strict=True)):
        assert ours == theirs, i


def test_large_constants_of_functions() -> None:
    """They are copied once, and tell functions apart."""

    def dataset_function(shape: tuple[int, ...], fill: float) -> str:
        values = np.full(shape, fill, np.float32)
        tracemalloc.start()
        with tf.Graph().as_default() as graph, tf.Session() as sess:
            following = tf.data.Dataset.from_tensor_slices(values).batch(2).make_one_shot_iterator().get_next()
            np.testing.assert_array_equal(sess.run(following), values[:2])
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            assert peak < 1.2 * values.nbytes
            (iterator,) = (op for op in graph.get_operations() if op.type == "OneShotIterator")
            return iterator.get_attr("dataset_factory").name

    first = dataset_function((4000, 1000), 1)
    assert first == dataset_function((4000, 1000), 1)
    assert first not in (dataset_function((4000, 1000), 2), dataset_function((1000, 4000), 1))

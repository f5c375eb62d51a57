"""GraphDefs with TF's own backward passes (stacks, gradient arrays, backward loops) train on with TF's losses."""

import json
import pathlib

import numpy as np
import pytest

import tf1compat as tf

FOLDER = pathlib.Path(__file__).parents[1] / "golden" / "training_graphs"
GOLDEN = json.loads((FOLDER / "losses.json").read_text())


@pytest.mark.parametrize("name", sorted(GOLDEN))
def test_losses(name):
    want = GOLDEN[name]
    definition = tf.GraphDef.FromString((FOLDER / f"{name}.pb").read_bytes())
    with tf.Graph().as_default() as graph, tf.Session() as session:
        tf.import_graph_def(definition, name="")
        session.run(graph.get_operation_by_name(want["init"]))
        step = graph.get_operation_by_name(want["step"])
        feeds = [{k: v[i] for k, v in want["feeds"].items()} for i in range(len(want["losses"]))]
        losses = [session.run([want["loss"], step], feed)[0] for feed in feeds]
    np.testing.assert_allclose(losses, want["losses"], rtol=1e-4, atol=1e-6)

"""Meta graphs with checkpoints and frozen graphs that TF 1.15.5 wrote: its values, and its losses when training goes on."""

import json
import pathlib
import shutil
import time

import numpy as np
import pytest
from google.protobuf import text_format

import tf1compat as tf

GOLDEN = pathlib.Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize("name", sorted(p.name for p in (GOLDEN / "meta_graphs").iterdir()))
def test_meta_graph(name, tmp_path, monkeypatch):
    monkeypatch.chdir(shutil.copytree(GOLDEN / "meta_graphs" / name, tmp_path / name))  # files are named relative to it
    use = json.loads(pathlib.Path("use.json").read_text())
    feeds, want = np.load("feeds.npz"), np.load("expected.npz")
    with tf.Graph().as_default() as graph, tf.Session() as session:
        tf.train.import_meta_graph(use["meta"]).restore(session, use["checkpoint"])
        session.run(tf.local_variables_initializer())
        for initializer in use["run_after_restore"]:
            session.run(graph.get_operation_by_name(initializer))
        coordinator = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(session, coordinator) if use["queue_runners"] else []
        if use["queue_runners"]:
            time.sleep(1)
        else:
            feed = {n: feeds["eval/" + n] for n in use["eval_feed"]}
            for fetch in use["fetches"]:
                check(session.run(fetch, feed), want["forward/" + fetch], rtol=1e-4, atol=1e-5)
        step = graph.get_operation_by_name(use["train_op"])
        fed = [{n: feeds["train/" + n][k] for n in use["train_feed"]} for k in range(10)]
        losses = [session.run([use["loss"], step], feed)[0] for feed in fed]
        np.testing.assert_allclose(losses, use["loss_before_step_1_to_10"], rtol=1e-3, atol=1e-5)
        for variable in tf.global_variables():
            check(session.run(variable), want["final/" + variable.op.name], rtol=1e-3, atol=1e-4)
        coordinator.request_stop()
        coordinator.join(threads, stop_grace_period_secs=5)


@pytest.mark.parametrize("path", sorted((GOLDEN / "frozen").glob("*/*.pb*")), ids=lambda p: f"{p.parent.name}-{p.name}")
def test_frozen_graph(path):
    use = json.loads((path.parent / "use.json").read_text())
    want = np.load(path.parent / "expected.npz")
    definition = tf.GraphDef()
    if path.suffix == ".pb":
        definition.ParseFromString(path.read_bytes())
    else:
        text_format.Merge(path.read_text(), definition)
    with tf.Graph().as_default(), tf.Session() as session:
        tf.import_graph_def(definition, name="")
        results = session.run(use["fetches"], {f: want["in/" + f] for f in use["feeds"]})
    for fetch, result in zip(use["fetches"], results):
        if result.dtype == object:  # strings are recorded as all their bytes, and how many each of them has
            assert b"".join(result.ravel()) == want[f"out/{fetch}#bytes"].tobytes()
            assert [len(s) for s in result] == want[f"out/{fetch}#lengths"].tolist()
        else:
            check(result, want["out/" + fetch], rtol=1e-4, atol=1e-5)


def check(result, want, rtol, atol):
    result = np.asarray(result)
    assert result.shape == want.shape
    if want.dtype.kind in "biu":
        np.testing.assert_array_equal(result, want)
    else:
        np.testing.assert_allclose(result, want, rtol, atol)

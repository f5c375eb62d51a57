"""`RunOptions` with a trace level: times, devices and labels in `RunMetadata`; timelines; what TensorBoard reads."""

from __future__ import annotations

import json
import pathlib
import time
from typing import Any

import numpy as np
import pytest

import tf1compat as tf
from tf1compat._facade.graph import Graph
from tf1compat._facade.timeline import Timeline

FULL = {"trace_level": 3}


@pytest.fixture(autouse=True)
def _own_graph() -> Any:
    with Graph().as_default():
        yield


def traced(session: Any, fetches: Any, feeds: Any = None) -> tuple[Any, Any]:
    metadata = tf.RunMetadata()
    return session.run(fetches, feeds, options=tf.RunOptions(**FULL), run_metadata=metadata), metadata


def entries(metadata: Any) -> dict[str, Any]:
    return {n.node_name: n for d in metadata.step_stats.dev_stats for n in d.node_stats}


def test_times_of_segments_are_real() -> None:
    x = tf.placeholder(tf.float32, [400, 400], name="x")
    y = x
    for _ in range(20):
        y = tf.matmul(y, x)
    y = tf.identity(y, name="last")
    data = np.eye(400, dtype=np.float32)
    with tf.Session() as session:
        traced(session, y, {x: data})  # compiles
        began = time.time_ns()
        value, metadata = traced(session, y, {x: data})
        took = time.time_ns() - began
    assert value.shape == (400, 400)
    found = entries(metadata)
    assert {"MatMul", "MatMul_19", "last"} <= set(found)
    assert found["last"].timeline_label == "last = XLA program of 21 ops(MatMul_19)"
    assert 0 < found["last"].all_end_rel_nanos <= took
    assert found["last"].all_end_rel_nanos > took / 10
    assert found["MatMul"].all_end_rel_nanos == 0
    assert found["MatMul"].output[0].tensor_description.allocation_description.requested_bytes == 640000


def test_host_parts_and_variables_are_listed() -> None:
    v = tf.get_variable("v", initializer=1.0)
    text = tf.summary.scalar("loss", v + 1.0)
    step = tf.assign_add(v, 1.0)
    with tf.Session() as session:
        session.run(v.initializer)
        for expected in (2.0, 3.0):
            (_, value), metadata = traced(session, [text, step])
            assert value == expected
        assert session.run(v) == 3.0
    assert "loss" in entries(metadata)
    assert "XLA program" in "".join(n.timeline_label for n in entries(metadata).values())


def test_devices_of_nodes() -> None:
    with tf.device("/cpu:1"):
        a = tf.constant(1.0, name="a")
    b = tf.add(a, 1.0, name="b")
    with tf.Session(config=tf.ConfigProto(device_count={"CPU": 2})) as session:
        _, metadata = traced(session, b)
    names = {d.device: [n.node_name for n in d.node_stats] for d in metadata.step_stats.dev_stats}
    assert "a" in names["/job:localhost/replica:0/task:0/device:CPU:1"]


def test_timeline() -> None:
    a = tf.placeholder(tf.float32, [2], name="a")
    b = tf.add(a, 1.0, name="b")
    with tf.Session() as session:
        _, metadata = traced(session, tf.multiply(b, b, name="c"), {a: [1.0, 2.0]})
    trace = json.loads(Timeline(metadata.step_stats).generate_chrome_trace_format(show_memory=True))["traceEvents"]
    assert "/job:localhost/replica:0/task:0/device:CPU:0 Compute" in [
        e["args"]["name"] for e in trace if e["ph"] == "M"
    ]
    operations = {e["args"]["name"]: e for e in trace if e["ph"] == "X"}
    assert operations["c"]["args"]["input0"] == "b" and operations["c"]["dur"] >= 0
    assert any(e["ph"] == "C" and e["args"].get("cpu", 0) >= 8 for e in trace)


def test_nothing_is_traced_unless_asked() -> None:
    metadata = tf.RunMetadata()
    y = tf.constant(1.0) + 1.0
    with tf.Session() as session:
        session.run(y, run_metadata=metadata)
        session.run(y, options=tf.RunOptions(), run_metadata=metadata)
        assert not metadata.HasField("step_stats")
        session.run(y, options=tf.RunOptions(output_partition_graphs=True), run_metadata=metadata)
        assert [n.name for n in metadata.partition_graphs[0].node] == ["Const", "add/y", "add"]
        with pytest.raises(TypeError, match="must be a tf.RunOptions"):
            session.run(y, options=tf.ConfigProto())
        with pytest.raises(tf.errors.InvalidArgumentError, match="feed a value"):
            traced(session, tf.placeholder(tf.float32, []) * 2.0)


def test_callables_take_options() -> None:
    x = tf.placeholder(tf.float32, [])
    metadata = tf.RunMetadata()
    with tf.Session() as session:
        call = session.make_callable(x * 2.0, [x], accept_options=True)
        assert call(3.0, options=tf.RunOptions(**FULL), run_metadata=metadata) == 6.0
    assert entries(metadata)


def test_tensorboard_reads_it(tmp_path: pathlib.Path) -> None:
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    y = tf.add(tf.placeholder(tf.float32, [], name="x"), 1.0, name="y")
    with tf.Session() as session, tf.summary.FileWriter(str(tmp_path), session.graph) as writer:
        _, metadata = traced(session, y, {"x:0": 1.0})
        writer.add_run_metadata(metadata, "step1", global_step=1)
    events = EventAccumulator(str(tmp_path)).Reload()
    assert events.Tags()["run_metadata"] == ["step1"]
    stats = events.RunMetadata("step1").step_stats.dev_stats
    assert {n.node_name for d in stats for n in d.node_stats} <= {n.name for n in events.Graph().node}

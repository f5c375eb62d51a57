"""`tf.contrib.summary`, plugin assets, the projector, `summary_iterator` and `tf.profiler`."""

from __future__ import annotations

import glob
import os
import pathlib
from typing import Any

import numpy as np
import pytest

import tf1compat as tf
from tf1compat._facade import plugin_asset
from tf1compat._facade.graph import Graph


@pytest.fixture(autouse=True)
def _own_graph() -> Any:
    with Graph().as_default():
        yield


def events(folder: pathlib.Path) -> list[Any]:
    (path,) = glob.glob(f"{folder}/events*")
    return list(tf.train.summary_iterator(path))


def test_summaries_of_every_second_step(tmp_path: pathlib.Path) -> None:
    summary = tf.contrib.summary
    step = tf.train.create_global_step()
    writer = summary.create_file_writer(str(tmp_path), flush_millis=100)
    x = tf.placeholder(tf.float32, [], name="x")
    with writer.as_default(), summary.record_summaries_every_n_global_steps(2):
        summary.scalar("loss", x)
        with tf.name_scope("scope"):
            summary.histogram("h", x, family="family")
    with writer.as_default(), summary.never_record_summaries():
        summary.scalar("never", x)
    with writer.as_default(), summary.always_record_summaries():
        summary.generic("g", x, step=7)
        summary.image("i", tf.zeros([1, 2, 2, 3]))
    increment = tf.assign_add(step, 1)
    with tf.Session() as session, writer.as_default():
        session.run(tf.global_variables_initializer())
        summary.initialize(graph=tf.get_default_graph())
        for i in range(4):
            session.run(summary.all_summary_ops(), {x: i + 0.5})
            session.run(increment)
        session.run(writer.close())
    found = [(e.step, v.tag, v.WhichOneof("value")) for e in events(tmp_path) for v in e.summary.value]
    scalars = [(e.step, v.simple_value) for e in events(tmp_path) for v in e.summary.value if v.tag == "loss"]
    assert scalars == [(0, 0.5), (2, 2.5)]
    assert [t for t in found if "family" in t[1]] == [(s, "family/scope/family/h", "histo") for s in (0, 2)]
    assert len([t for t in found if t[1] == "g" and t[0] == 7 and t[2] == "tensor"]) == 4
    assert len([t for t in found if t[1].startswith("i/image")]) == 4
    assert not [t for t in found if "never" in t[1]]
    assert sum(bool(e.graph_def) for e in events(tmp_path)) == 1


def test_writers_must_be_initialised(tmp_path: pathlib.Path) -> None:
    summary = tf.contrib.summary
    assert summary.scalar("nothing", 1.0).type == "NoOp"
    writer = summary.create_file_writer(str(tmp_path))
    with writer.as_default(), summary.always_record_summaries():
        made = summary.scalar("a", 1.0, step=1)
    with tf.Session() as session:
        with pytest.raises(tf.errors.FailedPreconditionError, match="summary_writer_initializer_op"):
            session.run(made)
        with pytest.raises(RuntimeError, match="No default"):
            summary.initialize()
        session.run(summary.summary_writer_initializer_op())
        session.run(made)
    assert [v.tag for e in events(tmp_path) for v in e.summary.value] == ["a"]  # complete when the session ends
    with pytest.raises(tf.errors.UnimplementedError):
        summary.create_db_writer("x")


def test_file_writer_of_a_session(tmp_path: pathlib.Path) -> None:
    with tf.Session() as session:
        writers = [tf.summary.FileWriter(str(tmp_path), session=session) for _ in range(2)]
        for i, writer in enumerate(writers):
            writer.add_summary(tf.Summary(value=[tf.Summary.Value(tag="t", simple_value=i)]), i)
        writers[0].close()
    assert [v.simple_value for e in events(tmp_path) for v in e.summary.value] == [0.0, 1.0]


def test_summary_iterator_refuses_damage(tmp_path: pathlib.Path) -> None:
    with tf.summary.FileWriter(str(tmp_path)) as writer:
        writer.add_summary(tf.Summary(value=[tf.Summary.Value(tag="t", simple_value=1)]), 1)
    (path,) = glob.glob(f"{tmp_path}/events*")
    data = bytearray(pathlib.Path(path).read_bytes())
    data[-6] ^= 1
    pathlib.Path(path).write_bytes(data)
    with pytest.raises(tf.errors.DataLossError):
        list(tf.train.summary_iterator(path))


def test_plugin_assets_and_projector(tmp_path: pathlib.Path) -> None:
    class Notes(plugin_asset.PluginAsset):
        plugin_name = "notes"

        def assets(self) -> dict[str, str]:
            return {"a.txt": "hello"}

    assert plugin_asset.get_plugin_asset(Notes) is plugin_asset.get_plugin_asset(Notes)
    projector = tf.contrib.tensorboard.plugins.projector
    config = projector.ProjectorConfig()
    config.embeddings.add(tensor_name="words", metadata_path="words.tsv")
    with tf.summary.FileWriter(str(tmp_path), tf.get_default_graph()) as writer:
        projector.visualize_embeddings(writer, config)
    assert (tmp_path / "plugins" / "notes" / "a.txt").read_text() == "hello"
    assert 'tensor_name: "words"' in (tmp_path / "projector_config.pbtxt").read_text()


def network() -> None:
    x = tf.placeholder(tf.float32, [2, 3], name="x")
    with tf.variable_scope("l1"):
        w = tf.get_variable("w", [3, 4])
        h = tf.nn.relu(tf.matmul(x, w) + tf.get_variable("b", [4]))
    with tf.variable_scope("l2"):
        tf.nn.softmax(tf.matmul(h, tf.get_variable("w", [4, 1])))
    image = tf.nn.conv2d(tf.zeros([1, 8, 8, 3]), tf.get_variable("k", [3, 3, 3, 2]), [1, 1, 1, 1], "SAME")
    tf.reduce_mean(tf.nn.max_pool(tf.nn.bias_add(image, tf.zeros([2])), [1, 2, 2, 1], [1, 2, 2, 1], "VALID"))


def test_profile(capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path) -> None:
    network()
    builder = tf.profiler.ProfileOptionBuilder
    found = tf.profiler.profile(options=builder.trainable_variables_parameter())
    assert found.total_parameters == 74
    assert [(c.name, c.total_parameters) for c in found.children] == [("k", 54), ("l1", 16), ("l2", 4)]
    assert "_TFProfRoot (--/74 params)\n  k (3x3x3x2, 54/54 params)\n  l1 (--/16 params)\n" in capsys.readouterr().out
    options = builder(builder.float_operation()).with_file_output(str(tmp_path / "table")).build()
    found = tf.profiler.profile(options=options)
    # recorded from TF 1.15.5 for these nodes
    by_name = {c.name: c.total_float_ops for c in found.children}
    assert by_name["Conv2D"] == 6912 and by_name["BiasAdd"] == by_name["MaxPool"] == 128
    assert by_name["k/Initializer/random_uniform"] == 109
    assert by_name["l1/MatMul"] == 48 and by_name["l2/MatMul"] == 16 and by_name["Mean"] == 32
    assert "  Conv2D (6.91k/6.91k flops)" in (tmp_path / "table").read_text()
    by_type = tf.profiler.profile(cmd="op", options={**options, "output": "none"})
    assert by_type.children[0].name == "Conv2D" and by_type.total_float_ops == found.total_float_ops
    with pytest.raises(tf.errors.UnimplementedError, match="cmd='code'"):
        tf.profiler.profile(cmd="code")


def test_profiler_of_steps(capsys: pytest.CaptureFixture[str]) -> None:
    y = tf.matmul(tf.placeholder(tf.float32, [2, 2], name="x"), tf.ones([2, 2]), name="y")
    profiler = tf.profiler.Profiler(tf.get_default_graph())
    with tf.Session() as session:
        for step in range(2):
            metadata = tf.RunMetadata()
            session.run(y, {"x:0": np.eye(2)}, tf.RunOptions(trace_level=3), metadata)
            profiler.add_step(step, metadata)
    options = tf.profiler.ProfileOptionBuilder.time_and_memory(min_micros=0)
    found = profiler.profile_name_scope({**options, "output": "none"})
    assert found.total_exec_micros > 0 and found.total_requested_bytes >= 16
    with pytest.raises(ValueError, match="step 9 was not added"):
        profiler.profile_operations({**options, "step": 9})
    assert os.linesep and capsys.readouterr().out == ""

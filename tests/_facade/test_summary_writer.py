"""Summaries from graph to event file, as TensorBoard's own reader sees them, and FileWriter's behaviour."""

from __future__ import annotations

import re
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tf1compat._facade import constants, framework, summary
from tf1compat._facade.graph import Graph
from tf1compat._facade.prefixed_events import EventsWriter
from tf1compat._facade.session import Session
from tf1compat._facade.summary_iterator import summary_iterator
from tf1compat._facade.summary_writer import FileWriter, FileWriterCache, SummaryWriter
from tf1compat._formats import protos, tfrecord
from tf1compat._jaxcore.base import dtypes, errors


def events(logdir: Any) -> list[Any]:
    found: list[Any] = []
    for path in sorted(Path(logdir).glob("events.out.tfevents.*")):
        with path.open("rb") as file:
            found += [protos.Event.FromString(record) for record in tfrecord.read_records(file)]
    return found


def value(tag: str, number: float = 1.0, **more: Any) -> Any:
    return protos.Summary(value=[protos.Summary.Value(tag=tag, simple_value=number, **more)])


def test_tensorboard_reads_everything(tmp_path: Path) -> None:
    accumulators = pytest.importorskip("tensorboard.backend.event_processing.event_accumulator")
    with Graph().as_default() as graph:
        x = framework.placeholder(dtypes.float32, [], name="x")
        with framework.name_scope("net"), framework.name_scope("loss"):
            summary.scalar_summary("loss", x)
            summary.scalar("loss", x)
            summary.histogram("weights", [1.0, 2.0])
            summary.image("picture", np.zeros((1, 4, 4, 3), "f"))
            summary.audio("tone", np.zeros((1, 10), "f"), 100.0, max_outputs=1)
            summary.text("note", constants.constant("*hello*"))
        merged = summary.merge_all_summaries()
    with Session(graph=graph) as session, SummaryWriter(str(tmp_path), session.graph) as writer:
        for step in range(10):
            writer.add_summary(session.run(merged, {x: step * 0.5}), step)
    reader = accumulators.EventAccumulator(str(tmp_path))
    reader.Reload()
    assert [(e.step, e.value) for e in reader.Scalars("loss")] == [(i, i * 0.5) for i in range(10)]
    assert len(reader.Scalars("net/loss/loss")) == 10
    tags = reader.Tags()
    assert tags["histograms"] == ["net/loss/weights"]
    assert tags["images"] == ["net/loss/picture/image/0"]
    assert tags["audio"] == ["net/loss/tone/audio"]
    assert tags["tensors"] == ["net/loss/note"]
    nodes = {node.name: node for node in reader.Graph().node}
    assert nodes["net/loss/ScalarSummary"].op == "ScalarSummary"
    assert "_output_shapes" in nodes["x"].attr
    assert reader.MetaGraph().meta_info_def.tensorflow_version == "1.15.5"


def test_nothing_is_lost_without_close(tmp_path: Path) -> None:
    program = (
        "import sys\nfrom tf1compat._facade.summary_writer import FileWriter\nfrom tf1compat._formats import protos\n"
        "writer = FileWriter(sys.argv[1])\nfor step in range(100):\n"
        "    writer.add_summary(protos.Summary(value=[protos.Summary.Value(tag='a', simple_value=1)]), step)\n"
        "raise SystemExit(3)\n"
    )
    assert subprocess.run([sys.executable, "-c", program, str(tmp_path)], check=False).returncode == 3
    assert [e.step for e in events(tmp_path)[1:]] == list(range(100))


def test_metadata_is_kept_once_per_tag(tmp_path: Path) -> None:
    metadata = protos.SummaryMetadata(display_name="shown")
    with FileWriter(str(tmp_path)) as writer:
        for step in range(2):
            for tag in ("a", "b"):
                writer.add_summary(value(tag, metadata=metadata).SerializeToString(), step)
    kept = [e.summary.value[0].HasField("metadata") for e in events(tmp_path)[1:]]
    assert kept == [True, True, False, False]


def test_closed_writer_warns_and_reopens(tmp_path: Path) -> None:
    writer = FileWriter(str(tmp_path), filename_suffix=".mine")
    writer.add_summary(value("a"), 1)
    writer.close()
    with pytest.warns(UserWarning, match="Attempting to use a closed FileWriter"):
        writer.add_summary(value("a"), 2)
    writer.reopen()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        writer.add_summary(value("a"), np.int64(3))
    writer.close()
    assert [e.step for e in events(tmp_path) if e.HasField("summary")] == [1, 3]
    assert writer.get_logdir() == str(tmp_path)
    assert all(path.name.endswith(".mine") for path in tmp_path.iterdir())


def test_other_events(tmp_path: Path) -> None:
    with FileWriter(str(tmp_path)) as writer:
        writer.add_session_log(protos.SessionLog(status=protos.SessionLog.START), 4)
        writer.add_run_metadata(protos.RunMetadata(), "step 5", 5)
        writer.add_event(protos.Event(step=6))
        writer.add_meta_graph(protos.MetaGraphDef(), 7)
        with pytest.raises(ValueError, match="already used"):
            writer.add_run_metadata(protos.RunMetadata(), "step 5")
        with pytest.raises(TypeError, match="meta_graph_def must be type MetaGraphDef"):
            writer.add_meta_graph(protos.GraphDef())
        writer.flush()
    kinds = [(e.step, e.WhichOneof("what")) for e in events(tmp_path)[1:]]
    assert kinds == [(4, "session_log"), (5, "tagged_run_metadata"), (6, None), (7, "meta_graph_def")]


def test_graphs_in_all_forms(tmp_path: Path, caplog: Any) -> None:
    graph = Graph()
    with graph.as_default():
        constants.constant(1.0, name="one")
    with FileWriter(str(tmp_path), graph.as_graph_def()) as writer:
        writer.add_graph(None, graph_def=graph)
        writer.add_graph(graph, 3)
        with pytest.raises(ValueError, match="not both"):
            writer.add_graph(graph, graph_def=graph.as_graph_def())
        with pytest.raises(TypeError, match="must be an instance of `Graph`"):
            writer.add_graph("graph")
    written = [protos.GraphDef.FromString(e.graph_def) for e in events(tmp_path) if e.HasField("graph_def")]
    assert [[n.name for n in g.node] for g in written] == [["one"]] * 3
    assert ["_output_shapes" in g.node[0].attr for g in written] == [False, True, True]


def test_cache_keeps_one_writer_per_folder(tmp_path: Path) -> None:
    with Graph().as_default():
        writer = FileWriterCache.get(str(tmp_path))
        assert FileWriterCache.get(str(tmp_path)) is writer
        FileWriterCache.clear()
        assert FileWriterCache.get(str(tmp_path)) is not writer
        FileWriterCache.clear()


def test_session_argument_must_be_a_session(tmp_path: Path) -> None:
    with pytest.raises(AttributeError, match="graph"):
        FileWriter(str(tmp_path), session=object())


def test_failures_name_the_node() -> None:
    with Graph().as_default(), Session() as session:
        x = framework.placeholder(dtypes.float32, [2])
        with framework.name_scope("layer"):
            weights = summary.histogram("weights", x)
            one = summary.scalar("loss", x)
        with pytest.raises(errors.InvalidArgumentError, match="Nan in summary histogram for: layer/weights"):
            session.run(weights, {x: [1.0, np.nan]})
        with pytest.raises(errors.InvalidArgumentError, match=r"same shape: \[\] != \[2\] \(tag 'layer/loss'\)"):
            session.run(one, {x: [1.0, 2.0]})


def test_duplicate_tags_fail_when_merged() -> None:
    with Graph().as_default(), Session() as session:
        both = summary.merge([summary.scalar_summary("loss", 1.0), summary.scalar_summary("loss", 2.0)])
        with pytest.raises(errors.InvalidArgumentError, match="Duplicate tag loss found in summary inputs"):
            session.run(both)


def test_old_tensor_summary_description() -> None:
    node = protos.NodeDef(op="TensorSummary")
    node.attr["description"].s = b'{"typeHint": "histogram"}'
    assert summary.get_summary_description(node).type_hint == "histogram"
    with pytest.raises(ValueError, match="Can't get_summary_description on Add"):
        summary.get_summary_description(protos.NodeDef(op="Add"))


def test_writer_under_a_prefix(tmp_path: Path) -> None:
    """As OpenAI baselines write their logs; what TensorFlow 1.15.5 does."""
    writer = EventsWriter(str(tmp_path / "run").encode())
    summary = value("loss", 2.0)
    writer.WriteEvent(protos.Event(step=1, summary=summary))
    writer.Flush()
    path = writer.FileName().decode()
    assert re.fullmatch(r"run\.out\.tfevents\.\d{10}\..*", path.rpartition("/")[2])
    assert [(e.step, e.file_version) for e in summary_iterator(path)] == [(0, "brain.Event:2"), (1, "")]
    writer.Close()
    writer.WriteEvent(protos.Event(step=2))
    writer.Close()
    writer.Close()
    assert [e.step for e in summary_iterator(path)] == [0, 1, 2]
    writer.InitWithSuffix(b".more")
    assert writer.FileName().endswith(b".more") and len(list(tmp_path.iterdir())) == 2
    with pytest.raises(TypeError, match="Expected an event_pb2.Event proto,  but got <class 'str'>"):
        writer.WriteEvent("x")
    with pytest.raises(TypeError, match="expected bytes, str found"):
        EventsWriter("x")  # pyright: ignore[reportArgumentType]
    with pytest.raises(errors.NotFoundError, match="No such file"):
        EventsWriter(str(tmp_path / "no" / "run").encode()).FileName()

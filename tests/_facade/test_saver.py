"""`tf.train.Saver` and its neighbours: what is written, kept, restored, refused; graphs that come back from files."""

from __future__ import annotations

import os
import pathlib
import re
import signal
import subprocess
import sys
import threading
from typing import Any

import numpy as np
import pytest

import tf1compat as tf
from tf1compat._facade.graph import Graph
from tf1compat._facade.train.saver import object_graph_key_mapping

GOLDEN = pathlib.Path(__file__).parent.parent / "golden" / "checkpoints"
FORMATS = ("orbax", "tensorflow")


@pytest.fixture(autouse=True)
def _own_graph() -> Any:
    with Graph().as_default():
        yield


@pytest.fixture(params=FORMATS)
def form(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("TF1COMPAT_CHECKPOINT_FORMAT", request.param)
    return request.param


def model(resource: bool = False) -> Any:
    a = tf.get_variable("a", initializer=np.float32([1, 2]), use_resource=resource)
    b = tf.get_variable("layer/b", initializer=np.int64(5), use_resource=resource)
    return a, b


def started() -> Any:
    session = tf.Session()
    session.run(tf.global_variables_initializer())
    return session


@pytest.mark.parametrize("resource", [False, True])
@pytest.mark.parametrize("sharded", [False, True])
def test_saves_and_restores(form: str, sharded: bool, resource: bool, tmp_path: pathlib.Path) -> None:
    a, b = model(resource)
    saver = tf.train.Saver(sharded=sharded)
    with started() as session:
        path = saver.save(session, str(tmp_path / "m"), global_step=3)
        assert path == str(tmp_path / "m-3")
        session.run([a.assign([7.0, 8.0]), b.assign(9)])
        saver.restore(session, path)
        assert session.run(a).tolist() == [1, 2]
        assert session.run(b) == 5
    names = {p.name for p in tmp_path.iterdir()}
    assert {"checkpoint", "m-3.index", "m-3.meta"} <= names
    assert ("m-3" in names) == (form == "orbax")
    assert not [n for n in names if "temp" in n or "saving" in n]
    assert tf.train.latest_checkpoint(str(tmp_path)) == path


def test_other_names(tmp_path: pathlib.Path) -> None:
    a, b = model()
    with started() as session:
        path = tf.train.Saver({"old/a": a}).save(session, str(tmp_path / "m"))
        assert tf.train.list_variables(path) == [("old/a", [2])]
        session.run(a.assign([0.0, 0.0]))
        tf.train.Saver({"old/a": a}).restore(session, path)
        assert session.run(a).tolist() == [1, 2]
        with pytest.raises(tf.errors.NotFoundError, match=r"Key layer/b not found in checkpoint"):
            tf.train.Saver([b]).restore(session, path)


def test_keeps_the_last_few(form: str, tmp_path: pathlib.Path) -> None:
    model()
    saver = tf.train.Saver(max_to_keep=2)
    with started() as session:
        paths = [saver.save(session, str(tmp_path / "m"), global_step=i) for i in (1, 2, 3, 2)]
    assert saver.last_checkpoints == [paths[2], paths[1]]
    assert sorted(p.name for p in tmp_path.glob("*.meta")) == ["m-2.meta", "m-3.meta"]
    assert sorted(p.name for p in tmp_path.glob("*.index")) == ["m-2.index", "m-3.index"]
    state = tf.train.get_checkpoint_state(str(tmp_path))
    assert list(state.all_model_checkpoint_paths) == [paths[2], paths[1]]
    assert state.model_checkpoint_path == paths[1]


def test_keeps_one_every_few_hours(tmp_path: pathlib.Path) -> None:
    model()
    saver = tf.train.Saver(max_to_keep=1, keep_checkpoint_every_n_hours=1e-9)
    with started() as session:
        for i in range(3):
            saver.save(session, str(tmp_path / "m"), global_step=i)
    assert len(list(tmp_path.glob("*.index"))) == 3


def test_recovers(tmp_path: pathlib.Path) -> None:
    model()
    with started() as session:
        first = tf.train.Saver(max_to_keep=2)
        paths = [first.save(session, str(tmp_path / "m"), global_step=i) for i in (1, 2)]
        second = tf.train.Saver(max_to_keep=2)
        second.recover_last_checkpoints([*paths, str(tmp_path / "gone")])
        assert second.last_checkpoints == paths
        second.save(session, str(tmp_path / "m"), global_step=3)
    assert sorted(p.name for p in tmp_path.glob("*.index")) == ["m-2.index", "m-3.index"]


def test_relative_paths(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    model()
    with started() as session:
        (tmp_path / "x").mkdir()
        tf.train.Saver(save_relative_paths=True).save(session, str(tmp_path / "x" / "m"))
        assert (tmp_path / "x" / "checkpoint").read_text().startswith('model_checkpoint_path: "m"\n')
        assert tf.train.latest_checkpoint(str(tmp_path / "x")) == str(tmp_path / "x" / "m")
        tf.train.Saver().save(session, "x/n", latest_filename="other", write_meta_graph=False)
        assert (tmp_path / "x" / "other").read_text().startswith('model_checkpoint_path: "n"\n')
        assert tf.train.latest_checkpoint("x", "other") == "x/n"
        assert not (tmp_path / "x" / "n.meta").exists()


def test_steps(tmp_path: pathlib.Path) -> None:
    model()
    step = tf.train.get_or_create_global_step()
    with started() as session:
        save = tf.train.Saver(pad_step_number=True).save
        assert save(session, str(tmp_path / "m"), global_step=step).endswith("m-00000000")
        assert save(session, str(tmp_path / "m"), global_step=12).endswith("m-00000012")
        assert tf.train.Saver().save(session, str(tmp_path / "m"), global_step=np.int64(4)).endswith("m-4")


def test_reshape(tmp_path: pathlib.Path) -> None:
    model()
    with started() as session:
        path = tf.train.Saver().save(session, str(tmp_path / "m"))
    with Graph().as_default(), tf.Session() as session:
        a = tf.get_variable("a", [2, 1])
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"lhs shape= \[2,1\] rhs shape= \[2\]"):
            tf.train.Saver([a]).restore(session, path)
        tf.train.Saver([a], reshape=True).restore(session, path)
        assert session.run(a).tolist() == [[1], [2]]


def test_refusals(tmp_path: pathlib.Path) -> None:
    a, _ = model()
    with started() as session:
        saver = tf.train.Saver()
        path = saver.save(session, str(tmp_path / "m"))
        for call, kind, message in [
            (lambda: saver.restore(session, None), ValueError, "Can't load save_path when it is None."),
            (lambda: saver.restore(session, str(tmp_path / "no")), ValueError, "is not a valid checkpoint"),
            (lambda: saver.save(None, path), TypeError, "'sess' must be a Session; None"),
            (lambda: saver.save(session, path, latest_filename="a/b"), ValueError, "must not contain path"),
            (lambda: saver.save(session, str(tmp_path / "checkpoint")), ValueError, "collides with 'save_path'"),
            (lambda: tf.train.Saver(defer_build=True).save(session, path), RuntimeError, "should be called before"),
            (lambda: tf.train.load_checkpoint(str(tmp_path / "no")), tf.errors.NotFoundError, "Failed to find any"),
            (
                lambda: tf.train.load_variable(path, "zzz"),
                tf.errors.NotFoundError,
                "Key zzz not found in checkpoint (2 other tensors)",
            ),
        ]:
            with pytest.raises(kind, match=re.escape(message)):
                call()
    with Graph().as_default(), tf.Session() as session:
        tf.get_variable("a", [2], tf.int32)
        with pytest.raises(
            tf.errors.InvalidArgumentError, match="expected dtype int32 does not equal original dtype float"
        ):
            tf.train.Saver().restore(session, path)
    with Graph().as_default(), tf.Session() as session:
        tf.get_variable("aa", [2])
        with pytest.raises(tf.errors.NotFoundError, match=r"(?s)missing from the checkpoint.*Key aa .*\(it has a\)"):
            tf.train.Saver().restore(session, path)
        with pytest.raises(tf.errors.FailedPreconditionError, match="uninitialized value aa"):
            tf.train.Saver().save(session, path)
    del a


def test_all_that_does_not_fit_is_told(form: str, tmp_path: pathlib.Path) -> None:
    del form
    tf.get_variable("kernel", [4, 3], partitioner=tf.fixed_size_partitioner(2))
    model(resource=True)
    with started() as session:
        path = tf.train.Saver().save(session, str(tmp_path / "m"))
    with Graph().as_default(), tf.Session() as session:
        tf.get_variable("kernel", [4, 2])
        tf.get_variable("a", [3], use_resource=True)
        tf.get_variable("layer/b", [], tf.float32)
        tf.get_variable("layer/c", [], tf.float32)
        with pytest.raises(tf.errors.OpError) as info:
            tf.train.Saver().restore(session, path)
    told = str(info.value).partition("These do not fit:\n")[2].splitlines()[:4]
    assert sorted(told) == [
        "  a: the graph wants float32 [3], the checkpoint has float32 [2]",
        "  kernel: the graph wants float32 [4, 2], the checkpoint has float32 [4, 3]",
        "  layer/b: the graph wants float32 [], the checkpoint has int64 []",
        "  layer/c: not in the checkpoint (it has layer/b)",
    ]


def test_v1_files(tmp_path: pathlib.Path) -> None:
    a, _ = model()
    with started() as session:
        saver = tf.train.Saver(write_version=tf.train.SaverDef.V1, sharded=True)
        path = saver.save(session, str(tmp_path / "m"), global_step=1)
        assert path == str(tmp_path / "m-1-?????-of-00001")
        assert (tmp_path / "m-1-00000-of-00001").is_file() and (tmp_path / "m-1.meta").is_file()
        session.run(a.assign([0.0, 0.0]))
        saver.restore(session, path)
        assert session.run(a).tolist() == [1, 2]
        assert tf.train.latest_checkpoint(str(tmp_path)) == path


def test_slices(tmp_path: pathlib.Path) -> None:
    whole = np.arange(12, dtype=np.float32).reshape(4, 3)
    parts = [tf.get_variable(f"p{i}", initializer=whole[2 * i : 2 * i + 2]) for i in range(2)]
    for i, part in enumerate(parts):
        part._set_save_slice_info(tf.Variable.SaveSliceInfo("whole", [4, 3], [2 * i, 0], [2, 3]))
    with started() as session:
        path = tf.train.Saver().save(session, str(tmp_path / "m"))
    np.testing.assert_array_equal(tf.train.load_variable(path, "whole"), whole)
    with Graph().as_default(), tf.Session() as session:
        part = tf.get_variable("q", [3, 3])
        part._set_save_slice_info(tf.Variable.SaveSliceInfo("whole", [4, 3], [1, 0], [3, 3]))
        tf.train.Saver().restore(session, path)
        np.testing.assert_array_equal(session.run(part), whole[1:])


@pytest.mark.parametrize("name", ["v2", "v2_sharded", "v1", "v1_sharded-?????-of-00002"])
def test_restores_what_tensorflow_wrote(name: str) -> None:
    a = tf.get_variable("layer/kernel", [3, 4])
    text = tf.get_variable("types/string", initializer=tf.constant([b""] * 5))
    with tf.Session() as session:
        tf.train.Saver().restore(session, str(GOLDEN / name))
        np.testing.assert_array_equal(session.run(a), np.arange(12).reshape(3, 4))
        assert session.run(text)[1] == b"abc"


def test_restores_object_based_checkpoints() -> None:
    assert object_graph_key_mapping(str(GOLDEN / "objects"))["step"] == "step/.ATTRIBUTES/VARIABLE_VALUE"
    kernel = tf.get_variable("kernel", [2])
    step = tf.get_variable("step", [], tf.int32)
    with tf.Session() as session:
        tf.train.Saver().restore(session, str(GOLDEN / "objects"))
        assert session.run(kernel).tolist() == [1, 2]
        assert session.run(step) == 7


def test_reader(tmp_path: pathlib.Path) -> None:
    reader = tf.train.NewCheckpointReader(str(GOLDEN / "v2"))
    assert reader.get_variable_to_shape_map()["layer/kernel"] == [3, 4]
    assert reader.get_variable_to_dtype_map()["types/bfloat16"] == tf.bfloat16
    assert reader.has_tensor("empty") and not reader.has_tensor("zzz")
    assert reader.get_tensor("types/double") == 3.25
    assert b"layer/kernel (DT_FLOAT) [3,4]" in reader.debug_string()


def test_init_from_checkpoint(tmp_path: pathlib.Path) -> None:
    model()
    with started() as session:
        path = tf.train.Saver().save(session, str(tmp_path / "m"))
    with Graph().as_default(), tf.Session() as session:
        with tf.variable_scope("new"):
            a = tf.get_variable("a", [2])
            b = tf.get_variable("b", [], tf.int64, use_resource=True)
        tf.train.init_from_checkpoint(str(tmp_path), {"a": "new/a"})
        tf.train.init_from_checkpoint(path, {"layer/b": b})
        session.run(tf.global_variables_initializer())
        assert session.run(a).tolist() == [1, 2]
        assert session.run(b) == 5


# ---- graphs ---------------------------------------------------------------------------------------------------------


def test_training_goes_on_in_an_imported_graph(tmp_path: pathlib.Path) -> None:
    x = tf.placeholder(tf.float32, [None, 2], name="x")
    w = tf.get_variable("w", initializer=np.float32([[1.0], [2.0]]))
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w)), name="loss")
    train = tf.train.AdamOptimizer(0.1).minimize(loss, tf.train.get_or_create_global_step(), name="train")
    tf.add_to_collection("train", train)
    data = np.float32([[1, 2], [3, 4]])
    with started() as session:
        session.run(train, {x: data})
        path = tf.train.Saver().save(session, str(tmp_path / "m"))
        session.run(train, {x: data})
        wanted = session.run([w, loss], {x: data})
    with Graph().as_default() as graph, tf.Session() as session:
        tf.train.import_meta_graph(path + ".meta").restore(session, path)
        session.run(tf.get_collection("train")[0], {"x:0": data})
        found = session.run(["w:0", "loss:0"], {"x:0": data})
        assert [v.name for v in tf.trainable_variables()] == ["w:0"]
        assert tf.trainable_variables()[0] in tf.global_variables()
        assert tf.train.global_step(session, tf.train.get_global_step(graph)) == 2
    for got, want in zip(found, wanted):
        np.testing.assert_array_equal(got, want)


def test_meta_graph_round_trip(tmp_path: pathlib.Path) -> None:
    with tf.device("/cpu:0"):
        tf.get_variable("w", [2], initializer=tf.ones_initializer())
    saver = tf.train.Saver()
    for name, value in {"ints": 3, "floats": 2.5, "texts": "hello", "nodes": tf.constant(1.0, name="c")}.items():
        tf.add_to_collection(name, value)
    tf.add_to_collection("savers", saver)
    for as_text in (False, True):
        path = str(tmp_path / f"g{as_text}")
        message = saver.export_meta_graph(path, as_text=as_text, strip_default_attrs=as_text)
        assert message.meta_info_def.tensorflow_version == "1.15.5"
        assert [op.name for op in message.meta_info_def.stripped_op_list.op][:2] == ["Assign", "Const"]
        with Graph().as_default() as graph:
            restored = tf.train.import_meta_graph(path)
            assert [tf.get_collection(n) for n in ("ints", "floats", "texts")] == [[3], [2.5], [b"hello"]]
            assert tf.get_collection("nodes")[0] is graph.get_tensor_by_name("c:0")
            assert restored.saver_def == saver.saver_def
            assert tf.get_collection("savers")[0].saver_def == saver.saver_def
            assert graph.get_operation_by_name("w").device == "/device:CPU:0"
    with Graph().as_default() as graph:
        tf.train.import_meta_graph(str(tmp_path / "gFalse"), clear_devices=True)
        assert graph.get_operation_by_name("w").device == ""


def test_clear_extraneous_savers() -> None:
    model()
    kept, other = tf.train.Saver(), tf.train.Saver()
    tf.add_to_collection("savers", other)
    message = kept.export_meta_graph(clear_extraneous_savers=True)
    assert not [n.name for n in message.graph_def.node if n.name.startswith("save_1")]
    assert len(message.collection_def["savers"].bytes_list.value) == 1


def test_unknown_ops_are_listed_together() -> None:
    graph_def = tf.GraphDef()
    for i, op in enumerate(["MatMull", "Frobnicate", "Frobnicate"]):
        graph_def.node.add(name=f"n{i}", op=op)
    with pytest.raises(tf.errors.UnimplementedError) as caught:
        tf.import_graph_def(graph_def)
    text = str(caught.value)
    assert "2 op types" in text and "Frobnicate: nodes n1, n2" in text
    assert re.search(r"MatMull: nodes n0 \(declared and similar: .*MatMul", text)
    assert not tf.get_default_graph().get_operations()


@pytest.mark.parametrize(
    "lines, message",
    [
        (["a Identity b"], "Unknown input node 'b:0'"),
        (["a NoOp ^b"], r"Unknown input node '\^b'"),
        (["a NoOp", "a NoOp"], "not unique"),
        (["a Identity b", "b Identity a"], "cycle"),
        (["a NoOp", "b Identity a"], "invalid output 0 of source node a"),
        (["a Const"], "NodeDef missing attr"),
    ],
)
def test_malformed_graphs(lines: list[str], message: str) -> None:
    graph_def = tf.GraphDef()
    for line in lines:
        name, op, *inputs = line.split()
        graph_def.node.add(name=name, op=op, input=inputs)
    with pytest.raises(ValueError, match=message):
        tf.import_graph_def(graph_def)


@pytest.mark.parametrize(("producer", "rank"), [(0, None), (21, None), (22, 0)])
def test_placeholders_of_old_graphs(producer: int, rank: int | None) -> None:
    """Measured on TensorFlow 1.15.5: up to version 21 a scalar's shape stands for any."""
    graph_def = tf.GraphDef()
    node = graph_def.node.add(name="x", op="Placeholder")
    node.attr["dtype"].type = tf.float32.as_datatype_enum
    node.attr["shape"].shape.SetInParent()
    graph_def.versions.producer = producer
    (x,) = tf.import_graph_def(graph_def, return_elements=["x:0"])
    assert x.shape.ndims == rank
    if rank is None:
        with tf.Session() as session:
            assert session.run(tf.reduce_sum(x), {x: [1.0, 2.0]}) == 3


def test_files_that_are_no_graphs(tmp_path: pathlib.Path) -> None:
    for i, data in enumerate([b"\xff\xfe\x00nonsense", b"not a graph {"]):
        (tmp_path / str(i)).write_bytes(data)
        with pytest.raises(OSError, match="Cannot parse file"):
            tf.train.import_meta_graph(str(tmp_path / str(i)))


def test_freezing(tmp_path: pathlib.Path) -> None:
    x = tf.placeholder(tf.float32, [2], name="x")
    w = tf.get_variable("w", initializer=np.float32([3, 4]))
    r = tf.get_variable("r", initializer=np.float32([10, 20]), use_resource=True)
    tf.identity(tf.add(x * w, r), name="y")
    tf.square(x, name="unused")
    with started() as session:
        frozen = tf.graph_util.convert_variables_to_constants(session, session.graph_def, ["y"])
    assert not [n for n in frozen.node if n.op in ("VariableV2", "VarHandleOp") or n.name == "unused"]
    small = tf.graph_util.remove_training_nodes(frozen, ["y"])
    assert [n.name for n in small.node if n.op == "Identity"] == ["y"]
    path = tf.train.write_graph(small, str(tmp_path / "new"), "g.pb", as_text=False)
    graph_def = tf.GraphDef.FromString(pathlib.Path(path).read_bytes())
    with Graph().as_default(), tf.Session() as session:
        (y,) = tf.import_graph_def(graph_def, return_elements=["y:0"], name="")
        assert session.run(y, {"x:0": [1.0, 1.0]}).tolist() == [13, 24]


_TRAINING = """
import sys
import numpy as np
import tf1compat as tf
v = [tf.get_variable(n, initializer=np.zeros(500, np.int64)) for n in "abc"]
value = tf.placeholder(tf.int64, [])
assign = tf.group(*[tf.assign(x, tf.fill([500], value)) for x in v])
saver = tf.train.Saver(max_to_keep=2)
with tf.Session() as session:
    for i in range(10**9):
        session.run(assign, {value: i})
        saver.save(session, sys.argv[1], global_step=i)
        print(i, flush=True)
"""


def test_killed_while_saving(form: str, tmp_path: pathlib.Path) -> None:
    """Whenever the process dies, the state file names a whole checkpoint, not older than the last one reported."""
    command = [sys.executable, "-c", _TRAINING, str(tmp_path / "m")]
    child = subprocess.Popen(command, env=os.environ.copy(), stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    said = [int(child.stdout.readline()) for _ in range(4)]
    threading.Event().wait(0.05)
    child.send_signal(signal.SIGKILL)
    said += [int(line) for line in child.stdout.read().split()]
    child.wait()
    path = tf.train.latest_checkpoint(str(tmp_path))
    assert path is not None
    step = int(path.rpartition("-")[2])
    assert step >= said[-1]
    for name in "abc":
        assert np.unique(tf.train.load_variable(path, name)).tolist() == [step]


def test_checkpoints_are_copied_and_deleted_like_files(tmp_path):
    """As scripts keep their best model: all files of a prefix are copied to another one."""
    with tf.Graph().as_default(), tf.Session() as session:
        v = tf.Variable(3.0, name="v")
        session.run(v.initializer)
        path = tf.train.Saver().save(session, str(tmp_path / "model"), 92)
        best = str(tmp_path / "best")
        for _ in range(2):
            for name in tf.gfile.Glob(path + "*"):
                tf.gfile.Copy(name, name.replace(path, best), overwrite=True)
        with pytest.raises(tf.errors.AlreadyExistsError):
            tf.gfile.Copy(path, best)
        for name in tf.gfile.Glob(path + "*"):
            tf.gfile.Remove(name)
        session.run(v.assign(0.0))
        tf.train.Saver().restore(session, best)
        assert session.run(v) == 3.0 and not tf.gfile.Glob(path + "*")

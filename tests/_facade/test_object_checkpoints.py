"""`tf.train.Checkpoint` and `CheckpointManager`: keys, statuses, objects that come later, what TF 1.15.5 wrote."""

from __future__ import annotations

import pathlib
from typing import Any

import numpy as np
import pytest

import tf1compat as tf
from tf1compat._facade.graph import Graph
from tf1compat._facade.train.object_graph import AutoTrackable, NoDependency, ObjectGraph

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


def started() -> Any:
    session = tf.Session()
    session.run(tf.global_variables_initializer())
    return session


def model() -> tuple[Any, Any]:
    v = tf.Variable([1.0, 2.0], name="v")
    w = tf.get_variable("w", initializer=3.0, use_resource=True)
    optimizer = tf.train.AdamOptimizer(0.1)
    train = optimizer.minimize(tf.reduce_sum(v) * w)
    layer = tf.layers.Dense(2, name="d")
    layer.build([None, 3])
    return tf.train.Checkpoint(v=v, w=w, opt=optimizer, lay=layer), train


def test_keys_and_values(form: str, tmp_path: pathlib.Path) -> None:
    checkpoint, train = model()
    with started() as session:
        session.run(train)
        path = checkpoint.save(tmp_path / "ck", session)
        assert path == str(tmp_path / "ck-1") == tf.train.latest_checkpoint(tmp_path)
        kept = session.run(tf.global_variables())
        # recorded from TF 1.15.5 for this model
        assert sorted(name for name, _ in tf.train.list_variables(path)) == [
            "_CHECKPOINTABLE_OBJECT_GRAPH",
            "lay/bias/.ATTRIBUTES/VARIABLE_VALUE",
            "lay/kernel/.ATTRIBUTES/VARIABLE_VALUE",
            "opt/beta1_power/.ATTRIBUTES/VARIABLE_VALUE",
            "opt/beta2_power/.ATTRIBUTES/VARIABLE_VALUE",
            "save_counter/.ATTRIBUTES/VARIABLE_VALUE",
            "v/.ATTRIBUTES/VARIABLE_VALUE",
            "v/.OPTIMIZER_SLOT/opt/m/.ATTRIBUTES/VARIABLE_VALUE",
            "v/.OPTIMIZER_SLOT/opt/v/.ATTRIBUTES/VARIABLE_VALUE",
            "w/.ATTRIBUTES/VARIABLE_VALUE",
            "w/.OPTIMIZER_SLOT/opt/m/.ATTRIBUTES/VARIABLE_VALUE",
            "w/.OPTIMIZER_SLOT/opt/v/.ATTRIBUTES/VARIABLE_VALUE",
        ]
    with Graph().as_default():
        other, _ = model()
        with tf.Session() as session:
            other.restore(path).assert_consumed().initialize_or_restore()
            for found, wanted in zip(session.run(tf.global_variables()), kept, strict=True):
                np.testing.assert_array_equal(found, wanted)
            assert other.save(tmp_path / "ck").endswith("ck-2")


def test_the_object_graph_is_numbered_as_in_tf1() -> None:
    checkpoint, _ = model()
    _ = checkpoint.save_counter
    graph = ObjectGraph(checkpoint)
    assert graph.held[0] == [("lay", 1), ("opt", 2), ("v", 3), ("w", 4), ("save_counter", 5)]
    assert graph.held[1:3] == [[("kernel", 6), ("bias", 7)], [("beta1_power", 8), ("beta2_power", 9)]]
    assert [tuple(s) for s in graph.slots] == [(2, 3, "m", 10), (2, 4, "m", 11), (2, 3, "v", 12), (2, 4, "v", 13)]


def test_structures_and_hidden_attributes(form: str, tmp_path: pathlib.Path) -> None:
    class Net(AutoTrackable):
        def __init__(self, value: float) -> None:
            self.parts = [tf.Variable(value), {"x": tf.Variable(value + 1)}]
            self.hidden: Any = NoDependency(tf.Variable(value + 2))
            self.number = 5

    net = Net(1.0)
    checkpoint = tf.train.Checkpoint(net=net)
    checkpoint.more = [tf.Variable(9.0)]
    with started() as session:
        path = checkpoint.write(tmp_path / "c", session)
    names = [name for name, _ in tf.train.list_variables(path)]
    assert [n.partition("/.A")[0] for n in names[1:]] == ["more/0", "net/parts/0", "net/parts/1/x"]
    with Graph().as_default(), tf.Session() as session:
        again = Net(0.0)
        status = tf.train.Checkpoint(net=again).restore(path)
        status.assert_existing_objects_matched()
        with pytest.raises(AssertionError, match="Unresolved object in checkpoint"):
            status.assert_consumed()
        status.initialize_or_restore(session)
        assert session.run([again.parts[0], again.parts[1]["x"]]) == [1.0, 2.0]
        with pytest.raises(tf.errors.FailedPreconditionError):
            session.run(again.hidden)


def test_objects_that_are_added_after_restore(tmp_path: pathlib.Path) -> None:
    saved = tf.train.Checkpoint(a=tf.Variable(4.0))
    with started() as session:
        path = saved.write(tmp_path / "c", session)
    with Graph().as_default(), tf.Session() as session:
        checkpoint = tf.train.Checkpoint()
        status = checkpoint.restore(path)
        checkpoint.a = tf.Variable(0.0)
        session.run(checkpoint.a.initializer)
        status.assert_existing_objects_matched().run_restore_ops()
        assert session.run(checkpoint.a) == 4.0


def test_reads_what_tf1_wrote() -> None:
    kernel = tf.get_variable("other", initializer=np.float32([0, 0]), use_resource=True)
    step = tf.Variable(0, name="name")
    with tf.Session() as session:
        status = tf.train.Checkpoint(kernel=kernel, step=step).restore(str(GOLDEN / "objects"))
        status.assert_consumed().initialize_or_restore(session)
        assert session.run(kernel).tolist() == [1, 2] and session.run(step) == 7


def test_statuses(tmp_path: pathlib.Path) -> None:
    v = tf.Variable(1.0, name="v")
    checkpoint = tf.train.Checkpoint(v=v)
    with tf.Session() as session:
        nothing = checkpoint.restore(None)
        with pytest.raises(AssertionError, match="No checkpoint specified"):
            nothing.assert_consumed()
        nothing.initialize_or_restore()
        session.run(v.assign(2.0))
        nothing.initialize_or_restore()  # it has a value now
        assert session.run(v) == 2.0
        path = checkpoint.save(tmp_path / "ck")
        z = tf.Variable(0.0, name="z")
        status = tf.train.Checkpoint(z=z).restore(path)
        with pytest.raises(AssertionError, match="Some Python objects were not bound to checkpointed values"):
            status.assert_existing_objects_matched()
        wrong = tf.train.Checkpoint(v=tf.Variable([1.0, 2.0], name="wide")).restore(path)
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"wide has the shape \(2,\), but v/.ATTRIBUTES"):
            wrong.run_restore_ops()
        with pytest.raises(tf.errors.NotFoundError):
            checkpoint.restore(str(tmp_path / "none"))
        saver_path = tf.train.Saver([v]).save(session, str(tmp_path / "by_name"))
        v.load(0.0)
        checkpoint.restore(saver_path).assert_consumed().run_restore_ops()
        assert session.run(v) == 2.0
    with pytest.raises(ValueError, match="was expecting a trackable object"):
        tf.train.Checkpoint(v=object())
    with pytest.raises(ValueError, match="no session is given"):
        checkpoint.save(tmp_path / "ck")


def test_manager(form: str, tmp_path: pathlib.Path) -> None:
    checkpoint = tf.train.Checkpoint(v=tf.Variable(0.0))
    manager = tf.train.CheckpointManager(checkpoint, str(tmp_path), max_to_keep=2)
    with started() as session:
        paths = [manager.save() for _ in range(3)]
        assert manager.checkpoints == paths[1:] and manager.latest_checkpoint == paths[2]
        assert [tf.train.checkpoint_exists(p) for p in paths] == [False, True, True]
        again = tf.train.CheckpointManager(checkpoint, str(tmp_path), max_to_keep=2)
        assert again.checkpoints == paths[1:] and again.latest_checkpoint == paths[2]
        assert again.save(checkpoint_number=70).endswith("ckpt-70")
        assert again.checkpoints == [paths[2], str(tmp_path / "ckpt-70")]
        assert session.run(checkpoint.save_counter) == 4
    with pytest.raises(ValueError, match="Expected a positive integer"):
        tf.train.CheckpointManager(checkpoint, str(tmp_path), max_to_keep=0)

"""What contrib's layers, losses, training steps and checkpoints do when they run."""

from __future__ import annotations

import functools
import logging
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tf1compat as tf
from tf1compat._facade.queues import FIFOQueue
from tf1compat._facade.train.queue_runner import QueueRunner, add_queue_runner
from tf1compat._jaxcore.base import errors

slim, layers, framework = tf.contrib.slim, tf.contrib.layers, tf.contrib.framework


@pytest.fixture(autouse=True)
def graph() -> Any:
    with tf.Graph().as_default() as graph:
        tf.set_random_seed(1)
        yield graph


def started() -> Any:
    session = tf.Session()
    session.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
    return session


@framework.add_arg_scope
def described(a: Any, b: Any = 1, c: Any = 2) -> Any:
    """What it was called with."""
    return a, b, c


def test_arg_scopes_nest_and_explicit_arguments_win() -> None:
    with framework.arg_scope([described], b=5) as outer:
        with framework.arg_scope([described], c=6):
            assert described(0) == (0, 5, 6)
            assert described(0, b=7) == (0, 7, 6)
        assert described(0) == (0, 5, 2)
    assert described(0) == (0, 1, 2)
    with framework.arg_scope(outer):
        assert described(0) == (0, 5, 2)
    assert framework.current_arg_scope() == {}


def test_arg_scope_is_left_after_an_error() -> None:
    with pytest.raises(KeyError), framework.arg_scope([described], b=5):
        raise KeyError
    assert described(0) == (0, 1, 2)


def test_decorated_functions_tell_their_arguments() -> None:
    assert framework.arg_scoped_arguments(described) == ("b", "c")
    assert framework.has_arg_scope(described) and not framework.has_arg_scope(print)
    assert described.__name__ == "described" and described.__doc__ == "What it was called with."


def test_partial_layers_repeat() -> None:
    layer = functools.partial(layers.fully_connected, num_outputs=4)
    assert layers.repeat(tf.ones([1, 2]), 2, layer).name == "Repeat/fully_connected_2/Relu:0"


def test_batch_norm_moves_its_averages_only_in_training() -> None:
    x, phase = tf.placeholder(tf.float32, [None, 2]), tf.placeholder(tf.bool, [])
    y = layers.batch_norm(x, is_training=phase, decay=0.5, updates_collections=None, epsilon=0.0)
    mean, variance = slim.get_variables_by_name("moving_mean")[0], slim.get_variables_by_name("moving_variance")[0]
    data = np.array([[1.0, 2.0], [3.0, 6.0]], np.float32)
    with started() as session:
        np.testing.assert_allclose(session.run(y, {x: data, phase: True}), [[-1, -1], [1, 1]], atol=1e-4)
        np.testing.assert_allclose(session.run(mean), [1, 2])
        np.testing.assert_allclose(session.run(variance), [1.5, 4.5])
        inferred = session.run(y, {x: data, phase: False})
        np.testing.assert_allclose(inferred, (data - [1, 2]) / np.sqrt([1.5, 4.5]), rtol=1e-4)
        np.testing.assert_allclose(session.run(mean), [1, 2])


def test_delayed_updates_are_run_by_the_training_step() -> None:
    y = layers.batch_norm(tf.constant([[1.0], [3.0]]), decay=0.5, scale=True)
    step = slim.learning.create_train_op(tf.reduce_sum(y**2), tf.train.GradientDescentOptimizer(0.1))
    with started() as session:
        session.run(step)
        assert session.run(slim.get_variables_by_name("moving_mean")[0]) == [1.0]
        assert session.run(tf.train.get_global_step()) == 1


@pytest.mark.parametrize("groups", [1, 2])
def test_normalisations(groups: int) -> None:
    data = np.random.RandomState(0).randn(2, 3, 3, 4).astype(np.float32)
    outputs = (
        layers.layer_norm(tf.constant(data)),
        layers.instance_norm(tf.constant(data)),
        layers.group_norm(tf.constant(data), groups),
        layers.unit_norm(tf.constant(data), 3),
    )
    with started() as session:
        layer, instance, group, unit = session.run(outputs)

    def normalised(a: Any, axis: Any) -> Any:
        return (a - a.mean(axis, keepdims=True)) / a.std(axis, keepdims=True)

    np.testing.assert_allclose(layer, normalised(data, (1, 2, 3)), atol=1e-5)
    np.testing.assert_allclose(instance, normalised(data, (1, 2)), atol=1e-4)
    split = data.reshape(2, 3, 3, groups, -1)
    np.testing.assert_allclose(group, normalised(split, (1, 2, 4)).reshape(data.shape), atol=1e-4)
    np.testing.assert_allclose(np.linalg.norm(unit, axis=3), 1.0, rtol=1e-5)


def test_optimize_loss_reaches_the_minimum() -> None:
    w = tf.get_variable("w", [2], initializer=tf.ones_initializer())
    loss = tf.reduce_sum((w - [3.0, -1.0]) ** 2)
    step = layers.optimize_loss(loss, tf.train.get_or_create_global_step(), 0.1, "SGD", clip_gradients=2.0)
    with started() as session:
        losses = [session.run(step) for _ in range(60)]
        assert losses[0] == 8.0 and losses[-1] < 1e-4
        assert session.run("OptimizeLoss/learning_rate:0") == np.float32(0.1)
        assert session.run(tf.train.get_global_step()) == 60


def regression() -> Any:
    """A training step whose loss falls."""
    x = np.linspace(-1, 1, 20, dtype=np.float32)[:, None]
    slim.losses.mean_squared_error(layers.linear(tf.constant(x), 1, scope="model"), tf.constant(3 * x - 1))
    return slim.learning.create_train_op(slim.losses.get_total_loss(), tf.train.GradientDescentOptimizer(0.5))


def test_slim_trains_without_a_folder(caplog: Any) -> None:
    with caplog.at_level(logging.INFO, "tensorflow"):
        tf.logging.set_verbosity(tf.logging.INFO)
        loss = slim.learning.train(regression(), None, number_of_steps=60, log_every_n_steps=20)
    assert loss < 1e-3
    steps = [r.getMessage().split(":")[0] for r in caplog.records if "global step" in r.getMessage()]
    assert steps == ["global step 20", "global step 40", "global step 60"]


def test_slim_stops_at_the_end_of_the_input_and_calls_back() -> None:
    seen: list[Any] = []

    def step(session: Any, train_op: Any, global_step: Any, arguments: Any) -> Any:
        if len(seen) == 3:
            raise tf.errors.OutOfRangeError(None, None, "no more")
        seen.append(arguments)
        return session.run(train_op), False

    def init(session: Any) -> None:
        session.run(slim.get_unique_variable("model/biases").assign([-1.0]))

    loss = slim.learning.train(regression(), None, step, {"mine": 1}, init_fn=init)
    assert seen == [{"mine": 1}] * 3 and loss < 10


def test_slim_trains_in_a_folder_and_goes_on_from_there(tmp_path: Path) -> None:
    folder = os.fspath(tmp_path / "run")
    step = regression()
    tf.summary.scalar("loss", slim.losses.get_total_loss())
    slim.learning.train(step, folder, number_of_steps=5)
    assert tf.train.latest_checkpoint(folder).endswith("model.ckpt-5")
    assert {"graph.pbtxt", "checkpoint", "model.ckpt-0.index", "model.ckpt-5.index"} <= set(os.listdir(folder))
    steps = []

    def counted(session: Any, train_op: Any, global_step: Any, arguments: Any) -> Any:
        steps.append(session.run(global_step))
        return slim.learning.train_step(session, train_op, global_step, arguments)

    slim.learning.train(step, folder, counted, number_of_steps=8)
    assert steps == [5, 6, 7] and tf.train.latest_checkpoint(folder).endswith("model.ckpt-8")
    written = [
        (event.step, [v.tag for v in event.summary.value])
        for name in sorted(os.listdir(folder))
        if "tfevents" in name
        for event in map(tf.Event.FromString, tf.python_io.tf_record_iterator(os.path.join(folder, name)))
        if event.summary.value
    ]
    assert [step for step, tags in written if "loss" in tags] == [0, 5]


def test_checkpoints_are_evaluated(tmp_path: Path) -> None:
    path = saved(tmp_path)

    def model() -> dict[str, Any]:
        v, total = tf.get_variable("v", []), framework.local_variable(0.0, name="total")
        given = {"num_evals": 3, "eval_op": total.assign_add(v), "final_op": total}
        return {**given, "variables_to_restore": {"v": v}, "summary_op": None}

    with tf.Graph().as_default():
        tf.train.get_or_create_global_step()  # of which the checkpoint knows nothing
        with pytest.raises(RuntimeError, match="Variables not initialized: global_step"):
            slim.evaluation.evaluate_once("", path, os.fspath(tmp_path), **model())
    with tf.Graph().as_default():
        assert slim.evaluation.evaluate_once("", path, os.fspath(tmp_path), **model()) == 9.0
    with tf.Graph().as_default():
        more = {"eval_interval_secs": 0, "timeout": 0}
        assert slim.evaluation.evaluation_loop("", os.fspath(tmp_path), os.fspath(tmp_path), **model(), **more) == 9.0
    assert list(tf.contrib.training.checkpoints_iterator(os.fspath(tmp_path / "none"), timeout=0)) == []


def test_slim_runs_queues_until_they_are_empty() -> None:
    queue = FIFOQueue(10, tf.float32, shapes=[[]])
    ones = FIFOQueue(10, tf.float32, shapes=[[]])
    add_queue_runner(QueueRunner(queue, [queue.enqueue([ones.dequeue()])]))
    x = queue.dequeue_many(2)
    w = tf.get_variable("w", initializer=0.0)
    seen = []

    def step(session: Any, train_op: Any, global_step: Any, arguments: Any) -> Any:
        seen.append(session.run(train_op))
        return seen[-1], False

    def fill(session: Any) -> None:
        session.run(ones.enqueue_many([[1.0] * 6]))
        session.run(ones.close())

    loss = slim.learning.create_train_op(tf.reduce_sum(x - w), tf.train.GradientDescentOptimizer(1.0))
    assert slim.learning.train(loss, None, step, init_fn=fill) == seen[-1]
    assert len(seen) == 3


@pytest.mark.parametrize(
    "options, error, message",
    [
        ({"number_of_steps": 0}, ValueError, "must be either None or a positive number"),
        ({"summary_op": None}, ValueError, "Cannot provide summary_op because logdir=None"),
        ({"saver": 1}, ValueError, "Cannot provide saver because logdir=None"),
        ({"master": "grpc://host"}, errors.UnsupportedError, "master"),
        ({"init_op": None}, RuntimeError, "Variables not initialized: model/weights, model/biases, global_step"),
        ({"is_chief": False}, errors.UnsupportedError, "is_chief"),
    ],
)
def test_slim_train_refuses(options: Any, error: Any, message: str) -> None:
    with pytest.raises(error, match=message):
        slim.learning.train(regression(), None, **options)


def test_no_step_to_train() -> None:
    with pytest.raises(ValueError, match="train_op cannot be None"):
        slim.learning.train(None, None)


def test_values_are_assigned() -> None:
    framework.model_variable("a/w", [2, 2])
    framework.model_variable("b", [], initializer=tf.zeros_initializer())
    assign = framework.assign_from_values_fn({"a/w": np.arange(4.0), "b": np.array(5.0)})
    with started() as session:
        assign(session)
        assert session.run(framework.get_variables("a")[0]).tolist() == [[0, 1], [2, 3]]
        assert session.run(framework.get_unique_variable("b")) == 5


def saved(folder: Path) -> str:
    """A checkpoint with `w` = [1, 2] and `v` = 3."""
    with tf.Graph().as_default():
        tf.get_variable("w", initializer=[1.0, 2.0])
        tf.get_variable("v", initializer=3.0)
        with started() as session:
            return tf.train.Saver().save(session, os.fspath(folder / "model"))


@pytest.mark.parametrize("function", ["assign_from_checkpoint", "assign_from_checkpoint_fn"])
def test_checkpoints_are_assigned(function: str, tmp_path: Path) -> None:
    path = saved(tmp_path)
    variables = {
        "w": tf.get_variable("renamed", [2]),
        "none": tf.get_variable("n", [], initializer=tf.ones_initializer()),
    }
    assign = getattr(framework, function)(path, variables, ignore_missing_vars=True)
    with started() as session:
        if function == "assign_from_checkpoint":
            session.run(*assign)
        else:
            assign(session)
        assert session.run(variables["w"]).tolist() == [1, 2] and session.run(variables["none"]) == 1
    assert framework.list_variables(path) == [("v", []), ("w", [2])]
    assert framework.load_variable(path, "v") == 3


def test_checkpoints_that_do_not_fit(tmp_path: Path) -> None:
    path = saved(tmp_path)
    with pytest.raises(ValueError, match=r"Checkpoint is missing variable \[x\]"):
        framework.assign_from_checkpoint(path, [tf.get_variable("x", [2])])
    with pytest.raises(ValueError, match="Total size of new array must be unchanged for w"):
        framework.assign_from_checkpoint(path, [tf.get_variable("w", [3])])
    with pytest.raises(ValueError, match="var_list cannot be empty"):
        framework.assign_from_checkpoint_fn(path, [])
    assert framework.assign_from_checkpoint_fn(path, {"x": None}, ignore_missing_vars=True) is None


def test_models_are_analysed(capsys: Any) -> None:
    framework.model_variable("w", [2, 3])
    assert slim.model_analyzer.analyze_vars(tf.global_variables(), print_info=True) == (6, 24)
    assert "w:0 (float32_ref 2x3) [6, bytes: 24]" in capsys.readouterr().out
    assert slim.model_analyzer.analyze_ops(tf.get_default_graph(), print_info=True) > 18
    assert "w \t-> (float32_ref 2x3) [6]" in capsys.readouterr().out


def test_outputs_are_collected_under_their_aliases() -> None:
    net = layers.fully_connected(tf.ones([1, 2]), 3, scope="a", outputs_collections="out")
    layers.max_pool2d(tf.ones([1, 2, 2, 1]), 2, scope="b", outputs_collections="out")
    found = slim.utils.convert_collection_to_dict("out", clear_collection=True)
    assert list(found) == ["a", "b"] and found["a"] is net
    assert tf.get_collection("out") == []
    assert slim.utils.gather_tensors_aliases([net, tf.ones([], name="c")]) == ["a", "c"]


def test_devices_of_variables_alternate() -> None:
    chooser = framework.VariableDeviceChooser(num_tasks=2, job_name="ps", device_type="CPU", device_index=0)
    assert [chooser(None) for _ in range(3)] == [f"/job:ps/task:{i}/device:CPU:0" for i in (0, 1, 0)]


@pytest.mark.parametrize(
    "call",
    [
        lambda: layers.bow_encoder(tf.zeros([1, 2], tf.int32), 3, 4),
        lambda: slim.learning.train_step(
            tf.Session(), tf.ones([]), tf.ones([]), {"should_trace": tf.constant(True), "logdir": ""}
        ),
    ],
)
def test_what_is_missing_says_so(call: Any) -> None:
    with pytest.raises(errors.UnsupportedError):
        call()

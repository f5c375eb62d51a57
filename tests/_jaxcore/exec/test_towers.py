"""Towers: the same numbers as each by itself, traced once, also over several devices."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import tf1compat as tf
from tf1compat._jaxcore.exec import autodiff, towers
from tf1compat._jaxcore.passes import replicate
from tf1compat._jaxcore.passes.replicate import Towers

_ROWS, _TOWERS = 24, 4


def _layers(x: Any, y: Any, i: int) -> Any:
    """Convolution, batch normalisation, dropout: variables, updates and draws of every tower."""
    h = tf.layers.conv2d(x, 4, 3, name="conv")
    h = tf.nn.relu(tf.layers.batch_normalization(h, training=True, name="norm"))
    h = tf.nn.dropout(h, 0.7)
    logits = tf.layers.dense(tf.layers.flatten(h), 3, name="dense")
    return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits))


def _unlike(x: Any, y: Any, i: int) -> Any:
    """The last tower has one more operation."""
    loss = _layers(x, y, i)
    return loss * 2.0 if i == _TOWERS - 1 else loss


def _scaled(x: Any, y: Any, i: int) -> Any:
    """Every tower has another constant."""
    return _layers(x, y, i) * (i + 1.0)


def _deeper(x: Any, y: Any, i: int) -> Any:
    """Every tower is deeper than the one before: none is like another."""
    h = tf.layers.batch_normalization(tf.layers.conv2d(x, 4, 3, name="conv"), training=True, name="norm")
    for _ in range(i + 1):
        h = tf.tanh(h)
    logits = tf.layers.dense(tf.nn.dropout(tf.layers.flatten(h), 0.7), 3, name="dense")
    return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits))


def _recurrent(x: Any, y: Any, i: int) -> Any:
    """A loop, with dropout inside it: loops run by themselves."""
    cell = tf.nn.rnn_cell.DropoutWrapper(tf.nn.rnn_cell.BasicLSTMCell(5, reuse=i > 0), output_keep_prob=0.6)
    outputs, _ = tf.nn.dynamic_rnn(cell, tf.reshape(x, [-1, 6, 18]), dtype=tf.float32)
    logits = tf.layers.dense(outputs[:, -1], 3, name="dense")
    return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits))


def _looked_up(x: Any, y: Any, i: int) -> Any:
    """A table that is only looked up: its gradients are rows."""
    table = tf.get_variable("table", [10, 3], initializer=tf.random_normal_initializer(seed=3))
    return tf.reduce_sum(tf.square(tf.nn.embedding_lookup(table, y)) * tf.reduce_mean(x))


def _mean(grads: Sequence[Any]) -> Any:
    if isinstance(grads[0], tf.IndexedSlices):
        return tf.IndexedSlices(tf.concat([g.values for g in grads], 0), tf.concat([g.indices for g in grads], 0))
    return tf.reduce_mean(tf.concat([tf.expand_dims(g, 0) for g in grads], 0), 0)


def train(tower: Callable[..., Any], resource: bool = False, count: int = _TOWERS) -> list[Any]:
    """Losses of three steps, then all variables."""
    tf.reset_default_graph()
    tf.set_random_seed(7)
    x, y = tf.placeholder(tf.float32, [_ROWS, 6, 6, 3]), tf.placeholder(tf.int64, [_ROWS])
    optimizer = tf.train.MomentumOptimizer(0.05, 0.9)
    losses, grads = [], []
    for i, (xs, ys) in enumerate(zip(tf.split(x, count), tf.split(y, count))):
        scope = tf.variable_scope("net", reuse=i > 0, use_resource=resource)
        with tf.device(f"/gpu:{i}"), tf.name_scope(f"tower_{i}"), scope:
            losses.append(tower(xs, ys, i))
            grads.append(optimizer.compute_gradients(losses[-1]))
    mean = [(_mean([g for g, _ in pairs]), pairs[0][1]) for pairs in zip(*grads)]
    with tf.control_dependencies(tf.get_collection(tf.GraphKeys.UPDATE_OPS)):
        step = optimizer.apply_gradients(mean)
    rng = np.random.RandomState(1)
    with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as session:
        session.run(tf.global_variables_initializer())
        feed = {x: rng.randn(_ROWS, 6, 6, 3), y: rng.randint(0, 3, _ROWS)}
        found = [session.run([losses, step], feed)[0] for _ in range(3)]
        return [found, *session.run(tf.global_variables())]


def _compare(found: list[Any], wanted: list[Any]) -> None:
    for a, b in zip(found, wanted):
        np.testing.assert_allclose(a, b, rtol=2e-4, atol=2e-5)


def _sizes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many towers were evaluated together, each time."""
    sizes: list[int] = []
    together = towers._gather

    def gather(evaluator: Any, item: Towers, env: Any) -> Any:
        found = together(evaluator, item, env)
        if found is not None and evaluator.may_share(()):
            sizes.append(len(item.towers))
        return found

    monkeypatch.setattr(towers, "_gather", gather)
    return sizes


def _by_themselves(monkeypatch: pytest.MonkeyPatch, *args: Any) -> list[Any]:
    with monkeypatch.context() as patched:
        patched.setattr(autodiff.replicate, "replicate", list)
        return train(*args)


@pytest.mark.parametrize(
    ("tower", "together"), [(_layers, 4), (_unlike, 3), (_recurrent, 0), (_looked_up, 4)], ids=lambda t: str(t)[:14]
)
@pytest.mark.parametrize("resource", [False, True])
def test_as_each_by_itself(tower: Any, together: int, resource: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = _by_themselves(monkeypatch, tower, resource)
    sizes = _sizes(monkeypatch)
    _compare(train(tower, resource), wanted)
    assert set(sizes) == ({together} if together else set())


def test_other_constants_are_no_towers(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = _by_themselves(monkeypatch, _scaled)
    sizes = _sizes(monkeypatch)
    _compare(train(_scaled), wanted)
    assert not sizes


def test_a_tower_that_needs_another_runs_by_itself() -> None:
    with tf.Graph().as_default():
        w = tf.Variable(2.0)
        (first,) = tf.gradients(w * w * 3.0, w)
        (second,) = tf.gradients(w * w * first, w, stop_gradients=[first])
        with tf.Session() as session:
            session.run(w.initializer)
            assert session.run([first, second]) == [12.0, 48.0]


def test_the_mean_stays_stacked() -> None:
    with tf.Graph().as_default():
        x, w = tf.placeholder(tf.float32, [2]), tf.Variable(2.0)
        grads = [tf.gradients(w * w * x[i], w)[0] for i in range(2)]
        stacked = tf.stack(grads)
        from tf1compat._jaxcore.passes import slices
        from tf1compat._jaxcore.passes.prune import prune

        nodes = prune([stacked], [], [x]).nodes
        found = [i for i in replicate.replicate(slices.schedule(nodes, nodes)) if isinstance(i, Towers)]
        assert [[n.name for n, _ in item.joins] for item in found] == [["stack"]]


_CHILD = """
import json, sys
sys.path.insert(0, sys.argv[1])
import jax, numpy as np
import test_towers
from tf1compat._jaxcore.exec import towers
meshes = []
of = towers.mesh_of
towers.mesh_of = lambda nodes: meshes.append(of(nodes)) or meshes[-1]
results = test_towers.train(getattr(test_towers, sys.argv[2]), count=int(sys.argv[3]))
used = [dict(m.shape) for m in meshes if m is not None]
print(json.dumps([len(jax.devices()), used, [np.asarray(r).tolist() for r in results]]))
"""


@pytest.mark.parametrize(
    ("tower", "count", "shape"),
    [("_layers", 4, {"tower": 4, "copy": 2}), ("_layers", 3, {"tower": 4, "copy": 2}), ("_unlike", 4, None)],
)
def test_on_eight_devices(tower: str, count: int, shape: Any) -> None:
    import json

    env = {**os.environ, "XLA_FLAGS": "--xla_force_host_platform_device_count=8", "JAX_PLATFORMS": "cpu"}
    command = [sys.executable, "-c", _CHILD, os.path.dirname(__file__), tower, str(count)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    devices, used, results = json.loads(done.stdout.splitlines()[-1])
    assert devices == 8
    wanted = shape or {"tower": 4, "copy": 2}
    assert used and all(mesh == wanted for mesh in used)
    _compare(results, [np.asarray(r) for r in train(globals()[tower], count=count)])


_SPREAD = """
import json, sys
sys.path.insert(0, sys.argv[1])
import jax, numpy as np
import test_towers
from tf1compat._jaxcore.exec import parts
used = []
run = parts.DevicePart.run
def noted(self, env):
    run(self, env)
    used.append(None if self.device is None else self.device.id)
parts.DevicePart.run = noted
results = getattr(test_towers, sys.argv[2])()
print(json.dumps([sorted({d for d in used if d is not None}), [np.asarray(r).tolist() for r in results]]))
"""


def unlike_towers() -> list[Any]:
    return train(_deeper)


def evaluation_of_towers() -> list[Any]:
    """No gradients; the variables are used by a program of one device before and after."""
    tf.reset_default_graph()
    x, w = tf.placeholder(tf.float32, [8, 4]), tf.Variable(np.arange(12.0, dtype="f").reshape(4, 3))
    found = []
    for i, part in enumerate(tf.split(x, 4)):
        with tf.device(f"/gpu:{i}"):
            found.append(tf.nn.softmax(tf.matmul(part, w)))
    whole = tf.concat(found, 0)
    change = tf.assign_add(w, tf.ones([4, 3]) * tf.reduce_sum(whole))
    with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as session:
        session.run(tf.global_variables_initializer())
        feed = {x: np.random.RandomState(1).randn(8, 4)}
        return [v for _ in range(2) for v in (session.run(whole, feed), session.run(change, feed), session.run(w))]


def layers_on_devices() -> list[Any]:
    """A network over two devices: evaluated on both, differentiated as a whole; a variable is written on the second."""
    tf.reset_default_graph()
    x = tf.placeholder(tf.float32, [None, 4])
    with tf.device("/gpu:0"):
        a = tf.Variable(np.full((4, 5), 0.1, "f"))
        h = tf.tanh(tf.matmul(x, a))
    with tf.device("/gpu:1"):
        b, count = tf.Variable(np.full((5, 1), 0.2, "f")), tf.Variable(0.0, trainable=False)
        y = tf.matmul(h, b)
        counted = tf.assign_add(count, tf.reduce_sum(y))
    step = tf.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_sum(tf.square(y - 1.0)))
    with tf.Session(config=tf.ConfigProto(allow_soft_placement=True)) as session:
        session.run(tf.global_variables_initializer())
        feed = {x: np.random.RandomState(1).randn(6, 4)}
        return [v for _ in range(2) for v in session.run([y, counted], feed) + [session.run([step, y], feed)[1]]]


@pytest.mark.parametrize(
    ("program", "devices"),
    [(unlike_towers, [0, 1, 2, 3]), (evaluation_of_towers, [0, 1, 2, 3]), (layers_on_devices, [0, 1])],
)
def test_each_on_its_device(program: Callable[[], list[Any]], devices: list[int]) -> None:
    import json

    env = {**os.environ, "XLA_FLAGS": "--xla_force_host_platform_device_count=8", "JAX_PLATFORMS": "cpu"}
    command = [sys.executable, "-c", _SPREAD, os.path.dirname(__file__), program.__name__]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    used, results = json.loads(done.stdout.splitlines()[-1])
    assert used == devices
    _compare(results, [np.asarray(r) for r in program()])

"""`tf1compat.train.OptaxOptimizer` trains like the Optax transformation by itself, and its state is variables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jax
import numpy as np
import optax
import pytest
from jax import numpy as jnp

import tf1compat as tf

START = {"w": np.array([[1.0, -2.0], [3.0, 0.5]], np.float32), "b": np.array([0.5, 0.25], np.float32)}
X = np.array([[1.0, 2.0], [0.5, -1.0], [2.0, 0.0]], np.float32)


def by_optax(transformation: Any, steps: int) -> dict[str, Any]:
    params = {k: jnp.asarray(v) for k, v in START.items()}
    state = transformation.init(params)
    grad = jax.grad(lambda p: jnp.sum((X @ p["w"] + p["b"]) ** 2))
    for _ in range(steps):
        updates, state = transformation.update(grad(params), state, params)
        params = optax.apply_updates(params, updates)
    return params


class Model:
    """The same loss in a TensorFlow graph."""

    def __init__(self, transformation: Any, resource: bool = False) -> None:
        with tf.variable_scope("", use_resource=resource):
            self.w = tf.get_variable("w", initializer=START["w"])
            self.b = tf.get_variable("b", initializer=START["b"])
        self.step = tf.train.get_or_create_global_step()
        self.optimizer = tf.train.OptaxOptimizer(transformation)
        loss = tf.reduce_sum(tf.square(tf.matmul(X, self.w) + self.b))
        self.train = self.optimizer.minimize(loss, global_step=self.step)


TRANSFORMATIONS = {
    "sgd": lambda: optax.sgd(0.01),
    "adamw": lambda: optax.adamw(0.05, weight_decay=0.1),
    "lion": lambda: optax.lion(0.02),
    "schedule": lambda: optax.adabelief(optax.cosine_decay_schedule(0.1, 10)),
    "chain": lambda: optax.chain(optax.clip_by_global_norm(0.5), optax.trace(0.9), optax.scale(-0.1)),
    "two traces": lambda: optax.chain(optax.trace(0.9), optax.trace(0.5), optax.scale(-0.01)),
    "by name": lambda: optax.multi_transform(
        {"w": optax.adam(0.1), "b": optax.sgd(0.01)}, lambda params: {name: name for name in params}
    ),
    "hyperparameters": lambda: optax.inject_hyperparams(optax.adam)(learning_rate=0.1),
    "noise": lambda: optax.chain(optax.add_noise(0.1, 0.55, key=jax.random.key(3)), optax.sgd(0.01)),
    "factored": lambda: optax.adafactor(0.1, min_dim_size_to_factor=2),
}


@pytest.mark.parametrize("resource", [False, True])
@pytest.mark.parametrize("name", TRANSFORMATIONS)
def test_trains_like_optax(name: str, resource: bool) -> None:
    with tf.Graph().as_default(), tf.Session() as sess:
        model = Model(TRANSFORMATIONS[name](), resource)
        sess.run(tf.global_variables_initializer())
        for _ in range(4):
            sess.run(model.train)
        w, b, step = sess.run([model.w, model.b, model.step])
    with jax.enable_x64(name == "noise"):  # random bits are drawn for the type of the default float
        expected = by_optax(TRANSFORMATIONS[name](), 4)
    np.testing.assert_allclose(w, expected["w"], rtol=3e-4, atol=1e-5)
    np.testing.assert_allclose(b, expected["b"], rtol=3e-4, atol=1e-5)
    assert step == 4


def test_state_is_slots_and_variables() -> None:
    with tf.Graph().as_default():
        model = Model(optax.adamw(0.1))
        assert model.optimizer.get_slot_names() == ["mu", "nu"]
        assert model.optimizer.get_slot(model.w, "mu").op.name == "w/Optax/mu"
        names = [v.op.name for v in model.optimizer.variables()]
        assert names == ["Optax/count", "b/Optax/mu", "b/Optax/nu", "w/Optax/mu", "w/Optax/nu"]
        assert [v.op.name for v in tf.trainable_variables()] == ["w", "b"]


def test_training_goes_on_from_a_checkpoint(tmp_path: Path) -> None:
    path = str(tmp_path / "model")
    with tf.Graph().as_default(), tf.Session() as sess:
        model = Model(optax.adam(0.1))
        sess.run(tf.global_variables_initializer())
        for _ in range(3):
            sess.run(model.train)
        saved = tf.train.Saver().save(sess, path)
        for _ in range(2):
            sess.run(model.train)
        expected = sess.run(model.w)
    with tf.Graph().as_default(), tf.Session() as sess:
        model = Model(optax.adam(0.1))
        tf.train.Saver().restore(sess, saved)
        for _ in range(2):
            sess.run(model.train)
        np.testing.assert_array_equal(sess.run(model.w), expected)
        assert sess.run(model.step) == 5


def test_hyperparameters_are_variables() -> None:
    with tf.Graph().as_default(), tf.Session() as sess:
        model = Model(optax.inject_hyperparams(optax.sgd)(learning_rate=0.1))
        sess.run(tf.global_variables_initializer())
        (rate,) = [v for v in model.optimizer.variables() if v.op.name == "Optax/learning_rate"]
        rate.load(0.0, sess)
        sess.run(model.train)
        np.testing.assert_array_equal(sess.run(model.w), START["w"])


def test_sparse_gradient_and_constraint() -> None:
    with tf.Graph().as_default(), tf.Session() as sess:
        table = tf.get_variable(
            "table", initializer=np.ones([3, 2], np.float32), constraint=lambda v: tf.minimum(v, 1.5)
        )
        loss = -tf.reduce_sum(tf.nn.embedding_lookup(table, [0, 2, 2]))
        train = tf.train.OptaxOptimizer(optax.sgd(0.25)).minimize(loss)
        sess.run(tf.global_variables_initializer())
        sess.run([train, train])
        np.testing.assert_allclose(sess.run(table), [[1.25, 1.25], [1, 1], [1.5, 1.5]])
        sess.run(train)
        np.testing.assert_allclose(sess.run(table), [[1.5, 1.5], [1, 1], [1.5, 1.5]])


def test_what_it_refuses() -> None:
    with pytest.raises(TypeError, match="GradientTransformation"):
        tf.train.OptaxOptimizer(0.1)
    with tf.Graph().as_default():
        model = Model(optax.adam(0.1))
        with pytest.raises(ValueError, match="one optimizer for each list"):
            model.optimizer.minimize(tf.reduce_sum(model.w), var_list=[model.w])

"""`tf.to_jax`: pure functions of graphs: values, gradients, control flow, random numbers, and what is refused."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import tf1compat as tf
from tf1compat._facade.graph import Graph


@pytest.fixture(autouse=True)
def _own_graph() -> Any:
    with Graph().as_default():
        yield


def started() -> Any:
    session = tf.Session()
    session.run(tf.global_variables_initializer())
    return session


def test_inputs_and_outputs_may_have_any_structure() -> None:
    x, y = tf.placeholder(tf.float32, [None], name="x"), tf.placeholder(tf.float32, [], name="y")
    w = tf.get_variable("w", initializer=[1.0, 2.0])
    total = tf.reduce_sum(w * x) + y
    with started() as session:
        one, params = tf.to_jax(total, [x, y], session)
        assert float(one(params, [3.0, 4.0], 1.0)) == 12.0
        named, _ = tf.to_jax({"t": total, "w": (w, "x:0")}, {"a": x, "b": "y:0"}, session)
        found = named(params, {"a": [3.0, 4.0], "b": 0.0})
        assert float(found["t"]) == 11.0 and [v.tolist() for v in found["w"]] == [[1.0, 2.0], [3.0, 4.0]]
        alone, _ = tf.to_jax(x * 2.0, x, session)
        assert alone({}, [1.0]).tolist() == [2.0]
        with pytest.raises(TypeError, match="the parameters and 2 inputs; got 1"):
            one(params, [1.0, 2.0])
        with pytest.raises(TypeError, match="one dictionary with the keys"):
            named(params, {"a": [1.0]})
        with pytest.raises(ValueError, match=r"Cannot feed value of shape \(1, 2\) for Tensor 'x:0'"):
            one(params, [[1.0, 2.0]], 0.0)


def test_parameters_are_copies_of_what_is_needed() -> None:
    used, other = tf.get_variable("used", initializer=1.0), tf.get_variable("other", initializer=1.0)
    with started() as session:
        function, params = tf.to_jax(used * 3.0, (), session)
        assert sorted(params) == ["used"]
        session.run([used.assign(5.0), other.assign(5.0)])
        assert float(function(params)) == 3.0
        assert float(function({"used": 7.0})) == 21.0
        assert float(session.run(used)) == 5.0


def test_gradients_vectorises_and_compiles() -> None:
    x = tf.placeholder(tf.float32, [None, 3])
    y = tf.reduce_sum(tf.layers.dense(x, 4, tf.nn.relu), name="total")
    (wanted,) = tf.gradients(y, [tf.trainable_variables()[0]])
    data = np.random.RandomState(0).randn(5, 3).astype(np.float32)
    with started() as session:
        function, params = tf.to_jax(y, x, session)
        slopes = jax.jit(jax.grad(function))(params, data)
        np.testing.assert_allclose(slopes["dense/kernel"], session.run(wanted, {x: data}), rtol=1e-6)
        rows = jax.vmap(function, (None, 0))(params, data[:, None])
        np.testing.assert_allclose(rows.sum(), session.run(y, {x: data}), rtol=1e-5)
        inner, _ = tf.to_jax(wanted, x, session)  # a graph with tf.gradients in it
        np.testing.assert_allclose(inner(params, data), slopes["dense/kernel"], rtol=1e-6)


def test_loops_and_conditions() -> None:
    n, x = tf.placeholder(tf.int32, [], name="n"), tf.placeholder(tf.float32, [])
    power = tf.while_loop(lambda i, _: i < n, lambda i, p: (i + 1, p * x), [0, tf.constant(1.0)])[1]
    chosen = tf.cond(x > 0.0, lambda: power, lambda: -power)
    with started() as session:
        function, params = tf.to_jax(chosen, [n, x], session)
        assert float(function(params, 3, 2.0)) == 8.0 and float(function(params, 3, -2.0)) == 8.0
        assert float(jax.jit(function)(params, 3, 2.0)) == 8.0
        assert float(jax.grad(lambda v: function(params, 3, v))(2.0)) == 12.0


def test_sizes_that_decide_about_shapes_must_be_known() -> None:
    n = tf.placeholder(tf.int32, [], name="n")
    with started() as session:
        function, params = tf.to_jax(tf.zeros([n, 2]), n, session)
        assert function(params, 3).shape == (3, 2)
        assert jax.jit(lambda: function(params, 3))().shape == (3, 2)
        with pytest.raises(tf.errors.UnimplementedError, match="decides about shapes or axes and is traced"):
            jax.jit(function)(params, 3)


@pytest.mark.parametrize("wide", [False, True])
def test_random_numbers_are_those_of_a_fresh_session(wide: bool) -> None:
    tf.set_random_seed(3)
    x = tf.placeholder(tf.float32, [6])
    y = tf.nn.dropout(x, rate=0.5)
    data = np.ones(6, np.float32)
    with started() as session, jax.enable_x64(wide):
        function, params = tf.to_jax(y, x, session)
        runs = [session.run(y, {x: data}).tolist() for _ in range(3)]
        assert [function(params, data, step=k).tolist() for k in range(3)] == runs
        assert jax.jit(function, static_argnames="step")(params, data, step=2).tolist() == runs[2]
        if wide:
            assert jax.jit(function)(params, data, step=2).tolist() == runs[2]
        else:
            with pytest.raises(tf.errors.UnimplementedError, match="jax_enable_x64"):
                jax.jit(function)(params, data, step=2)


def test_64_bit_values_follow_the_setting_of_jax() -> None:
    x = tf.placeholder(tf.float32, [3])
    with started() as session:
        function, params = tf.to_jax(tf.argmax(x), x, session)
        assert jax.jit(function)(params, jnp.float32([1, 3, 2])).dtype == np.int32
        with jax.enable_x64(True):
            assert jax.jit(function)(params, jnp.float32([1, 3, 2])).dtype == np.int64


def test_what_is_refused() -> None:
    x = tf.placeholder(tf.float32, [], name="x")
    v = tf.get_variable("v", initializer=1.0)
    with tf.Session() as session:
        with pytest.raises(tf.errors.FailedPreconditionError, match="uninitialized value v"):
            tf.to_jax(v * x, x, session)
        session.run(v.initializer)
        with pytest.raises(tf.errors.InvalidArgumentError, match="feed a value for placeholder tensor 'x'"):
            tf.to_jax(v * x, (), session)
        with pytest.raises(tf.errors.UnimplementedError, match="what writes variables: v"):
            tf.to_jax(tf.assign_add(v, 1.0), (), session)
        text = tf.as_string(x) if hasattr(tf, "as_string") else tf.summary.scalar("s", x)
        with pytest.raises(tf.errors.UnimplementedError, match=r"runs in Python \(files, strings, queues"):
            tf.to_jax(text, x, session)
        with pytest.raises(TypeError, match="is an operation"):
            tf.to_jax(v.initializer, (), session)
    with pytest.raises(ValueError, match="needs a session"):
        tf.to_jax(v)

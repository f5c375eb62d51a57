"""Programs for sequences of many lengths: their loops are compiled once, and the numbers are those of whole programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

import tf1compat as tf
from tf1compat._jaxcore.exec import loop_pieces
from tf1compat._jaxcore.exec.by_length import ByLength, SharedPieces
from tf1compat._jaxcore.exec.loop_pieces import CHUNK

_LONGER = (CHUNK - 1, CHUNK, 2 * CHUNK + 3)


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """For each piece that is compiled the function that made it: `_loop` or `_function`."""
    found: list[str] = []
    make = SharedPieces.compiled

    def counting(self: SharedPieces, function: Callable[..., Any], *args: Any) -> Any:
        before = len(self._compiled)
        result = make(self, function, *args)
        found.extend([function.__qualname__.split(".")[0]] * (len(self._compiled) - before))
        return result

    monkeypatch.setattr(SharedPieces, "compiled", counting)
    yield found


def _two_loops(xs: Any, start: Any, weights: Any) -> list[Any]:
    """A loop, one from the end over what the first has made, and what sees or does not see the length."""
    steps = xs.shape[0]

    def forward(carry: Any, x: Any) -> Any:
        i, h = carry
        h = jnp.tanh(h @ weights + x) * jnp.float32(1 / steps)
        return (i + 1, h), (h, jnp.where(i < steps - 1, i, -1))

    (count, last), (hs, numbers) = lax.scan(forward, (jnp.int32(0), start), xs)

    def backward(carry: Any, row: Any) -> Any:
        x, h, i = row
        carry = carry * jnp.float32(0.5) + x * h + i.astype(np.float32)
        return carry, carry

    total, gs = lax.scan(backward, start, (xs, hs, numbers), reverse=True)
    return [count, hs, gs[::-1], jnp.sum(gs), jnp.tanh(total), last, start, weights + jnp.sum(total), jnp.float32(3)]


def test_every_length_gives_the_same_numbers(compiled: list[str]) -> None:
    rng = np.random.RandomState(0)
    shared = SharedPieces()
    function = ByLength(_two_loops, [2], [0], shared)
    start, weights = rng.randn(2, 3).astype(np.float32), rng.randn(3, 3).astype(np.float32)
    for steps in (5, *_LONGER):
        xs = rng.randn(steps, 2, 3).astype(np.float32)
        for _ in range(2):
            own = jnp.asarray(weights) + 0
            got = function(xs, start, own)
            assert own.is_deleted()  # its buffer was given away
            for g, w in zip(got, jax.jit(_two_loops)(xs, start, weights)):
                np.testing.assert_allclose(g, w, rtol=2e-6, atol=1e-6)
    assert compiled.count("_loop") == 2


def test_other_sizes_are_compiled_as_they_are(compiled: list[str]) -> None:
    function = ByLength(_two_loops, [], [0, 1], SharedPieces())
    weights = np.ones((3, 3), np.float32)
    for steps, batch in ((5, 2), (5, 4), (5, 3)):
        xs, start = np.ones((steps, batch, 3), np.float32), np.zeros((batch, 3), np.float32)
        got = function(xs, start, weights)
        np.testing.assert_allclose(got[1], jax.jit(_two_loops)(xs, start, weights)[1], rtol=1e-6)
    assert not compiled


def test_training_of_a_recurrent_network(compiled: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    x = tf.placeholder(tf.float32, [2, None, 3])
    lengths = tf.placeholder(tf.int32, [2])
    start = tf.random_uniform_initializer(-1, 1, seed=3)
    outputs, state = tf.nn.dynamic_rnn(
        tf.nn.rnn_cell.BasicRNNCell(4, reuse=False),
        x,
        lengths,
        scope=tf.VariableScope(False, "", start),
        dtype=tf.float32,
    )
    loss = tf.reduce_mean(tf.square(outputs)) + tf.reduce_mean(state)
    train = tf.train.AdamOptimizer(0.1).minimize(loss)

    def losses(steps: Sequence[int]) -> list[Any]:
        rng = np.random.RandomState(1)
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            feeds = [{x: rng.randn(2, n, 3), lengths: [n, n - 1]} for n in steps]
            return [session.run([loss, outputs, train], f)[:2] for f in feeds]

    steps = (4, 6, CHUNK + 1)
    got = losses(steps)
    assert compiled.count("_loop") == 2
    monkeypatch.setattr(loop_pieces, "cut", lambda *args: None)
    for g, w in zip(got, losses(steps)):
        np.testing.assert_allclose(g[0], w[0], rtol=1e-6)
        np.testing.assert_allclose(g[1], w[1], rtol=1e-5, atol=1e-6)

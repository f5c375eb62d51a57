"""The same work in hand-written JAX: functions that return `run(step)`, which does a step and reads its result back."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
import optax
from programs import digits, line


def add():
    function = jax.jit(lambda x: x + 1.0)
    return lambda step: float(function(np.float32(2.0)))


def trainer(loss, parameters, optimizer, batch):
    """A jitted training step with donated state."""
    state = (parameters, optimizer.init(parameters))

    @partial(jax.jit, donate_argnums=(0,))
    def update(state, *inputs):
        parameters, memory = state
        value, gradients = jax.value_and_grad(loss)(parameters, *inputs)
        steps, memory = optimizer.update(gradients, memory, parameters)
        return (optax.apply_updates(parameters, steps), memory), value

    def run(step):
        nonlocal state
        state, value = update(state, *batch(step))
        return float(value)

    return run


def variables():
    weights = [jnp.float32(i) for i in range(20)]
    return trainer(
        lambda ws, x: sum((w - x) ** 2 for w in ws), weights, optax.sgd(0.01), lambda step: (np.float32(1.0),)
    )


def linreg():
    points, targets = line()
    parameters = {"slope": jnp.zeros((1, 1)), "intercept": jnp.zeros(1)}

    def loss(p, x, y):
        return jnp.mean((x @ p["slope"] + p["intercept"] - y) ** 2)

    return trainer(loss, parameters, optax.sgd(0.1), lambda step: (points, targets))


def mlp():
    images, labels = digits()
    rng = np.random.RandomState(1)
    sizes = (784, 512, 512, 10)
    limits = [np.sqrt(6 / (a + b)) for a, b in zip(sizes, sizes[1:])]
    layers = [
        (jnp.asarray(rng.uniform(-limit, limit, (a, b)), jnp.float32), jnp.zeros(b))
        for a, b, limit in zip(sizes, sizes[1:], limits)
    ]

    def loss(layers, key, x, y):
        *hidden, (kernel, bias) = layers
        for i, (k, b) in enumerate(hidden):
            x = jax.nn.relu(x @ k + b)
            kept = jax.random.bernoulli(jax.random.fold_in(key, i), 0.9, x.shape)
            x = jnp.where(kept, x / 0.9, 0.0)
        return optax.softmax_cross_entropy_with_integer_labels(x @ kernel + bias, y).mean()

    keys = [jax.random.key(i) for i in range(1000)]

    def batch(step):
        rows = slice(step % 10 * 128, step % 10 * 128 + 128)
        return keys[step % 1000], images[rows], labels[rows]

    return trainer(loss, layers, optax.adam(1e-3), batch)

"""A trained TensorFlow model as a JAX function: compiled, differentiated by its inputs, vectorised over them."""

import jax
import jax.numpy as jnp
import numpy as np
import tensorflow as tf

rng = np.random.RandomState(0)
points = rng.uniform(-1, 1, (500, 2)).astype(np.float32)
labels = (np.sum(points**2, 1) < 0.5).astype(np.int32)

x = tf.placeholder(tf.float32, [None, 2], name="x")
y = tf.placeholder(tf.int32, [None], name="y")
tf.set_random_seed(1)
hidden = tf.layers.dense(x, 16, tf.nn.tanh)
logits = tf.layers.dense(hidden, 2)
loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits))
train = tf.train.AdamOptimizer(0.05).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(200):
        sess.run(train, {x: points, y: labels})
    predict, params = tf.to_jax(tf.nn.softmax(logits), x, sess)
    loss_of, _ = tf.to_jax(loss, {"points": x, "labels": y}, sess)
    expected = sess.run(tf.nn.softmax(logits), {x: points})

# From here on there is only JAX: `predict` and `loss_of` are pure functions, `params` is a dictionary of arrays.
print("parameters:", {name: value.shape for name, value in sorted(params.items())})
probabilities = jax.jit(predict)(params, points)
print("same as the session: %s" % np.allclose(probabilities, expected, atol=1e-6))
print("accuracy: %.2f" % np.mean(np.argmax(probabilities, 1) == labels))


def inside(point):
    return predict(params, point[None])[0, 1]


slopes = jax.vmap(jax.grad(inside))(jnp.float32([[0.7, 0.0], [0.0, -0.7]]))
print("the probability falls outwards: %s" % bool(slopes[0, 0] < 0 < slopes[1, 1]))

step = jax.jit(jax.value_and_grad(loss_of))
before, gradients = step(params, {"points": points, "labels": labels})
moved = jax.tree.map(lambda p, g: p - 0.1 * g, params, gradients)
after, _ = step(moved, {"points": points, "labels": labels})
print("a step of gradient descent in JAX lowers the loss: %s" % bool(after < before))

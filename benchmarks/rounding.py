"""How far rounding alone moves the losses of a ResNet-20 with batch normalisation and momentum.

    PYTHON rounding.py ENGINE      tf1compat or tensorflow (1.15.5)

Prints the first ten losses in 32 bits, in 32 bits from initial values that differ by 1e-7 of their size, and in 64 bits,
all from the same initial values.
"""

import sys

import numpy as np
from measure import load

STEPS = 10


def network(tf, dtype):
    """Training step, loss and feeds; layers normalise by plain operations where 64 bits are asked for."""
    random = np.random.RandomState(0)
    images, labels = random.rand(128, 32, 32, 3), random.randint(0, 10, 128)
    x, y = tf.placeholder(dtype, [None, 32, 32, 3]), tf.placeholder(tf.int32, [None])

    def convolved(h, channels, stride, activation=None):
        h = tf.layers.conv2d(
            h, channels, 3, stride, "same", use_bias=False, kernel_initializer=tf.variance_scaling_initializer()
        )
        h = tf.layers.batch_normalization(h, training=True, fused=dtype == tf.float32)
        return h if activation is None else activation(h)

    h = convolved(x, 16, 1, tf.nn.relu)
    for channels, stride in ((16, 1), (16, 1), (16, 1), (32, 2), (32, 1), (32, 1), (64, 2), (64, 1), (64, 1)):
        short = h if stride == 1 else tf.layers.conv2d(h, channels, 1, stride, "same", use_bias=False)
        h = tf.nn.relu(convolved(convolved(h, channels, stride, tf.nn.relu), channels, 1) + short)
    loss = tf.losses.sparse_softmax_cross_entropy(y, tf.layers.dense(tf.reduce_mean(h, [1, 2]), 10))
    with tf.control_dependencies(tf.get_collection(tf.GraphKeys.UPDATE_OPS)):
        train = tf.train.MomentumOptimizer(0.01, 0.9).minimize(loss)
    parts = [slice(32 * (i % 4), 32 * (i % 4) + 32) for i in range(STEPS)]
    return train, loss, [{x: images[p], y: labels[p]} for p in parts]


def losses(tf, dtype, start=None, change=0.0):
    """The losses of the first steps, and the values of all variables before them."""
    with tf.Graph().as_default(), tf.Session() as session:
        tf.set_random_seed(1)
        train, loss, feeds = network(tf, dtype)
        session.run(tf.global_variables_initializer())
        variables = tf.global_variables()
        values = session.run(variables) if start is None else start
        signs = np.random.RandomState(3)
        for variable, value in zip(variables, values):
            value = value * (1 + change * signs.choice([-1, 1], np.shape(value)))
            variable.load(np.asarray(value, variable.dtype.base_dtype.as_numpy_dtype), session)
        return [float(session.run([loss, train], feed)[0]) for feed in feeds], values


if __name__ == "__main__":
    engine = load(sys.argv[1])
    plain, initial = losses(engine, engine.float32)
    moved, _ = losses(engine, engine.float32, initial, 1e-7)
    exact, _ = losses(engine, engine.float64, initial)
    for title, found in (("32 bits", plain), ("moved by 1e-7", moved), ("64 bits", exact)):
        print(title.ljust(14), " ".join(f"{v:.6f}" for v in found))

"""What is measured, as TensorFlow 1 programs: functions of the module `tf` that return (fetches, feed of a step)."""

import numpy as np


def add(tf):
    """One scalar feed, one fetch."""
    x = tf.placeholder(tf.float32, [])
    return x + 1.0, lambda step: {x: 2.0}


def variables(tf):
    """A training step over 20 scalar variables."""
    x = tf.placeholder(tf.float32, [])
    weights = [tf.Variable(float(i), name="w%d" % i) for i in range(20)]
    loss = tf.add_n([tf.square(w - x) for w in weights])
    train = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
    return [train, loss], lambda step: {x: 1.0}


def linreg(tf):
    """Linear regression on 100 points."""
    points, targets = line()
    x = tf.placeholder(tf.float32, [None, 1])
    y = tf.placeholder(tf.float32, [None, 1])
    slope = tf.Variable(tf.zeros([1, 1]))
    intercept = tf.Variable(tf.zeros([1]))
    loss = tf.reduce_mean(tf.square(tf.matmul(x, slope) + intercept - y))
    train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
    return [train, loss], lambda step: {x: points, y: targets}


def line():
    rng = np.random.RandomState(0)
    points = np.linspace(-1, 1, 100, dtype=np.float32).reshape(100, 1)
    return points, (3 * points - 1 + rng.normal(0, 0.3, points.shape)).astype(np.float32)


def mlp(tf):
    """784-512-512-10 with dropout and Adam, batch 128."""
    images, labels = digits()
    x = tf.placeholder(tf.float32, [None, 784])
    y = tf.placeholder(tf.int64, [None])
    keep_prob = tf.placeholder(tf.float32, [])
    hidden, width = x, 784
    for i, units in enumerate((512, 512, 10)):
        with tf.variable_scope("layer%d" % i):
            kernel = tf.get_variable("kernel", [width, units])
            bias = tf.get_variable("bias", [units], initializer=tf.zeros_initializer())
        hidden, width = tf.matmul(hidden, kernel) + bias, units
        if units != 10:
            hidden = tf.nn.dropout(tf.nn.relu(hidden), keep_prob=keep_prob)
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=hidden))
    train = tf.train.AdamOptimizer(1e-3).minimize(loss)

    def feed(step):
        rows = slice(step % 10 * 128, step % 10 * 128 + 128)
        return {x: images[rows], y: labels[rows], keep_prob: 0.9}

    return [train, loss], feed


def digits():
    rng = np.random.RandomState(0)
    return rng.rand(1280, 784).astype(np.float32), rng.randint(0, 10, 1280)


def build(tf, size=10000):
    """A graph of `size` nodes of the kinds that programs are made of; returns how many there are."""
    graph = tf.Graph()
    with graph.as_default():
        x = tf.placeholder(tf.float32, [None, 64])
        h, block = x, 0
        while len(graph.get_operations()) < size:
            with tf.variable_scope("block%d" % block):
                kernel = tf.get_variable("kernel", [64, 64])
                bias = tf.get_variable("bias", [64], initializer=tf.zeros_initializer())
                h = tf.nn.relu(tf.nn.bias_add(tf.matmul(h, kernel), bias))
                mean = tf.reduce_mean(h, axis=1, keepdims=True)
                h = (h - mean) * tf.rsqrt(tf.reduce_mean(tf.square(h - mean), axis=1, keepdims=True) + 1e-6)
                left, right = h[:, :32], h[:, 32:]
                h = tf.concat([tf.sigmoid(left) * right, tf.tanh(right)], axis=1)
                h = tf.reshape(tf.transpose(tf.reshape(h, [-1, 8, 8]), [0, 2, 1]), [-1, 64])
                h = tf.add_n([h, 0.5 * x, tf.cast(tf.greater(h, 0.0), tf.float32)])
            block += 1
    return len(graph.get_operations())

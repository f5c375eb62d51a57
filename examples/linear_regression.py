"""Fit a line by gradient descent: placeholders, variables, an optimizer, a session."""

import tensorflow as tf
import numpy as np

rng = np.random.RandomState(0)
inputs = np.linspace(-1, 1, 100).reshape(100, 1)
targets = 5 * inputs + 2 + rng.normal(0, 0.5, inputs.shape)

x = tf.placeholder(tf.float32, [None, 1], name="x")
y = tf.placeholder(tf.float32, [None, 1], name="y")
weight = tf.Variable(tf.zeros([1, 1]), name="weight")
bias = tf.Variable(tf.zeros([1]), name="bias")
prediction = tf.matmul(x, weight) + bias
loss = tf.reduce_mean(tf.square(prediction - y))
train = tf.train.GradientDescentOptimizer(0.1).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(201):
        _, value = sess.run([train, loss], feed_dict={x: inputs, y: targets})
        if step % 50 == 0:
            print("step %3d  loss %.4f" % (step, value))
    w, b = sess.run([weight, bias])
    print("y = %.3f x + %.3f" % (w[0, 0], b[0]))

"""A multi-layer perceptron on 784 inputs, with dropout and Adam: what the digit tutorials do, on made-up digits."""

import tensorflow as tf
import numpy as np

BATCH, STEPS = 100, 200

tf.set_random_seed(1)
rng = np.random.RandomState(1)
prototypes = rng.rand(10, 784)
digits = rng.randint(0, 10, 2000)
images = (prototypes[digits] + rng.normal(0, 1.0, (2000, 784))).astype(np.float32)
train_images, train_digits = images[:1500], digits[:1500]
test_images, test_digits = images[1500:], digits[1500:]

x = tf.placeholder(tf.float32, [None, 784])
y = tf.placeholder(tf.int32, [None])
keep_prob = tf.placeholder(tf.float32)


def dense(inputs, units, name):
    with tf.variable_scope(name):
        kernel = tf.get_variable("kernel", [inputs.shape[1], units], initializer=tf.glorot_uniform_initializer())
        bias = tf.get_variable("bias", [units], initializer=tf.zeros_initializer())
        return tf.nn.xw_plus_b(inputs, kernel, bias)


hidden = tf.nn.relu(dense(x, 128, "hidden1"))
hidden = tf.nn.dropout(hidden, keep_prob=keep_prob)
hidden = tf.nn.relu(dense(hidden, 64, "hidden2"))
logits = dense(hidden, 10, "logits")

loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits))
accuracy = tf.reduce_mean(tf.cast(tf.nn.in_top_k(logits, y, 1), tf.float32))
global_step = tf.train.get_or_create_global_step()
train = tf.train.AdamOptimizer(1e-3).minimize(loss, global_step=global_step)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(STEPS):
        batch = rng.randint(0, len(train_images), BATCH)
        feed = {x: train_images[batch], y: train_digits[batch], keep_prob: 0.8}
        _, value = sess.run([train, loss], feed_dict=feed)
        if step % 50 == 0:
            print("step %3d  loss %.4f" % (step, value))
    everything = {x: test_images, y: test_digits, keep_prob: 1.0}
    print("after %d steps: test accuracy %.3f" % (sess.run(global_step), sess.run(accuracy, everything)))

"""Variable scopes: one network applied to two inputs, with the same weights because the scope is reused."""

import tensorflow as tf
import numpy as np


def embed(points):
    with tf.variable_scope("dense"):
        kernel = tf.get_variable("kernel", [3, 2], initializer=tf.constant_initializer(0.5))
        bias = tf.get_variable("bias", [2], initializer=tf.zeros_initializer())
        return tf.tanh(tf.matmul(points, kernel) + bias)


left = tf.placeholder(tf.float32, [None, 3], name="left")
right = tf.placeholder(tf.float32, [None, 3], name="right")

with tf.variable_scope("siamese") as scope:
    left_code = embed(left)
    scope.reuse_variables()
    right_code = embed(right)

distance = tf.reduce_sum(tf.square(left_code - right_code), axis=1)
print("variables:", [v.name for v in tf.trainable_variables()])

try:
    with tf.variable_scope("siamese"):
        embed(left)
except ValueError as error:
    print("without reuse:", str(error).split(".")[0])

with tf.variable_scope("siamese", reuse=tf.AUTO_REUSE):
    same_code = embed(left)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    a, b = np.eye(3), np.ones((3, 3))
    print("distances:", np.round(sess.run(distance, {left: a, right: b}), 4))
    codes = sess.run([left_code, same_code], {left: a})
    print("same weights, same codes:", np.array_equal(*codes))

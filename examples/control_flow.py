"""Conditions and loops in the graph: tf.cond, tf.while_loop, tf.map_fn and tf.scan, and a gradient through a loop."""

import tensorflow as tf

x = tf.placeholder(tf.float32, [], name="x")
n = tf.placeholder(tf.int32, [], name="n")

absolute = tf.cond(x < 0.0, lambda: -x, lambda: x)
_, power = tf.while_loop(lambda i, _: i < n, lambda i, p: (i + 1, p * x), [0, tf.constant(1.0)])
(slope,) = tf.gradients(power, [x])

steps = tf.while_loop(
    lambda value, count: value > 1,
    lambda value, count: (tf.cond(tf.equal(value % 2, 0), lambda: value // 2, lambda: 3 * value + 1), count + 1),
    [n, 0],
)[1]

numbers = tf.range(1.0, 5.0)
squares = tf.map_fn(lambda v: v * v, numbers)
sums = tf.scan(lambda total, v: total + v, numbers)

with tf.Session() as sess:
    print("absolute of -3:", sess.run(absolute, {x: -3.0}))
    print("2 to the 5th: %g, derivative by the base: %g" % tuple(sess.run([power, slope], {x: 2.0, n: 5})))
    print("collatz steps of 27:", sess.run(steps, {n: 27}))
    print("squares:", sess.run(squares), "running sums:", sess.run(sums))

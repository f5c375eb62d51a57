"""What runs when: assignments, control dependencies, and an exponential moving average made by hand."""

import tensorflow as tf

counter = tf.Variable(0, name="counter", trainable=False)
average = tf.Variable(0.0, name="average", trainable=False)
value = tf.placeholder(tf.float32, [], name="value")

count = tf.assign_add(counter, 1)
update = tf.assign(average, 0.9 * average + 0.1 * value)

# `report` is computed after both updates; without the block nothing would make them run.
with tf.control_dependencies([count, update]):
    report = tf.identity(average)

corrected = average / (1.0 - tf.pow(0.9, tf.cast(counter, tf.float32)))
both = tf.group(count, update, name="both")

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for v in [1.0, 1.0, 4.0]:
        print("value %.1f  average %.4f" % (v, sess.run(report, {value: v})))
    print("fetching only reads: %.4f" % sess.run(corrected))
    print("an operation gives", sess.run(both, {value: 4.0}), "and the counter is", sess.run(counter))

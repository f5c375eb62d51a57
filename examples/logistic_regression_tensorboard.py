"""Classify points with softmax regression, and write the loss, the weights and the graph for TensorBoard.

python -m tf1compat examples/logistic_regression_tensorboard.py
tensorboard --logdir logs/logistic_regression
"""

import tensorflow as tf
import numpy as np

LOGS = "logs/logistic_regression"

rng = np.random.RandomState(0)
centres = np.array([[-2, 0], [2, 0], [0, 3]])
classes = rng.randint(0, 3, 300)
points = (centres[classes] + rng.normal(0, 0.8, (300, 2))).astype(np.float32)

with tf.name_scope("input"):
    x = tf.placeholder(tf.float32, [None, 2], name="points")
    labels = tf.placeholder(tf.int64, [None], name="labels")

with tf.name_scope("model"):
    weights = tf.Variable(tf.zeros([2, 3]), name="weights")
    biases = tf.Variable(tf.zeros([3]), name="biases")
    logits = tf.matmul(x, weights) + biases

with tf.name_scope("loss"):
    loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits))

with tf.name_scope("accuracy"):
    correct = tf.equal(tf.argmax(logits, 1), labels)
    accuracy = tf.reduce_mean(tf.cast(correct, tf.float32))

train = tf.train.GradientDescentOptimizer(0.5).minimize(loss)
tf.summary.scalar("cross_entropy", loss)
tf.summary.scalar("accuracy", accuracy)
tf.summary.histogram("weights", weights)
summaries = tf.summary.merge_all()

with tf.Session() as sess:
    writer = tf.summary.FileWriter(LOGS, sess.graph)
    sess.run(tf.global_variables_initializer())
    for step in range(100):
        text, _ = sess.run([summaries, train], {x: points, labels: classes})
        writer.add_summary(text, step)
    print("accuracy %.3f" % sess.run(accuracy, {x: points, labels: classes}))
    writer.close()
print("written to", LOGS)

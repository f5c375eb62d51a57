"""Small TF1 programs that return JSON: run by TensorFlow 1.15.5 to record, by tf1compat to compare (Python 3.7 too)."""

import gzip
import os
import struct

import numpy as np


def attempt(function):
    """The text of what `function` returns or raises."""
    try:
        return str(function())
    except Exception as e:
        return type(e).__name__ + ": " + str(e)


def write_mnist(folder, train=30, test=5):
    """The four files of a tiny MNIST."""
    random = np.random.RandomState(0)
    for kind, count in (("train", train), ("t10k", test)):
        with gzip.open(os.path.join(folder, kind + "-images-idx3-ubyte.gz"), "wb") as f:
            pixels = random.randint(0, 256, (count, 28, 28)).astype(np.uint8)
            f.write(struct.pack(">IIII", 2051, count, 28, 28) + pixels.tobytes())
        with gzip.open(os.path.join(folder, kind + "-labels-idx1-ubyte.gz"), "wb") as f:
            labels = random.randint(0, 10, count).astype(np.uint8)
            f.write(struct.pack(">II", 2049, count) + labels.tobytes())


def shown(batch):
    """Labels and first pixels of a batch."""
    images, labels = batch
    images, labels = np.asarray(images), np.asarray(labels)
    flat = images.reshape(len(images), -1)
    return [list(images.shape), str(images.dtype), flat[:, 3].astype(float).round(6).tolist(), labels.tolist()]


def mnist_batches(tf, input_data, folder):
    """Batches over two epochs, with and without shuffling, as rows and as images."""
    tf.set_random_seed(7)
    data = input_data.read_data_sets(folder, one_hot=False, validation_size=10)
    rows = [shown(data.train.next_batch(8)) for _ in range(5)]
    rows += [shown(data.validation.next_batch(6, shuffle=False)) for _ in range(2)]
    rows.append([data.train.num_examples, data.train.epochs_completed, data.test.num_examples])
    plain = input_data.read_data_sets(folder, one_hot=True, dtype=tf.uint8, reshape=False, validation_size=0, seed=3)
    rows += [shown(plain.train.next_batch(4)), shown(plain.test.next_batch(3))]
    fake = input_data.read_data_sets(folder, fake_data=True, one_hot=True)
    rows.append(shown(fake.train.next_batch(2, fake_data=True)))
    rows.append(attempt(lambda: input_data.read_data_sets(folder, validation_size=31)))
    rows.append(attempt(lambda: input_data.read_data_sets(folder, dtype=tf.int32)))
    return rows


def mnist_model(tf, mnist):
    """The tutorial's model: its graph without the optimizer's part, and three losses."""
    tf.set_random_seed(1)
    x, y = tf.placeholder(tf.float32, [None, 784]), tf.placeholder(tf.int32, [None])
    logits = mnist.inference(x, 8, 4)
    loss = mnist.loss(logits, y)
    correct = mnist.evaluation(logits, y)
    nodes = [[op.name, op.type] for op in tf.get_default_graph().get_operations()]
    step = mnist.training(loss, 0.1)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        feed = {x: np.linspace(0, 1, 5 * 784).reshape(5, 784), y: [1, 2, 3, 4, 5]}
        values = [[float(v) for v in session.run([loss, correct, step], feed)[:2]] for _ in range(3)]
    return [nodes, values]


def contrib_layers(tf):
    """Initialisers and regularisers of tf.contrib.layers: graph, values, errors."""
    layers = tf.contrib.layers
    tf.set_random_seed(3)
    a = tf.get_variable("a", [3, 4], initializer=layers.xavier_initializer())
    b = tf.get_variable(
        "b", [3, 3, 2, 5], initializer=layers.xavier_initializer(uniform=False), regularizer=layers.l2_regularizer(0.1)
    )
    c = tf.get_variable(
        "c",
        [7],
        initializer=layers.variance_scaling_initializer(),
        regularizer=layers.l1_l2_regularizer(0.2, 0.3),
    )
    d = tf.get_variable("d", [], initializer=layers.variance_scaling_initializer(mode="FAN_OUT", uniform=True))
    layers.apply_regularization(layers.l1_regularizer(0.5), [a, c])
    nodes = [[op.name, op.type, [i.name for i in op.inputs]] for op in tf.get_default_graph().get_operations()]
    failures = [
        attempt(lambda: layers.l1_regularizer(1)),
        attempt(lambda: layers.l1_regularizer(-1.0)),
        attempt(lambda: layers.l2_regularizer(-1.0)),
        attempt(lambda: layers.l1_l2_regularizer(1, 1.0)),
        attempt(lambda: layers.xavier_initializer(dtype=tf.int32)),
        attempt(lambda: layers.variance_scaling_initializer(mode="FAN")),
        attempt(lambda: layers.sum_regularizer([])),
        attempt(lambda: layers.l2_regularizer(0.0)(a)),
        attempt(lambda: layers.apply_regularization(layers.l1_regularizer(0.5))),
    ]
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        values = [np.ravel(session.run(v)).astype(float).tolist()[:6] for v in (a, b, c, d)]
        penalties = [float(p) for p in session.run(tf.losses.get_regularization_losses())]
    return [nodes, failures, values, penalties]


def tensor_messages(tf):
    """make_tensor_proto, make_ndarray, get_static_value, is_tensor."""
    values = (1, [1.0, 2.0], np.ones((2, 2)), "abc", [b"a", b"b"], np.int64(3), True, [], 2**40)
    messages = [tf.make_tensor_proto(v) for v in values]
    messages += [tf.make_tensor_proto(3, shape=[2, 2]), tf.make_tensor_proto([1, 2, 3], tf.float16)]
    rows = [[m.SerializeToString().hex(), repr(tf.make_ndarray(m))] for m in messages]
    bad = (
        ([1, 2], {"shape": [3], "verify_shape": True}),
        ([1, 2], {"shape": [1]}),
        ([1, 2], {"shape": [4], "allow_broadcast": True}),
        (None, {}),
        ("a", {"dtype": tf.int32}),
        (tf.constant(1), {}),
    )
    rows += [attempt(lambda v=v, k=k: tf.make_tensor_proto(v, **k)) for v, k in bad]
    x, fed, variable = tf.constant([[1, 2], [3, 4]]), tf.placeholder(tf.float32, [None, 3]), tf.Variable(1.0)
    known = (x, fed, tf.shape(x), tf.constant("a"), tf.cast(x, tf.float32), tf.stack([tf.shape(fed)[0], 7]))
    rows += [repr(tf.get_static_value(t)) for t in known]
    rows.append([tf.is_tensor(t) for t in (variable, x, 1, np.ones(2), tf.IndexedSlices(variable, variable), x.op)])
    return rows


def two_losses_at_once(tf):
    """Two gradients whose paths do not overlap, though one starts from what the other passes through."""
    z = tf.placeholder(tf.float32, [None, 2])
    g = tf.get_variable("g", initializer=np.float32([[1.0, 2.0], [3.0, 4.0]]))
    d = tf.get_variable("d", initializer=np.float32([[0.5], [-0.25]]))
    made = tf.tanh(tf.matmul(z, g))
    judged, again = tf.matmul(made, d), tf.matmul(made, d)
    step = tf.train.GradientDescentOptimizer(0.1)
    train = [
        step.minimize(tf.reduce_sum(again**2), var_list=[g]),
        step.minimize(tf.reduce_sum((judged - 1) ** 2), var_list=[d]),
    ]
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        sess.run(train, {z: [[0.1, 0.2], [0.3, -0.1]]})
        return [v.round(5).tolist() for v in sess.run([g, d])]


def names_that_are_none(tf):
    """Constants whose name is given as None."""
    return [tf.constant(1, name=None).name, tf.constant([], shape=[0], name=None).name]

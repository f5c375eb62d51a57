"""Variables in slices: nodes, values, checkpoints, errors; also runs on Python 3.7 with TF 1.15. Returns JSON."""

import os

import numpy as np
from queue_runs import attempt, plain


def nodes(tf, folder):
    """What a partitioner makes of variables, layers, lookups and optimizers."""
    tf.get_variable("v", [5, 2], initializer=tf.ones_initializer(), partitioner=tf.fixed_size_partitioner(2))
    value = tf.constant(np.arange(6.0, dtype=np.float32).reshape(3, 2))
    w = tf.get_variable("w", initializer=value, partitioner=tf.fixed_size_partitioner(3))
    layer = tf.layers.Dense(3, kernel_regularizer=tf.reduce_sum)
    with tf.variable_scope("s", partitioner=tf.min_max_variable_partitioner(2, min_slice_size=8)):
        y = layer(tf.ones([1, 5]))
    found = tf.nn.embedding_lookup(w, [0, 2, 1])
    tf.train.MomentumOptimizer(0.1, 0.9).minimize(tf.reduce_sum(y * y) + tf.reduce_sum(found))
    ops = tf.get_default_graph().get_operations()
    kept = [op for op in ops if not op.name.startswith(("gradients", "Momentum"))]
    rows = [[op.name, op.type, [i.name for i in op.inputs]] for op in kept]
    return [rows, [v.name for v in tf.global_variables()], [v.name for v in layer.weights], len(layer.losses)]


def values(tf, folder):
    """Values, assignments and checkpoints."""
    v = tf.get_variable("v", [5, 2], partitioner=tf.fixed_size_partitioner(2), initializer=tf.ones_initializer())
    square = tf.get_variable(
        "o", [4, 4], partitioner=tf.fixed_size_partitioner(2), initializer=tf.initializers.identity()
    )
    saver = tf.train.Saver()
    zero, add = v.assign(tf.zeros([5, 2])), v.assign_add(tf.ones([5, 2]))
    found = [len(v), [p.name for p in v], v.name, v.shape.as_list(), [p._get_save_slice_info().spec for p in v]]
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        found += [plain(x) for x in sess.run([v.as_tensor(), square.as_tensor()])]
        path = saver.save(sess, os.path.join(folder, "m"))
        found.append([[name, list(shape)] for name, shape in tf.train.list_variables(path)])
        found.append(plain(sess.run(zero)))
        sess.run(add)
        found.append(plain(sess.run(v.as_tensor())))
        saver.restore(sess, path)
        found.append(plain(sess.run(tf.convert_to_tensor(v))))
    with tf.Graph().as_default():  # the same variable in one piece, and in other slices
        whole = tf.get_variable("v", [5, 2])
        thirds = tf.get_variable("o", [4, 4], partitioner=tf.fixed_size_partitioner(3))
        with tf.Session() as sess:
            tf.train.Saver().restore(sess, path)
            found += [plain(x) for x in sess.run([whole, thirds.as_tensor()])]
    return found


def partitioners(tf, folder):
    """How many slices partitioners ask for."""
    shape = tf.TensorShape([40, 3])
    calls = [
        lambda: tf.fixed_size_partitioner(7)(shape),
        lambda: tf.fixed_size_partitioner(7, axis=1)(shape),
        lambda: tf.min_max_variable_partitioner(8, min_slice_size=100)(shape, tf.float32),
        lambda: tf.min_max_variable_partitioner(0)(shape, tf.float32),
        lambda: tf.min_max_variable_partitioner(8, axis=2)(shape, tf.float32),
        lambda: tf.variable_axis_size_partitioner(50)(shape, tf.float32),
        lambda: tf.variable_axis_size_partitioner(50, max_shards=3)(shape, tf.string),
        lambda: tf.variable_axis_size_partitioner(0),
        lambda: tf.variable_axis_size_partitioner(5, max_shards=-1),
        lambda: tf.variable_axis_size_partitioner(5)([1], tf.float32),
    ]
    return [attempt(call) for call in calls]


def arguments(tf, folder):
    """Reuse, and what is refused."""
    two = tf.fixed_size_partitioner(2)

    def get(name, shape, partitioner, reuse=None, **kwargs):
        with tf.variable_scope("", reuse=reuse):
            found = tf.get_variable(name, shape, partitioner=partitioner, **kwargs)
        return getattr(found, "name", str(found))

    calls = [
        lambda: get("a", [4], two),
        lambda: get("a", [4], two),
        lambda: get("a", [4], two, True),
        lambda: get("a", [4], None, True),
        lambda: get("a", [4], None),
        lambda: get("a", [5], two, True),
        lambda: get("a", [4], two, True, dtype=tf.int32),
        lambda: get("a", [4], tf.fixed_size_partitioner(3), True),
        lambda: get("b", [4], None),
        lambda: get("b", [4], two),
        lambda: get("c", [], two),
        lambda: get("d", [4], lambda shape, dtype: [1, 1]),
        lambda: get("d", [4], lambda shape, dtype: [0]),
        lambda: get("d", [4, 4], lambda shape, dtype: [2, 2]),
        lambda: get("d", [4], lambda shape, dtype: 3),
        lambda: get("d", [4], 3),
        lambda: get("d", [None], two),
        lambda: get("e", [4], two, True),
        lambda: get("f", [4], two, tf.AUTO_REUSE),
        lambda: get("f", [4], two, tf.AUTO_REUSE),
        lambda: [v.name for v in tf.create_partitioned_variables([4, 2], [2, 1], tf.zeros_initializer(), name="g")],
        lambda: tf.create_partitioned_variables([4, 2], [2], tf.zeros_initializer()),
        lambda: tf.create_partitioned_variables([], [], tf.zeros_initializer()),
    ]
    return [attempt(call) for call in calls]


RUNS = [nodes, values, partitioners, arguments]

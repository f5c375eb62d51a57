"""Feature columns of tf.contrib.layers and tf.contrib.training.bucket; also runs on Python 3.7 with TF 1.15."""

import numpy as np
from queue_runs import attempt, plain


def features(tf):
    ids = tf.SparseTensor([[0, 0], [1, 0], [1, 1]], tf.constant([b"x", b"y", b"z"]), [3, 2])
    return {
        "age": tf.constant([[1.0], [5.5], [9.0]]),
        "pair": tf.constant([[1, 2], [3, 4], [5, 6]]),
        "word": ids,
        "weight": tf.SparseTensor([[0, 0], [1, 0], [1, 1]], tf.constant([0.5, 2.0, 3.0]), [3, 2]),
        "number": tf.SparseTensor([[0, 0], [1, 0], [2, 0]], tf.constant([12, 5, 7], tf.int64), [3, 1]),
    }


def columns(L, tf):
    age, pair = L.real_valued_column("age"), L.real_valued_column("pair", 2, dtype=tf.int32, normalizer=lambda x: x * 2)
    word = L.sparse_column_with_keys("word", ["x", "y"])
    hashed = L.sparse_column_with_hash_bucket("word", 10)
    number = L.sparse_column_with_integerized_feature("number", 6)
    buckets = L.bucketized_column(age, [2.0, 6.0])
    return {
        "age": age,
        "pair": pair,
        "buckets": buckets,
        "pair buckets": L.bucketized_column(pair, [3, 7, 7, 11]),
        "word": word,
        "hashed": hashed,
        "keyed": L.sparse_column_with_hash_bucket("word", 10, hash_keys=[[1, 2], [3, 4]]),
        "number": number,
        "weighted": L.weighted_sparse_column(word, "weight"),
        "crossed": L.crossed_column([hashed, number], 20),
        "crossed key": L.crossed_column([buckets, hashed], 20, hash_key=L.SPARSE_FEATURE_CROSS_DEFAULT_HASH_KEY),
    }


def fixed(tf):
    def initializer(shape, dtype=None, partition_info=None):
        return tf.reshape(tf.range(int(np.prod(shape)), dtype=tf.float32), shape) / 8.0

    return initializer


def dense(L, tf):
    c = columns(L, tf)
    made = [c["age"], c["pair"], c["buckets"], c["pair buckets"]]
    made += [L.one_hot_column(c[k]) for k in ("word", "hashed", "weighted", "number")]
    made += [L.embedding_column(c[k], 2, initializer=fixed(tf)) for k in ("word", "keyed", "crossed", "crossed key")]
    made += [L.embedding_column(c["weighted"], 3, combiner="sqrtn", initializer=fixed(tf), max_norm=0.5)]
    made += [L.scattered_embedding_column("word", 30, 4, hash_key=77, initializer=fixed(tf))]
    made += list(
        L.shared_embedding_columns(
            [c["number"], L.sparse_column_with_integerized_feature("number2", 6)][:1], 2, initializer=fixed(tf)
        )
    )
    return made


def input_layers(tf, folder):
    """Each column's part of an input layer, and the variables."""
    L = tf.contrib.layers
    found = []
    for i in range(15):
        with tf.Graph().as_default(), tf.Session() as sess:
            column = dense(L, tf)[i]
            x = L.input_from_feature_columns(features(tf), [column], scope="s")
            sess.run([tf.global_variables_initializer(), tf.tables_initializer()])
            rows = [[round(float(v), 5) for v in row] for row in sess.run(x)]
            found.append([column.name, x.shape.as_list()[1], rows, [v.op.name for v in tf.global_variables()]])
    return found


def linear_models(tf, folder):
    """The variables of a linear model, and its gradients' rows after one step."""
    L = tf.contrib.layers
    with tf.Graph().as_default(), tf.Session() as sess:
        c = columns(L, tf)
        chosen = [c[k] for k in ("age", "pair", "buckets", "word", "weighted", "crossed", "crossed key")]
        y, variables, bias = L.weighted_sum_from_feature_columns(features(tf), chosen, 2)
        step = tf.train.GradientDescentOptimizer(0.001).minimize(tf.reduce_sum(tf.square(y - 1.0)))
        sess.run([tf.global_variables_initializer(), tf.tables_initializer()])
        sess.run(step)
        sess.run(step)
        names = sorted(v.op.name for vs in variables.values() for v in vs)
        return [names, bias.op.name, [[round(float(v), 4) for v in row] for row in sess.run(y)]]


def joint_models(tf, folder):
    L = tf.contrib.layers
    with tf.Graph().as_default(), tf.Session() as sess:
        c = columns(L, tf)
        chosen = [c[k] for k in ("word", "number")]
        y, variables, bias = L.joint_weighted_sum_from_feature_columns(features(tf), chosen, 1)
        step = tf.train.GradientDescentOptimizer(0.001).minimize(tf.reduce_sum(tf.square(y - 1.0)))
        sess.run([tf.global_variables_initializer(), tf.tables_initializer()])
        sess.run(step)
        return [[v.op.name for v in variables], bias.op.name, [round(float(v), 5) for v in sess.run(y).ravel()]]


def specifications(tf, folder):
    """Keys, and how the features of columns are parsed."""
    L = tf.contrib.layers
    c = columns(L, tf)
    spec = L.create_feature_spec_for_parsing([c[k] for k in sorted(c)])
    kinds = {k: [type(f).__name__, f.dtype.name] for k, f in spec.items()}
    keys = [c[k].key for k in sorted(c) if "pair" not in k]  # a function prints as its address
    holders = L.make_place_holder_tensors_for_base_features([c["age"], c["word"]])
    return [kinds, keys, sorted((k, type(v).__name__, v.dtype.name) for k, v in holders.items())]


def refused(tf, folder):
    """Arguments that are errors."""
    L = tf.contrib.layers
    age, word = L.real_valued_column("age"), L.sparse_column_with_hash_bucket("word", 10)
    x = {"age": tf.constant([[1.0]]), "word": tf.SparseTensor([[0, 0]], tf.constant([b"x"]), [1, 1])}
    calls = [
        lambda: L.real_valued_column("x", dimension="two"),
        lambda: L.real_valued_column("x", dimension=0),
        lambda: L.real_valued_column("x", dimension=2, default_value=[1.0]),
        lambda: L.real_valued_column("x", dtype=tf.int32, default_value=1.5),
        lambda: L.real_valued_column("x", dtype=tf.string),
        lambda: L.sparse_column_with_hash_bucket("x", 0),
        lambda: L.sparse_column_with_integerized_feature("x", 5, dtype=tf.string),
        lambda: L.sparse_column_with_vocabulary_file("x", "f"),
        lambda: L.bucketized_column(word, [1.0]),
        lambda: L.bucketized_column(age, [2.0, 1.0]),
        lambda: L.crossed_column([word], 10),
        lambda: L.crossed_column([word, word], 1),
        lambda: L.embedding_column(word, 2, initializer="zeros"),
        lambda: L.embedding_column(word, 2, ckpt_to_load_from="x"),
        lambda: L.scattered_embedding_column("x", 0, 1, 1),
        lambda: L.weighted_sparse_column(word, "w", dtype=tf.string),
        lambda: L.shared_embedding_columns([], 2),
        lambda: L.input_from_feature_columns(x, [age, age, L.real_valued_column("age")]),
        lambda: L.input_from_feature_columns(x, {"a": age}),
    ]
    return [attempt(call) for call in calls]


def sparse_forms(tf, folder):
    L = tf.contrib.layers
    with tf.Session() as sess:
        dense = L.dense_to_sparse(tf.constant([[1, 0], [0, 3]]))
        a = tf.SparseTensor([[0, 0], [1, 0], [1, 1]], tf.constant([b"a", b"b", b"c"]), [2, 2])
        b = tf.constant([[7], [8]], tf.int64)
        crosses = [
            tf.contrib.slim.sparse_feature_cross([a, b]),
            tf.contrib.slim.sparse_feature_cross([a, b], hashed_output=True),
            tf.contrib.slim.sparse_feature_cross([a, b], hashed_output=True, num_buckets=100),
            tf.contrib.slim.sparse_feature_cross([a, b], hashed_output=True, num_buckets=100, hash_key=5),
        ]
        return [plain(list(sess.run(x))) for x in [dense] + crosses]


def buckets(tf, folder):
    """Batches of sequences of similar length, in any order, and how many runners fill them."""
    with tf.Graph().as_default(), tf.Session() as sess:
        queue = tf.FIFOQueue(20, tf.int32, shapes=[[]])
        put = [queue.enqueue_many([[1, 5, 2, 4, 2, 3, 1, 6]]), queue.close()]
        n = queue.dequeue()
        lengths, batch = tf.contrib.training.bucket_by_sequence_length(
            n, {"s": tf.range(n), "n": n}, 2, [3], dynamic_pad=True, capacity=10, allow_smaller_final_batch=True
        )
        shapes = [lengths.shape.as_list(), batch["s"].shape.as_list(), batch["n"].shape.as_list()]
        for op in put:
            sess.run(op)
        coord = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(sess, coord)
        found = []
        try:
            while True:
                found.append(plain(sess.run([lengths, batch["n"], batch["s"]])))
        except tf.errors.OutOfRangeError:
            pass
        coord.request_stop()
        coord.join(threads, ignore_live_threads=True)
        return [shapes, sorted(found), len(tf.get_collection(tf.GraphKeys.QUEUE_RUNNERS))]


RUNS = [input_layers, linear_models, joint_models, specifications, refused, sparse_forms, buckets]

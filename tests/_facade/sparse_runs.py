"""Sparse tensors, strings, lookup tables and parsing in running sessions; also runs on Python 3.7 with TF 1.15.

Each function takes `tf` and a folder for files, and returns JSON.
"""

import os
import threading
import zlib

import numpy as np
from queue_runs import attempt, plain

AT = [[0, 1], [0, 3], [2, 2]]


def _sparse(tf, dtype=np.float32):
    return tf.SparseTensor(AT, np.array([1, 2, 3], dtype), [3, 4])


def fed_and_fetched(tf, folder):
    x = tf.sparse_placeholder(tf.float32, [None, 4], name="x")
    value = tf.SparseTensorValue([[0, 1], [1, 2]], [1.0, 2.0], [2, 4])
    dense = tf.sparse_tensor_to_dense(x)
    product = tf.sparse_tensor_dense_matmul(x, tf.constant(np.arange(8, dtype=np.float32).reshape(4, 2)))
    with tf.Session() as s:
        call = s.make_callable([product, tf.sparse_retain(x, [True, False])], [x])
        return [
            x.values.name,
            plain(s.run([x, {"a": dense}], {x: value})),
            plain(s.run(x, {x: ([[0, 1]], [2.5], [1, 4])})),
            plain(call(value)),
            plain(s.run(tf.cast(_sparse(tf) * 2.0, tf.int32))),
            plain(s.run(tf.constant([[1.0, 2.0, 3.0, 4.0]]) * _sparse(tf))),
            plain(s.run(_sparse(tf, np.int32) / tf.constant([[1], [2], [2]]))),
            plain(s.run(tf.square(_sparse(tf)))),
        ]


def training(tf, folder):
    """Gradients through host ops, too: reorder, fill_empty_rows."""
    w = tf.Variable(np.arange(8, dtype=np.float32).reshape(4, 2))
    v = tf.constant([1.0, 2.0])
    mixed = tf.SparseTensor([[2, 3], [0, 1]], v, [4, 4])
    ordered = tf.sparse_reorder(mixed)
    filled, _ = tf.sparse_fill_empty_rows(ordered, 0.5)
    loss = tf.reduce_sum(tf.square(tf.sparse_tensor_dense_matmul(filled, w)))
    step = tf.train.GradientDescentOptimizer(0.01).minimize(loss)
    with tf.Session() as s:
        s.run(tf.global_variables_initializer())
        return [plain(s.run(tf.gradients(loss, v)[0])), plain(s.run([loss, step])), plain(s.run(w))]


def embeddings(tf, folder):
    table = tf.Variable(np.arange(12, dtype=np.float32).reshape(6, 2))
    ids = tf.SparseTensor([[0, 0], [0, 1], [2, 0]], np.int64([1, 3, 1]), [3, 2])
    weights = tf.SparseTensor([[0, 0], [0, 1], [2, 0]], np.float32([1, 3, 2]), [3, 2])
    found = []
    for combiner in ("sum", "mean", "sqrtn"):
        found.append(tf.nn.safe_embedding_lookup_sparse(table, ids, combiner=combiner))
        found.append(tf.nn.safe_embedding_lookup_sparse(table, ids, weights, combiner=combiner, default_id=4))
        found.append(tf.nn.embedding_lookup_sparse([table, table + 1], ids, weights, combiner=combiner))
    grad = tf.gradients(tf.reduce_sum(tf.square(found[0])), table)[0]
    with tf.Session() as s:
        s.run(tf.global_variables_initializer())
        return [type(grad).__name__, plain(s.run(found)), plain(s.run(tf.convert_to_tensor(grad)))]


def refused_dense(tf, folder):
    with tf.Session() as s:

        def of(*args, **kwargs):
            return attempt(lambda: s.run(tf.sparse_to_dense(*args, **kwargs)))

        return [
            of([1, 3], [5], [1, 2, 3], 0),
            of([1, 3], [5], [1, 2], [0, 1]),
            of([1, 30], [5], [1, 2], 0),
            of([3, 1], [5], [1, 2], 0),
            of([[1, 1], [1, 1]], [5, 5], [1, 2], 0),
            of([1, 1], [5], [1, 2], 0, validate_indices=False),
            of([1, -1], [5], [1, 2], 0, validate_indices=False),
        ]


def crossed(tf, folder):
    words = tf.SparseTensor([[0, 0], [1, 0], [1, 1]], ["x", "y", "z"], [2, 2])
    numbers = tf.SparseTensor([[0, 0], [1, 0], [1, 1]], [3, 4, 5], [2, 2])
    dense = tf.constant([["a"], ["b"]])
    with tf.Session() as s:
        return plain(
            s.run(
                [
                    tf.sparse.cross([dense, words]),
                    tf.sparse.cross_hashed([dense, words]),
                    tf.sparse.cross_hashed([dense, numbers], num_buckets=100, hash_key=7),
                    tf.sparse.cross([tf.constant([[1, 2], [3, 4]]), tf.constant([[5], [6]])]),
                    tf.edit_distance(words, words),
                    tf.sets.union([[1, 2]], [[2, 5]]),
                ]
            )
        )


def serialized(tf, folder):
    y = _sparse(tf)
    with tf.Session() as s:
        return [
            plain(s.run(tf.deserialize_many_sparse(tf.serialize_many_sparse(y), tf.float32, rank=2))),
            plain(s.run(tf.deserialize_many_sparse(tf.stack([tf.serialize_sparse(y)] * 2), tf.float32))),
            plain(s.run(tf.parse_tensor(tf.serialize_tensor([1.5, 2.0]), tf.float32))),
            attempt(lambda: s.run(tf.parse_tensor(tf.serialize_tensor([1.5]), tf.int32))),
            plain(s.run(tf.decode_compressed([zlib.compress(b"hello")], "ZLIB"))),
            attempt(lambda: s.run(tf.decode_compressed([b"abc"], "ZLIB"))),
        ]


def batches(tf, folder):
    examples = tf.train.slice_input_producer([np.int64([1, 2, 3])], shuffle=False)[0]
    sparse = tf.SparseTensor(tf.stack([[examples, 0]]), tf.stack([examples * 10]), tf.stack([examples + 1, 2]))
    both = tf.train.batch([sparse, examples], 3)
    many = tf.train.batch({"a": _sparse(tf)}, 2, enqueue_many=True)
    with tf.Session() as s:
        s.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
        coordinator = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(s, coordinator)
        found = [plain(s.run(both)), plain(s.run(many)), plain(s.run(both))]
        coordinator.request_stop()
        s.close()
        for thread in threads:
            thread.join(5)
        assert isinstance(threads[0], threading.Thread)
        return found


def tables(tf, folder):
    lookup = tf.contrib.lookup
    words = lookup.index_table_from_tensor(["a", "b", "c"], num_oov_buckets=2)
    back = lookup.index_to_string_table_from_tensor(["a", "b"])
    twice = lookup.HashTable(lookup.KeyValueTensorInitializer(["a", "a"], np.int64([1, 2])), -1)
    with tf.Session() as s:
        found = [attempt(lambda: s.run(words.lookup(tf.constant(["a"])))), attempt(lambda: s.run(twice.initializer))]
        s.run([words.initializer, back.initializer])
        found += [plain(s.run(words.lookup(tf.constant(["a", "q", "z"])))), plain(s.run(words.size()))]
        sparse = tf.SparseTensor([[0, 0], [1, 1]], ["b", "c"], [2, 2])
        found.append(plain(s.run(words.lookup(sparse))))
        found.append(plain(s.run(back.lookup(tf.constant([1, 5], tf.int64)))))
        s.run(words.initializer)  # the same again is no error
        return found


def mutable_tables(tf, folder):
    lookup = tf.contrib.lookup
    one = lookup.MutableHashTable(tf.string, tf.int64, -1, name="one")
    rows = lookup.MutableHashTable(tf.string, tf.float32, [1.0, 2.0], name="rows")
    dense = lookup.MutableDenseHashTable(tf.int64, tf.int64, default_value=-1, empty_key=0, deleted_key=-1)

    def numbers(*x):
        return tf.constant(x, tf.int64)

    with tf.Session() as s:
        found = [
            s.run(one.insert(tf.constant(["x", "y"]), numbers(1, 2))),
            s.run(one.lookup(tf.constant([["x", "q"]]))),
            s.run(one.size()),
            s.run(one.remove(tf.constant(["x"]))),
            s.run(one.export()),
            s.run(rows.insert(tf.constant(["x"]), [[5.0, 6.0]])),
            s.run(rows.lookup(tf.constant(["x", "z"]))),
            attempt(lambda: s.run(rows.insert(tf.constant(["x"]), [[5.0, 6.0, 7.0]]))),
            s.run(dense.insert(numbers(5, 6), numbers(1, 2))),
            s.run(dense.lookup(numbers(5, 9))),
            attempt(lambda: s.run(dense.lookup(numbers(0)))),
            attempt(lambda: s.run(dense.insert(numbers(-1), numbers(1)))),
            s.run(dense.remove(numbers(5))),
            s.run(dense.size()),
        ]
        path = tf.train.Saver().save(s, os.path.join(folder, "tables"))
        s.run(one.insert(tf.constant(["more"]), numbers(9)))
        tf.train.Saver().restore(s, path)
        return plain([*found, s.run(one.export()), s.run(dense.lookup(numbers(6)))])


def files_of_words(tf, folder):
    path = os.path.join(folder, "words.txt")
    with open(path, "w") as f:
        f.write("a\t1\nb\t2\n")
    found = []
    with tf.Session() as s:
        for options in (
            {},
            {"vocab_size": 1},
            {"vocab_size": 5},
            {"key_column_index": 1},
            {"key_column_index": 2},
            {"key_column_index": 0, "value_column_index": 0},
        ):
            table = tf.contrib.lookup.index_table_from_file(path, **options)
            outcome = attempt(lambda t=table: s.run(t.initializer))
            found.append(outcome[1].replace(path, "PATH") if outcome else plain(s.run(table.size())))
            keys = tf.constant(["a", "a\t1", "1"])
            found.append(attempt(lambda t=table, k=keys: s.run(t.lookup(k))))
    return found


def _sequence(tf, context, lists):
    example = tf.train.SequenceExample()

    def fill(feature, values):
        kind = {bytes: "bytes_list", float: "float_list", int: "int64_list"}
        if values:
            getattr(feature, kind[type(values[0])]).value.extend(values)

    for key, values in context.items():
        fill(example.context.feature[key], values)
    for key, steps in lists.items():
        steps_of = example.feature_lists.feature_list[key]
        for values in steps:
            fill(steps_of.feature.add(), values)
    return example.SerializeToString()


def sequences(tf, folder):
    lists = {"a": [[1, 2], [3, 4]], "b": [[b"x"], [], [b"y", b"z"]]}
    first = _sequence(tf, {"c": [1], "v": [3.0, 4.0]}, lists)
    second = _sequence(tf, {"c": [2]}, {"a": [[5, 6]], "b": []})
    context = {"c": tf.FixedLenFeature([], tf.int64), "v": tf.VarLenFeature(tf.float32)}
    steps = {"a": tf.FixedLenSequenceFeature([2], tf.int64), "b": tf.VarLenFeature(tf.string)}
    missing = {"zz": tf.FixedLenSequenceFeature([], tf.int64, allow_missing=True)}
    single, several = tf.parse_single_sequence_example, tf.io.parse_sequence_example
    wrong = (
        ({"zz": tf.FixedLenFeature([], tf.int64)}, None),
        ({"c": tf.FixedLenFeature([], tf.float32)}, None),
        ({"c": tf.FixedLenFeature([2], tf.int64)}, None),
        (None, {"zz": tf.FixedLenSequenceFeature([], tf.int64)}),
        (None, {"a": tf.FixedLenSequenceFeature([2], tf.float32)}),
        (None, {"a": tf.FixedLenSequenceFeature([3], tf.int64)}),
        (None, {"b": tf.FixedLenSequenceFeature([1], tf.string)}),
    )
    with tf.Session() as s:
        found = [
            plain(s.run(single(first, context, steps))),
            plain(s.run(single(second, context, steps))),
            plain(s.run(several([first, second], context, steps))),
            plain(s.run(several([first], None, missing))),
            plain(s.run(single(first, {"d": tf.FixedLenFeature([2], tf.int64, [7, 8])}, missing))),
        ]
        for features in wrong:
            found.append(attempt(lambda f=features: s.run(single(first, *f, example_name="ex"))))
            found.append(attempt(lambda f=features: s.run(several([first], *f))))
        return found


def examples(tf, folder):
    example = tf.train.Example()
    example.features.feature["ids"].int64_list.value.extend([3, 5])
    example.features.feature["values"].float_list.value.extend([0.5, 1.0])
    batch = tf.constant([example.SerializeToString()] * 2)
    features = {"ids": tf.VarLenFeature(tf.int64), "m": tf.SparseFeature("ids", "values", tf.float32, 10)}
    with tf.Session() as s:
        return plain([s.run(tf.parse_example(batch, features)), s.run(tf.parse_single_example(batch[0], features))])


RUNS = [
    fed_and_fetched, training, embeddings, refused_dense, crossed, serialized, batches, tables, mutable_tables,
    files_of_words, sequences, examples,
]  # fmt: skip

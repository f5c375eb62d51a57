"""Feature columns in graphs and sessions; also runs on the recorder's Python 3.7 with TF 1.15. Returns JSON."""

import re

import numpy as np
from queue_runs import attempt, plain


def inner(tf):
    from tensorflow.python.feature_column import (
        dense_features,
        feature_column,
        feature_column_v2,
        sequence_feature_column,
    )

    return feature_column, feature_column_v2, dense_features, sequence_feature_column


def features(tf):
    of_any_size = tf.placeholder_with_default
    return {
        "a": of_any_size([[1.0, -2.0], [3.0, 4.0]], [None, 2]),
        "v": of_any_size([0.5, 7.0], [None]),
        "c": of_any_size(tf.constant([[2], [0]], tf.int64), [None, 1]),
        "e": tf.SparseTensor(
            [[0, 0], [0, 1], [1, 0]], tf.constant([1, 3, 9], tf.int64), of_any_size(np.int64([2, 2]), [2])
        ),
        "w": tf.SparseTensor([[0, 0], [0, 1], [1, 0]], [0.5, 2.0, 3.0], of_any_size(np.int64([2, 2]), [2])),
        "s": of_any_size([["x", ""], ["y", "zz"]], [None, 2]),
    }


def columns(tf):
    c = tf.feature_column
    identity = c.categorical_column_with_identity
    numeric = c.numeric_column("a", 2, normalizer_fn=lambda x: x / 2)
    hashed = c.categorical_column_with_hash_bucket("s", 5)
    embedded = c.embedding_column(identity("c", 4), 3, initializer=tf.ones_initializer())
    sparse = identity("e", 4, default_value=0)
    weighted = c.weighted_categorical_column(sparse, "w")
    bucketized = c.bucketized_column(c.numeric_column("v"), [0.0, 1.0, 5.0])
    return [numeric, bucketized, embedded, c.indicator_column(sparse), c.indicator_column(hashed)], weighted


def nodes(tf):
    return [
        [op.name, op.type, [i.name for i in op.inputs], [i.name for i in op.control_inputs]]
        for op in tf.get_default_graph().get_operations()
    ] + [[v.name, type(v).__name__, v.trainable] for v in tf.global_variables()]


def graphs(tf):
    """The nodes of each layer."""
    _, v2, dense, _ = inner(tf)
    found = []
    for build in (
        lambda f, c, w: tf.feature_column.input_layer(f, c),
        lambda f, c, w: tf.feature_column.linear_model(f, [*c[:2], w], units=2),
        lambda f, c, w: dense.DenseFeatures(c)(f),
        lambda f, c, w: v2.LinearModel([*c[:2], w])(f),
        lambda f, c, w: tf.feature_column.input_layer(
            f, tf.feature_column.shared_embedding_columns([c[2].categorical_column, c[3].categorical_column], 2)
        ),
    ):
        with tf.Graph().as_default():
            build(features(tf), *columns(tf))
            found.append(nodes(tf))
    return found


def values(tf):
    """What layers give."""
    _, v2, dense, sequence = inner(tf)
    f, (c, weighted) = features(tf), columns(tf)
    c.append(tf.feature_column.embedding_column(weighted, 2, "sum", initializer=tf.ones_initializer()))
    by_column, variables = {}, {}
    fetched = [tf.feature_column.input_layer(f, c, cols_to_output_tensors=by_column, cols_to_vars=variables)]
    fetched += [by_column[column] for column in c]
    names = [[v.name for v in variables[column]] for column in c]
    fetched.append(dense.DenseFeatures(c)(f))
    bias = {}
    fetched.append(tf.feature_column.linear_model(f, [c[0], weighted], cols_to_vars=bias))
    names.append(sorted([v.name for vs in bias.values() for v in vs]))
    steps = tf.feature_column.sequence_categorical_column_with_identity("e", 10)
    layer = sequence.SequenceFeatures([tf.feature_column.indicator_column(steps)])
    fetched += layer(f)
    numbers = sequence.SequenceFeatures([tf.feature_column.sequence_numeric_column("w")])
    context = tf.zeros([2, 1])
    fetched.append(sequence.concatenate_context_input(context, numbers(f)[0]))
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        return [plain(x) for x in sess.run(fetched)] + names


def outside(tf):
    """An id that is out of range."""
    column = tf.feature_column.categorical_column_with_identity("c", 2)
    made = tf.feature_column.input_layer(features(tf), [tf.feature_column.indicator_column(column)])
    with tf.Session() as sess:
        return [attempt(lambda: sess.run(made))[0]]


def specs(tf):
    """Specs, names and order of columns, and what they become as plain data."""
    _, v2, _, _ = inner(tf)
    made, weighted = columns(tf)
    made.append(weighted)
    found = [sorted(str(x) for x in tf.feature_column.make_parse_example_spec(made).items())]
    found.append([[c.name, str(c.parents), c._is_v2_column] for c in sorted(made[1:])])
    found.append([str(c._variable_shape) for c in made[:5]])
    found.append([c._num_buckets for c in (made[1], weighted)])
    found.append(attempt(lambda: tf.feature_column.make_parse_example_spec(["x"])))
    return found


def arguments(tf):
    """Columns that are refused."""
    c = tf.feature_column
    old = inner(tf)[0]
    x = c.numeric_column("x")
    identity = c.categorical_column_with_identity("i", 3)
    calls = [
        lambda: c.numeric_column(1),
        lambda: c.numeric_column("x", shape=0),
        lambda: c.numeric_column("x", shape=1.5),
        lambda: c.numeric_column("x", default_value=[1, 2]),
        lambda: c.numeric_column("x", default_value="s"),
        lambda: c.numeric_column("x", shape=(2,), default_value=[1, 2.5], dtype=tf.int32),
        lambda: str(c.numeric_column("x", (2, 1), default_value=3).default_value),
        lambda: c.numeric_column("x", dtype=tf.string),
        lambda: c.numeric_column("x", normalizer_fn=3),
        lambda: c.bucketized_column("x", [1]),
        lambda: c.bucketized_column(x, []),
        lambda: c.bucketized_column(x, [2, 1]),
        lambda: c.bucketized_column(c.numeric_column("x", (1, 2)), [1]),
        lambda: c.categorical_column_with_identity("x", 0),
        lambda: c.categorical_column_with_identity("x", 2, 2),
        lambda: c.categorical_column_with_hash_bucket("x", 0),
        lambda: c.categorical_column_with_hash_bucket("x", 2, tf.float32),
        lambda: c.categorical_column_with_vocabulary_list("x", []),
        lambda: c.categorical_column_with_vocabulary_list("x", ["a", "a"]),
        lambda: c.categorical_column_with_vocabulary_list("x", ["a"], default_value=1, num_oov_buckets=1),
        lambda: c.categorical_column_with_vocabulary_list("x", ["a"], tf.int64),
        lambda: c.categorical_column_with_vocabulary_file("x", ""),
        lambda: c.categorical_column_with_vocabulary_file("x", "/no/such"),
        lambda: c.categorical_column_with_vocabulary_file("x", "f", 0),
        lambda: c.weighted_categorical_column(identity, "w", tf.string),
        lambda: c.crossed_column(["a"], 3),
        lambda: c.crossed_column(["a", 1], 3),
        lambda: c.crossed_column(["a", c.categorical_column_with_hash_bucket("b", 3)], 3),
        lambda: c.crossed_column(["b", "a", identity], 3).name,
        lambda: c.embedding_column(identity, 0),
        lambda: c.embedding_column(identity, 2, ckpt_to_load_from="x"),
        lambda: c.embedding_column(identity, 2, initializer=1),
        lambda: c.shared_embedding_columns([identity, c.categorical_column_with_identity("j", 4)], 2),
        lambda: c.shared_embedding_columns([identity, c.categorical_column_with_hash_bucket("j", 3)], 2),
        lambda: c.input_layer({"i": [[1]]}, [identity]),
        lambda: c.input_layer({"x": [[1.0]]}, [x, x]),
        lambda: c.input_layer({"y": [[1.0]]}, [x]),
        lambda: c.input_layer({"x": 1.0}, [x]),
        lambda: c.input_layer({"x": [[1.0]], "y": [[1.0], [2.0]]}, [x, c.numeric_column("y")]),
        lambda: c.input_layer({"x": [[1.0]]}, []),
        lambda: c.linear_model({"x": [[1.0]]}, ["x"]),
        lambda: old._bucketized_column(x, [1]),
        lambda: old._numeric_column("x", shape=3)._variable_shape.as_list(),
    ]
    return [re.sub(r"\(type <.*?>\)|<class '[\w.]*?(?=\w+'>)|<function .*?>", "", str(attempt(f))) for f in calls]


RUNS = [graphs, values, outside, specs, arguments]

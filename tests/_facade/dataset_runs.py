"""Datasets and iterators in running sessions; also runs on the recorder's Python 3.7 with TF 1.15.

Each function takes `tf` and a folder for files, and returns JSON: what the datasets give, and the graph's nodes.
"""

import os

import numpy as np
from queue_runs import attempt, plain


def elements(tf, dataset, again=1, optimized=True, sess=None):
    """All elements of a dataset, several times, and how it ends."""
    if optimized:
        iterator = dataset.make_initializable_iterator()
        start = iterator.initializer
    else:
        iterator = tf.data.Iterator.from_structure(dataset.output_types, dataset.output_shapes)
        start = iterator.make_initializer(dataset)
    following = iterator.get_next()
    found = []
    with tf.Session() as own:
        run = (sess or own).run
        for _ in range(again):
            run(start)
            for _ in range(60):
                found.append(attempt(lambda: run(following)))
                if isinstance(found[-1], list) and found[-1][:1] == ["OutOfRangeError"]:
                    break
    return found


def nodes(tf):
    graph = tf.get_default_graph()
    return [[op.name, op.type, [t.name for t in op.inputs]] for op in graph.get_operations()]


def functions(tf):
    """Signatures and ops of the library, whose names have numbers of their own."""
    library = tf.get_default_graph().as_graph_def().library
    found = []
    for f in library.function:
        inputs = [a.type for a in f.signature.input_arg]
        outputs = [a.type for a in f.signature.output_arg]
        found.append([inputs, outputs, sorted(n.op for n in f.node_def)])
    return sorted(found)


def slices_and_batches(tf, folder):
    d = tf.data.Dataset
    x = d.from_tensor_slices({"a": np.arange(5), "b": np.arange(10.0).reshape(5, 2).astype("f")})
    return [
        elements(tf, x),
        elements(tf, x.batch(2)),
        elements(tf, x.batch(2, drop_remainder=True).repeat(2)),
        elements(tf, d.from_tensors((1, "text")).repeat(2)),
        elements(tf, d.range(10, 1, -3)),
        elements(tf, d.range(7).skip(1).take(4).shard(2, 1)),
        elements(tf, d.zip((d.range(3), d.range(5).map(lambda v: v * v)))),
        elements(tf, d.range(2).concatenate(d.range(5, 7)).enumerate(start=3)),
        repr(x.batch(2)),
        nodes(tf),
    ]


def map_and_filter(tf, folder):
    d = tf.data.Dataset
    outside = tf.constant(10, tf.int64, name="outside")
    mapped = d.range(6).map(lambda x: (x + outside, tf.cast(x, tf.float32) / 4), num_parallel_calls=2)
    return [
        elements(tf, mapped),
        elements(tf, mapped.filter(lambda a, b: tf.equal(a % 2, 0))),
        elements(tf, d.range(4).flat_map(lambda x: d.from_tensors(x).repeat(x))),
        elements(tf, d.range(4).interleave(lambda x: d.range(x + 1), cycle_length=2, block_length=2)),
        elements(
            tf, d.range(4).map(lambda x: tf.as_string(x)).map(lambda s: {"text": s, "length": tf.strings.length(s)})
        ),
        elements(tf, d.range(3).map(lambda x: [x, x + 1])),
        nodes(tf),
        functions(tf),
    ]


def orders(tf, folder):
    tf.set_random_seed(1)
    d = tf.data.Dataset
    return [
        elements(tf, d.range(6).shuffle(6, seed=2), 2),
        elements(tf, d.range(4).shuffle(6, seed=2).repeat(2), 2),
        elements(tf, d.range(4).shuffle(6, seed=2).repeat(2), 2, optimized=False),
        elements(tf, d.range(4).shuffle(3, seed=2).batch(4).repeat(3)),
        elements(tf, d.range(4).shuffle(6, seed=2, reshuffle_each_iteration=False).repeat(2), optimized=False),
        elements(tf, d.range(3).map(lambda x: tf.random_uniform([], 0, 100, tf.int32, seed=3)).repeat(2), 2),
        elements(tf, d.range(3).map(lambda x: tf.random_uniform([], 0, 100, tf.int32))),
        elements(tf, d.range(3).shuffle(4, seed=4).cache().repeat(2), 2),
        elements(tf, tf.data.experimental.RandomDataset(seed=2).take(4)),
        elements(tf, d.range(5).apply(tf.data.experimental.shuffle_and_repeat(3, 2, seed=7))),
        elements(tf, tf.data.experimental.sample_from_datasets([d.range(4), d.range(10, 15)], [0.3, 0.7], seed=4)),
    ]


def one_shot(tf, folder):
    tf.set_random_seed(5)
    dataset = tf.data.Dataset.range(5).map(lambda x: x + tf.random_uniform([], 0, 9, tf.int64)).shuffle(3)
    following = dataset.make_one_shot_iterator().get_next()
    with tf.Session() as one, tf.Session() as two:
        found = [plain(s.run(following)) for s in (one, two, one, one, two)]
    v = tf.Variable(1)
    bad = tf.data.Dataset.range(3).map(lambda x: x + tf.cast(v, tf.int64))
    return [found, nodes(tf), attempt(bad.make_one_shot_iterator)[0]]


def feedable(tf, folder):
    a, b = tf.data.Dataset.range(3), tf.data.Dataset.range(10, 12)
    ia, ib = a.make_one_shot_iterator(), b.make_initializable_iterator()
    handle = tf.placeholder(tf.string, [])
    following = tf.data.Iterator.from_string_handle(handle, a.output_types, a.output_shapes).get_next()
    with tf.Session() as sess:
        ha, hb = sess.run([ia.string_handle(), ib.string_handle()])
        found = [attempt(lambda: sess.run(following, {handle: hb}))[0]]
        sess.run(ib.initializer)
        for h in (ha, hb, ha, hb, hb, ha, ha):
            found.append(attempt(lambda: sess.run(following, {handle: h})))
    return [found, nodes(tf)]


def padded(tf, folder):
    d = tf.data.Dataset
    ragged = d.range(1, 6).map(lambda x: (tf.fill([tf.cast(x, tf.int32)], x), tf.as_string(x)))
    return [
        elements(tf, ragged.padded_batch(2, ([None], []))),
        elements(tf, ragged.padded_batch(2, ([6], []), (np.int64(-1), "none"), drop_remainder=True)),
        elements(tf, ragged.padded_batch(3, ([2], []))),
        elements(tf, ragged.batch(2)),
        elements(tf, d.range(7).window(3, shift=2).flat_map(lambda w: w.batch(3))),
        elements(tf, d.range(7).window(2, stride=2, drop_remainder=True).flat_map(lambda w: w.batch(2))),
    ]


def generators(tf, folder):
    def numbers(stop=3):
        for i in range(stop):
            yield i, [float(i)] * i

    def wrong():
        yield 1
        yield "text"

    d = tf.data.Dataset
    both = d.from_generator(numbers, (tf.int32, tf.float32), (tf.TensorShape([]), tf.TensorShape([None])))
    given = d.from_generator(numbers, (tf.int64, tf.float64), args=(tf.constant(2),))
    return [
        elements(tf, both, 2),
        elements(tf, both.repeat(2).map(lambda i, x: x)),
        elements(tf, given),
        [e if not isinstance(e, list) else e[0] for e in elements(tf, d.from_generator(wrong, tf.int64))],
        nodes(tf),
    ]


def files(tf, folder):
    d = tf.data
    texts, records = os.path.join(folder, "a.txt"), os.path.join(folder, "b.tfrecord")
    with open(texts, "wb") as f:
        f.write(b"one,1\r\ntwo,2\n\nfour,x")
    with tf.python_io.TFRecordWriter(records) as writer:
        for i in range(3):
            writer.write(b"record %d" % i)
    csv = d.experimental.CsvDataset(texts, ["", 70])
    found = d.Dataset.list_files(os.path.join(folder, "*.t*"), shuffle=False).map(
        lambda s: tf.strings.substr(s, tf.strings.length(s) - 4, 4)
    )
    return [
        elements(tf, d.TextLineDataset([texts, texts])),
        elements(tf, d.TFRecordDataset(records).batch(2)),
        str(elements(tf, d.FixedLengthRecordDataset(texts, 5, header_bytes=3, footer_bytes=3))[0]).replace(folder, ""),
        elements(tf, d.FixedLengthRecordDataset(texts, 7, header_bytes=3, footer_bytes=3)),
        [e if e[0] != "InvalidArgumentError" else e[0] for e in elements(tf, csv)],
        elements(tf, found),
        [e[0] for e in elements(tf, d.TextLineDataset(os.path.join(folder, "none")))[:1]],
        elements(tf, d.TFRecordDataset([records, records], num_parallel_reads=2)),
    ]


def groups_and_states(tf, folder):
    e, d = tf.data.experimental, tf.data.Dataset
    by_parity = e.group_by_window(lambda x: x % 2, lambda key, group: group.batch(3), window_size=3)
    sums = e.Reducer(lambda key: np.int64(0), lambda state, x: state + x, lambda state: state)
    lengths = d.range(1, 9).map(lambda x: tf.fill([tf.cast(x, tf.int32)], x))
    buckets = e.bucket_by_sequence_length(lambda x: tf.size(x), [3, 6], [2, 2, 1])
    return [
        elements(tf, d.range(10).apply(by_parity)),
        elements(tf, d.range(5).apply(e.group_by_reducer(lambda x: x % 2, sums))),
        elements(tf, lengths.apply(buckets)),
        elements(tf, d.range(5).apply(e.scan(np.int64(0), lambda s, x: (s + x, s * 10)))),
        elements(tf, d.range(9).apply(e.take_while(lambda x: x < 4))),
        elements(tf, d.from_tensor_slices([1, 3, 1, 2, 3]).apply(e.unique())),
        elements(tf, e.Counter(5, 2).take(3)),
        elements(tf, e.choose_from_datasets([d.range(3), d.range(10, 13)], d.from_tensor_slices(np.int64([1, 1, 0])))),
        elements(tf, d.range(7).apply(e.map_and_batch(lambda x: x * 2, 3))),
        plain(tf.Session().run(d.range(5).reduce(np.int64(1), lambda a, b: a + b))),
        plain(tf.Session().run(e.get_single_element(d.from_tensors([1, 2])))),
        plain(tf.Session().run(e.cardinality(d.range(7).batch(2)))),
    ]


def failures(tf, folder):
    e, d = tf.data.experimental, tf.data.Dataset
    checked = d.from_tensor_slices(np.float32([1, np.nan, 3])).map(lambda x: tf.check_numerics(x, "bad"))
    return [
        [x if not isinstance(x, list) else x[0] for x in elements(tf, checked)],
        elements(tf, checked.apply(e.ignore_errors())),
        attempt(lambda: elements(tf, d.range(3).batch(0)))[0],
        attempt(lambda: d.range(3).filter(lambda x: x))[0],
        attempt(lambda: d.range(3).flat_map(lambda x: x))[0],
        attempt(lambda: d.zip([d.range(3)]))[0],
        attempt(lambda: d.range(3).concatenate(d.from_tensors("a")))[0],
        attempt(lambda: list(d.range(3))),
        attempt(lambda: d.range(3).map(lambda x: None))[0],
    ]


def captured_state(tf, folder):
    d = tf.data.Dataset
    counter = tf.get_variable("counter", [], tf.int64, tf.zeros_initializer(), use_resource=True)
    plain_variable = tf.get_variable("plain", [], tf.int64, tf.ones_initializer())
    seen = []
    dataset = d.range(4).map(lambda x: x + counter.assign_add(10))
    iterator = dataset.make_initializable_iterator()
    other = d.range(2).map(lambda x: x + plain_variable).make_initializable_iterator()
    calls = d.range(2).map(lambda x: tf.py_func(lambda v: seen.append(int(v)) or v * 3, [x], tf.int64))
    following, after = iterator.get_next(), other.get_next()
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        sess.run([iterator.initializer, other.initializer])
        found = [plain(sess.run(following)) for _ in range(2)]
        found.append(plain(sess.run(counter)))
        sess.run(counter.assign(100))
        found += [plain(sess.run(following)), plain(sess.run(after))]
    return [found, elements(tf, calls), seen]


def rows_of_queries(tf, folder):
    import sqlite3

    name = os.path.join(folder, "a.db")
    base = sqlite3.connect(name)
    base.execute("create table t (i integer, x float, s text)")
    rows = [(1, 1.5, "a"), (300, -2.0, "12abc"), (None, 1e20, None), (-1, 0.1, " 7")]
    base.executemany("insert into t values (?, ?, ?)", rows)
    base.commit()
    base.close()

    def found(query, types):
        return attempt(lambda: elements(tf, tf.data.experimental.SqlDataset("sqlite", name, query, types)))[:5]

    return [
        found("select i, x, s from t", (tf.int32, tf.float64, tf.string)),
        found("select i, x, s from t", (tf.int8, tf.int64, tf.int32)),
        found("select x, i, s from t", (tf.string, tf.string, tf.float64)),
        found("select x, i, s from t", (tf.bool, tf.uint8, tf.bool)),
        found("select i, x from t", (tf.int8,)),
        found("select nope from t", (tf.int8,)),
        found("insert into t values (5, 5, 5)", (tf.int8,)),
        found("select i from t", (tf.float32,)),
        found("select count(*) from t", (tf.int64,)),
    ]


RUNS = [
    slices_and_batches,
    map_and_filter,
    orders,
    one_shot,
    feedable,
    padded,
    generators,
    files,
    groups_and_states,
    failures,
    captured_state,
    rows_of_queries,
]

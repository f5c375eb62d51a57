"""Calls of queues, readers, parsing and the queue input functions of tf.train."""

import numpy as np

TABLE = np.arange(12, dtype="f").reshape(6, 2)


def fifo(tf, **kwargs):
    return tf.FIFOQueue(10, [tf.float32, tf.int32], shapes=[[3], []], **kwargs)


def all_of_a_queue(tf, v):
    q = fifo(tf, shared_name="s", name="mine")
    q.enqueue([v.row, v.n])
    q.enqueue_many([v.x, [1, 2]], name="many")
    q.dequeue()
    q.dequeue_many(4)
    q.dequeue_many(v.n, name="some")
    q.dequeue_up_to(2)
    q.size()
    q.is_closed()
    q.close()
    q.close(cancel_pending_enqueues=True)


def named(tf, v):
    q = tf.FIFOQueue(2, [tf.float32, tf.string], names=["a", "b"])
    q.enqueue({"b": "text", "a": 1.0})
    q.dequeue()


def seeded(tf, v):
    tf.set_random_seed(5)
    tf.RandomShuffleQueue(10, 2, tf.float32, shapes=[()])
    tf.RandomShuffleQueue(10, 2, tf.float32, shapes=[()], seed=3)
    tf.RandomShuffleQueue(10, 2, tf.float32, shapes=[()], shared_name="s")


def scoped(tf, v):
    with tf.name_scope("outer"):
        q = tf.FIFOQueue(2, tf.float32)
        q.enqueue(1.0)
        q.dequeue()


def readers(tf, v):
    q = tf.train.string_input_producer(["a", "b"], shuffle=False)
    r = tf.TextLineReader(skip_header_lines=1)
    r.read(q)
    r.read_up_to(q, 3)
    r.num_records_produced()
    r.num_work_units_completed()
    r.reset()
    i = tf.IdentityReader()
    i.restore_state(i.serialize_state())
    tf.WholeFileReader(name="w").read(q)
    tf.FixedLengthRecordReader(4, header_bytes=1)
    tf.TFRecordReader(options=tf.python_io.TFRecordOptions(tf.python_io.TFRecordCompressionType.GZIP))


def features(tf):
    return {
        "a": tf.FixedLenFeature([2], tf.float32),
        "b c": tf.FixedLenFeature([], tf.int64, default_value=3),
        "d": tf.FixedLenSequenceFeature([3], tf.string, allow_missing=True),
        "e": tf.FixedLenSequenceFeature([], tf.float32, allow_missing=True, default_value=7.0),
    }


def example_pipeline(tf, v):
    tf.set_random_seed(1)
    files = tf.train.string_input_producer(["a", "b"], num_epochs=2, seed=4)
    _, text = tf.TFRecordReader().read(files)
    parsed = tf.parse_single_example(text, {"raw": tf.FixedLenFeature([], tf.string)})
    image = tf.reshape(tf.decode_raw(parsed["raw"], tf.uint8), [4])
    tf.train.shuffle_batch([tf.cast(image, tf.float32)], 8, 100, 50, num_threads=2, seed=2)


CALLS = {
    "fifo": all_of_a_queue,
    "fifo_named": named,
    "fifo_scoped": scoped,
    "fifo_dtypes": lambda tf, v: tf.FIFOQueue(3, tf.float32, [[2, 2]]),
    "fifo_partial": lambda tf, v: tf.FIFOQueue(3, tf.float32, [[None, 2]]),
    "fifo_wrong_shapes": lambda tf, v: tf.FIFOQueue(3, [tf.float32], [[2], [3]]),
    "fifo_wrong_names": lambda tf, v: tf.FIFOQueue(3, [tf.float32], names=["a", "b"]),
    "enqueue_wrong_shape": lambda tf, v: fifo(tf).enqueue([v.m, v.n]),
    "enqueue_wrong_type": lambda tf, v: fifo(tf).enqueue([v.ids, v.n]),
    "enqueue_dict": lambda tf, v: fifo(tf).enqueue({"a": 1}),
    "enqueue_many_batch": lambda tf, v: fifo(tf).enqueue_many([v.t[0][:, :3], v.ids]),
    "random_shuffle": seeded,
    "random_shuffle_unseeded": lambda tf, v: tf.RandomShuffleQueue(10, 2, [tf.float32]),
    "padding": lambda tf, v: tf.PaddingFIFOQueue(3, [tf.float32], [[None, 2]]).dequeue_many(2),
    "padding_no_shapes": lambda tf, v: tf.PaddingFIFOQueue(3, [tf.float32], None),
    "padding_wrong": lambda tf, v: tf.PaddingFIFOQueue(3, [tf.float32, tf.int32], [[None]]),
    "priority": lambda tf, v: tf.PriorityQueue(3, [tf.string], [()]).enqueue_many([[1, 2], ["a", "b"]]),
    "priority_unknown": lambda tf, v: tf.PriorityQueue(3, [tf.string]).dequeue(),
    "readers": readers,
    "files": lambda tf, v: (tf.read_file("a"), tf.write_file("a", "b"), tf.matching_files("*")),
    "decode_raw": lambda tf, v: tf.decode_raw(v.s, tf.int16, little_endian=False, name="raw"),
    "decode_raw_old": lambda tf, v: tf.decode_raw(bytes="ab", out_type=tf.uint8),
    "decode_csv": lambda tf, v: tf.decode_csv(v.s, [[1], [2.0], [""], tf.constant([], tf.int64)]),
    "decode_csv_options": lambda tf, v: tf.decode_csv("a", [[1], [2.0]], "\t", False, "c", "NA", [1, 3]),
    "decode_csv_wrong": lambda tf, v: tf.decode_csv("a", [[1], [2.0]], select_cols=[3, 1]),
    "parse_example": lambda tf, v: tf.parse_example(v.s, features(tf)),
    "parse_example_names": lambda tf, v: tf.parse_example(v.s, features(tf), "p", ["x", "y"]),
    "parse_single_example": lambda tf, v: tf.parse_single_example(v.s[0], features(tf)),
    "parse_single_example_named": lambda tf, v: tf.parse_single_example("t", features(tf), "p", "n"),
    "parse_wrong_shape": lambda tf, v: tf.parse_example(v.s, {"a": tf.FixedLenFeature([None], tf.float32)}),
    "parse_nothing": lambda tf, v: tf.parse_example(v.s, {}),
    "parse_wrong": lambda tf, v: tf.parse_example(v.s, {"a": 3}),
    "string_input_producer": lambda tf, v: tf.train.string_input_producer(["a", "b"]),
    "string_input_producer_epochs": lambda tf, v: tf.train.string_input_producer(
        v.s, num_epochs=3, shuffle=False, capacity=7, shared_name="s", name="files"
    ),
    "string_input_producer_empty": lambda tf, v: tf.train.string_input_producer([]),
    "input_producer": lambda tf, v: tf.train.input_producer(TABLE, num_epochs=1, seed=3, summary_name="full"),
    "input_producer_unknown": lambda tf, v: tf.train.input_producer(v.u),
    "range_input_producer": lambda tf, v: tf.train.range_input_producer(5, shuffle=False),
    "slice_input_producer": lambda tf, v: tf.train.slice_input_producer([TABLE, v.t], num_epochs=2, seed=1),
    "slice_input_producer_empty": lambda tf, v: tf.train.slice_input_producer([]),
    "limit_epochs": lambda tf, v: tf.train.limit_epochs(v.x, 2),
    "limit_epochs_wrong": lambda tf, v: tf.train.limit_epochs(v.x, 0),
    "match_filenames_once": lambda tf, v: tf.train.match_filenames_once("*.txt"),
    "batch": lambda tf, v: tf.train.batch([v.row, v.n], 4, num_threads=2),
    "batch_one": lambda tf, v: tf.train.batch([v.row], 4, allow_smaller_final_batch=True, name="b"),
    "batch_dict": lambda tf, v: tf.train.batch({"b": v.row, "a": v.n}, v.n, capacity=3),
    "batch_many": lambda tf, v: tf.train.batch([v.x, v.y], 4, enqueue_many=True),
    "batch_pad": lambda tf, v: tf.train.batch([v.x], 4, dynamic_pad=True),
    "batch_shapes": lambda tf, v: tf.train.batch([v.u], 4, shapes=[[2]]),
    "batch_unknown": lambda tf, v: tf.train.batch([v.u], 4),
    "batch_partial": lambda tf, v: tf.train.batch([v.x], 4),
    "batch_empty": lambda tf, v: tf.train.batch([], 4),
    "batch_join": lambda tf, v: tf.train.batch_join([[v.row, v.n], [v.row + 1.0, v.n]], 4),
    "batch_join_types": lambda tf, v: tf.train.batch_join([[v.row], [v.n]], 4),
    "maybe_batch": lambda tf, v: tf.train.maybe_batch([v.row], v.p[0, 0], 4),
    "maybe_batch_many": lambda tf, v: tf.train.maybe_batch([v.t], v.p[:, 0], 4, enqueue_many=True),
    "maybe_batch_wrong": lambda tf, v: tf.train.maybe_batch([v.row], v.p[0], 4),
    "shuffle_batch": lambda tf, v: tf.train.shuffle_batch([v.row, v.n], 4, 20, 10, seed=3),
    "shuffle_batch_wrong": lambda tf, v: tf.train.shuffle_batch([v.row], 4, 10, 10),
    "shuffle_batch_join": lambda tf, v: tf.train.shuffle_batch_join([[v.row], [v.row]], 4, 20, 10),
    "maybe_shuffle_batch": lambda tf, v: tf.train.maybe_shuffle_batch([v.row], 4, 20, 10, v.p[0, 0]),
    "example_pipeline": example_pipeline,
}

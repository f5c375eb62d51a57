"""Input pipelines as TensorFlow 1 programs: records of 784 bytes and a label, parsed, scaled, shuffled, in batches."""

import os
import tempfile

import numpy as np

RECORDS = 8000
_PER_FILE = 2000


def write(tf, folder):
    """The records in files; their names."""
    rng = np.random.RandomState(0)
    names = []
    for start in range(0, RECORDS, _PER_FILE):
        names.append(os.path.join(folder, f"{start}.tfrecords"))
        with tf.python_io.TFRecordWriter(names[-1]) as writer:
            for _ in range(_PER_FILE):
                feature = {
                    "pixels": tf.train.Feature(bytes_list=tf.train.BytesList(value=[rng.bytes(784)])),
                    "label": tf.train.Feature(int64_list=tf.train.Int64List(value=[rng.randint(10)])),
                }
                writer.write(tf.train.Example(features=tf.train.Features(feature=feature)).SerializeToString())
    return names


def parse(tf, record):
    """Pixels between -0.5 and 0.5, and the label."""
    features = {"pixels": tf.FixedLenFeature([], tf.string), "label": tf.FixedLenFeature([], tf.int64)}
    found = tf.parse_single_example(record, features)
    pixels = tf.cast(tf.decode_raw(found["pixels"], tf.uint8), tf.float32) / 255.0 - 0.5
    return tf.reshape(pixels, [784]), found["label"]


def queues(tf, names):
    """A batch of `tf.train.shuffle_batch` behind a reader; threads are running."""
    files = tf.train.string_input_producer(names, num_epochs=1)
    _, record = tf.TFRecordReader().read(files)
    pixels, label = parse(tf, record)
    return tf.train.shuffle_batch(
        [pixels, label], 128, capacity=4096, min_after_dequeue=1024, num_threads=2, allow_smaller_final_batch=True
    )


def dataset(tf, names):
    """A batch of a `tf.data.TFRecordDataset`."""
    records = tf.data.TFRecordDataset(names).map(lambda record: parse(tf, record), num_parallel_calls=2)
    return records.shuffle(1024).batch(128).prefetch(2).make_one_shot_iterator().get_next()


def drain(tf, way, clock):
    """Seconds from starting the threads to the end of the records."""
    with tempfile.TemporaryDirectory() as folder, tf.Graph().as_default(), tf.Session() as session:
        batch = way(tf, write(tf, folder))
        session.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
        coordinator = tf.train.Coordinator()
        start, seen = clock(), 0
        threads = tf.train.start_queue_runners(session, coordinator)
        try:
            while True:
                seen += len(session.run(batch)[1])
        except tf.errors.OutOfRangeError:
            seconds = clock() - start
        coordinator.request_stop()
        coordinator.join(threads)
    assert seen == RECORDS, seen
    return seconds

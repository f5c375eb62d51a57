"""Queues, readers and input functions in running sessions; also runs on the recorder's Python 3.7 with TF 1.15.

Each function takes `tf` and a folder for files, and returns JSON. Threads meet at events, never by sleeping long.
"""

import os
import re
import threading
import time

import numpy as np


def plain(x):
    """A fetched value as JSON."""
    if isinstance(x, dict):
        return {k: plain(v) for k, v in sorted(x.items())}
    if isinstance(x, (list, tuple)):
        return [plain(v) for v in x]
    if x is None:
        return x
    if isinstance(x, (bytes, str)):
        return x.decode("latin-1") if isinstance(x, bytes) else x
    x = np.asarray(x)
    if x.dtype == object:
        return [v.decode("latin-1") for v in x.ravel().tolist()] if x.ndim else x.item().decode("latin-1")
    return x.tolist()


def attempt(function):
    """What a function gives, or the class and first line of its error, without the number of the resource."""
    try:
        return plain(function())
    except Exception as e:
        return [type(e).__name__, re.sub(r"'_\d+_", "'_N_", str(e).split("\n")[0])]


class Waiting:
    """A call in a thread of its own; `result` waits for it."""

    def __init__(self, function):
        self._found = []
        self._thread = threading.Thread(target=lambda: self._found.append(attempt(function)))
        self._thread.daemon = True
        self._thread.start()
        self._thread.join(0.03)

    @property
    def waits(self):
        return not self._found

    def result(self):
        self._thread.join(10)
        return self._found[0]


def fifo(tf, folder):
    q = tf.FIFOQueue(3, [tf.int32, tf.string], shapes=[[], []])
    x, s = tf.placeholder(tf.int32, None), tf.placeholder(tf.string, None)
    one, many = q.enqueue([x, s]), q.enqueue_many([x, s])
    out, two, up = q.dequeue(), q.dequeue_many(2), q.dequeue_up_to(4)
    found = []
    with tf.Session() as sess:
        sess.run(one, {x: 1, s: "a"})
        sess.run(many, {x: [2, 3], s: ["b", "c"]})
        found.append(plain(sess.run([q.size(), q.is_closed()])))
        full = Waiting(lambda: sess.run(one, {x: 4, s: "d"}) or "in")
        found.append([full.waits, plain(sess.run(out)), full.result()])
        found.append(plain(sess.run(two)))
        found.append(attempt(lambda: sess.run(many, {x: [1, 2], s: ["b"]})))
        found.append(attempt(lambda: sess.run(one, {x: [1, 2], s: "b"})))
        sess.run(q.close())
        found.append(attempt(lambda: sess.run(one, {x: 4, s: "d"})))
        found.append(attempt(lambda: sess.run(two)))
        found.append(plain(sess.run(up)))
        found.append(attempt(lambda: sess.run(out)))
        found.append(attempt(lambda: sess.run(up)))
        found.append(attempt(lambda: sess.run(q.close())))
        found.append(attempt(lambda: sess.run(q.close(cancel_pending_enqueues=True))))
        found.append(plain(sess.run([q.size(), q.is_closed()])))
    return found


def more_than_fits(tf, folder):
    q = tf.FIFOQueue(2, tf.int32, shapes=[[]])
    x = tf.placeholder(tf.int32, [None])
    many, five, zero = q.enqueue_many([x]), q.dequeue_many(5), q.dequeue_many(0)
    with tf.Session() as sess:
        putting = Waiting(lambda: sess.run(many, {x: range(7)}) or "in")
        found = [putting.waits, plain(sess.run(five)), putting.result(), plain(sess.run(zero))]
        n = tf.placeholder(tf.int32, [])
        found.append(attempt(lambda: sess.run(q.dequeue_many(n), {n: -1})))
        found.append(attempt(lambda: sess.run(q.dequeue_up_to(n), {n: -1})))
        taking = Waiting(lambda: sess.run(five))
        found.append([taking.waits, plain(sess.run(q.size()))])
        sess.run(q.close())
        found.append(taking.result())
        found.append(plain(sess.run(q.dequeue_many(2))))
    return found


def close_with_waiting(tf, folder):
    found = []
    for cancel in (False, True):
        q = tf.FIFOQueue(1, tf.int32, shapes=[[]])
        put, take = q.enqueue(7), q.dequeue()
        close = q.close(cancel_pending_enqueues=cancel)
        with tf.Session() as sess:
            sess.run(put)
            waiting = Waiting(lambda: sess.run(put) or "in")
            found.append(waiting.waits)
            closing = Waiting(lambda: sess.run(close) or "closed")
            found.append([closing.waits, plain(sess.run(take)), waiting.result(), closing.result()])
            found.append([attempt(lambda: sess.run(take)), attempt(lambda: sess.run(take))])
    return found


def close_session(tf, folder):
    q = tf.FIFOQueue(1, tf.int32, shapes=[[]])
    put, take, size = q.enqueue(7), q.dequeue(), q.size()
    sess = tf.Session()
    sess.run(size)
    taking = Waiting(lambda: sess.run(take))
    found = [taking.waits]
    sess.close()
    found.append(taking.result())
    with tf.Session() as other:
        other.run(put)
        putting = Waiting(lambda: other.run(put))
        found.append(putting.waits)
    found.append(putting.result())
    return found


def shapes_unknown(tf, folder):
    q = tf.FIFOQueue(3, tf.float32)
    x = tf.placeholder(tf.float32, None)
    put = q.enqueue(x)
    with tf.Session() as sess:
        sess.run(put, {x: [1.0, 2.0]})
        sess.run(put, {x: 3.0})
        found = [plain(sess.run(q.dequeue())), plain(sess.run(q.dequeue()))]
        found.append(attempt(lambda: sess.run(q.dequeue_many(1))))
    return found


def named_elements(tf, folder):
    q = tf.FIFOQueue(3, [tf.float32, tf.string], names=["a", "b"])
    put, out = q.enqueue({"b": "text", "a": 1.5}), q.dequeue()
    with tf.Session() as sess:
        sess.run(put)
        return plain(sess.run(out))


def shared(tf, folder):
    a = tf.FIFOQueue(3, tf.int32, shapes=[[]], shared_name="s")
    b = tf.FIFOQueue(3, tf.int32, shapes=[[]], shared_name="s")
    c = tf.FIFOQueue(4, tf.int32, shapes=[[]], shared_name="s")
    d = tf.FIFOQueue(3, tf.float32, shapes=[[]], shared_name="s")
    e = tf.FIFOQueue(3, tf.int32, shapes=[[2]], shared_name="s")
    with tf.Session() as sess:
        sess.run(a.enqueue(5))
        return [plain(sess.run(b.dequeue()))] + [attempt(lambda: sess.run(q.size())) for q in (c, d, e)]


def random_shuffle(tf, folder):
    tf.set_random_seed(1)
    q = tf.RandomShuffleQueue(30, 0, tf.int32, [[]], seed=2)
    keep = tf.RandomShuffleQueue(30, 5, tf.int32, [[]], seed=2)
    put, four = q.enqueue_many([tf.range(12)]), q.dequeue_many(4)
    with tf.Session() as sess:
        sess.run([put, keep.enqueue_many([tf.range(20)])])
        found = [plain(sess.run(four)) for _ in range(3)]
        one = keep.dequeue()
        found.append([plain(sess.run(one)) for _ in range(15)])
        waiting = Waiting(lambda: sess.run(keep.dequeue_many(5)))
        found.append([waiting.waits, plain(sess.run(keep.size()))])
        sess.run(keep.close())
        found.append(waiting.result())
        found.append(attempt(lambda: sess.run(one)))
    return found


def padding(tf, folder):
    q = tf.PaddingFIFOQueue(9, [tf.int32, tf.string], shapes=[[None], [None, 2]])
    x, s = tf.placeholder(tf.int32, [None]), tf.placeholder(tf.string, None)
    put, two = q.enqueue([x, s]), q.dequeue_many(2)
    with tf.Session() as sess:
        for n in (1, 3, 2):
            sess.run(put, {x: range(n), s: [["a", "b"]] * (4 - n)})
        found = [plain(v) + list(v.shape) for v in sess.run(two)]
        found.append(attempt(lambda: sess.run(put, {x: [1], s: [["a"]]})))
        sess.run(q.close())
        found.append(attempt(lambda: sess.run(q.dequeue_up_to(5))))
    return found


def priority(tf, folder):
    q = tf.PriorityQueue(9, [tf.string], shapes=[()])
    p, s = tf.placeholder(tf.int64, None), tf.placeholder(tf.string, None)
    many, one, two = q.enqueue_many([p, s]), q.enqueue([p, s]), q.dequeue_many(2)
    with tf.Session() as sess:
        sess.run(many, {p: [5, -2, 3, 9], s: ["a", "b", "c", "d"]})
        found = [plain(sess.run(two))]
        sess.run(one, {p: 1, s: "e"})
        found.append(plain(sess.run(q.dequeue())))
        found.append(attempt(lambda: sess.run(one, {p: [1], s: "e"})))
        sess.run(q.close())
        found.append(plain(sess.run(q.dequeue_up_to(2))))
        found.append(attempt(lambda: sess.run(two)))
    return found


def texts(folder, *contents):
    """Files with these contents in `folder`."""
    names = []
    for i, content in enumerate(contents):
        names.append(os.path.join(folder, "file%d" % i))
        with open(names[-1], "wb") as f:
            f.write(content)
    return names


def short(found, folder):
    """Results without the folder's name."""
    if isinstance(found, list):
        return [short(v, folder) for v in found]
    return found.replace(folder + os.sep, "") if isinstance(found, str) else found


def read_all(tf, reader, names, n=20):
    """The records of the files up to the first error."""
    q = tf.FIFOQueue(9, tf.string, shapes=[[]])
    counts = [reader.num_records_produced(), reader.num_work_units_completed()]
    fetch = reader.read(q)
    found = []
    with tf.Session() as sess:
        sess.run(q.enqueue_many([names]))
        sess.run(q.close())
        for _ in range(n):
            found.append(attempt(lambda: sess.run(fetch)))
            if len(found[-1]) == 2 and str(found[-1][0]).endswith("Error"):
                break
        found.append(plain(sess.run(counts)))
        sess.run(reader.reset())
        found.append(plain(sess.run(counts)))
    return found


def text_lines(tf, folder):
    names = texts(folder, b"head\none\ntwo\r\n\nthree", b"", b"head\n", b"a\rb\nlast\n", b"x\r\r\ny\r")
    found = read_all(tf, tf.TextLineReader(), names) + read_all(tf, tf.TextLineReader(skip_header_lines=1), names)
    return short(found + read_all(tf, tf.TextLineReader(), [names[0] + "missing", names[3]]), folder)


def up_to(tf, folder):
    names = texts(folder, b"a\nb\nc\n", b"d\n")
    q = tf.FIFOQueue(9, tf.string, shapes=[[]])
    fetch = tf.TextLineReader().read_up_to(q, 2)
    with tf.Session() as sess:
        sess.run(q.enqueue_many([names]))
        sess.run(q.close())
        return short([attempt(lambda: sess.run(fetch)) for _ in range(4)], folder)


def fixed_length(tf, folder):
    names = texts(folder, b"H1122334F", b"Habcdef")
    plainly = tf.FixedLengthRecordReader(2, header_bytes=1, footer_bytes=1)
    hopping = tf.FixedLengthRecordReader(3, hop_bytes=2)
    found = read_all(tf, plainly, names) + read_all(tf, hopping, names)
    return short(found + read_all(tf, tf.FixedLengthRecordReader(1, hop_bytes=3), names), folder)


def whole_files(tf, folder):
    names = texts(folder, b"one", b"", b"three\n")
    return short(read_all(tf, tf.WholeFileReader(), names + ["gone"]), folder)


def tf_records(tf, folder):
    names = [os.path.join(folder, "r%d" % i) for i in range(3)]
    kinds = tf.python_io.TFRecordCompressionType
    for name, kind in zip(names, (kinds.NONE, kinds.NONE, kinds.GZIP)):
        with tf.python_io.TFRecordWriter(name, tf.python_io.TFRecordOptions(kind)) as w:
            for text in (b"first", b"", b"third" * 3):
                w.write(text)
    gzip = tf.TFRecordReader(options=tf.python_io.TFRecordOptions(kinds.GZIP))
    return short(read_all(tf, tf.TFRecordReader(), names[:2]) + read_all(tf, gzip, names[2:]), folder)


def identity_state(tf, folder):
    q = tf.FIFOQueue(9, tf.string, shapes=[[]])
    r = tf.IdentityReader()
    read, state = r.read(q), r.serialize_state()
    given = tf.placeholder(tf.string, [])
    restore = r.restore_state(given)
    with tf.Session() as sess:
        sess.run(q.enqueue_many([["x", "y", "z"]]))
        found = [plain(sess.run(read)), plain(sess.run(read))]
        kept = sess.run(state)
        found.append(kept.decode("latin-1"))
        found.append(plain(sess.run(read)))
        sess.run(restore, {given: kept})
        found.append(plain(sess.run([r.num_records_produced(), r.num_work_units_completed()])))
        for text in (b"", kept[:-1], kept[1:], kept + b"extra", b"\x08\x02\x10\x01"):
            found.append(attempt(lambda text=text: sess.run(restore, {given: text})))
        found.append(attempt(lambda: sess.run(tf.TextLineReader().serialize_state())))
    return found


def filled(tf, sess, counts):
    """Run the enqueue operations of all queue runners, in the main thread."""
    sess.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
    for runner, n in zip(tf.get_collection(tf.GraphKeys.QUEUE_RUNNERS), counts):
        for _ in range(n):
            sess.run(runner.enqueue_ops[0])


def producers(tf, folder):
    found = []
    for make, counts, draws in (
        (lambda: tf.train.string_input_producer(list("abcdefgh"), seed=2).dequeue_many(8), [3], 3),
        (lambda: tf.train.range_input_producer(9, seed=2).dequeue_many(9), [3], 3),
        (lambda: tf.train.batch(tf.train.slice_input_producer([tf.range(10)], seed=2), 5, 200), [3, 20], 4),
    ):
        with tf.Graph().as_default():
            tf.set_random_seed(1)
            fetch = make()
            with tf.Session() as sess:
                filled(tf, sess, counts)
                found.append([plain(sess.run(fetch)) for _ in range(draws)])
    return found


def shuffle_batches(tf, folder):
    tf.set_random_seed(1)
    i = tf.train.range_input_producer(24, num_epochs=1, shuffle=False).dequeue()
    y = tf.train.shuffle_batch([i], 4, capacity=100, min_after_dequeue=10, seed=2, allow_smaller_final_batch=True)
    runners = tf.get_collection(tf.GraphKeys.QUEUE_RUNNERS)
    with tf.Session() as sess:
        filled(tf, sess, [1, 24])
        found = [attempt(lambda: sess.run(runners[0].enqueue_ops[0]))]
        for runner in runners:
            sess.run(runner.close_op)
        return found + [attempt(lambda: sess.run(y)) for _ in range(7)]


def maybe_batches(tf, folder):
    i = tf.train.range_input_producer(12, num_epochs=1, shuffle=False).dequeue()
    even = tf.train.maybe_batch([i, i * 10], tf.equal(i % 2, 0), 3)
    with tf.Session() as sess:
        filled(tf, sess, [1, 12])
        return [plain(sess.run(even)) for _ in range(2)]


def pipeline(tf, folder):
    """Two epochs of records through readers, parsing and batches, with all threads and a coordinator."""
    name = os.path.join(folder, "examples")
    with tf.python_io.TFRecordWriter(name) as w:
        for k in range(10):
            raw = tf.train.Feature(bytes_list=tf.train.BytesList(value=[bytes(bytearray([k, k + 1]))]))
            label = tf.train.Feature(int64_list=tf.train.Int64List(value=[k * k]))
            features = tf.train.Features(feature={"raw": raw, "label": label})
            w.write(tf.train.Example(features=features).SerializeToString())
    files = tf.train.string_input_producer([name], num_epochs=2)
    _, text = tf.TFRecordReader().read(files)
    spec = {"raw": tf.FixedLenFeature([], tf.string), "label": tf.FixedLenFeature([], tf.int64)}
    parsed = tf.parse_single_example(text, spec)
    image = tf.cast(tf.reshape(tf.decode_raw(parsed["raw"], tf.uint8), [2]), tf.float32) / 2.0
    images, labels = tf.train.batch([image, parsed["label"]], 4, allow_smaller_final_batch=True)
    w = tf.Variable(0.0)
    train = tf.assign_add(w, tf.reduce_sum(images))
    found = []
    with tf.Session() as sess:
        sess.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
        coord = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(sess, coord)
        try:
            while not coord.should_stop():
                found.append(plain(sess.run([images, labels, train])))
        except tf.errors.OutOfRangeError:
            found.append("end")
        finally:
            coord.request_stop()
            coord.join(threads)
        found.append(plain(sess.run(w)))
        found.append([t.is_alive() for t in threads])
    return found


def failing_runner(tf, folder):
    """An error in a thread stops the others and is raised by `join`."""
    x = tf.train.string_input_producer([os.path.join(folder, "missing")], shuffle=False)
    batch = tf.train.batch(list(tf.WholeFileReader().read(x)), 2)
    with tf.Session() as sess:
        coord = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(sess, coord)
        end = attempt(lambda: sess.run(batch))[0]
        coord.request_stop()
        return short([end, attempt(lambda: coord.join(threads)), coord.joined], folder)


def runner_proto(tf, folder):
    q = tf.FIFOQueue(3, tf.int32, shapes=[[]])
    runner = tf.train.QueueRunner(q, [q.enqueue(1), q.enqueue(2)])
    again = tf.train.QueueRunner.from_proto(runner.to_proto())
    return [str(runner.to_proto()), again.name, [op.name for op in again.enqueue_ops], again.cancel_op.name]


def matching(tf, folder):
    names = texts(folder, b"a", b"b")
    v = tf.train.match_filenames_once(os.path.join(folder, "file*"))
    with tf.Session() as sess:
        sess.run(tf.local_variables_initializer())
        found = [plain(sess.run(v)), plain(sess.run(tf.matching_files(os.path.join(folder, "nothing*"))))]
        sess.run(tf.write_file(os.path.join(folder, "new", "c"), "text"))
        found.append(plain(sess.run(tf.read_file(os.path.join(folder, "new", "c")))))
        found.append(attempt(lambda: sess.run(tf.read_file(names[0] + "gone"))))
    return short(found, folder)


def parsing(tf, folder):
    """Features found, missing, of another type or length, in batches and alone."""

    def feature(x):
        if isinstance(x[0], float):
            return tf.train.Feature(float_list=tf.train.FloatList(value=x))
        if isinstance(x[0], int):
            return tf.train.Feature(int64_list=tf.train.Int64List(value=x))
        return tf.train.Feature(bytes_list=tf.train.BytesList(value=x))

    def example(**kwargs):
        features = tf.train.Features(feature={k: feature(v) for k, v in kwargs.items()})
        return tf.train.Example(features=features).SerializeToString()

    text = example(x=[1.0, 2.0, 3.0], i=[4], s=[b"a", b"b"])
    specs = [
        {"x": tf.FixedLenFeature([3], tf.float32), "s": tf.FixedLenFeature([2, 1], tf.string)},
        {"z": tf.FixedLenFeature([2], tf.float32, [1.5, 2.5]), "i": tf.FixedLenFeature([], tf.int64, 7)},
        {
            "x": tf.FixedLenSequenceFeature([], tf.float32, True, 9.0),
            "z": tf.FixedLenSequenceFeature([2], tf.int64, True),
        },
        {"z": tf.FixedLenFeature([], tf.float32)},
        {"i": tf.FixedLenFeature([], tf.float32)},
        {"x": tf.FixedLenFeature([2], tf.float32)},
        {"x": tf.FixedLenSequenceFeature([2], tf.float32, True)},
        {"x": tf.FixedLenSequenceFeature([2], tf.int64, True)},
    ]
    found = []
    with tf.Session() as sess:
        for spec in specs:
            found.append(attempt(lambda: sess.run(tf.parse_example([text, text], spec))))
            found.append(attempt(lambda: sess.run(tf.parse_example([b"", text], spec, example_names=["n", "m"]))))
            alone = attempt(lambda: sess.run(tf.parse_single_example(text, spec)))
            found.append([alone[0], alone[1].split("Number of")[0].strip()] if isinstance(alone, list) else alone)
        found.append(attempt(lambda: sess.run(tf.parse_single_example(b"garbage", specs[0]))))
        found.append(attempt(lambda: sess.run(tf.decode_raw(["abc", "ab"], tf.uint8))))
        found.append(attempt(lambda: sess.run(tf.decode_raw(["abc"], tf.int16))))
        for record in ("a,b", '"a","b""c",d', 'a,b"x,c', '"a"x,b,c', "a,b,c\n", "", '"', ",,", 'a,"b', '"a,b",c,d'):
            found.append(attempt(lambda: sess.run(tf.decode_csv(record, [["d"], ["e"], ["f"]]))))
        for record in ("1", " 1 ", "+1", "1.5", "abc", "1e3", "0x10", "1_0", "99999999999", "1."):
            for dtype in (tf.int32, tf.int64, tf.float32, tf.float64):
                found.append(attempt(lambda: sess.run(tf.decode_csv(record, [tf.constant([], dtype)]))))
    return found


def coordinator(tf, folder):
    """Stops, exceptions and loops of threads."""
    found = []
    coord = tf.train.Coordinator()
    calls = []
    looper = tf.train.LooperThread.loop(coord, 0.001, calls.append, args=(1,))
    while len(calls) < 3:
        time.sleep(0.001)
    coord.request_stop()
    coord.join([looper])
    found.append([coord.should_stop(), coord.joined, looper.is_alive()])
    coord.clear_stop()
    found.append([coord.should_stop(), coord.joined])

    def fail():
        with coord.stop_on_exception():
            raise ValueError("in a thread")

    thread = threading.Thread(target=fail)
    thread.start()
    found.append(attempt(lambda: coord.join([thread])))
    found.append(attempt(lambda: coord.raise_requested_exception()))
    coord = tf.train.Coordinator()
    coord.request_stop(tf.errors.OutOfRangeError(None, None, "end"))
    found.append(attempt(lambda: coord.join([]) or "clean"))
    hold = threading.Event()
    slow = threading.Thread(target=hold.wait, name="slow")
    slow.start()
    found.append(attempt(lambda: coord.join([slow], stop_grace_period_secs=0.01)))
    found.append(attempt(lambda: coord.join([slow], 0.01, ignore_live_threads=True) or "left"))
    hold.set()
    return found


RUNS = [
    fifo, more_than_fits, close_with_waiting, close_session, shapes_unknown, named_elements, shared, random_shuffle,
    padding, priority, text_lines, up_to, fixed_length, whole_files, tf_records, identity_state, producers,
    shuffle_batches, maybe_batches, pipeline, failing_runner, runner_proto, matching, parsing, coordinator,
]  # fmt: skip

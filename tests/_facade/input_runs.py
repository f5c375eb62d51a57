"""Ways of reading data in running sessions, with bad input; also runs on the recorder's Python 3.7 with TF 1.15.

Each function takes `tf` and a folder for files, and returns JSON.
"""

import os
import re
import struct
import warnings

import numpy as np
from queue_runs import attempt, plain, short


def until_error(sess, fetch, limit=9):
    """What runs give until one fails, and how it fails: without the name of a function, and of a file that only we tell."""
    found = []
    for _ in range(limit):
        found.append(attempt(lambda: sess.run(fetch)))
        if isinstance(found[-1], list) and str(found[-1][0]).endswith("Error"):
            found[-1][1] = re.sub(r"^\{\{function_node \S+\}\} *| in /\S+$", "", found[-1][1]).strip()
            break
    return found


def through_queue(tf, path, reader, use=lambda x: x):
    """What of the records of a file arrives behind two queues, and what the threads had to say."""
    names = tf.train.string_input_producer([path], num_epochs=1, shuffle=False)
    batch = tf.train.batch([use(reader.read(names)[1])], 1)
    with tf.Session() as sess:
        sess.run(tf.local_variables_initializer())
        coord = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(sess, coord)
        found = until_error(sess, batch)
        coord.request_stop()
        found[-1] = found[-1][0]
        return [*found, attempt(lambda: coord.join(threads))]


def put_and_take_at_once(tf, folder):
    """One step takes from a queue that is empty, or puts into one that is full; nothing orders the two."""
    x = tf.placeholder(tf.int32, [])
    q = tf.FIFOQueue(1, tf.int32, [[]])
    put, take, size = q.enqueue(x), q.dequeue(), q.size()
    rows, five = q.enqueue_many([tf.range(5) + x]), q.dequeue_many(5)
    v = tf.Variable(7)
    twice = take * 2
    put_variable = q.enqueue(v + 1)
    with tf.control_dependencies([v.assign_add(x)]):
        put_later = q.enqueue(v * 10)
    with tf.control_dependencies([take]):
        seen = tf.identity(v)
    other = tf.PaddingFIFOQueue(1, tf.int32, [[None]])
    chained = [other.dequeue(), other.enqueue([[take, take]])]
    area = tf.contrib.staging.StagingArea([tf.int32], [[]], capacity=1)
    stage, unstage = area.put([x]), area.get()
    sums = tf.ConditionalAccumulator(tf.float32, shape=[])
    applied, average = sums.apply_grad(3.0, local_step=0), sums.take_grad(1)
    texts = tf.FIFOQueue(1, tf.string, [[]])
    joined = [tf.string_join([texts.dequeue(), "b"]), texts.enqueue("a")]  # goes on on the host
    found = []
    with tf.Session() as sess:
        sess.run(v.initializer)
        found.append(sess.run(joined)[0].decode())
        for fetches in ([take, put], [put, take]):
            found.append(plain(sess.run(fetches, {x: 3})))
        sess.run(put, {x: 1})
        found.append(plain(sess.run([put, take], {x: 4})))
        found.append(plain([sess.run([take, put], {x: 5}), sess.run([take, size])[0]]))
        found.append(plain([sess.run([twice, put_variable]) for _ in range(2)]))
        found.append(plain(sess.run([twice, put_later], {x: 1})))
        found.append(plain(sess.run([seen, put_later], {x: 0})))
        found.append(plain([sess.run([rows, five], {x: 1}), sess.run([five, rows], {x: 2})]))
        found.append(plain(sess.run([*chained, put], {x: 6})))
        found.append(plain(sess.run([unstage, stage], {x: 7})))
        sess.run(stage, {x: 8})
        found.append(plain([sess.run([stage, unstage], {x: 9}), sess.run(unstage)]))
        found.append(plain(sess.run([average, applied])))
    return found


def put_and_take_refused(tf, folder):
    """Where what puts fails, what takes does not wait any longer."""
    x = tf.placeholder(tf.int32)
    q = tf.FIFOQueue(1, tf.int32, [[]])
    put, take, size = q.enqueue(x), q.dequeue(), q.size()
    found = []
    with tf.Session() as sess:
        found.append(attempt(lambda: sess.run([take, put], {x: [1, 2]})))
        sess.run(put, {x: 3})
        found.append(attempt(lambda: sess.run([size, take])[1]))
    return found


def damaged_records(tf, folder):
    """Every record before the fault arrives, then the error tells where it is."""
    good = os.path.join(folder, "good")
    with tf.python_io.TFRecordWriter(good) as writer:
        for i in range(4):
            writer.write(b"record %d" % i)
    with open(good, "rb") as f:
        data = f.read()
    at = 2 * len(data) // 4  # where the third begins
    flipped = {"length": at + 1, "checksum of the length": at + 9, "data": at + 14, "checksum": at + 21}
    files = {"cut in " + k: data[:i] for k, i in (("length", at + 3), ("data", at + 15), ("checksum", at + 22))}
    files.update(("wrong " + k, data[:i] + bytes([data[i] ^ 1]) + data[i + 1 :]) for k, i in flipped.items())
    files.update({"empty": b"", "text": b"no file of records at all"})
    found = []
    for name in sorted(files):
        path = os.path.join(folder, name.replace(" ", "_"))
        with open(path, "wb") as f:
            f.write(files[name])
        with tf.Graph().as_default():
            following = tf.data.TFRecordDataset(path).make_one_shot_iterator().get_next()
            with tf.Session() as sess:
                of_dataset = until_error(sess, following)
        with tf.Graph().as_default():
            of_queue = through_queue(tf, path, tf.TFRecordReader())
        read = []
        end = attempt(lambda: read.extend(tf.python_io.tf_record_iterator(path)))
        if isinstance(end, list):
            end[1] = re.sub(r" in /\S+$", "", end[1])
        of_queue[-1] = of_queue[-1] and [of_queue[-1][0], re.sub(r" in /\S+$", "", of_queue[-1][1])]
        found.append([name, of_dataset, of_queue, plain(read), end])
    return short(found, folder)


def damaged_compressed(tf, folder):
    """Half of a compressed file, and one that is compressed otherwise than is said."""
    found = []
    kinds = tf.python_io.TFRecordCompressionType
    for kind, other in ((kinds.GZIP, kinds.ZLIB), (kinds.ZLIB, kinds.GZIP)):
        path = os.path.join(folder, "records%d" % kind)
        with tf.python_io.TFRecordWriter(path, tf.python_io.TFRecordOptions(kind)) as writer:
            for i in range(50):
                writer.write(b"record %d" % i)
        for options in (kind, other):
            read, options = [], tf.python_io.TFRecordOptions(options)
            end = attempt(lambda: read.extend(tf.python_io.tf_record_iterator(path, options)))
            found.append([len(read), end and end[0]])
        with open(path, "rb") as f:
            data = f.read()
        with open(path, "wb") as f:
            f.write(data[: len(data) // 2])
        read, options = [], tf.python_io.TFRecordOptions(kind)
        end = attempt(lambda: read.extend(tf.python_io.tf_record_iterator(path, options)))
        found.append([len(read) < 50, end and end[0]])
    return found


def damaged_examples(tf, folder):
    """A record that is no Example, or lacks a feature, or has one of another kind or length."""

    def example(**values):
        made = {}
        for key, value in values.items():
            if isinstance(value[0], float):
                made[key] = tf.train.Feature(float_list=tf.train.FloatList(value=value))
            else:
                made[key] = tf.train.Feature(int64_list=tf.train.Int64List(value=value))
        return tf.train.Example(features=tf.train.Features(feature=made)).SerializeToString()

    def parse_alone(record):
        parsed = tf.parse_single_example(record, spec)
        return tf.to_float(parsed["n"]) + parsed["x"]

    spec = {"n": tf.FixedLenFeature([], tf.int64), "x": tf.FixedLenFeature([2], tf.float32)}
    good = example(x=[1.0, 2.0], n=[3])
    bad = [example(n=[3]), b"xyz", good[:-3], example(x=[1.0]), example(x=[1], n=[3]), example(x=[1.0, 2.0], n=[1, 2])]
    found = []
    for i, record in enumerate(bad):
        path = os.path.join(folder, "examples%d" % i)
        with tf.python_io.TFRecordWriter(path) as writer:
            for text in (good, record, good):
                writer.write(text)
        with tf.Graph().as_default():
            records = tf.data.TFRecordDataset(path)
            alone = records.map(parse_alone).make_one_shot_iterator().get_next()
            parsed = records.batch(2).map(lambda x: tf.parse_example(x, spec)["x"])
            batch = parsed.make_one_shot_iterator().get_next()
            with tf.Session() as sess:
                row = [until_error(sess, alone), until_error(sess, batch)]
        with tf.Graph().as_default():
            row.append(through_queue(tf, path, tf.TFRecordReader(), parse_alone))
        for end in (row[0][-1], row[2][-1]):
            end[1] = re.sub(r"(Can't parse serialized Example\.).*", r"\1", end[1])  # we say why
        found.append(row)
    return found


def damaged_lines(tf, folder):
    """Too few fields, a field that is no number, one that is required and empty; headers alike."""
    path = os.path.join(folder, "lines.csv")
    found = []
    for line in ("4,5", "4,5,6,7", "4,x,6", "4,,6", '4,"5,6'):
        with open(path, "w") as f:
            f.write("1,2,3\n%s\n7,8,9\n" % line)
        with tf.Graph().as_default():
            default = tf.constant([], tf.int32)
            decoded = tf.data.TextLineDataset(path).map(lambda x: tf.decode_csv(x, [default] * 3))
            fields = decoded.make_one_shot_iterator().get_next()
            of_file = tf.data.experimental.CsvDataset(path, [tf.int32] * 3).make_one_shot_iterator().get_next()
            with tf.Session() as sess:
                row = [until_error(sess, fields), until_error(sess, of_file)]
        with tf.Graph().as_default():
            row.append(through_queue(tf, path, tf.TextLineReader(), lambda x: tf.decode_csv(x, [[0]] * 3)[1]))
        found.append(row)
    return found


def broken_media(tf, folder):
    """Pictures and sounds that are cut off or something else, channels that there are not."""
    pixels = np.random.RandomState(0).randint(0, 256, (4, 4, 3)).astype(np.uint8)
    header = struct.pack("<IHHIIiiHHIIiiII", 54 + 48, 0, 0, 54, 40, 4, 4, 1, 24, 0, 0, 0, 0, 0, 0)
    gif = b"GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00!\xf9\x04\x01\x00\x00\x00\x00,"
    files = {
        "bmp": b"BM" + header + pixels.tobytes(),
        "empty": b"",
        "text": b"no picture at all, but a text of 40 bytes",
    }
    files["gif"] = gif + b"\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"
    content = tf.placeholder(tf.string, [])
    channels = (0, 1, 2, 3, 4, 5)
    decoders = {
        "png": [tf.image.decode_png(content, channels=n) for n in channels],
        "jpeg": [tf.image.decode_jpeg(content, channels=n) for n in channels],
        "crop": [tf.image.decode_and_crop_jpeg(content, [0, 0, 2, 2], channels=n) for n in channels],
        "bmp": [tf.image.decode_bmp(content, channels=n) for n in channels],
        "image": [tf.image.decode_image(content, channels=n) for n in (0, 3)],
        "gif": [tf.image.decode_gif(content)],
        "wav": [tf.audio.decode_wav(content)[0]],
        "shape": [tf.image.extract_jpeg_shape(content)],
    }
    found = []
    with tf.Session() as sess:

        def outcome(kind, data, number=0):
            size = lambda: list(sess.run(decoders[kind][number], {content: data}).shape)
            result = attempt(size)
            if result and isinstance(result[0], str):  # we add what Pillow says, TF what its GIF library says
                result[1] = re.sub(r"(size \d+) \(.*|, failed to (open|slurp) gif file.*", r"\1", result[1])
            return result

        files["png"], files["jpeg"], files["wav"] = sess.run(
            [
                tf.image.encode_png(pixels),
                tf.image.encode_jpeg(pixels),
                tf.audio.encode_wav(np.zeros((3, 1), "f"), 8000),
            ]
        )
        for name in ("png", "jpeg", "gif", "bmp", "empty", "text"):
            for kind in ("png", "jpeg", "crop", "bmp", "image"):
                if kind != "bmp" or name in ("bmp", "empty"):  # others: whatever is found at the places of its header
                    found.append([name, kind, [outcome(kind, files[name], i) for i in range(len(decoders[kind]))]])
        for kind, sizes in (("png", (8, 20, 33, 50)), ("jpeg", (3, 20, 300)), ("gif", (6, 19, 30)), ("bmp", (20, 50))):
            cut = "image" if kind == "jpeg" else kind
            found.append([kind, [outcome(cut, files[kind][:n]) for n in sizes]])
        found.append([outcome("shape", files["jpeg"][:n]) for n in (0, 3, 300, 1000)])
        wav = files["wav"]
        found.append([outcome("wav", wav[:n]) for n in (0, 3, 7, 11, 15, 19, 33, 36, 40, 44, 48, 50)])
        for at, other in ((8, b"X"), (12, b"X"), (16, b"\1"), (20, b"\3"), (22, b"\0"), (34, b"\x08"), (36, b"X")):
            found.append(outcome("wav", wav[:at] + other + wav[at + 1 :]))
        for shape in ((2, 2, 7), (2, 2, 2), (2, 2)):
            for encode in (tf.image.encode_png, tf.image.encode_jpeg):
                found.append(attempt(lambda: len(sess.run(encode(np.zeros(shape, np.uint8)))) > 0))
        found.append(attempt(lambda: sess.run(tf.image.encode_jpeg(pixels, format="grayscale"))))
    return found


def glimpse_noise(tf, folder):
    """Outside of an image: noise between its least and largest value, or like each of its channels."""
    images = np.random.RandomState(0).normal(size=(2, 8, 8, 3)).astype("f")
    images[..., 1] = images[..., 1] * 100 + 50
    images[1] *= 10
    far = [[500.0, 500.0]] * 2
    found = []
    with tf.Session() as sess:
        for uniform in (True, False):
            noise = sess.run(tf.image.extract_glimpse(images, [60, 60], far, uniform_noise=uniform))
            low, high = images.min((1, 2, 3)), images.max((1, 2, 3))
            middle = np.abs(noise.mean((1, 2, 3)) / ((low + high) / 2) - 1)
            found.append(plain([noise.min((1, 2, 3)) >= low, noise.max((1, 2, 3)) <= high, middle < 0.2]))
            found.append(plain(noise.std((1, 2, 3)) / (high - low) > 0.28))
        for options in ({"noise": "gaussian", "uniform_noise": False}, {"noise": "zero", "uniform_noise": False}):
            noise = sess.run(tf.raw_ops.ExtractGlimpse(input=images, size=[60, 60], offsets=far, **options))
            low, high, spread = images.min((1, 2)), images.max((1, 2)), images.std((1, 2))
            middle = np.abs(noise.mean((1, 2)) - images.mean((1, 2))) / spread
            found.append(plain([noise.min((1, 2)) == low, noise.max((1, 2)) == high, middle < 0.1]))
        options = {"noise": "gaussian", "uniform_noise": True}
        found.append(attempt(lambda: tf.raw_ops.ExtractGlimpse(input=images, size=[6, 6], offsets=far, **options)))
    return found


def refused_while_building(tf, folder):
    """Defaults of columns, states of readers, arguments of generators."""
    reader = tf.IdentityReader()
    calls = [lambda x=x: tf.decode_csv(["1"], x) for x in ([[[0]]], [[1, 2]], [True], np.zeros(2), (), [], 3)]
    calls += [lambda x=x: reader.restore_state(x) for x in ([], ["a", "b"], 3)]
    calls.append(lambda: tf.data.Dataset.from_generator(lambda x: iter([x]), tf.int32, args=3))
    with tf.Session() as sess:
        calls.append(lambda: sess.make_callable(reader.reader_ref, feed_list=reader.reader_ref))
    return [attempt(call) for call in calls]


def functions_of_datasets(tf, folder):
    """What is made in each call of a function is warned of; a variable without a value is not found, or cannot be read."""
    tf.set_random_seed(3)
    d = tf.data.Dataset.range(3)
    variable = tf.get_variable("v", [], tf.int64, use_resource=True)

    def with_table(x):
        tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a"], [1.0]), 0.0)
        return x

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        d.map(with_table)
        d.map(lambda x: x + tf.random_uniform([], maxval=5, dtype=tf.int64))
        d.filter(lambda x: tf.random_uniform([], seed=3) > 0.5)
    found = [str(w.message) for w in caught if "resources" in str(w.message) or "seed" in str(w.message)]
    iterators = [
        d.map(lambda x: variable.assign_add(x)).make_initializable_iterator(),
        d.map(lambda x: variable + x).make_initializable_iterator(),
    ]
    following = [x.get_next() for x in iterators]
    with tf.Session() as sess:
        for x, y in zip(iterators, following):
            sess.run(x.initializer)
            found.append(attempt(lambda: sess.run(y))[0])
        sess.run(variable.assign(5))
        found.append(plain([sess.run(x) for x in following]))
    return found


def dense_table(tf, folder):
    """`tf.lookup.experimental.DenseHashTable`."""
    table = tf.lookup.experimental.DenseHashTable(tf.int64, tf.int64, -1, empty_key=0, deleted_key=-7)
    keys = tf.constant([1, 2, 3], tf.int64)
    insert, remove = table.insert_or_assign(keys[:2], keys[1:]), table.erase(keys[:1])
    size, found = table.size(), table.lookup(keys)
    with tf.Session() as sess:
        before = plain(sess.run([insert, size, found])[1:]) and plain(sess.run([size, found]))
        sess.run(remove)
        return [before, plain(sess.run([size, found])), table.name, [n.name for n in sess.graph.as_graph_def().node]]


RUNS = [
    put_and_take_at_once, put_and_take_refused, damaged_records, damaged_compressed, damaged_examples, damaged_lines,
    broken_media, glimpse_noise, refused_while_building, functions_of_datasets,
    dense_table,
]  # fmt: skip

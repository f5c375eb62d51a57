"""Records TensorProto encodings, summaries and record framing of TensorFlow 1.15.5 into tests/golden/events.

Run with an interpreter that has TensorFlow 1.15.5: python tests/golden/record/events.py
"""

import base64
import json
import os

import numpy as np
import tensorflow as tf
from tensorflow.python.framework import tensor_util
from tensorflow.python.ops import gen_logging_ops as ops

OUT = os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "events")
tf1 = tf.compat.v1
NAMES = [
    "float32",
    "float64",
    "int32",
    "uint8",
    "int16",
    "int8",
    "complex64",
    "int64",
    "bool",
    "bfloat16",
    "uint16",
    "complex128",
    "float16",
    "uint32",
    "uint64",
    "string",
    "qint8",
    "quint8",
    "qint32",
]


def b64(data):
    return base64.b64encode(data).decode()


def tensor_protos():
    """TensorProto bytes of arrays of each dtype and several sizes; values are those of `value_array` in the tests."""
    rows = []
    for name in NAMES:
        dtype = tf.as_dtype(name)
        for shape in [(), (1,), (3,), (2, 2), (0,), (0, 2)]:
            numbers = np.arange(int(np.prod(shape))).reshape(shape) + 1.5
            if name == "string":
                array = np.array([f"s{int(x)}" for x in numbers.ravel()], dtype=object).reshape(shape)
            elif dtype.is_quantized:
                array = np.zeros(shape, dtype.as_numpy_dtype)
                array[name] = numbers
            else:
                array = numbers.astype(dtype.as_numpy_dtype)
            proto = tensor_util.make_tensor_proto(array)
            rows.append([name, dtype.as_datatype_enum, list(shape), b64(proto.SerializeToString())])
    compact = tensor_util.make_tensor_proto([1.0, 2.0], shape=[2, 3])
    rows.append(["compact", 1, [2, 3], b64(compact.SerializeToString())])
    return rows


def run(op, *inputs, **attrs):
    """The bytes that a summary op gives for inputs of unknown static shape, or its error."""
    with tf.Graph().as_default(), tf1.Session() as session:
        try:
            return b64(session.run(op(*map(unshaped, inputs), **attrs)))
        except tf.errors.OpError as error:
            return {"error": type(error).__name__, "message": error.message.split("\n")[0]}


def unshaped(value):
    return tf1.placeholder_with_default(tf.convert_to_tensor(value), shape=None)


def scalars():
    inf = float("inf")
    cases = [
        ["loss", [1.0, 2.0]],
        [["a", "b"], [[1.0, 2.0]]],
        [["a"], 1.0],
        ["a", [[1.0]]],
        [[["a"]], [[2.5]]],
        [["a", "b"], [1.0, 1e300]],
        ["x", -inf],
    ]
    return [[tags, values, run(ops.scalar_summary, tags, np.array(values, np.float64))] for tags, values in cases]


def histograms(arrays):
    values = {
        "empty": np.zeros(0, np.float32),
        "one": np.array(10, np.float32),
        "edges": np.array([1e25, -1e25, 0.0, -0.0, 1e-13, -1e-13, 1e-12, -1e-12, 1.1e-12, 1e20, 3.4e38]),
        "normal": np.random.RandomState(1).randn(1000).astype(np.float32),
        "normal64": np.random.RandomState(2).randn(10, 30),
        "half": np.random.RandomState(3).randn(50).astype(np.float16),
        "bytes": np.arange(256, dtype=np.uint8),
        "ints": np.random.RandomState(4).randint(-(2**40), 2**40, 99),
        "nan": np.array([1, np.nan, np.inf], np.float32),
        "infinity": np.array([1, -np.inf, np.nan], np.float32),
    }
    for name, value in values.items():
        arrays["histogram/" + name] = value
    return {name: run(ops.histogram_summary, "h", value, name="node") for name, value in values.items()}


def decoded(result):
    """The serialized summary with every PNG replaced by nothing, and the pixels of the PNGs."""
    summary = tf1.Summary.FromString(base64.b64decode(result))
    with tf.Graph().as_default(), tf1.Session() as session:
        pixels = [session.run(tf.image.decode_png(v.image.encoded_image_string)) for v in summary.value]
    for value in summary.value:
        value.image.ClearField("encoded_image_string")
    return b64(summary.SerializeToString()), np.array(pixels)


def images(arrays):
    random = np.random.RandomState(5)
    mixed = random.randn(4, 5, 6, 3).astype(np.float32)
    mixed[0, 1, 2, 1] = np.nan
    mixed[1, 2, 3, 0] = -np.inf
    batches = {
        "mixed": mixed,
        "mixed64": mixed.astype(np.float64),
        "mixed16": mixed.astype(np.float16),
        "positive": np.abs(mixed[..., :1]),
        "positive16": np.abs(mixed).astype(np.float16),
        "rgba": np.concatenate([mixed, mixed[..., :1]], -1),
        "tiny": mixed * np.float32(1e-8),
        "zero": np.zeros((1, 2, 2, 1), np.float32),
        "bad": np.full((1, 2, 2, 3), np.nan, np.float32),
        "bytes": random.randint(0, 256, (2, 4, 3, 4)).astype(np.uint8),
    }
    results = {}
    for name, batch in batches.items():
        results[name], pixels = decoded(run(ops.image_summary, "i", batch))
        arrays["image/" + name] = batch
        arrays["pixels/" + name] = pixels
    one, _ = decoded(run(ops.image_summary, "i", mixed, max_images=1))
    results["one"] = one
    return results


def image_errors():
    def case(tag="a", shape=(1, 2, 2, 3), bad_color=(255, 0, 0, 255), dtype="uint8", max_images=3):
        proto = tensor_util.make_tensor_proto(bad_color, tf.as_dtype(dtype))
        result = run(ops.image_summary, tag, np.ones(shape, np.float32), max_images=max_images, bad_color=proto)
        return [tag, list(shape), bad_color, dtype, max_images, result["message"]]

    return [
        case(tag=["a", "b"]),
        case(shape=(1, 2, 2, 2)),
        case(shape=(2, 2, 3)),
        case(shape=(1, 0, 2, 3)),
        case(bad_color=[1, 2]),
        case(bad_color=[[1, 2]]),
        case(dtype="int32"),
        case(dtype="float32"),
        case(max_images=2**31),
    ]


def audio(arrays):
    random = np.random.RandomState(6)
    clips = {
        "stereo": (random.uniform(-1.2, 1.2, (5, 20, 2)).astype(np.float32), 8000.0, 3),
        "mono": (random.uniform(-1, 1, (1, 7)).astype(np.float32), 44100.4, 1),
        "rounding": (
            np.array(
                [[0.5, 1.5, -0.5, -1.5, 2.5, 7e4, -7e4, 32768, -32768, 32766.6, np.nan, np.inf, -np.inf]], np.float32
            )
            / 32768,
            2.5,
            3,
        ),
        "slow": (np.ones((1, 2), np.float32), 0.2, 3),
        "fast": (np.ones((1, 2), np.float32), 4e9, 3),
        "wide": (np.ones((1, 1, 40000), np.float32), 1.0, 3),
        "none": (np.ones((0, 2), np.float32), 1.0, 3),
        "scalar": (np.ones((2,), np.float32), 1.0, 3),
        "rank4": (np.ones((1, 2, 2, 2), np.float32), 1.0, 3),
        "stopped": (np.ones((1, 2), np.float32), 0.0, 3),
        "too_fast": (np.ones((1, 2), np.float32), 1e10, 3),
        "no_frames": (np.ones((1, 0), np.float32), 1.0, 3),
        "no_channels": (np.ones((1, 2, 0), np.float32), 1.0, 3),
        "too_wide": (np.ones((1, 2, 70000), np.float32), 1.0, 3),
    }
    rows = {}
    for name, (batch, rate, outputs) in clips.items():
        arrays["audio/" + name] = batch
        rows[name] = [rate, outputs, run(ops.audio_summary_v2, "s", batch, rate, max_outputs=outputs)]
    return rows


def tensors(arrays):
    metadata = tf1.SummaryMetadata(display_name="shown").SerializeToString()
    values = {
        "scalar": np.float32(1.5),
        "empty": np.zeros((0, 2), np.float32),
        "bool": np.array(True),
        "half": np.array([1.5, 2], np.float16),
        "ints": np.arange(3),
        "complex": np.array([1 + 2j], np.complex64),
    }
    for name, value in values.items():
        arrays["tensor/" + name] = value
    rows = {name: run(ops.tensor_summary_v2, "t", v, metadata) for name, v in values.items()}
    rows["text"] = run(lambda: tf1.summary.text("t", tf.constant(["a", "b"])))
    rows["node"] = run(ops.tensor_summary, 1.5, name="node")
    rows["tags"] = run(ops.tensor_summary_v2, ["t"], 1.5, metadata)
    return rows


def merges():
    def part(tag, value):
        return tf1.Summary(value=[tf1.Summary.Value(tag=tag, simple_value=value)]).SerializeToString()

    def merge(*inputs):
        return ops.merge_summary(list(inputs))

    cases = [
        [part("a", 1.0), part("b", 2.0)],
        [part("", 1.0), part("", 2.0)],
        [b""],
        [b"\xff\xff"],
        [part("a", 1.0), part("a", 2.0)],
    ]
    rows = [[[b64(p) for p in parts], run(merge, *parts)] for parts in cases]
    vector = [part("a", 1.0) + part("b", 3.0), part("c", 2.0)]
    rows.append([[[b64(p) for p in vector]], run(merge, vector)])
    return rows


def framing():
    """A record file, and what TensorFlow reads from damaged copies of it."""
    path = os.path.join(OUT, "scratch.tfrecord")
    with tf.io.TFRecordWriter(path) as writer:
        for record in [b"hello", b"", b"x" * 100]:
            writer.write(record)
    with open(path, "rb") as file:
        whole = file.read()

    def flipped(index):
        data = bytearray(whole)
        data[index] ^= 1
        return bytes(data)

    rows = []
    damaged = [whole[:-2], whole[:25], whole[:27], flipped(3), flipped(8), flipped(13), flipped(50)]
    for data in [whole, *damaged, b"", b"abc", b"abcdefghijklmnopqrst"]:
        with open(path, "wb") as file:
            file.write(data)
        sizes, message = [], None
        try:
            for record in tf1.python_io.tf_record_iterator(path):
                sizes.append(len(record))
        except tf.errors.DataLossError as error:
            message = error.message
        rows.append([b64(data), sizes, message])
    os.remove(path)
    return rows


def main():
    arrays = {}
    golden = {
        "tensor_protos": tensor_protos(),
        "scalars": scalars(),
        "histograms": histograms(arrays),
        "images": images(arrays),
        "image_errors": image_errors(),
        "audio": audio(arrays),
        "tensors": tensors(arrays),
        "merges": merges(),
        "framing": framing(),
    }
    with open(os.path.join(OUT, "events.json"), "w") as file:
        json.dump(golden, file, indent=0, sort_keys=True)
    np.savez_compressed(os.path.join(OUT, "events.npz"), **arrays)


if __name__ == "__main__":
    main()

"""Record what TF 1.15.5 does for tests/_facade/platform/{file_calls,text_calls}.py.

Run with the oracle's interpreter: python tests/golden/record/platform_calls.py; writes tests/golden/platform.json.
"""

import json
import os
import subprocess
import sys
import tempfile
import warnings

warnings.filterwarnings("ignore")
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
TESTS = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(TESTS, "_facade", "platform"))

import tensorflow as tf  # noqa: E402
from file_calls import outcomes  # noqa: E402
from text_calls import ASSERTED, PRINTED  # noqa: E402

tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)


def printed(name):
    data, summarize = PRINTED[name]
    with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        sess.run(tf.compat.v1.Print(tf.constant(0.0), data, "shown: ", summarize=summarize))


def asserted(name):
    data, summarize = ASSERTED[name]
    with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        try:
            sess.run(tf.Assert(False, data, summarize=summarize))
        except tf.errors.InvalidArgumentError as e:
            return e.message.split("\n")[0]


def example():
    """A tf.train.SequenceExample and a tf.train.Example with all kinds, serialized."""
    sequence = tf.train.SequenceExample()
    sequence.context.feature["label"].int64_list.value.extend([3, -1])
    sequence.feature_lists.feature_list["tokens"].feature.add().float_list.value.extend([0.5, 1.5])
    single = tf.train.Example()
    single.features.feature["image"].bytes_list.value.append(b"\x00\xff")
    return [m.SerializeToString().decode("latin-1") for m in (sequence, single)]


def main():
    if sys.argv[1:]:
        return printed(sys.argv[1])
    texts = {}
    for name in PRINTED:  # in a process of its own each: the runtime writes to the stream by itself
        command = [sys.executable, os.path.abspath(__file__), name]
        output = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True).stderr.decode()
        texts[name] = [line for line in output.splitlines() if line.startswith("shown: ")][0]
    golden = {
        "files": outcomes(tf, tempfile.mkdtemp()),
        "printed": texts,
        "asserted": {name: asserted(name) for name in ASSERTED},
        "examples": example(),
    }
    with open(os.path.join(TESTS, "golden", "platform.json"), "w") as f:
        json.dump(golden, f, indent=1, sort_keys=True)
        f.write("\n")


if __name__ == "__main__":
    main()

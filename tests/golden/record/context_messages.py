"""Record how TF 1.15.5 writes the contexts of conditionals and loops into meta graphs.

Run with the oracle's interpreter: python tests/golden/record/context_messages.py
Writes tests/golden/context_messages.json: {program: {collection: messages as plain data}}.
"""

import json
import os
import sys
import warnings

warnings.filterwarnings("ignore")
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
TESTS = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(TESTS, "_facade"))

import tensorflow as tf  # noqa: E402
from context_messages import PROGRAMS, plain  # noqa: E402
from graph_calls import Inputs  # noqa: E402
from tensorflow.core.protobuf import control_flow_pb2  # noqa: E402

tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)
TYPES = {"cond_context": control_flow_pb2.CondContextDef, "while_context": control_flow_pb2.WhileContextDef}


def record(program):
    with tf.Graph().as_default():
        program(tf, Inputs(tf))
        collections = tf.train.export_meta_graph().collection_def
    return {
        key: [plain(message.FromString(text)) for text in collections[key].bytes_list.value]
        for key, message in TYPES.items()
        if key in collections
    }


def main():
    rows = ["%s: %s" % (json.dumps(n), json.dumps(record(p), sort_keys=True)) for n, p in sorted(PROGRAMS.items())]
    with open(os.path.join(TESTS, "golden", "context_messages.json"), "w") as f:
        f.write("{\n" + ",\n".join(rows) + "\n}\n")
    print("%d programs recorded" % len(rows))


if __name__ == "__main__":
    main()

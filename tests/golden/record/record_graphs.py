"""Record the graphs that TF 1.15.5 builds for the calls in tests/_facade/graphs_*.py.

Run with the oracle's interpreter: python tests/golden/record/record_graphs.py [TOPIC…]
Writes tests/golden/graphs/TOPIC.json: {call: nodes, or {"error": [type, message]}}.
"""

import glob
import importlib
import json
import os
import sys
import warnings

warnings.filterwarnings("ignore")
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
TESTS = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CALLS = os.path.join(TESTS, "_facade")
TARGET = os.path.join(TESTS, "golden", "graphs")
sys.path.insert(0, CALLS)

import tensorflow as tf  # noqa: E402
from graph_calls import Inputs, array_text, described  # noqa: E402
from tensorflow.python.framework import dtypes, tensor_shape, tensor_util  # noqa: E402

tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)


def attr_text(value):
    kind = value.WhichOneof("value")
    if kind == "type":
        return dtypes.as_dtype(value.type).name
    if kind == "tensor":
        return array_text(tensor_util.MakeNdarray(value.tensor))
    if kind == "shape":
        return str(tensor_shape.as_shape(value.shape))
    if kind == "s":
        return value.s.decode("latin-1")
    if kind == "list":
        items = value.list
        if items.type:
            return str([dtypes.as_dtype(t).name for t in items.type])
        if items.s:
            return str([s.decode("latin-1") for s in items.s])
        return str(
            list(items.i)
            or [round(f, 6) for f in items.f]
            or list(items.b)
            or [str(tensor_shape.as_shape(s)) for s in items.shape]
        )
    if kind == "f":
        return "%.6g" % value.f
    return str(getattr(value, kind)) if kind != "func" else value.func.name


def attrs_of(op):
    return {name: attr_text(value) for name, value in op.node_def.attr.items()}


def record(call):
    with tf.Graph().as_default() as graph:
        given = Inputs(tf)
        try:
            call(tf, given)
        except Exception as e:
            return {"error": [type(e).__name__, str(e)]}
        return described(graph.get_operations(), attrs_of)


def main(topics):
    if not topics:
        names = [os.path.basename(p) for p in sorted(glob.glob(os.path.join(CALLS, "graphs_*.py")))]
        topics = [n[len("graphs_") : -len(".py")] for n in names]
    for topic in topics:
        calls = importlib.import_module("graphs_" + topic).CALLS
        rows = ["%s: %s" % (json.dumps(k), json.dumps(record(c), sort_keys=True)) for k, c in calls.items()]
        if not os.path.isdir(TARGET):
            os.makedirs(TARGET)
        with open(os.path.join(TARGET, topic + ".json"), "w") as f:
            f.write("{\n" + ",\n".join(rows) + "\n}\n")
        print("%s: %d calls recorded, %d of them errors" % (topic, len(rows), sum('"error"' in r[:90] for r in rows)))


if __name__ == "__main__":
    main(sys.argv[1:])

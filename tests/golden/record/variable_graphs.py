"""Record the graphs and results of tests/_facade/{variable,optimizer,schedule}_programs.py under TF 1.15.5.

Run with the oracle's interpreter: python tests/golden/record/variable_graphs.py
Writes tests/golden/graphs/{variable,optimizer,schedule}_programs.json.
"""

import importlib
import json
import os
import sys
import warnings

warnings.filterwarnings("ignore")
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(TESTS, "_facade"))

import tensorflow as tf  # noqa: E402
from programs import described  # noqa: E402

tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)


def classes_of(op):
    try:
        return [c.decode() for c in op.get_attr("_class")]
    except ValueError:
        return []


def main():
    for topic in ("variable_programs", "optimizer_programs", "schedule_programs"):
        found = {}
        for name, program in importlib.import_module(topic).PROGRAMS.items():
            with tf.Graph().as_default() as graph:
                result = program()
                found[name] = {"nodes": described(graph.get_operations(), classes_of), "result": result}
        with open(os.path.join(TESTS, "golden", "graphs", topic + ".json"), "w") as f:
            rows = ["%s: %s" % (json.dumps(k), json.dumps(v)) for k, v in found.items()]
            f.write("{\n" + ",\n".join(rows) + "\n}\n")
        print("%s: %d programs" % (topic, len(found)))


if __name__ == "__main__":
    main()

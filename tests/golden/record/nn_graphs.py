"""Record the graphs and errors of tests/_facade/nn_programs.py, and the values of nn_behaviours.py, in tests/golden/graphs.

Run with the oracle's interpreter: python tests/golden/record/nn_graphs.py
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
from nn_behaviours import BEHAVIOURS  # noqa: E402
from nn_programs import PROGRAMS, REFUSED  # noqa: E402

tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)
PLAIN = ("int", "float", "bool", "string", "list(int)")
SKIPPED = ("container", "shared_name", "use_locking", "validate_shape", "validate_indices")


def attrs(op):
    """The plain attrs (numbers, strings, lists of integers) that say something about the op itself."""
    found = {}
    for attr in op.op_def.attr:
        if attr.type in PLAIN and attr.name not in SKIPPED and not attr.name.startswith("_"):
            value = op.get_attr(attr.name)
            found[attr.name] = value.decode() if isinstance(value, bytes) else value
    return found


def row(op):
    """[name, type, inputs, control inputs, output shapes, attrs] of an operation, constants with their value."""
    shapes = [None if t.shape.ndims is None else t.shape.as_list() for t in op.outputs]
    facts = attrs(op)
    if op.type == "Const":
        value = tf.make_ndarray(op.get_attr("value"))
        if value.size <= 16 and value.dtype.kind in "ifb":
            facts["value"], facts["dtype"] = value.tolist(), op.outputs[0].dtype.name
    return [op.name, op.type, [t.name for t in op.inputs], [c.name for c in op.control_inputs], shapes, facts]


def main():
    graphs, errors = {}, {}
    for name, build in PROGRAMS.items():
        with tf.Graph().as_default() as graph:
            build(tf)
        graphs[name] = [row(op) for op in graph.get_operations()]
    for name, build in REFUSED.items():
        with tf.Graph().as_default():
            try:
                build(tf)
            except Exception as e:
                errors[name] = [type(e).__name__, str(e)]
            else:
                print("not refused:", name)
    with open(os.path.join(TESTS, "golden", "graphs", "nn.json"), "w") as out:
        out.write('{"graphs": {\n')
        parts = []
        for name, rows in graphs.items():
            lines = ",\n".join(json.dumps(r, sort_keys=True) for r in rows)
            parts.append("%s: [\n%s\n]" % (json.dumps(name), lines))
        out.write(",\n".join(parts))
        out.write('\n},\n"errors": ' + json.dumps(errors, indent=0) + "}\n")
    values = {}
    for name, behave in BEHAVIOURS.items():
        with tf.Graph().as_default():
            values[name] = behave(tf)
    with open(os.path.join(TESTS, "golden", "graphs", "nn_values.json"), "w") as out:
        out.write("{\n" + ",\n".join("%s: %s" % (json.dumps(k), json.dumps(v)) for k, v in values.items()) + "\n}\n")


if __name__ == "__main__":
    main()

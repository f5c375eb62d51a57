"""Record what TF 1.15.5 makes of the op cases in tests/_jaxcore/ops/cases_*.py.

Run with the oracle's interpreter: python tests/golden/record/record_ops.py [FAMILY…]

For each case: outputs, gradients of its float inputs for a fixed cotangent, final values of the variables it wrote, and
static output shapes for fully and partly known inputs. Written to tests/golden/ops/FAMILY.npz and .json.
"""

import glob
import importlib
import json
import os
import sys
import warnings

warnings.filterwarnings("ignore")
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(os.path.dirname(HERE))
CASES = os.path.join(TESTS, "_jaxcore", "ops")
TARGET = os.path.join(TESTS, "golden", "ops")
sys.path.insert(0, CASES)

import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402
from case import MODES, as_input, cotangent, is_float, keyed, unknown_shape  # noqa: E402
from record_opdefs import all_ops  # noqa: E402
from tensorflow.core.framework import op_def_pb2  # noqa: E402
from tensorflow.python.framework import op_def_library, ops  # noqa: E402

tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)
LISTING = op_def_pb2.OpList()
LISTING.op.extend(all_ops())
LIBRARY = op_def_library.OpDefLibrary()
LIBRARY.add_op_list(LISTING)
OP_DEFS = {o.name: o for o in LISTING.op}
# TF's graph optimiser would fold a case made of constants, and stumbles over ops with several outputs doing so.
AS_BUILT = tf.compat.v1.ConfigProto()
AS_BUILT.graph_options.rewrite_options.disable_meta_optimizer = True


class Built:
    """A case as a node of the default graph: `op`, its flat `inputs`, the `variables` among them."""

    def __init__(self, case, mode="known"):
        op_def = OP_DEFS[case.op]
        if len(op_def.input_arg) != len(case.inputs):
            raise ValueError("%s takes %d inputs, not %d" % (case.op, len(op_def.input_arg), len(case.inputs)))
        self.inputs, self.variables, given = [], [], dict(case.attrs)
        for arg, value in zip(op_def.input_arg, case.inputs):
            given[arg.name] = self._argument(arg, value, mode)
        inferred = {n for a in op_def.input_arg for n in (a.type_attr, a.number_attr, a.type_list_attr)}
        for attr in op_def.attr:
            if attr.HasField("default_value") and attr.name not in inferred:
                given.setdefault(attr.name, None)  # TF: None means the default
        result = LIBRARY.apply_op(case.op, name="case", **given)
        self.op = ops.get_default_graph().get_operation_by_name("case")
        self.result = result

    def _argument(self, arg, value, mode):
        if isinstance(value, list):
            return [self._tensor(v, mode) for v in value]
        if arg.is_ref or arg.type == tf.resource.as_datatype_enum:
            variable = tf.compat.v1.Variable(value, use_resource=not arg.is_ref)
            self.variables.append(variable)
            self.inputs.append(None)
            return variable._ref() if arg.is_ref else variable.handle
        return self._tensor(value, mode)

    def _tensor(self, value, mode):
        dtype = tf.string if value.dtype == object else value.dtype
        shape = unknown_shape(value, mode)
        if shape == value.shape:
            tensor = tf.constant(value, dtype)
        else:
            tensor = tf.compat.v1.placeholder(dtype, shape)
        self.inputs.append(tensor)
        return tensor


def graph_for(case):
    """A graph; for an op that TensorFlow has removed, one of the version that still had it."""
    graph = tf.Graph()
    removed_in = OP_DEFS[case.op].deprecation.version
    if removed_in:
        old = graph.as_graph_def()
        old.versions.producer = removed_in - 1
        with graph.as_default():
            tf.import_graph_def(old)
    return graph


def static_shapes(case):
    found = {}
    for mode in MODES:
        with graph_for(case).as_default():
            try:
                outputs = Built(case, mode).op.outputs
            except (ValueError, TypeError) as e:
                found[mode] = "error: " + str(e)[:200]
                continue
            found[mode] = [None if o.shape.ndims is None else o.shape.as_list() for o in outputs]
    return found


def registered_gradient(op):
    try:
        return "no" if ops.get_gradient_function(op) is None else "yes"
    except LookupError:
        return "missing"


def gradients(built):
    """Gradients of the float inputs by position; None where TF has none."""
    positions = [i for i, t in enumerate(built.inputs) if t is not None and is_float(t.dtype.as_numpy_dtype)]
    outputs = [o for o in built.op.outputs if not o.dtype._is_ref_dtype and o.dtype.base_dtype != tf.resource]
    outputs = [o for o in outputs if o.dtype.is_floating or o.dtype.is_complex]
    if not positions or not outputs:
        return None
    shapes = [tf.compat.v1.Session().run(tf.shape(o)) if not o.shape.is_fully_defined() else o.shape for o in outputs]
    cotangents = [
        cotangent(tuple(int(d) for d in s), o.dtype.as_numpy_dtype, o.value_index) for s, o in zip(shapes, outputs)
    ]
    try:
        found = tf.gradients(outputs, [built.inputs[i] for i in positions], grad_ys=cotangents)
    except LookupError:
        return None
    return {p: None if g is None else tf.convert_to_tensor(g) for p, g in zip(positions, found)}


def run(case):
    """(arrays to save, facts) of one case."""
    with graph_for(case).as_default(), tf.compat.v1.Session(config=AS_BUILT) as session:
        built = Built(case)
        grads = gradients(built) if case.grad is True else None
        session.run([v.initializer for v in built.variables])
        wanted = [o for o in built.op.outputs if o.dtype.base_dtype not in (tf.resource, tf.variant)]
        values = [as_input(v) for v in session.run(wanted + [built.op])[:-1]]
        arrays = {"out%d" % o.value_index: v for o, v in zip(wanted, values)}
        for i, v in enumerate(built.variables):
            arrays["state%d" % i] = np.asarray(session.run(v))
        facts = {
            "digest": case.digest(),
            "dtypes": [o.dtype.name for o in built.op.outputs],
            "gradient": registered_gradient(built.op),
        }
        if grads is not None:
            facts["grads"] = {str(p): g is not None for p, g in grads.items()}
            for p, g in grads.items():
                if g is not None:
                    arrays["grad%d" % p] = np.asarray(session.run(g))
    facts["shapes"] = static_shapes(case)
    return arrays, facts


def saved(name, array, facts):
    """What goes into the npz: strings go to the facts instead, bfloat16 becomes its bits."""
    if array.dtype == object:
        text = [v.decode("latin-1") if isinstance(v, bytes) else v for v in array.ravel().tolist()]
        facts.setdefault("strings", {})[name] = [list(array.shape), text]
        return None
    if array.dtype.kind == "V" or array.dtype.name == "bfloat16":
        facts.setdefault("bfloat16", []).append(name)
        return array.view(np.uint16)
    return array


def record(family):
    module = importlib.import_module("cases_" + family)
    all_arrays, all_facts, failed = {}, {}, 0
    for key, case in keyed(module.CASES).items():
        try:
            arrays, facts = run(case)
        except Exception as e:  # say which case it was, and go on with the others
            failed += 1
            print("FAILED %s: %s: %s" % (key, type(e).__name__, str(e)[:400]))
            continue
        for name, array in sorted(arrays.items()):
            kept = saved(name, array, facts)
            if kept is not None:
                all_arrays["%s|%s" % (key, name)] = kept
        all_facts[key] = facts
    if not os.path.isdir(TARGET):
        os.makedirs(TARGET)
    np.savez_compressed(os.path.join(TARGET, family + ".npz"), **all_arrays)
    with open(os.path.join(TARGET, family + ".json"), "w") as f:
        rows = ["%s: %s" % (json.dumps(k), json.dumps(v, sort_keys=True)) for k, v in all_facts.items()]
        f.write("{\n" + ",\n".join(rows) + "\n}\n")
    print("%s: %d cases recorded, %d failed" % (family, len(all_facts), failed))
    return failed


def main(families):
    if not families:
        names = [os.path.basename(p) for p in sorted(glob.glob(os.path.join(CASES, "cases_*.py")))]
        families = [n[len("cases_") : -len(".py")] for n in names]
    return sum(record(f) for f in families)


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1:]) else 0)

"""Record the signatures of all ops of TF 1.15.5 into tests/golden/op_defs.json.

Run with the oracle's interpreter: python tests/golden/record/record_opdefs.py

Each op is [signature, {attr: [type] or [type, default]}, is_stateful], the signature in the notation of
tf1compat/_jaxcore/schema/signature.py.
"""

import json
import os

from tensorflow.contrib.seq2seq.python.ops import beam_search_ops  # noqa: F401  (declares GatherTree)
from tensorflow.core.framework import op_def_pb2
from tensorflow.python import pywrap_tensorflow as c_api
from tensorflow.python.framework import dtypes

TARGET = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "op_defs.json")


def all_ops():
    listing = op_def_pb2.OpList()
    listing.ParseFromString(c_api.TF_GetBuffer(c_api.TF_GetAllOpList()))
    return listing.op


def arg_text(arg):
    kind = arg.type_attr or (arg.type and dtypes.as_dtype(arg.type).name)
    if arg.number_attr:
        kind = "%s*%s" % (arg.number_attr, kind)
    if arg.type_list_attr:
        kind = "[%s]" % arg.type_list_attr
    return "%s: %s" % (arg.name, "Ref(%s)" % kind if arg.is_ref else kind)


def scalar(value):
    kind = value.WhichOneof("value")
    if kind == "s":
        return value.s.decode("latin-1")
    if kind == "type":
        return dtypes.as_dtype(value.type).name
    if kind == "shape":
        return None if value.shape.unknown_rank else [d.size for d in value.shape.dim]
    if kind == "tensor":
        return "tensor"
    if kind == "func":
        return value.func.name
    if kind == "f":
        return float("%.8g" % value.f)
    return getattr(value, kind)


def default(attr):
    value = attr.default_value
    kind = value.WhichOneof("value")
    if kind is None:
        return []
    if kind != "list":
        return [scalar(value)]
    items = value.list
    if items.s:
        return [[s.decode("latin-1") for s in items.s]]
    if items.type:
        return [[dtypes.as_dtype(t).name for t in items.type]]
    return [list(items.i) or list(items.f) or list(items.b) or [None for _ in items.shape]]


def record(op):
    left = ", ".join(arg_text(a) for a in op.input_arg)
    right = ", ".join(arg_text(a) for a in op.output_arg)
    attrs = {a.name: [a.type] + default(a) for a in op.attr}
    return [("%s -> %s" % (left, right)).strip(), attrs, int(op.is_stateful)]


def main():
    with open(TARGET, "w") as f:
        f.write("{\n")
        rows = [
            '"%s": %s' % (op.name, json.dumps(record(op), sort_keys=True))
            for op in sorted(all_ops(), key=lambda o: o.name)
        ]
        f.write(",\n".join(rows) + "\n}\n")
    print("%d ops, %d bytes" % (len(rows), os.path.getsize(TARGET)))


if __name__ == "__main__":
    main()

"""Record which types the type attrs of TF 1.15.5's ops take.

Run with the oracle's interpreter, from the repository's root: python tests/golden/record/record_allowed_types.py

Writes `tf1compat/_jaxcore/schema/allowed_types.txt`: a line per set of types, in the order in which TF's messages list
them, followed by the attrs that it holds for: `int32 int64: All.Tidx Any.Tidx`.
"""

import collections
import os

from tensorflow.core.framework import op_def_pb2
from tensorflow.python import pywrap_tensorflow as c_api
from tensorflow.python.framework import dtypes

TARGET = "tf1compat/_jaxcore/schema/allowed_types.txt"


def all_ops():
    listing = op_def_pb2.OpList()
    listing.ParseFromString(c_api.TF_GetBuffer(c_api.TF_GetAllOpList()))
    return listing.op


def main():
    assert os.path.isdir("tf1compat"), "run it from the repository's root"
    groups = collections.defaultdict(list)
    for op in all_ops():
        for attr in op.attr:
            if attr.type in ("type", "list(type)") and attr.HasField("allowed_values"):
                names = " ".join(dtypes.as_dtype(t).name for t in attr.allowed_values.list.type)
                groups[names].append("%s.%s" % (op.name, attr.name))
    with open(TARGET, "w") as f:
        for names in sorted(groups):
            f.write("%s: %s\n" % (names, " ".join(sorted(groups[names]))))


if __name__ == "__main__":
    main()

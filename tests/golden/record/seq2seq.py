"""Run the decoder and cell programs on TF 1.15.5 and record what they return.  Usage: ORACLE_PYTHON seq2seq.py"""

import json
import os
import sys

import numpy as np
import tensorflow as tf

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "_facade"))
import seq2seq_programs  # noqa: E402


def plain(x):
    if isinstance(x, (list, tuple)):
        return [plain(v) for v in x]
    if np.asarray(x).dtype.kind == "f":
        return [float("%.7g" % v) for v in np.asarray(x).ravel()]
    return np.asarray(x).ravel().tolist()


found = {}
for program in seq2seq_programs.PROGRAMS:
    with tf.Graph().as_default():
        tf.set_random_seed(7)
        found[program.__name__] = plain(program(tf))
with open(os.path.join(HERE, "..", "seq2seq.json"), "w") as f:
    f.write("{\n" + ",\n".join("%s: %s" % (json.dumps(k), json.dumps(v)) for k, v in found.items()) + "\n}\n")
print("%d programs" % len(found))

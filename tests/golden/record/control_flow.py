"""Run the control flow programs on TF 1.15.5 and record what they return.  Usage: ORACLE_PYTHON control_flow.py [FILE.json…]"""

import json
import os
import sys

import numpy as np
import tensorflow as tf

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "_facade"))
import control_flow_programs  # noqa: E402
import lookup_programs  # noqa: E402
import loop_programs  # noqa: E402
import recurrent_programs  # noqa: E402


def plain(x):
    if isinstance(x, (list, tuple)):
        return [plain(v) for v in x]
    return np.asarray(x).tolist()


RECORDS = {
    "control_flow.json": control_flow_programs,
    "lookups.json": lookup_programs,
    "loops.json": loop_programs,
    "recurrent.json": recurrent_programs,
}

for name in sys.argv[1:] or sorted(RECORDS):
    module, found = RECORDS[name], {}
    for program in module.PROGRAMS:
        with tf.Graph().as_default():
            tf.set_random_seed(7)
            found[program.__name__] = plain(program(tf))
    with open(os.path.join(HERE, "..", name), "w") as f:
        json.dump(found, f, indent=None if name in ("lookups.json", "recurrent.json") else 1, sort_keys=True)
    print("%s: %d programs" % (name, len(found)))

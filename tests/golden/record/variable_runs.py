"""Record the outcomes of tests/_facade/variable_runs.py under TF 1.15.5 into tests/golden/variable_runs.json.

Run with the oracle's interpreter: python tests/golden/record/variable_runs.py
"""

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
import variable_runs  # noqa: E402

tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)

if __name__ == "__main__":
    found = {}
    for name, run in variable_runs.RUNS.items():
        with tf.Graph().as_default():
            found[name] = run()
    with open(os.path.join(TESTS, "golden", "variable_runs.json"), "w") as f:
        f.write("{\n" + ",\n".join("%s: %s" % (json.dumps(k), json.dumps(v)) for k, v in found.items()) + "\n}\n")
    print("%d runs" % len(found))

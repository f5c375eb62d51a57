"""Record the outcomes of tests/_facade/barrier_runs.py under TF 1.15.5 into tests/golden/barrier_runs.json.

Run with the oracle's interpreter: python tests/golden/record/barrier_runs.py
"""

import json
import os
import sys
import tempfile
import warnings

warnings.filterwarnings("ignore")
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
HERE = os.path.dirname(os.path.abspath(__file__))
TESTS = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(TESTS, "_facade"))

import barrier_runs  # noqa: E402
import tensorflow as tf  # noqa: E402

tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)

if __name__ == "__main__":
    rows = []
    for run in barrier_runs.RUNS:
        with tf.Graph().as_default():
            found = run(tf, tempfile.mkdtemp())
        rows.append("%s: %s" % (json.dumps(run.__name__), json.dumps(found)))
    with open(os.path.join(TESTS, "golden", "barrier_runs.json"), "w") as f:
        f.write("{\n" + ",\n".join(rows) + "\n}\n")
    print("%d runs" % len(rows))

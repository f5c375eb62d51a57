"""Record the outcomes of tests/_facade/worker_copy_runs.py under TF 1.15.5 into tests/golden/worker_copy_runs.json.

Run with the oracle's interpreter: python tests/golden/record/worker_copy_runs.py
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
import worker_copy_runs  # noqa: E402

tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)

if __name__ == "__main__":
    servers = worker_copy_runs.cluster(tf)
    rows = ["%s: %s" % (json.dumps(r.__name__), json.dumps(r(tf, servers))) for r in worker_copy_runs.RUNS]
    with open(os.path.join(TESTS, "golden", "worker_copy_runs.json"), "w") as f:
        f.write("{\n" + ",\n".join(rows) + "\n}\n")
    print("%d runs" % len(rows))

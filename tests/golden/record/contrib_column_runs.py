"""Record tests/_facade/contrib_column_runs.py and contrib_metric_runs.py under TF 1.15.5, in tests/golden/.

Run with the oracle's interpreter: python tests/golden/record/contrib_column_runs.py
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

import contrib_column_runs  # noqa: E402
import contrib_metric_runs  # noqa: E402
import tensorflow as tf  # noqa: E402

tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)


def record(runs, name, call):
    rows = []
    for run in runs:
        with tf.Graph().as_default():
            rows.append("%s: %s" % (json.dumps(run.__name__), json.dumps(call(run))))
    with open(os.path.join(TESTS, "golden", name), "w") as f:
        f.write("{\n" + ",\n".join(rows) + "\n}\n")
    print("%d runs" % len(rows))


if __name__ == "__main__":
    record(contrib_metric_runs.RUNS, "contrib_metric_runs.json", lambda run: run(tf))
    record(contrib_column_runs.RUNS, "contrib_column_runs.json", lambda run: run(tf, tempfile.mkdtemp()))

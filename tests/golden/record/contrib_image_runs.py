"""Record the outcomes of tests/_facade/contrib_image_runs.py under TF 1.15.5 into tests/golden/contrib_image_runs.json.

Run with the oracle's interpreter: python tests/golden/record/contrib_image_runs.py
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

import contrib_image_runs  # noqa: E402
import tensorflow as tf  # noqa: E402
import tensorflow.contrib.image  # noqa: E402

tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)

if __name__ == "__main__":
    rows = []
    for run in contrib_image_runs.RUNS:
        with tf.Graph().as_default():
            found = run(tf)
        rows.append("%s: %s" % (json.dumps(run.__name__), json.dumps(found)))
    with open(os.path.join(TESTS, "golden", "contrib_image_runs.json"), "w") as f:
        f.write("{\n" + ",\n".join(rows) + "\n}\n")
    print("%d runs" % len(rows))

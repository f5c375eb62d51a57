"""Record the trainings of tests/_facade/training_runs.py under TF 1.15.5 into tests/golden/training_runs.json.

Run with the oracle's interpreter: python tests/golden/record/training_runs.py
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
import training_runs  # noqa: E402

tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)

if __name__ == "__main__":
    found = {o + "-" + k: training_runs.run(o, k) for o in training_runs.OPTIMIZERS for k in training_runs.KINDS}
    with open(os.path.join(TESTS, "golden", "training_runs.json"), "w") as f:
        f.write("{\n" + ",\n".join("%s: %s" % (json.dumps(k), json.dumps(v)) for k, v in found.items()) + "\n}\n")
    print("%d trainings" % len(found))

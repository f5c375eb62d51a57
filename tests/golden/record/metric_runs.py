"""Record what the programs of tests/_facade/metric_programs.py give under TF 1.15.5.

Run with the oracle's interpreter: python tests/golden/record/metric_runs.py
Writes tests/golden/metric_runs.json.
"""

import json
import os
import sys
import warnings

warnings.filterwarnings("ignore")
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
TESTS = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(TESTS, "_facade"))

import metric_programs  # noqa: E402
import tensorflow as tf  # noqa: E402

tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)


def main():
    rows = []
    for name, program in metric_programs.PROGRAMS.items():
        with tf.Graph().as_default():
            tf.set_random_seed(7)
            rows.append("%s: %s" % (json.dumps(name), json.dumps(program(tf))))
    with open(os.path.join(TESTS, "golden", "metric_runs.json"), "w") as f:
        f.write("{\n" + ",\n".join(rows) + "\n}\n")
    print("%d programs" % len(rows))


if __name__ == "__main__":
    main()

"""Record the variables, end points and operations of slim's networks in TF 1.15.5.

Run with the oracle's interpreter: python tests/golden/record/record_slim_nets.py
Writes tests/golden/slim_nets.json.gz.
"""

import gzip
import json
import os
import sys
import warnings

warnings.filterwarnings("ignore")
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
TESTS = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(TESTS, "_facade"))

import tensorflow as tf  # noqa: E402
from slim_nets import NETS, described  # noqa: E402
from tensorflow.contrib.slim import nets  # noqa: E402

tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)
found = {}
for name in sorted(NETS):
    with tf.Graph().as_default():
        found[name] = described(tf, nets, name)
    print(name, len(found[name].get("variables", [])), "variables")
with gzip.GzipFile(os.path.join(TESTS, "golden", "slim_nets.json.gz"), "wb", mtime=0) as f:
    f.write(json.dumps(found, sort_keys=True).encode())

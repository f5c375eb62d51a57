"""Writes tests/golden/size_messages.json; run with TF 1.15's Python from the repository's root."""

import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "_facade"))

import tensorflow as tf  # noqa: E402
from size_messages import CALLS, refusal  # noqa: E402

found = {name: refusal(tf, call) for name, call in CALLS.items()}
with open(os.path.join(HERE, "..", "size_messages.json"), "w") as f:
    json.dump(found, f, indent=1, sort_keys=True)
    f.write("\n")

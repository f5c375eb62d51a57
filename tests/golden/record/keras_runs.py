"""Record tests/golden/keras_runs.json with TensorFlow 1.15.5: `python keras_runs.py`."""

import json
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(here, "..", "..", "_facade"))

import keras_runs  # noqa: E402
import tensorflow as tf  # noqa: E402

found = {name: keras_runs.run(tf, name) for name in sorted(keras_runs.PROGRAMS)}
with open(os.path.join(here, "..", "keras_runs.json"), "w") as file:
    json.dump(found, file, indent=1)

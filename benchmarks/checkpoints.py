"""Saving and restoring a gigabyte: `PYTHON benchmarks/checkpoints.py ENGINE [MiB]` prints seconds as a line of JSON.

Runs on TensorFlow 1.15's Python 3.7, too. `save returned` is how long training waits; `on disk` when all is written.
"""

import importlib
import json
import os
import sys
import tempfile
import time

import numpy as np

_PART = 64


def main():
    engine, size = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1024
    tf = importlib.import_module(engine)
    tf.logging.set_verbosity(tf.logging.ERROR)
    rng = np.random.RandomState(0)
    values = [rng.rand(_PART * 2**18).astype("f") for _ in range(size // _PART)]
    variables = [tf.get_variable(f"v{i}", [len(x)], initializer=tf.zeros_initializer()) for i, x in enumerate(values)]
    saver = tf.train.Saver()
    seconds = {}
    with tempfile.TemporaryDirectory() as folder:
        prefix = os.path.join(folder, "model.ckpt")
        with tf.Session() as session:
            for variable, value in zip(variables, values):
                variable.load(value, session)
            start = time.perf_counter()
            saver.save(session, prefix)
            seconds["save returned"] = time.perf_counter() - start
            with tf.Session() as other:
                saver.restore(other, prefix)  # waits until all is written
            seconds["on disk and read"] = time.perf_counter() - start
        with tf.Session() as session:
            start = time.perf_counter()
            saver.restore(session, prefix)
            seconds["restore"] = time.perf_counter() - start
            assert (session.run(variables[-1]) == values[-1]).all()
    print(json.dumps({"engine": engine, "MiB": size, "seconds": {k: round(v, 2) for k, v in seconds.items()}}))


main()

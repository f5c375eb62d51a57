"""Saving and restoring a gigabyte: `PYTHON benchmarks/checkpoints.py ENGINE [MiB [ROUNDS]]` prints seconds as JSON.

Runs on TensorFlow 1.15's Python 3.7, too. `save` is how long training waits, `written` until all is on disk, and
`restore` is another session's; of each the least of the rounds is kept, of the wall clock and of the processors.
"""

import importlib
import json
import os
import sys
import tempfile
import time

import numpy as np

_PART = 64


class _Watch:
    """The least seconds of every step."""

    def __init__(self):
        self.wall, self.cpu = {}, {}
        self.restart()

    def restart(self):
        self._start = time.perf_counter(), time.process_time()

    def note(self, step):
        for least, now, start in zip((self.wall, self.cpu), (time.perf_counter(), time.process_time()), self._start):
            least[step] = round(min(least.get(step, 1e9), now - start), 2)


def main():
    engine, size = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1024
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    tf = importlib.import_module(engine)
    tf.logging.set_verbosity(tf.logging.ERROR)
    rng = np.random.RandomState(0)
    values = [rng.rand(_PART * 2**18).astype("f") for _ in range(size // _PART)]
    variables = [tf.get_variable(f"v{i}", [len(x)], initializer=tf.zeros_initializer()) for i, x in enumerate(values)]
    saver, watch = tf.train.Saver(max_to_keep=1), _Watch()
    with tempfile.TemporaryDirectory() as folder:
        with tf.Session() as session:
            for variable, value in zip(variables, values):
                variable.load(value, session)
            for i in range(rounds):
                watch.restart()
                prefix = saver.save(session, os.path.join(folder, "model.ckpt"), global_step=i)
                watch.note("save")
                assert tf.train.checkpoint_exists(prefix)  # waits until all is written
                watch.note("written")
        for _ in range(rounds):
            with tf.Session() as session:
                watch.restart()
                saver.restore(session, prefix)
                watch.note("restore")
                assert (session.run(variables[-1]) == values[-1]).all()
    print(json.dumps({"engine": engine, "MiB": size, "seconds": watch.wall, "cpu seconds": watch.cpu}))


main()

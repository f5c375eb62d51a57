"""Kills training in the midst of saving: `python benchmarks/killed_saves.py [KILLS [SEED]]` counts broken checkpoints.

Every time a process saves step after step, in one of the two formats, small or large, and is killed at a random moment
of it. Then the latest checkpoint must be whole and not older than the last save that was said to be done.
"""

import multiprocessing
import os
import random
import shutil
import sys
import tempfile
import time

import numpy as np

import tf1compat as tf

_SIZES = (1_000, 2_000_000)  # elements of each variable: packed into a database, and folders of arrays
_LONGEST = 0.4  # seconds from the second save to the kill


def train(folder, form, size, said):
    """Save step after step; the number of each is written to `said` when `save` has returned."""
    os.environ["TF1COMPAT_CHECKPOINT_FORMAT"] = form
    names = "abc"
    variables = [tf.get_variable(name, [size], initializer=tf.zeros_initializer()) for name in names]
    value = tf.placeholder(tf.float32, [])
    update = tf.group(*[v.assign(tf.fill([size], value)) for v in variables])
    saver = tf.train.Saver(max_to_keep=2)
    with tf.Session() as session:
        step = 0
        while True:
            step += 1
            session.run(update, {value: float(step)})
            saver.save(session, os.path.join(folder, "m"), global_step=step)
            said.send(step)


def check(folder, oldest):
    """Is the latest checkpoint whole, all of one step, and of step `oldest` or later?"""
    path = tf.train.latest_checkpoint(folder)
    step = int(path.rpartition("-")[2])
    assert step >= oldest, f"the latest is {step}, {oldest} was saved"
    for name in "abc":
        found = np.unique(tf.train.load_variable(path, name)).tolist()
        assert found == [step], f"{name} of step {step} holds {found}"
    assert os.path.exists(path + ".meta")


def kill_once(processes, rng):
    """One training that is killed; returns what is wrong, or None."""
    folder = tempfile.mkdtemp()
    form, size = rng.choice(["orbax", "tensorflow"]), rng.choice(_SIZES)
    heard, said = processes.Pipe(duplex=False)
    child = processes.Process(target=train, args=(folder, form, size, said), daemon=True)
    child.start()
    said.close()
    steps = [heard.recv() for _ in range(2)]
    time.sleep(rng.random() * _LONGEST)
    child.kill()
    child.join()
    try:
        while heard.poll():
            steps.append(heard.recv())
    except EOFError:
        pass
    try:
        check(folder, steps[-1])
    except Exception as e:  # whatever it is, it is what is wanted
        return f"{form}, {size} elements, left in {folder}: {e!r}"
    shutil.rmtree(folder)
    return None


def main():
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 0)
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload(["tf1compat", "orbax.checkpoint"])
    broken = 0
    for number in range(kills):
        wrong = kill_once(processes, rng)
        if wrong:
            broken += 1
            print(wrong, flush=True)
        if number % 20 == 19:
            print(f"{number + 1} killed, {broken} broken", flush=True)
    print(f"{kills} killed, {broken} broken")
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()

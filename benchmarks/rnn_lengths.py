"""What a new sequence length costs: first steps of a recurrent network, by number of steps.

Usage: python benchmarks/rnn_lengths.py [UNITS]

Trains `dynamic_rnn` over an LSTM on batches of 20 steps, of 500 steps, and of ten lengths in turn, with an empty
compilation cache and with the one that the first round has filled. Prints CPU seconds.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

import numpy as np

LENGTHS = (20, 40, 60, 80, 100, 120, 140, 160, 180, 200)


def first_steps(lengths: tuple[int, ...], units: int) -> list[float]:
    """CPU seconds (of all threads) of the first training step with each length."""
    import tf1compat as tf

    x = tf.placeholder(tf.float32, [32, None, 16])
    lens = tf.placeholder(tf.int32, [32])
    cell = tf.nn.rnn_cell.BasicLSTMCell(units)
    outputs, state = tf.nn.dynamic_rnn(cell, x, sequence_length=lens, dtype=tf.float32)
    loss = tf.reduce_mean(tf.square(outputs)) + tf.reduce_mean(state.h)
    step = tf.train.AdamOptimizer().minimize(loss)
    found = []
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for n in lengths:
            feed = {x: np.ones([32, n, 16], np.float32), lens: np.full([32], n, np.int32)}
            begin = time.process_time()
            session.run([loss, step], feed)
            found.append(time.process_time() - begin)
            session.run([loss, step], feed)
    return found


def measured(lengths: tuple[int, ...], units: int, cache: str) -> list[float]:
    """`first_steps` in a process of its own."""
    env = {**os.environ, "TF1COMPAT_CACHE": cache}
    text = ",".join(map(str, lengths))
    done = subprocess.run(
        [sys.executable, __file__, "--child", text, str(units)], env=env, capture_output=True, text=True
    )
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    return [float(v) for v in done.stdout.split()[-len(lengths) :]]


def main() -> None:
    """Print the table."""
    if sys.argv[1:2] == ["--child"]:
        print(*first_steps(tuple(int(v) for v in sys.argv[2].split(",")), int(sys.argv[3])))
        return
    units = int(sys.argv[1]) if sys.argv[1:] else 64
    short, long = (measured((n,), units, "off")[0] for n in (20, 500))
    print(f"first step, 20 steps {short:.2f}, 500 steps {long:.2f}, ratio {long / short:.2f}")
    with tempfile.TemporaryDirectory() as cache:
        for name in ("empty cache", "filled cache"):
            found = measured(LENGTHS, units, cache)
            each = " ".join(f"{v:.2f}" for v in found)
            print(f"ten lengths, {name}: {sum(found):.2f} in all, first {found[0]:.2f}; {each}")


if __name__ == "__main__":
    main()

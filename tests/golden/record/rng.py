"""Record tests/golden/rng/philox.npz: draws of TensorFlow 1.15.5's random kernels (run with its interpreter).

Each array is ``<draw>/<execution>``, two executions of one op in one session, so that the step of the counter is seen.
Large draws keep their ends, every 997th value and their float64 sum (``…/first``, ``last``, ``every``, ``sum``).
"""

import os
import sys

import numpy as np
import tensorflow as tf
from tensorflow.python.ops import gen_random_ops as raw

SEED, SEED2 = 87654321, 2**40 + 42
LARGE = 100003


def draws():
    """Return {name: tensor}; names are <op>_<dtype> with what is special about the draw behind them."""
    seeds = {"seed": SEED, "seed2": SEED2}
    ops = {}
    for kind, op in (
        ("uniform", raw.random_uniform),
        ("normal", raw.random_standard_normal),
        ("truncated", raw.truncated_normal),
    ):
        for dtype in (tf.float16, tf.bfloat16, tf.float32, tf.float64):
            value = op([43], dtype, **seeds)
            ops[kind + "_" + dtype.name] = tf.cast(value, tf.float32) if dtype == tf.bfloat16 else value
        for dtype in (tf.float32, tf.float64):
            ops[kind + "_" + dtype.name + "_large"] = op([LARGE], dtype, **seeds)
        ops[kind + "_float32_empty"] = op([0, 3], tf.float32, **seeds)
        ops[kind + "_float32_scalar"] = op(tf.zeros([0], tf.int32), tf.float32, **seeds)
        ops[kind + "_float32_negative_seeds"] = op([9], tf.float32, seed=-1, seed2=-(2**33))
    for dtype, ranges in (
        (tf.int32, ((0, 10), (-(2**31), 2**31 - 1), (-7, 2**31 - 1))),
        (tf.int64, ((0, 10), (-(2**63), 2**63 - 1), (-5, 2**40))),
    ):
        for i, (low, high) in enumerate(ranges):
            bounds = tf.constant(low, dtype), tf.constant(high, dtype)
            ops[f"int_{dtype.name}_{i}"] = raw.random_uniform_int([43], *bounds, **seeds)
    for n in (1, 2, 4, 5, 6, 9, 101):
        ops[f"shuffle_{n}"] = raw.random_shuffle(tf.range(n), **seeds)
    for name, pair in (("small", (1, 2)), ("wide", (-5, 2**40))):
        pair = np.array(pair, np.int64)
        ops["stateless_uniform_" + name] = tf.random.stateless_uniform([9], pair)
        ops["stateless_truncated_" + name] = tf.random.stateless_truncated_normal([43], pair)
        ops["stateless_int_" + name] = tf.random.stateless_uniform([9], pair, 0, 10, tf.int32)
    ops["stateless_normal_int32"] = tf.random.stateless_normal([9], np.array((-1, 7), np.int32))
    return ops


def main():
    """Run every op twice and write the archive."""
    arrays = {}
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        for name, tensor in sorted(draws().items()):
            for execution in (0, 1):
                value = session.run(tensor)
                key = f"{name}/{execution}"
                if value.size < 1000:
                    arrays[key] = value
                    continue
                arrays[key + "/first"], arrays[key + "/last"] = value[:8], value[-8:]
                arrays[key + "/every"] = value[::997]
                arrays[key + "/sum"] = value.astype(np.float64).sum()
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "rng", "philox.npz")
    np.savez_compressed(path, **arrays)
    sys.stdout.write(f"{len(arrays)} arrays\n")


if __name__ == "__main__":
    main()

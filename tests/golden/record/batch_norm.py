"""Record what TF 1.15.5's FusedBatchNorm ops give for y: its value in inference, and the gradients that flow from it.

Run with the oracle's interpreter: python tests/golden/record/batch_norm.py
"""

import os
import warnings

warnings.filterwarnings("ignore")
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
TARGET = os.path.join(os.path.dirname(HERE), "ops", "batch_norm_y.npz")


def main():
    r = np.random.RandomState(0)
    given = {
        "x": r.uniform(-1, 3, size=(2, 3, 4, 3)).astype("f"),
        "scale": np.float32([1, 2, 0.5]),
        "offset": np.float32([0, -1, 3]),
        "mean": np.float32([0.5, 1, -1]),
        "variance": np.float32([1, 4, 0.25]),
        "dy": r.uniform(-1, 1, size=(2, 3, 4, 3)).astype("f"),
    }
    saved = dict(given)
    for training in (True, False):
        with tf.Graph().as_default(), tf.compat.v1.Session() as session:
            feeds = {k: tf.compat.v1.placeholder(tf.float32, v.shape) for k, v in given.items()}
            stats = ([], []) if training else (feeds["mean"], feeds["variance"])
            y = tf.raw_ops.FusedBatchNormV3(
                x=feeds["x"],
                scale=feeds["scale"],
                offset=feeds["offset"],
                mean=stats[0],
                variance=stats[1],
                epsilon=0.01,
                is_training=training,
            )[0]
            grads = tf.gradients(y, [feeds[k] for k in ("x", "scale", "offset")], grad_ys=feeds["dy"])
            values = session.run([y] + grads, {feeds[k]: v for k, v in given.items()})
        for name, value in zip(("y", "d_x", "d_scale", "d_offset"), values):
            saved["%s_%s" % ("training" if training else "inference", name)] = value
    np.savez_compressed(TARGET, **saved)


if __name__ == "__main__":
    main()

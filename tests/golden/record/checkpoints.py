"""Record checkpoints written by TF 1.15.5: V2, V2 in two shards, V1, V1 in two shards, and object-based ones.

Run with the oracle's interpreter; writes tests/golden/checkpoints.
"""

import os
import shutil
import sys

import numpy as np
import tensorflow as tf

TESTS = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(TESTS, "_formats"))
from checkpoint_values import BFLOAT16, pieces  # noqa: E402

TARGET = os.path.join(TESTS, "golden", "checkpoints")


def tensors(rows):
    return [tf.constant(v, tf.string if v.dtype == object else None) for _, _, v in rows]


def save_v2(prefix, rows, bfloat16=True):
    made = tensors(rows)
    names, specs = [r[0] for r in rows], [r[1] for r in rows]
    if bfloat16:
        for name, bits in BFLOAT16.items():
            made.append(tf.bitcast(tf.constant(bits), tf.bfloat16))
            names.append(name)
            specs.append("")
    return tf.raw_ops.SaveV2(prefix=prefix, tensor_names=names, shape_and_slices=specs, tensors=made)


def record(session):
    rows = pieces()
    session.run(save_v2("v2", rows))
    parts = ["v2_sharded_temp/part-%d" % i for i in range(2)]
    session.run([save_v2(parts[0], rows[::2]), save_v2(parts[1], rows[1::2], bfloat16=False)])
    session.run(tf.raw_ops.MergeV2Checkpoints(checkpoint_prefixes=parts, destination_prefix="v2_sharded"))
    for name, some in (("v1", rows), ("v1_sharded-00000-of-00002", rows[::2]), ("v1_sharded-00001-of-00002", rows[1::2])):
        session.run(
            tf.raw_ops.SaveSlices(
                filename=name,
                tensor_names=[r[0] for r in some],
                shapes_and_slices=[r[1] for r in some],
                data=tensors(some),
            )
        )


def record_objects(session):
    kernel = tf.get_variable("kernel", initializer=np.float32([1, 2]), use_resource=True)
    step = tf.Variable(7, name="step")
    session.run(tf.global_variables_initializer())
    tf.train.Checkpoint(kernel=kernel, step=step).write("objects", session)


def main():
    shutil.rmtree(TARGET, ignore_errors=True)
    os.makedirs(TARGET)
    os.chdir(TARGET)
    for function in (record, record_objects):
        with tf.Graph().as_default(), tf.compat.v1.Session() as session:
            function(session)
    print(sorted(os.listdir(TARGET)))


if __name__ == "__main__":
    main()

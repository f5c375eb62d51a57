"""Writes tests/golden/session_bundle: a model that TensorFlow 1.15's Exporter exported, V1 and V2 checkpoints.

Run with the Python that has TensorFlow 1.15: python tests/golden/record/session_bundles.py
"""

import glob
import os
import shutil

import tensorflow as tf
from tensorflow.contrib.session_bundle import exporter

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = os.path.join(HERE, "..", "session_bundle")


def export(version):
    with tf.Graph().as_default(), tf.Session() as session:
        a, b = tf.Variable(0.5, name="a"), tf.Variable(2.0, name="b")
        x = tf.placeholder(tf.float32, [None], name="x")
        y = tf.add(a * x, b, name="y")
        asset = tf.constant("words.txt", name="path")
        seen = tf.Variable("", name="seen", collections=[])
        init = tf.group(tf.assign(seen, asset), name="init")
        session.run(tf.global_variables_initializer())
        out = exporter.Exporter(tf.train.Saver([a, b], write_version=version))
        out.init(
            init_op=init,
            clear_devices=True,
            default_graph_signature=exporter.regression_signature(x, y),
            named_graph_signatures={"all": exporter.generic_signature({"in": x, "out": y})},
            assets_collection=[asset],
        )
        out.export(FOLDER, tf.constant(version), session)


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    with open("words.txt", "w") as file:
        file.write("hello\n")
    for version in (tf.train.SaverDef.V1, tf.train.SaverDef.V2):
        export(version)
    for path in ["words.txt", *glob.glob(os.path.join(FOLDER, "*", "checkpoint"))]:  # absolute paths
        os.remove(path)


main()

"""Calls of tf.summary, of TF 0.x's summary functions, of tf.Print and of tf.Assert."""

import importlib

import numpy as np

PICTURES = np.zeros((1, 2, 2, 1), "f")


def old(tf):
    """Where TF 0.x's summary functions are: TF 1.15 keeps them in a private module."""
    return tf if hasattr(tf, "scalar_summary") else importlib.import_module("tensorflow.python.ops.logging_ops")


def merged(tf, v):
    with tf.name_scope("s"):
        tf.summary.scalar("loss", v.n)
        tf.summary.scalar("acc", v.n)
    tf.summary.merge_all()
    tf.summary.merge_all(scope="s/l")
    tf.summary.merge_all(key="nothing")


def merged_old(tf, v):
    with tf.name_scope("s"):
        old(tf).merge_summary([old(tf).scalar_summary("loss", v.n)])
    old(tf).merge_all_summaries()


def twice(tf, v):
    with tf.name_scope("s"):
        for _ in range(2):
            tf.summary.scalar("loss", v.n)
            old(tf).scalar_summary("loss", v.n)


CALLS = {
    "scalar": lambda tf, v: tf.summary.scalar("loss", v.n),
    "scalar_number": lambda tf, v: tf.summary.scalar("loss", 1.5),
    "scalar_twice": twice,
    "scalar_illegal": lambda tf, v: tf.summary.scalar("/a b:c", v.n),
    "scalar_family": lambda tf, v: tf.summary.scalar("loss", v.n, family="train err"),
    "scalar_empty": lambda tf, v: tf.summary.scalar("", v.n),
    "histogram": lambda tf, v: tf.summary.histogram("weights", v.x),
    "histogram_numbers": lambda tf, v: tf.summary.histogram("weights", [1, 2]),
    "histogram_unnamed": lambda tf, v: tf.summary.histogram(None, v.x),
    "image": lambda tf, v: tf.summary.image("picture", PICTURES, max_outputs=5),
    "audio": lambda tf, v: tf.summary.audio("tone", v.x, 44100.0, max_outputs=1, family="f"),
    "audio_rate": lambda tf, v: tf.summary.audio("tone", v.x, tf.constant(8000.0)),
    "text": lambda tf, v: tf.summary.text("note", v.s),
    "text_of_numbers": lambda tf, v: tf.summary.text("note", v.x),
    "tensor_summary": lambda tf, v: tf.summary.tensor_summary("any", v.x, "described", display_name="shown"),
    "merge": lambda tf, v: tf.summary.merge([tf.summary.scalar("loss", v.n)], name="all of"),
    "merge_all": merged,
    "old_scalar": lambda tf, v: old(tf).scalar_summary("my tag", v.n),
    "old_scalars": lambda tf, v: old(tf).scalar_summary(["a", "b"], [1.0, 2.0], name="two"),
    "old_histogram": lambda tf, v: old(tf).histogram_summary("h", v.x),
    "old_image": lambda tf, v: old(tf).image_summary("im", PICTURES, max_images=2),
    "old_audio": lambda tf, v: old(tf).audio_summary("au", v.x, 8000.0, 2),
    "old_merge": merged_old,
    "print": lambda tf, v: tf.Print(v.x, [v.x, v.i, "text"], "seen: ", first_n=3, summarize=10, name="p"),
    "print_defaults": lambda tf, v: tf.Print(v.x, [v.i]),
    "assert": lambda tf, v: tf.Assert(True, [v.i, "text"]),
    "assert_summarize": lambda tf, v: tf.Assert(tf.equal(v.n, 1), [v.i], summarize=7, name="mine"),
    "timestamp": lambda tf, v: tf.timestamp(),
    "assert_all_finite": lambda tf, v: tf.verify_tensor_all_finite(v.x, "not finite"),
    "add_check_numerics_ops": lambda tf, v: tf.add_check_numerics_ops(),
}

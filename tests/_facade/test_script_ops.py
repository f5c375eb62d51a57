"""`tf.py_func`: what TF 1.15.5 says about results that it has no type for, or too many or too few of them."""

import numpy as np
import pytest

import tf1compat as tf

REFUSED = {
    "dict": (lambda: {"a": 1}, tf.float32, tf.errors.InternalError, "Unsupported object type dict"),
    "object": (lambda: [object()], [tf.float32], tf.errors.InternalError, "Unsupported object type object"),
    "structure": (lambda: np.zeros(1, [("a", "f4")]), tf.float32, tf.errors.InternalError, "Unsupported numpy data type"),
    "mixed": (lambda: np.array(["x", 1], object), tf.string, tf.errors.InternalError, "Unsupported object type int"),
    "date": (
        lambda: np.datetime64("2001-01-01"), tf.int64, tf.errors.InternalError, "Unsupported numpy type: NPY_DATETIME",
    ),
    "none": (lambda: None, tf.float32, tf.errors.InvalidArgumentError, "returns 0 values, but expects to see 1 values."),
    "few": (lambda: 1, [tf.int64] * 2, tf.errors.InvalidArgumentError, "returns 1 values, but expects to see 2 values."),
    "type": (lambda: 5, tf.float32, tf.errors.InvalidArgumentError, "is int64, but expects float"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_refused_results(name):
    function, types, error, text = REFUSED[name]
    with tf.Graph().as_default(), tf.Session() as session:
        with pytest.raises(error, match=text):
            session.run(tf.py_func(function, [], types))


def test_results():
    calls = []
    with tf.Graph().as_default(), tf.Session() as session:
        effect = tf.py_func(lambda: calls.append(1), [], [])
        assert isinstance(effect, tf.Operation) and session.run(effect) is None and calls == [1]
        (texts,) = tf.py_func(lambda: np.array([b"a", "\u4f60"], object), [], [tf.string])
        assert session.run(texts).tolist() == [b"a", "\u4f60".encode()]

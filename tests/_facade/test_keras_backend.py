"""Functions of tf.keras.backend: values recorded with TensorFlow 1.15.5."""

import numpy as np
import pytest

import tf1compat as tf


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default():
        yield


@pytest.mark.parametrize(
    "shapes, axes, wanted",
    [
        (((2, 2, 3), (2, 3, 2)), None, [[[10, 13], [28, 40]], [[172, 193], [244, 274]]]),
        (((2, 2, 3), (2, 3)), (2, 1), [[5, 14], [86, 122]]),
        (((2, 3), (2, 3)), 1, [[5], [50]]),
        (
            ((2, 2, 3), (2, 3, 2)),
            (1, 2),
            [
                [[3, 9, 15], [4, 14, 24], [5, 19, 33]],
                [[99, 129, 159], [112, 146, 180], [125, 163, 201]],
            ],
        ),
    ],
)
def test_batch_dot(shapes, axes, wanted):
    x, y = (tf.constant(np.arange(np.prod(s), dtype="f").reshape(s)) for s in shapes)
    with tf.Session() as session:
        assert session.run(tf.keras.backend.batch_dot(x, y, axes=axes)).tolist() == wanted


def test_print_tensor_is_refused():
    with pytest.raises(tf.errors.UnimplementedError, match="tf.Print"):
        tf.keras.backend.print_tensor(tf.constant(1.0))

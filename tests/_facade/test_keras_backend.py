"""Functions of tf.keras.backend: values recorded with TensorFlow 1.15.5."""

import numpy as np
import pytest

import tf1compat as tf

K = tf.keras.backend


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


def test_constants_have_the_default_float_type(capfd):
    with tf.Graph().as_default(), tf.Session() as session:
        x = K.constant([1, 2])
        assert x.dtype is tf.float32
        assert session.run(K.print_tensor(x, "message")).tolist() == [1, 2]
    assert capfd.readouterr().out == "message [1 2]\n"


def test_batch_normalization_with_channels_first():
    with tf.Graph().as_default(), tf.Session() as session:
        x, m = K.placeholder((2, 3, 4, 4)), K.placeholder((3,))
        found = K.batch_normalization(x, m, m, m, m, axis=1, epsilon=1e-3)
        assert found.op.type == "FusedBatchNormV3"
        got = session.run(found, {x: np.full((2, 3, 4, 4), 2.0), m: [1.0, 2.0, 4.0]})
    wanted = np.array([1 / np.sqrt(1.001) + 1, 2, 4 * -2 / np.sqrt(4.001) + 4])
    np.testing.assert_allclose(got[0, :, 0, 0], wanted, atol=1e-5)

"""Matrices that have no inverse or factor are refused in TF 1.15.5's words, whether known, fed or computed."""

import numpy as np
import pytest

import tf1compat as tf

SINGULAR = np.array([[1.0, 2.0], [2.0, 4.0]], np.float32)
OPS = {
    "inverse": (tf.matrix_inverse, "Input is not invertible."),
    "lu": (lambda x: tf.linalg.lu(x)[0], "Input is not invertible."),
    "solve": (lambda x: tf.matrix_solve(x, tf.ones([2, 1])), "Input matrix is not invertible."),
    "triangular": (
        lambda x: tf.matrix_triangular_solve(x * [[1.0, 1.0], [1.0, 0.0]], tf.ones([2, 1])),
        "Input matrix is not invertible.",
    ),
    "cholesky": (tf.cholesky, "Cholesky decomposition was not successful. The input might not be valid."),
}


@pytest.mark.parametrize("name", OPS)
def test_refused(name):
    function, text = OPS[name]
    with tf.Graph().as_default(), tf.Session() as session:
        fed = tf.placeholder(tf.float32, [2, 2])
        for given in (tf.constant(SINGULAR), fed, fed * 1.0):
            with pytest.raises(tf.errors.InvalidArgumentError) as raised:
                session.run(function(given), {fed: SINGULAR})
            assert raised.value.message.startswith(text)


def test_cholesky_of_what_is_no_number():
    """TF1: as for any other operation, no error."""
    with tf.Graph().as_default(), tf.Session() as session:
        found = session.run(tf.cholesky([[np.nan, 2.0], [2.0, 4.0]]))
    assert np.isnan(found[0, 0]) and found[0, 1] == 0


def test_a_small_determinant_is_not_zero():
    with tf.Graph().as_default(), tf.Session() as session:
        found = session.run(tf.matrix_inverse(tf.constant(1e-3 * np.eye(200, dtype=np.float32))))
    np.testing.assert_allclose(found, 1e3 * np.eye(200), rtol=1e-6)

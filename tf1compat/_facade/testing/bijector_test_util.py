"""Assertions on bijectors, for their tests."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade import context
from tf1compat._facade.distributions.continuous import Uniform
from tf1compat._facade.formulas import math_ops


def assert_finite(array: Any) -> None:
    """No NaN, no infinity."""
    if not np.isfinite(array).all():
        raise AssertionError(f"array was not all finite. {array[:15]}")


def assert_strictly_increasing(array: Any) -> None:
    """Each element exceeds the one before."""
    np.testing.assert_array_less(0.0, np.diff(array))


def assert_strictly_decreasing(array: Any) -> None:
    """Each element is less than the one before."""
    np.testing.assert_array_less(np.diff(array), 0.0)


def assert_strictly_monotonic(array: Any) -> None:
    """Strictly increasing or strictly decreasing."""
    (assert_strictly_increasing if array[0] < array[-1] else assert_strictly_decreasing)(array)


def assert_scalar_congruency(
    bijector: Any, lower_x: Any, upper_x: Any, n: int = 10000, rtol: float = 0.01, sess: Any = None
) -> None:
    """Between two numbers, the function is monotonic, the inverse is one, and the Jacobians fit."""
    sess = sess or context.get_default_session()
    points = np.linspace(lower_x, upper_x, num=10).astype(np.float32)
    if bijector.dtype is not None:
        points = points.astype(bijector.dtype.as_numpy_dtype)
    images = bijector.forward(points)
    lower_y, upper_y = sorted(sess.run([bijector.forward(lower_x), bijector.forward(upper_x)]))
    x = Uniform(low=lower_x, high=upper_x).sample(n, seed=0)
    y = Uniform(low=lower_y, high=upper_y).sample(n, seed=1)
    there_and_back, back_and_there = bijector.inverse(bijector.forward(x)), bijector.forward(bijector.inverse(y))
    slope = math_ops.exp(bijector.inverse_log_det_jacobian(y, event_ndims=0))
    width = (upper_y - lower_y) * math_ops.reduce_mean(slope)
    other = math_ops.exp(bijector.forward_log_det_jacobian(bijector.inverse(y), event_ndims=0))
    images, slope, other, width, x, y, there_and_back, back_and_there = sess.run(
        [images, slope, other, width, x, y, there_and_back, back_and_there]
    )
    assert_strictly_monotonic(images)
    np.testing.assert_allclose(there_and_back, x, atol=1e-5, rtol=1e-3)
    np.testing.assert_allclose(back_and_there, y, atol=1e-5, rtol=1e-3)
    np.testing.assert_allclose(upper_x - lower_x, width, atol=0, rtol=rtol)
    np.testing.assert_allclose(slope, np.divide(1.0, other), atol=1e-5, rtol=1e-3)


def assert_bijective_and_finite(
    bijector: Any, x: Any, y: Any, event_ndims: Any, atol: float = 0, rtol: float = 1e-5, sess: Any = None
) -> None:
    """Function and inverse undo each other, their Jacobians too, and everything is finite."""
    sess = sess or context.get_default_session()
    f_x, g_y = bijector.forward(x), bijector.inverse(y)
    found = sess.run(
        [
            bijector.inverse(f_x),
            bijector.forward(g_y),
            bijector.inverse_log_det_jacobian(f_x, event_ndims=event_ndims),
            bijector.forward_log_det_jacobian(x, event_ndims=event_ndims),
            bijector.inverse_log_det_jacobian(y, event_ndims=event_ndims),
            bijector.forward_log_det_jacobian(g_y, event_ndims=event_ndims),
            f_x,
            g_y,
        ]
    )
    for array in (x, y, *found):
        assert_finite(array)
    x_again, y_again, ildj_f_x, fldj_x, ildj_y, fldj_g_y = found[:6]
    for one, other in ((x_again, x), (y_again, y), (-ildj_f_x, fldj_x), (-ildj_y, fldj_g_y)):
        np.testing.assert_allclose(one, other, atol=atol, rtol=rtol)

"""`tf.test.compute_gradient`: Jacobians by `tf.gradients` and by differences, to be compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tf1compat._facade import context
from tf1compat._facade.gradients import gradients
from tf1compat._facade.tensor import Tensor


def compute_gradient(
    x: Any,
    x_shape: Any,
    y: Tensor,
    y_shape: Sequence[int],
    x_init_value: Any = None,
    delta: float = 1e-3,
    init_targets: Any = None,
    extra_feed_dict: Mapping[Any, Any] | None = None,
) -> Any:
    """The Jacobian of `y` with respect to `x`, [size of x, size of y], computed and estimated by differences.

    Args:
      x: a tensor or a list of them, real and of floating-point type.
      x_shape: shape of `x`, or a list of shapes.
      y: a tensor.
      y_shape: its shape.
      x_init_value: where to take the derivative; random numbers in [0, 1) if absent.
      delta: step of the differences.
      init_targets: operations to run first.
      extra_feed_dict: other values to feed.

    Returns:
      A pair of arrays, or a list of pairs if `x` is a list. Runs in the default session.
    """
    session = context.get_default_session()
    if session is None:
        raise ValueError("compute_gradient needs a default session: use `with sess.as_default():`")
    if init_targets is not None:
        for target in init_targets if isinstance(init_targets, (list, tuple)) else [init_targets]:
            session.run(target)
    extra = dict(extra_feed_dict or {})
    if not isinstance(x, (list, tuple)):
        return _jacobians(session, x, x_shape, y, y_shape, x_init_value, delta, extra)
    starts = [None] * len(x) if x_init_value is None else x_init_value
    points = [_start(t, s, v) for t, s, v in zip(x, x_shape, starts)]
    extra.update(zip(x, points))
    return [_jacobians(session, t, s, y, y_shape, v, delta, extra) for t, s, v in zip(x, x_shape, points)]


def compute_gradient_error(
    x: Any,
    x_shape: Any,
    y: Tensor,
    y_shape: Sequence[int],
    x_init_value: Any = None,
    delta: float = 1e-3,
    init_targets: Any = None,
    extra_feed_dict: Mapping[Any, Any] | None = None,
) -> float:
    """The largest difference between computed and estimated Jacobian; arguments as in `compute_gradient`."""
    found = compute_gradient(x, x_shape, y, y_shape, x_init_value, delta, init_targets, extra_feed_dict)
    pairs = [found] if isinstance(found, tuple) else found
    return max((float(np.fabs(a - b).max()) for a, b in pairs if a.size), default=0.0)


def _start(x: Tensor, shape: Any, value: Any) -> np.ndarray[Any, Any]:
    if value is None:
        return np.random.random_sample(tuple(shape)).astype(x.dtype.as_numpy_dtype)
    return np.array(value, x.dtype.as_numpy_dtype)


def _jacobians(
    session: Any,
    x: Tensor,
    x_shape: Any,
    y: Tensor,
    y_shape: Sequence[int],
    start: Any,
    delta: float,
    feeds: dict[Any, Any],
) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    if not x.dtype.is_floating or not y.dtype.is_floating:
        raise TypeError(f"compute_gradient takes real floating-point tensors, not {x.dtype.name} and {y.dtype.name}")
    point = _start(x, x_shape, start)
    with x.graph.as_default():
        direction = np.zeros(tuple(y_shape), y.dtype.as_numpy_dtype)
        seed = _placeholder(y, y_shape)
        (slope,) = gradients(y, [x], grad_ys=[seed])
    computed = np.zeros((point.size, direction.size), x.dtype.as_numpy_dtype)
    for column in range(direction.size if slope is not None else 0):
        direction.ravel()[column] = 1
        value = session.run(slope, {**feeds, x: point, seed: direction})
        direction.ravel()[column] = 0
        if hasattr(value, "indices"):
            np.add.at(computed.reshape(*point.shape, -1)[..., column], value.indices, value.values)
        else:
            computed[:, column] = np.asarray(value).ravel()
    estimated = np.zeros((point.size, direction.size), y.dtype.as_numpy_dtype)
    for row in range(point.size):
        ends: list[Any] = []
        for step in (delta, -delta):
            moved = point.copy()
            moved.ravel()[row] += step
            ends.append(np.asarray(session.run(y, {**feeds, x: moved})))
        estimated[row] = ((ends[0] - ends[1]) / np.asarray(2 * delta, y.dtype.as_numpy_dtype)).ravel()
    return computed, estimated


def _placeholder(y: Tensor, y_shape: Sequence[int]) -> Tensor:
    from tf1compat._facade.framework import placeholder

    return placeholder(y.dtype.base, tuple(y_shape), name="dy")

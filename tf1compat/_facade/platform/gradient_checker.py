"""`tf.test.compute_gradient`: Jacobians by `tf.gradients` and by differences, to be compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
    for what in (x, y):
        if not (what.dtype.is_floating or what.dtype.is_complex):
            raise TypeError(f"compute_gradient takes real or complex floating-point tensors, not {what.dtype.name}")
    point = _start(x, x_shape, start)
    with x.graph.as_default():
        direction = np.zeros(tuple(y_shape), y.dtype.as_numpy_dtype)
        seed = _placeholder(y, y_shape)
        (slope,) = gradients(y, [x], grad_ys=[seed])

    def slope_at(direction: np.ndarray[Any, Any]) -> Any:
        return 0 if slope is None else session.run(slope, {**feeds, x: point, seed: direction})

    def value_at(point: np.ndarray[Any, Any]) -> Any:
        return session.run(y, {**feeds, x: point})

    return computed_jacobian(slope_at, point, direction), estimated_jacobian(value_at, point, direction, delta)


def computed_jacobian(
    slope_at: Callable[[Any], Any], point: np.ndarray[Any, Any], direction: np.ndarray[Any, Any]
) -> np.ndarray[Any, Any]:
    """Columns: the gradient for each unit direction of y; a complex number counts as two real ones."""
    unit = _real(direction)
    columns = np.zeros((_real(point).size, unit.size), _real(point).dtype)
    for column in range(unit.size):
        unit[column] = 1
        value = slope_at(direction)
        unit[column] = 0
        if hasattr(value, "indices"):
            dense = np.zeros_like(point)
            np.add.at(dense, value.indices, value.values)
            value = dense
        columns[:, column] = _real(np.broadcast_to(np.asarray(value, point.dtype), point.shape).copy())
    return columns


def estimated_jacobian(
    value_at: Callable[[Any], Any], point: np.ndarray[Any, Any], direction: np.ndarray[Any, Any], delta: float
) -> np.ndarray[Any, Any]:
    """Rows: central differences of y for each element of x."""
    rows = np.zeros((_real(point).size, _real(direction).size), _real(direction).dtype)
    for row in range(len(rows)):
        ends: list[Any] = []
        for step in (delta, -delta):
            moved = point.copy()
            _real(moved)[row] += step
            ends.append(np.asarray(value_at(moved)))
        rows[row] = _real((ends[0] - ends[1]) / np.asarray(2 * delta, _real(direction).dtype))
    return rows


def _real(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """A flat view; complex elements as pairs of real numbers."""
    flat: Any = np.asarray(array).reshape(-1)
    return flat.view(flat.real.dtype) if np.iscomplexobj(flat) else flat


def _placeholder(y: Tensor, y_shape: Sequence[int]) -> Tensor:
    from tf1compat._facade.framework import placeholder

    return placeholder(y.dtype.base, tuple(y_shape), name="dy")

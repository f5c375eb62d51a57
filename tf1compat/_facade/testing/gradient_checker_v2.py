"""`tensorflow.python.ops.gradient_checker_v2`: computed and estimated Jacobians of a function of arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tf1compat._facade import context
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.framework import placeholder
from tf1compat._facade.gradients import gradients
from tf1compat._facade.platform.gradient_checker import computed_jacobian, estimated_jacobian
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes

_TYPES = (
    dtypes.float16, dtypes.bfloat16, dtypes.float32, dtypes.float64, dtypes.complex64, dtypes.complex128
)  # fmt: skip


def compute_gradient(f: Callable[..., Any], x: Sequence[Any], delta: float = 1.0 / 1024) -> tuple[Any, Any]:
    """The Jacobians of `f` by each of `x`, computed and estimated: (list of arrays, list of arrays).

    Runs in the default session.

    Args:
      f: a function of tensors that makes one tensor.
      x: where to take the derivatives: a list of arrays.
      delta: step of the differences.

    Raises:
      ValueError: `x` is no list, or there is no default session.
    """
    if not isinstance(x, list):
        raise ValueError(f"`x` must be a list of Tensors (arrays, python lists, etc), not a {type(x).__name__}")
    session = context.get_default_session()
    if session is None:
        raise ValueError("compute_gradient needs a default session: use `with sess.as_default():`")
    points = [np.array(v) for v in session.run([convert_to_tensor(v) for v in x])]
    xs = [placeholder(dtypes.as_dtype(v.dtype), v.shape) for v in points]
    y = f(*xs)
    value = session.run(y, dict(zip(xs, points)))
    for tensor in (*xs, y):
        assert tensor.dtype.base in _TYPES, f"Cannot compute gradient for unsupported type {tensor.dtype.name}"
    seed = placeholder(y.dtype.base, value.shape, name="dy")
    slopes = gradients(y, xs, grad_ys=[seed])
    direction = np.zeros(value.shape, y.dtype.as_numpy_dtype)
    found: list[tuple[Any, Any]] = []
    for i, slope in enumerate(slopes):

        def feeds(point: Any, i: int = i) -> dict[Any, Any]:
            return dict(zip(xs, [*points[:i], point, *points[i + 1 :]]))

        def slope_at(direction: Any, i: int = i, slope: Any = slope) -> Any:
            return 0 if slope is None else session.run(slope, {**feeds(points[i], i), seed: direction})

        def value_at(point: Any, i: int = i) -> Any:
            return session.run(y, feeds(point, i))

        pair = (
            computed_jacobian(slope_at, points[i], direction),
            estimated_jacobian(value_at, points[i], direction, delta),
        )
        found.append(pair)
    return [a for a, _ in found], [b for _, b in found]


def max_error(grad1: Sequence[Any], grad2: Sequence[Any]) -> float:
    """The largest difference between two lists of Jacobians."""
    return max((float(np.fabs(a - b).max()) for a, b in zip(grad1, grad2) if np.size(a)), default=0.0)


def _to_numpy(a: Any) -> Any:  # pyright: ignore (tests take it by this name)
    """The value of a tensor in the default session; anything else as it is."""
    return context.get_default_session().run(a) if isinstance(a, Tensor) else a

"""Tensors limited in value or in norm: `tf.clip_by_value`, `tf.clip_by_global_norm`…"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tf1compat._facade import array_ops, math_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.constants import constant
from tf1compat._facade.convert import convert
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.dispatch import dispatched
from tf1compat._facade.framework import colocate_with, name_scope
from tf1compat._facade.indexed_slices import IndexedSlices
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, shapes


@dispatched
def clip_by_value(t: Any, clip_value_min: Any, clip_value_max: Any, name: str | None = None) -> Any:
    """`t` (a Tensor or IndexedSlices), at least the minimum and at most the maximum.

    Raises:
      ValueError: a limit has more elements than `t`.
    """
    with name_scope(name, "clip_by_value", [t, clip_value_min, clip_value_max]) as scope:
        values = convert(_values(t), None, "t")
        limited = math_ops.minimum(values, clip_value_max)
        shapes.merge(values.dims, limited.dims)
        limited = math_ops.maximum(limited, clip_value_min, name=scope)
        shapes.merge(values.dims, limited.dims)
        return _like(t, limited)


def clip_by_norm(t: Any, clip_norm: Any, axes: Any = None, name: str | None = None) -> Any:
    """`t` scaled down so that its Euclidean norm (over `axes`, by default all) is at most `clip_norm`."""
    with name_scope(name, "clip_by_norm", [t, clip_norm]) as scope:
        values = convert(_values(t), None, "t")
        squares = math_ops.reduce_sum(values * values, axes, keepdims=True)  # type: ignore[operator]
        positive = squares > 0
        # two choices, so that the gradient of the root is not NaN where the norm is 0
        safe = array_ops.where(positive, squares, array_ops.ones_like(squares))
        size = array_ops.where(positive, math_ops.sqrt(safe), squares)
        scaled = values * clip_norm
        shapes.merge(values.dims, scaled.dims)
        clipped = array_ops.identity(scaled / math_ops.maximum(size, clip_norm), name=scope)
        return _like(t, clipped)


def global_norm(t_list: Any, name: str | None = None) -> Tensor:
    """The Euclidean norm of all elements of a list of tensors together; None entries are left out.

    Raises:
      TypeError: `t_list` is not a list.
    """
    t_list = _checked(t_list)
    with name_scope(name, "global_norm", t_list):
        halves: list[Tensor] = []
        for v in _named(t_list):
            if v is not None:
                with colocate_with(v):
                    halves.append(apply_op("L2Loss", v))
        total = math_ops.reduce_sum(array_ops.stack(halves))
        return math_ops.sqrt(total * constant(2.0, dtype=total.dtype.base), name="global_norm")  # type: ignore[operator]


def clip_by_global_norm(
    t_list: Any, clip_norm: Any, use_norm: Any = None, name: str | None = None
) -> tuple[list[Any], Tensor]:
    """A list of tensors scaled by one factor so that their global norm is at most `clip_norm`.

    Returns:
      The list, and the global norm before (`use_norm` if that is given). Where the norm is not finite, all is NaN.

    Raises:
      TypeError: `t_list` is not a list.
    """
    t_list = _checked(t_list)
    if use_norm is None:
        use_norm = global_norm(t_list, name)
    kind = use_norm.dtype.base
    with name_scope(name, "clip_by_global_norm", [*t_list, clip_norm]) as scope:
        factor = clip_norm * math_ops.minimum(1.0 / use_norm, constant(1.0, dtype=kind) / clip_norm)
        scale = array_ops.where(math_ops.is_finite(use_norm), factor, constant(float("nan"), dtype=kind))
        clipped: list[Any] = []
        for i, (t, v) in enumerate(zip(t_list, _named(t_list))):
            if v is None:
                clipped.append(None)
                continue
            with colocate_with(v):
                clipped.append(_like(t, array_ops.identity(v * scale, name=f"{scope}_{i}")))  # type: ignore[operator]
    return clipped, use_norm


@deprecated(
    None,
    "clip_by_average_norm is deprecated in TensorFlow 2.0. Please use clip_by_norm(t, clip_norm * "
    "tf.cast(tf.size(t), tf.float32), name) instead.",
    "tensorflow.python.ops.clip_ops",
)
def clip_by_average_norm(t: Any, clip_norm: Any, name: str | None = None) -> Tensor:
    """`t` scaled down so that its norm per element is at most `clip_norm`."""
    with name_scope(name, "clip_by_average_norm", [t, clip_norm]) as scope:
        t = convert(t, None, "t")
        number = math_ops.cast(array_ops.size(t), dtypes.float32)
        inverse = math_ops.rsqrt(math_ops.reduce_sum(t * t, math_ops.range(array_ops.rank(t))))  # type: ignore[operator]
        scaled = t * clip_norm  # type: ignore[operator]
        limit = math_ops.minimum(inverse * number, constant(1.0) / clip_norm)  # type: ignore[operator]
        return array_ops.identity(scaled * limit, name=scope)


def _values(t: Any) -> Any:
    return t.values if isinstance(t, IndexedSlices) else t


def _like(t: Any, values: Tensor) -> Any:
    return IndexedSlices(values, t.indices, t.dense_shape) if isinstance(t, IndexedSlices) else values


def _checked(t_list: Any) -> list[Any]:
    if not isinstance(t_list, Sequence) or isinstance(t_list, (str, bytes)):
        raise TypeError("t_list should be a sequence")
    return list(t_list)


def _named(t_list: list[Any]) -> list[Tensor | None]:
    return [None if t is None else convert(_values(t), None, f"t_{i}") for i, t in enumerate(t_list)]

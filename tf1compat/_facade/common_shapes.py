"""`tensorflow.python.framework.common_shapes`: shape functions of ops, which are declared with the ops here."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.array_creation import broadcast_static_shape as broadcast_shape
from tf1compat._jaxcore.base.shapes import TensorShape

__all__ = ["broadcast_shape", "call_cpp_shape_fn", "scalar_shape", "unknown_shape"]


def unknown_shape(op: Any) -> list[TensorShape]:
    """An unknown shape for each output."""
    return [TensorShape(None) for _ in op.outputs]


def scalar_shape(unused_op: Any) -> list[TensorShape]:
    """The shape of one scalar."""
    return [TensorShape([])]


def call_cpp_shape_fn(op: Any, require_shape_fn: bool = True) -> list[TensorShape]:
    """The shapes that the op's declaration gave its outputs."""
    return [output.shape for output in op.outputs]

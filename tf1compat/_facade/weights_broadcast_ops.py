"""Weights of losses and metrics: they are scalars, or have the rank of the values and sizes of 1 or the same."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, math_ops
from tf1compat._facade.context import get_default_graph
from tf1compat._facade.convert import convert, convert_to_tensor
from tf1compat._facade.framework import name_scope, no_op
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._jaxcore.base import errors

_CANNOT = "weights can not be broadcast to values."


def assert_broadcastable(weights: Any, values: Any) -> Operation:
    """An operation to wait for before `weights` are multiplied with `values`.

    Raises:
      ValueError: static shapes say that they do not fit.
      UnsupportedError: shapes are not known well enough to decide now.
    """
    with name_scope(None, "assert_broadcastable", (weights, values)):
        with name_scope(None, "weights", (weights,)) as scope:
            weights = convert_to_tensor(weights, name=scope)
            array_ops.shape(weights, name="shape")
            array_ops.rank(weights, name="rank")
        with name_scope(None, "values", (values,)) as scope:
            values = convert_to_tensor(values, name=scope)
            array_ops.shape(values, name="shape")
            array_ops.rank(values, name="rank")
        given, wanted = weights.dims, values.dims
        if given is not None and wanted is not None:
            if not given:
                return no_op(name="static_scalar_check_success")
            if len(given) != len(wanted):
                raise ValueError(
                    f"{_CANNOT} values.rank={len(wanted)}. weights.rank={len(given)}. values.shape={values.shape}. "
                    f"weights.shape={weights.shape}."
                )
            if None not in given and None not in wanted:
                _check_sizes(given, wanted)
                return no_op(name="static_dims_check_success")
        raise errors.unsupported(
            f"loss weights of shape {weights.shape} for values of shape {values.shape}",
            advice="Whether they fit would have to be checked while running (tf.cond and tf.Assert). Give both a fully "
            "known shape (set_shape), or use a scalar weight.",
        )


def _check_sizes(given: tuple[Any, ...], wanted: tuple[Any, ...]) -> None:
    for i, (g, w) in enumerate(zip(given, wanted)):
        if g not in (1, w):
            raise ValueError(
                f"{_CANNOT} Mismatch at dim {i}. values.shape={_as_array_text(wanted)} "
                f"weights.shape={_as_array_text(given)}."
            )


def _as_array_text(sizes: tuple[Any, ...]) -> str:
    # TF1: the message shows the shapes as NumPy arrays
    return "[" + " ".join(str(s) for s in sizes) + "]"


def broadcast_weights(weights: Any, values: Any) -> Tensor:
    """`weights` in the shape of `values`.

    Raises:
      ValueError: static shapes say that they do not fit.
    """
    with name_scope(None, "broadcast_weights", (weights, values)) as scope:
        values = convert_to_tensor(values, name="values")
        weights = convert(weights, values.dtype.base, "weights")
        known = weights.shape.is_fully_defined() and values.shape.is_fully_defined()
        if known and weights.shape.is_compatible_with(values.shape):
            return weights
        with get_default_graph().control_dependencies((assert_broadcastable(weights, values),)):
            return math_ops.multiply(weights, array_ops.ones_like(values), name=scope)

"""Weights of losses and metrics: they are scalars, or have the rank of the values and sizes of 1 or the same."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_ops, math_ops
from tf1compat._facade.apply import apply_op
from tf1compat._facade.cond import cond, guarded_assert
from tf1compat._facade.context import get_default_graph
from tf1compat._facade.convert import convert, convert_to_tensor
from tf1compat._facade.framework import name_scope, no_op
from tf1compat._facade.tensor import Operation, Tensor

_CANNOT = "weights can not be broadcast to values."


def assert_broadcastable(weights: Any, values: Any) -> Operation:
    """An operation to wait for before `weights` are multiplied with `values`.

    Raises:
      ValueError: static shapes say that they do not fit.
    """
    with name_scope(None, "assert_broadcastable", (weights, values)) as scope:
        shapes: list[Tensor] = []
        ranks: list[Tensor] = []
        tensors: list[Tensor] = []
        for name, value in (("weights", weights), ("values", values)):
            with name_scope(None, name, (value,)) as inner:
                tensors.append(convert_to_tensor(value, name=inner))
                shapes.append(array_ops.shape(tensors[-1], name="shape"))
                ranks.append(array_ops.rank(tensors[-1], name="rank"))
        weights, values = tensors
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
        return _check_while_running(weights, values, shapes, ranks, scope)


def _check_while_running(
    weights: Tensor, values: Tensor, shapes: list[Tensor], ranks: list[Tensor], name: str | None
) -> Operation:
    is_scalar = math_ops.equal(0, ranks[0], name="is_scalar")
    data = (
        _CANNOT, "weights.shape=", weights.name, shapes[0], "values.shape=", values.name, shapes[1],
        "is_scalar=", is_scalar,
    )  # fmt: skip
    fits = cond(is_scalar, lambda: is_scalar, lambda: _has_valid_shape(shapes, ranks), name="is_valid_shape")
    return guarded_assert(fits, data, name=name)


def _has_valid_shape(shapes: list[Tensor], ranks: list[Tensor]) -> Tensor:
    """Are the ranks equal, and all sizes of the weights 1 or that of the values?"""
    with name_scope(None, "has_valid_nonscalar_shape", (*ranks, *shapes)) as scope:
        is_same_rank = math_ops.equal(ranks[1], ranks[0], name="is_same_rank")
        return cond(is_same_rank, lambda: _has_valid_sizes(*shapes), lambda: is_same_rank, name=scope)


def _has_valid_sizes(weights_shape: Tensor, values_shape: Tensor) -> Tensor:
    with name_scope(None, "has_invalid_dims", (weights_shape, values_shape)) as scope:
        wanted = array_ops.expand_dims(values_shape, -1)
        allowed = array_ops.concat((wanted, array_ops.ones_like(wanted)), axis=1)
        given = array_ops.expand_dims(weights_shape, -1)
        _, invalid, _ = apply_op("DenseToDenseSetOperation", given, allowed, set_operation=b"a-b")
        count = array_ops.size(invalid, name="num_invalid_dims")
        return math_ops.equal(0, count, name=scope)


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

"""Checks of what distributions are made of and asked about, as tensors that depend on assertions."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade.convert import convert
from tf1compat._facade.distributions.static_shapes import dimension
from tf1compat._facade.formulas import array_ops, check_ops, check_shapes, math_ops
from tf1compat._facade.framework import name_scope, no_op
from tf1compat._facade.grouping import with_dependencies
from tf1compat._jaxcore.base import dtypes

_UNSIGNED = (dtypes.bool, dtypes.uint8, dtypes.uint16)
_SIGNED = (
    dtypes.float16, dtypes.float32, dtypes.float64, dtypes.int8, dtypes.int16, dtypes.int32, dtypes.int64,
)  # fmt: skip


def assert_integer_form(
    x: Any,
    data: Any = None,
    summarize: int | None = None,
    message: str | None = None,
    int_dtype: Any = None,
    name: str = "assert_integer_form",
) -> Any:
    """An operation that fails unless all numbers are whole."""
    with name_scope(name, values=[x, data]):
        x = convert(x, None, "x")
        if x.dtype.is_integer:
            return no_op()
        message = message or f"{x} has non-integer components"
        if int_dtype is None:
            pairs = ((dtypes.float16, dtypes.int16), (dtypes.float32, dtypes.int32), (dtypes.float64, dtypes.int64))
            int_dtype = dict(pairs).get(x.dtype.base)
            if int_dtype is None:
                raise TypeError(f"Unrecognized type {x.dtype.name}")
        whole = math_ops.cast(math_ops.cast(x, int_dtype), x.dtype)
        return check_ops.assert_equal(x, whole, data=data, summarize=summarize, message=message, name=name)


def assert_symmetric(matrix: Any) -> Any:
    """The matrix, if it equals its transpose."""
    turned = array_ops.matrix_transpose(matrix)
    return with_dependencies([check_ops.assert_equal(matrix, turned)], matrix)


def embed_check_nonnegative_integer_form(x: Any, name: str = "embed_check_nonnegative_integer_form") -> Any:
    """`x`, if it consists of whole numbers that are not negative."""
    with name_scope(name, values=[x]):
        x = convert(x, None, "x")
        checks = [check_ops.assert_non_negative(x, message=f"'{x}' must be non-negative.")]
        if not x.dtype.is_integer:
            checks.append(assert_integer_form(x, message=f"'{x}' cannot contain fractional components."))
        return with_dependencies(checks, x)


def _is_known_unsigned_by_dtype(dt: Any) -> bool:
    return dt.base_dtype in _UNSIGNED


def _is_known_signed_by_dtype(dt: Any) -> bool:
    return dt.base_dtype in _SIGNED


def _is_known_dtype(dt: Any) -> bool:
    return _is_known_unsigned_by_dtype(dt) or _is_known_signed_by_dtype(dt)


def _known(dt: Any) -> Any:
    if not _is_known_dtype(dt):
        raise TypeError(f"Unrecognized dtype: {dt.name}")
    return dt.base_dtype


def _largest_integer_by_dtype(dt: Any) -> int:
    """The number up to which a type holds every whole number."""
    kind = _known(dt)
    if kind.is_floating:
        return int(2 ** (np.finfo(kind.as_numpy_dtype).nmant + 1))
    return 1 if kind == dtypes.bool else np.iinfo(kind.as_numpy_dtype).max


def _smallest_integer_by_dtype(dt: Any) -> int:
    _known(dt)
    return 0 if _is_known_unsigned_by_dtype(dt) else -1 * _largest_integer_by_dtype(dt)


def _is_integer_like_by_dtype(dt: Any) -> bool:
    kind = _known(dt)
    return kind.is_integer or kind == dtypes.bool


def embed_check_categorical_event_shape(
    categorical_param: Any, name: str = "embed_check_categorical_event_shape"
) -> Any:
    """The parameter, if its last dimension holds at least two classes and no more than its type can number."""
    with name_scope(name, values=[categorical_param]):
        x = convert(categorical_param, None, "categorical_param")
        kind = x.dtype.base
        most = _largest_integer_by_dtype(kind) if kind.is_floating else 0
        if most == 0:
            raise TypeError(f"Unable to validate size of unrecognized dtype ({kind.name}).")
        no_rank = "A categorical-distribution parameter must have at least 1 dimension."
        too_few = "A categorical-distribution parameter must have at least 2 events."
        too_many = "Number of classes exceeds `dtype` precision, i.e., {} cannot exceed {}"
        try:
            static = x.shape.with_rank_at_least(1)
        except ValueError:
            raise ValueError(no_rank) from None
        size = None if static.ndims is None else dimension(static[-1])
        if size is not None:
            if size < 2:
                raise ValueError(too_few)
            if size > most:
                raise ValueError(too_many.format(f"{kind.name} implies shape ({size})", f"{most}."))
            return x
        classes = array_ops.shape(x, name="x_shape")[-1]
        message = too_many.format(f"{kind.name} dtype", f"{most} shape.")
        checks = [
            check_shapes.assert_rank_at_least(x, 1, message=no_rank),
            check_ops.assert_greater_equal(array_ops.shape(x)[-1], 2, message=too_few),
            check_ops.assert_less_equal(classes, most, message=message),
        ]
        return with_dependencies(checks, x)


def embed_check_integer_casting_closed(
    x: Any, target_dtype: Any, assert_nonnegative: bool = True, name: str = "embed_check_casting_closed"
) -> Any:
    """`x`, if its numbers are whole and fit into another type."""
    with name_scope(name, values=[x]):
        x = convert(x, None, "x")
        whole, fits = _is_integer_like_by_dtype(x.dtype), _is_integer_like_by_dtype(target_dtype)
        if not whole and not x.dtype.is_floating:
            raise TypeError(f"{x.dtype.name}.dtype must be floating- or integer-type.")
        if not fits and not target_dtype.is_floating:
            raise TypeError(f"target_dtype ({target_dtype.name}) must be floating- or integer-type.")
        if not whole and not fits:
            raise TypeError(
                f"At least one of {x}.dtype ({x.dtype.name}) and target_dtype ({target_dtype.name}) must be integer-type."
            )
        checks = []
        if assert_nonnegative:
            checks.append(check_ops.assert_non_negative(x, message="Elements must be non-negative."))
        most, least = _largest_integer_by_dtype(target_dtype), _smallest_integer_by_dtype(target_dtype)
        if x.dtype.is_floating:
            message = f"Elements must be {target_dtype.name}-equivalent."
            checks.append(assert_integer_form(x, int_dtype=target_dtype, message=message))
        else:
            if _largest_integer_by_dtype(x.dtype) > most:
                message = f"Elements cannot exceed {most}."
                checks.append(check_ops.assert_less_equal(x, most, message=message))
            if not assert_nonnegative and _smallest_integer_by_dtype(x.dtype) < least:
                message = f"Elements cannot be smaller than {least}."
                checks.append(check_ops.assert_greater_equal(x, least, message=message))
        return with_dependencies(checks, x) if checks else x

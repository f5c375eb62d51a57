"""Sequences whose length becomes a multiple of the steps of a segment, by padding, or is checked to be one."""

from __future__ import annotations

import numbers
from typing import Any

from tf1compat._facade import array_creation, array_ops, constants, math_ops
from tf1compat._facade.contrib.sequence_sparse import is_sparse
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.framework import control_dependencies
from tf1compat._facade.grouping import with_dependencies
from tf1compat._facade.logging_ops import Assert
from tf1compat._facade.math_casts import cast
from tf1compat._facade.math_reductions import reduce_max
from tf1compat._facade.sparse_tensor import SparseTensor
from tf1compat._facade.string_ops import as_string, string_join
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes


def padded(sequences: Any, num_unroll: Any) -> tuple[Any, dict[str, Any]]:
    """The length of `sequences`, and they padded with zeros to a multiple of `num_unroll`.

    Raises:
      ValueError: `num_unroll` is no integer.
      TypeError: `sequences` is no dictionary with strings for keys.
    """
    if not isinstance(num_unroll, numbers.Integral):
        raise ValueError(f"Unsupported num_unroll expected int, got: {num_unroll}")
    if not isinstance(sequences, dict):
        raise TypeError(f"Unsupported sequences expected dict, got: {sequences}")
    for key in sequences:
        if not isinstance(key, str):
            raise TypeError(f"Unsupported sequences key expected string, got: {key}")
    if not sequences:
        return 0, {}
    given = {k: v if is_sparse(v) else convert_to_tensor(v) for k, v in sorted(sequences.items())}
    length = _common_length(given)
    unroll = constants.constant(num_unroll)
    full = length + ((unroll - (length % unroll)) % unroll)
    return length, {k: _sparse_to(v, full) if is_sparse(v) else _dense_to(v, full) for k, v in given.items()}


def _common_length(sequences: dict[str, Any]) -> Tensor:
    lengths = [array_creation.shape(v)[0] for v in sequences.values() if isinstance(v, Tensor)]
    if not lengths:
        sizes = [v.dense_shape[0] for v in sequences.values() if isinstance(v, SparseTensor)]
        return reduce_max(cast(sizes, dtypes.int32))
    checks: list[Any] = []
    for found in lengths:
        is_equal = math_ops.equal(found, lengths[0])
        text = string_join(["All sequence lengths must match, but received lengths: ", as_string(lengths)])
        checks.append(Assert(is_equal, [text]))
    return with_dependencies(checks, lengths[0])


def _dense_to(value: Tensor, length: Tensor) -> Tensor:
    missing = [length - array_creation.shape(value)[0]]
    shape = array_ops.concat((missing, array_creation.shape(value)[1:]), 0)
    nothing = constants.constant("" if value.dtype == dtypes.string else 0, dtype=value.dtype)
    return array_ops.concat([value, array_creation.fill(dims=shape, value=nothing)], 0)


def _sparse_to(value: Any, length: Tensor) -> SparseTensor:
    shape = array_ops.concat([[cast(length, dtypes.int64)], value.dense_shape[1:]], 0)
    return SparseTensor(indices=value.indices, values=value.values, dense_shape=shape)


def checked(sequences: dict[str, Any], num_unroll: int) -> dict[str, Any]:
    """`sequences`, whose lengths are checked to be multiples of `num_unroll`.

    Raises:
      TypeError: a sequence is no tensor, nor can become one.
    """
    return {k: _checked(k, v, num_unroll) for k, v in sequences.items()}


def _checked(key: str, value: Any, num_unroll: int) -> Any:
    if is_sparse(value):
        with control_dependencies([_is_multiple("SparseTensor", key, value.dense_shape[0], num_unroll)]):
            return SparseTensor(
                indices=array_ops.identity(value.indices, name="multiple_of_checked"),
                values=array_ops.identity(value.values, name="multiple_of_checked"),
                dense_shape=array_ops.identity(value.dense_shape, name="multiple_of_checked"),
            )
    if not isinstance(value, Tensor):
        try:
            value = convert_to_tensor(value)
        except TypeError as e:
            raise TypeError(
                f"Unsupported input_sequences expected Tensor or SparseTensor values, got: {type(value)} for key {key}"
            ) from e
    with control_dependencies([_is_multiple("Tensor", key, array_creation.shape(value)[0], num_unroll)]):
        return array_ops.identity(value, name="multiple_of_checked")


def _is_multiple(kind: str, key: str, length: Tensor, num_unroll: int) -> Any:
    holds = math_ops.logical_and(math_ops.equal(length % num_unroll, 0), math_ops.not_equal(length, 0))
    text = string_join(
        [
            f"{kind} {key} first dimension should be a multiple of: ",
            as_string(num_unroll),
            ", but saw value: ",
            as_string(length),
            ". Consider setting pad=True.",
        ]
    )
    return Assert(holds, [text])

"""How RaggedTensors are made: of values and row splits, ids of rows, lengths, starts or ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tf1compat._facade import array_ops, check_ops, check_shapes, grouping, math_ops
from tf1compat._facade.convert import convert, convert_to_tensor
from tf1compat._facade.framework import name_scope
from tf1compat._facade.ragged.partitions import ROW_TYPES, assert_increasing, assert_zero
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, nest
from tf1compat._jaxcore.ir import partial


class Partitioned(nest.CompositeTensor):
    """What `tf.RaggedTensor` is made by; it checks what it is made of at run time, unless `validate` is False."""

    row_splits: Tensor
    nrows: Callable[..., Tensor]

    @classmethod
    def from_value_rowids(
        cls, values: Any, value_rowids: Any, nrows: Any = None, name: str | None = None, validate: bool = True
    ) -> Any:
        """Of values, and for each of them the number of its row, in order; `nrows` rows, or as many as the last id says."""
        _check_validate(validate)
        with name_scope(name, "RaggedFromValueRowIds", [values, value_rowids, nrows]):
            values, value_rowids = _converted(values, value_rowids, "value_rowids")
            nrows, count = _number_of_rows(nrows, value_rowids)
            value_rowids.shape.assert_has_rank(1)
            nrows.shape.assert_has_rank(0)
            values.shape[:1].assert_is_compatible_with(value_rowids.shape)
            if validate:
                msg = "Arguments to from_value_rowids do not form a valid RaggedTensor"
                checks = [
                    check_shapes.assert_rank(value_rowids, 1, message=msg),
                    check_shapes.assert_rank(nrows, 0, message=msg),
                    check_ops.assert_equal(_nrows(values), _nrows(value_rowids), message=msg),
                    check_ops.assert_non_negative(value_rowids[:1], message=msg),
                    assert_increasing(value_rowids, msg),
                    check_ops.assert_less(value_rowids[-1:], nrows, message=msg),
                ]
                value_rowids = _after(checks, values, value_rowids)
            n = math_ops.cast(nrows, dtypes.int32)
            lengths = math_ops.bincount(
                math_ops.cast(value_rowids, dtypes.int32), minlength=n, maxlength=n, dtype=value_rowids.dtype
            )
            splits = array_ops.concat([[0], math_ops.cumsum(lengths)], axis=0)
            if count is not None:
                lengths.set_shape([count])
                splits.set_shape([count + 1])
            return _made(cls, values, splits, lengths, value_rowids, nrows)

    @classmethod
    def from_row_splits(cls, values: Any, row_splits: Any, name: str | None = None, validate: bool = True) -> Any:
        """Of values, and the place at which each row begins and, last, their number."""
        _check_validate(validate)
        if isinstance(row_splits, (list, tuple)) and not row_splits:
            raise ValueError("row_splits tensor may not be empty.")
        with name_scope(name, "RaggedFromRowSplits", [values, row_splits]):
            values, row_splits = _converted(values, row_splits, "row_splits")
            row_splits.shape.assert_has_rank(1)
            if validate:
                msg = "Arguments to from_row_splits do not form a valid RaggedTensor"
                checks = [
                    check_shapes.assert_rank(row_splits, 1, message=msg),
                    assert_zero(row_splits[0], msg),
                    assert_increasing(row_splits, msg),
                    check_ops.assert_equal(row_splits[-1], _nrows(values, row_splits.dtype), message=msg),
                ]
                row_splits = _after(checks, values, row_splits)
            return _made(cls, values, row_splits)

    @classmethod
    def from_row_lengths(cls, values: Any, row_lengths: Any, name: str | None = None, validate: bool = True) -> Any:
        """Of values and the length of each row."""
        _check_validate(validate)
        with name_scope(name, "RaggedFromRowLengths", [values, row_lengths]):
            values, row_lengths = _converted(values, row_lengths, "row_lengths")
            row_lengths.shape.assert_has_rank(1)
            if validate:
                msg = "Arguments to from_row_lengths do not form a valid RaggedTensor"
                total, count = math_ops.reduce_sum(row_lengths), _nrows(values, row_lengths.dtype)
                checks = [
                    check_shapes.assert_rank(row_lengths, 1, message=msg),
                    check_ops.assert_non_negative(row_lengths, message=msg),
                    check_ops.assert_equal(total, count, message=msg),
                ]
                row_lengths = _after(checks, values, row_lengths)
            splits = array_ops.concat([[0], math_ops.cumsum(row_lengths)], axis=0)
            return _made(cls, values, splits, row_lengths)

    @classmethod
    def from_row_starts(cls, values: Any, row_starts: Any, name: str | None = None, validate: bool = True) -> Any:
        """Of values and the place at which each row begins."""
        _check_validate(validate)
        with name_scope(name, "RaggedFromRowStarts", [values, row_starts]):
            values, row_starts = _converted(values, row_starts, "row_starts")
            row_starts.shape.assert_has_rank(1)
            count = _nrows(values, row_starts.dtype)
            if validate:
                msg = "Arguments to from_row_starts do not form a valid RaggedTensor"
                checks = [
                    check_shapes.assert_rank(row_starts, 1, message=msg),
                    assert_zero(row_starts[:1], msg),
                    assert_increasing(row_starts, msg),
                    check_ops.assert_less_equal(row_starts[-1:], count, message=msg),
                ]
                row_starts = _after(checks, values, row_starts)
            return _made(cls, values, array_ops.concat([row_starts, [count]], axis=0))

    @classmethod
    def from_row_limits(cls, values: Any, row_limits: Any, name: str | None = None, validate: bool = True) -> Any:
        """Of values and the place behind the end of each row."""
        _check_validate(validate)
        with name_scope(name, "RaggedFromRowLimits", [values, row_limits]):
            values, row_limits = _converted(values, row_limits, "row_limits")
            row_limits.shape.assert_has_rank(1)
            count = _nrows(values, row_limits.dtype)
            if validate:
                msg = "Arguments to from_row_limits do not form a valid RaggedTensor"
                checks = [
                    check_shapes.assert_rank(row_limits, 1, message=msg),
                    check_ops.assert_non_negative(row_limits[:1], message=msg),
                    assert_increasing(row_limits, msg),
                    check_ops.assert_equal(row_limits[-1:], count, message=msg),
                ]
                row_limits = _after(checks, values, row_limits)
            splits = array_ops.concat([array_ops.zeros([1], row_limits.dtype), row_limits], axis=0)
            return _made(cls, values, splits)

    @classmethod
    def from_nested_value_rowids(
        cls,
        flat_values: Any,
        nested_value_rowids: Any,
        nested_nrows: Any = None,
        name: str | None = None,
        validate: bool = True,
    ) -> Any:
        """`from_value_rowids` for several ragged dimensions, outermost first."""
        _check_validate(validate)
        _check_list(nested_value_rowids, "nested_value_rowids")
        if nested_nrows is None:
            nested_nrows = [None] * len(nested_value_rowids)
        else:
            _check_list(nested_nrows, "nested_nrows")
            if len(nested_nrows) != len(nested_value_rowids):
                raise ValueError("nested_nrows must have the same length as nested_value_rowids")
        with name_scope(name, "RaggedFromNestedValueRowIds", [flat_values, *nested_value_rowids, *nested_nrows]):
            for ids, nrows in reversed(list(zip(nested_value_rowids, nested_nrows))):
                flat_values = cls.from_value_rowids(flat_values, ids, nrows, validate=validate)
            return flat_values

    @classmethod
    def from_nested_row_splits(
        cls, flat_values: Any, nested_row_splits: Any, name: str | None = None, validate: bool = True
    ) -> Any:
        """`from_row_splits` for several ragged dimensions, outermost first."""
        _check_validate(validate)
        _check_list(nested_row_splits, "nested_row_splits")
        with name_scope(name, "RaggedFromNestedRowSplits", [flat_values, *nested_row_splits]):
            for splits in reversed(nested_row_splits):
                flat_values = cls.from_row_splits(flat_values, splits, validate=validate)
            return flat_values

    @classmethod
    def from_nested_row_lengths(
        cls, flat_values: Any, nested_row_lengths: Any, name: str | None = None, validate: bool = True
    ) -> Any:
        """`from_row_lengths` for several ragged dimensions, outermost first."""
        _check_validate(validate)
        _check_list(nested_row_lengths, "nested_row_lengths")
        with name_scope(name, "RaggedFromNestedRowlengths", [flat_values, *nested_row_lengths]):
            for lengths in reversed(nested_row_lengths):
                flat_values = cls.from_row_lengths(flat_values, lengths, validate=validate)
            return flat_values


# ---- arguments of the constructors ----------------------------------------------------------------------------------


def _check_validate(validate: Any) -> None:
    if not isinstance(validate, bool):
        raise TypeError("validate must have type bool")


def _check_list(value: Any, name: str) -> None:
    if isinstance(value, Tensor):
        raise TypeError(f"{name} must be a list of Tensors")


def _after(checks: list[Any], values: Any, partition: Tensor) -> Tensor:
    if not isinstance(values, Partitioned):
        checks.append(check_shapes.assert_rank_at_least(values, 1))
    return grouping.with_dependencies([c for c in checks if c is not None], partition)


def _nrows(tensor: Any, out_type: Any = dtypes.int32) -> Tensor:
    if isinstance(tensor, Partitioned):
        return tensor.nrows(out_type=out_type)
    return array_ops.shape(tensor, out_type=out_type)[0]


def _number_of_rows(nrows: Any, value_rowids: Tensor) -> tuple[Tensor, int | None]:
    """How many rows there are, as a tensor and, where it is known, as a number."""
    ids = partial.constant_value(value_rowids)
    if nrows is None and ids is None:
        return array_ops.concat([value_rowids[-1:], [-1]], axis=0)[0] + 1, None
    if nrows is None:
        assert ids is not None
        count = int(ids[-1]) + 1 if ids.size else 0
        return convert(count, value_rowids.dtype, "nrows"), count
    nrows = convert(nrows, value_rowids.dtype, "nrows")
    known = partial.constant_value(nrows)
    if known is None:
        return nrows, None
    count = int(known)
    if count < 0:
        raise ValueError(f"Expected nrows >= 0; got {count}")
    if ids is not None and ids.size and count < int(ids[-1]) + 1:
        raise ValueError(f"Expected nrows >= value_rowids[-1] + 1; got nrows={count}, value_rowids[-1]={int(ids[-1])}")
    return nrows, count


def _converted(values: Any, partition: Any, name: str) -> tuple[Any, Tensor]:
    """Values and what tells their rows apart as tensors whose types fit."""
    if isinstance(values, Partitioned):
        if not isinstance(partition, Tensor):
            return values, convert(partition, values.row_splits.dtype, name)
        if partition.dtype not in ROW_TYPES:
            raise ValueError(f"{name} must have dtype int32 or int64")
        if values.row_splits.dtype != partition.dtype:
            raise ValueError(
                f"dtype mismatch: {name} ({partition.dtype}) vs values.row_splits ({values.row_splits.dtype})"
            )
        return values, partition
    values = convert_to_tensor(values, name="values")
    if isinstance(partition, np.ndarray) and partition.dtype == np.int32:
        partition = convert_to_tensor(partition, name=name)
    else:
        partition = convert_to_tensor(partition, name=name, preferred_dtype=dtypes.int64)
    if partition.dtype not in ROW_TYPES:
        raise ValueError(f"{name} must have dtype int32 or int64")
    return values, partition


def _made(cls: Any, *parts: Any) -> Any:
    return cls(*parts, internal=True)

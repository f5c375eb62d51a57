"""Initialisers that read a matrix of a checkpoint and bring it into the order of another vocabulary."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade import array_ops, init_ops, math_ranges
from tf1compat._facade.apply import apply_op
from tf1compat._facade.convert import convert
from tf1compat._jaxcore.base import dtypes


def _load_and_remap_matrix(
    ckpt_path: Any,
    old_tensor_name: str,
    new_row_vocab_offset: int,
    num_rows_to_load: int,
    new_col_vocab_size: int,
    initializer: Callable[..., Any],
    old_row_vocab_size: int = -1,
    old_row_vocab_file: Any = None,
    new_row_vocab_file: Any = None,
    old_col_vocab_file: Any = None,
    new_col_vocab_file: Any = None,
    num_row_oov_buckets: int = 0,
    num_col_oov_buckets: int = 0,
    max_rows_in_memory: int = -1,
) -> Any:
    """The matrix; `initializer(shape)` makes what is new, the buckets of unknown words at the ends among it.

    Raises:
      ValueError: a negative number of buckets, one vocabulary of a pair, or none at all.
    """
    _check(
        (num_row_oov_buckets, old_row_vocab_file, new_row_vocab_file),
        (num_col_oov_buckets, old_col_vocab_file, new_col_vocab_file),
    )
    rows_present: Any = num_rows_to_load
    if new_row_vocab_file:
        rows, rows_present = apply_op(
            "GenerateVocabRemapping",
            new_row_vocab_file,
            old_row_vocab_file,
            new_vocab_offset=new_row_vocab_offset,
            num_new_vocab=num_rows_to_load,
            old_vocab_size=old_row_vocab_size,
        )
    else:
        end = new_row_vocab_offset + num_rows_to_load
        rows = math_ranges.range(new_row_vocab_offset, end, dtype=dtypes.int64)
    columns, columns_present = _columns(new_col_vocab_file, old_col_vocab_file, new_col_vocab_size)
    missing = num_rows_to_load * new_col_vocab_size - rows_present * columns_present
    made: Any = apply_op(
        "LoadAndRemapMatrix",
        ckpt_path,
        old_tensor_name,
        rows,
        columns,
        initializer([missing, 1]),
        num_rows=num_rows_to_load,
        num_cols=new_col_vocab_size,
        max_rows_in_memory=max_rows_in_memory,
    )
    made = _extended(made, 0, [num_row_oov_buckets, new_col_vocab_size], initializer)
    return _extended(made, 1, [num_rows_to_load + num_row_oov_buckets, num_col_oov_buckets], initializer)


def _columns(new_file: Any, old_file: Any, size: int) -> Any:
    """Where each new column was, and how many there were; nothing and all of them without vocabularies."""
    if not new_file:
        return convert([], dtypes.int64), size
    return apply_op("GenerateVocabRemapping", new_file, old_file, new_vocab_offset=0, num_new_vocab=size)


def _extended(matrix: Any, axis: int, shape: list[int], initializer: Callable[..., Any]) -> Any:
    """The matrix with new values of `shape` behind it, if there are any."""
    return matrix if shape[axis] <= 0 else array_ops.concat([matrix, convert(initializer(shape))], axis)


def _check(row: tuple[int, Any, Any], col: tuple[int, Any, Any]) -> None:
    """Number of buckets, old and new vocabulary of rows and columns."""
    for way, (buckets, old, new) in (("row", row), ("col", col)):
        if buckets < 0:
            raise ValueError(f"num_{way}_oov_buckets must be >= 0, but received {buckets}")
        if bool(old) != bool(new):
            raise ValueError(
                f"old_{way}_vocab_file and new_{way}_vocab_file must both be specified or left unspecified. "
                f"old_{way}_vocab_file='{old}', new_{way}_vocab_file='{new}'"
            )
    if not row[2] and not col[2]:
        raise ValueError(
            "Must provide either row or column vocab files. If no remapping is necessary, consider using "
            "`tf.contrib.framework.init_from_checkpoint` instead."
        )


def _load_and_remap_matrix_initializer(
    ckpt_path: Any,
    old_tensor_name: str,
    new_row_vocab_size: int,
    new_col_vocab_size: int,
    old_row_vocab_size: int = -1,
    old_row_vocab_file: Any = None,
    new_row_vocab_file: Any = None,
    old_col_vocab_file: Any = None,
    new_col_vocab_file: Any = None,
    num_row_oov_buckets: int = 0,
    num_col_oov_buckets: int = 0,
    initializer: Any = None,
    max_rows_in_memory: int = -1,
) -> Callable[..., Any]:
    """The initialiser of a matrix, or of slices of one along its rows.

    Raises:
      TypeError: `initializer` cannot be called.
    """
    initializer = init_ops.Zeros() if initializer is None else initializer
    if not callable(initializer):
        raise TypeError(f"initializer must be callable, instead of being {initializer} of type {type(initializer)}.")

    def initialize(shape: Any, dtype: Any = dtypes.float32, partition_info: Any = None) -> Any:
        _check_slice(shape, dtype, new_col_vocab_size, num_col_oov_buckets)
        offset = 0 if partition_info is None else partition_info.single_offset(shape)
        total = new_row_vocab_size + num_row_oov_buckets
        if offset + shape[0] > total:
            raise ValueError(
                f"Trying to initialize {shape[0]} additional rows after {offset} rows have already been initialized, "
                f"which would exceed expected total row count of new_row_vocab_size ({new_row_vocab_size}) + "
                f"num_row_oov_buckets ({num_row_oov_buckets}) = {total}."
            )
        buckets = min(shape[0], max(0, offset + shape[0] - new_row_vocab_size))
        if offset > new_row_vocab_size:
            return initializer(shape)  # a slice of buckets only
        return _load_and_remap_matrix(
            ckpt_path,
            old_tensor_name,
            offset,
            shape[0] - buckets,
            new_col_vocab_size,
            initializer,
            old_row_vocab_size,
            old_row_vocab_file,
            new_row_vocab_file,
            old_col_vocab_file,
            new_col_vocab_file,
            buckets,
            num_col_oov_buckets,
            max_rows_in_memory,
        )

    return initialize


def _check_slice(shape: Any, dtype: Any, new_col_vocab_size: int, num_col_oov_buckets: int) -> None:
    if dtype != dtypes.float32:
        raise TypeError(f"Currently, only float32 is supported. Received dtype: {dtype}")
    if len(shape) != 2:
        raise ValueError(f"Expected 2-dim shape, but received: {shape}")
    if shape[0] <= 0:
        raise ValueError(f"Expected 1st dim of shape to be > 0, but received shape: {shape}")
    if shape[1] != new_col_vocab_size + num_col_oov_buckets:
        raise ValueError(
            f"Expected 2nd dim of shape to be new_col_vocab_size ({new_col_vocab_size}) + num_col_oov_buckets "
            f"({num_col_oov_buckets}) = {new_col_vocab_size + num_col_oov_buckets}, but received shape: {shape}"
        )

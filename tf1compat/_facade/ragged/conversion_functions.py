"""`ragged.from_tensor`, `to_tensor`, `from_sparse`, `to_sparse` as functions that let other tensors pass."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.ragged.tensor import RaggedTensor, is_ragged
from tf1compat._jaxcore.base import dtypes


def from_tensor(
    tensor: Any,
    lengths: Any = None,
    padding: Any = None,
    ragged_rank: int = 1,
    row_splits_dtype: Any = dtypes.int64,
    name: str | None = None,
) -> Any:
    """`RaggedTensor.from_tensor`; a RaggedTensor as it is."""
    if is_ragged(tensor):
        return tensor
    return RaggedTensor.from_tensor(tensor, lengths, padding, ragged_rank, name, row_splits_dtype)


def to_tensor(rt_input: Any, default_value: Any = None, name: str | None = None) -> Any:
    """`RaggedTensor.to_tensor`; a Tensor as it is."""
    return rt_input.to_tensor(default_value, name) if is_ragged(rt_input) else rt_input


def to_sparse(rt_input: Any, name: str | None = None) -> Any:
    """`RaggedTensor.to_sparse`."""
    return rt_input.to_sparse(name)


def from_sparse(st_input: Any, name: str | None = None) -> Any:
    """`RaggedTensor.from_sparse`."""
    return RaggedTensor.from_sparse(st_input, name)

"""Matrices of checkpoints whose rows or columns belong to words: brought into the order of another vocabulary."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._formats.faults import InvalidArgument
from tf1compat._jaxcore.base import host_services
from tf1compat._jaxcore.schema import shape_rules
from tf1compat._jaxcore.schema.opdef import REQUIRED, op


def _bytes(x: Any) -> bytes:
    value = np.asarray(x, object).item()
    return value if isinstance(value, bytes) else str(value).encode()


def _words(path: Any) -> list[bytes]:
    return host_services.get("files").read(_bytes(path)).splitlines()


@op("GenerateVocabRemapping", "new_vocab_file: string, old_vocab_file: string -> remapping: int64, num_present: int32",
    host=True, grad="none", shape=lambda x: ((x.attrs["num_new_vocab"],), ()))  # fmt: skip
def generate_vocab_remapping(
    new_vocab_file: Any,
    old_vocab_file: Any,
    *,
    new_vocab_offset: int = REQUIRED,
    num_new_vocab: int = REQUIRED,
    old_vocab_size: int = -1,
) -> Any:
    """Where each of some words of a new vocabulary stood in the old one (-1: nowhere), and how many did."""
    old = _words(old_vocab_file)
    places = {word: i for i, word in enumerate(old if old_vocab_size < 0 else old[:old_vocab_size])}
    new = _words(new_vocab_file)[new_vocab_offset : new_vocab_offset + num_new_vocab]
    if len(new) < num_new_vocab:
        raise InvalidArgument(
            f"The new vocabulary has {len(new)} words from {new_vocab_offset} on, {num_new_vocab} were asked for"
        )
    found = np.array([places.get(word, -1) for word in new], np.int64)
    return found, np.int32(np.sum(found >= 0))


@op("LoadAndRemapMatrix",
    "ckpt_path: string, old_tensor_name: string, row_remapping: int64, col_remapping: int64, "
    "initializing_values: float32 -> output_matrix: float32",
    host=True, stateful=True, grad="none", shape=lambda x: ((x.attrs["num_rows"], x.attrs["num_cols"]),))  # fmt: skip
def load_and_remap_matrix(
    ckpt_path: Any,
    old_tensor_name: Any,
    row_remapping: Any,
    col_remapping: Any,
    initializing_values: Any,
    *,
    num_rows: int = REQUIRED,
    num_cols: int = REQUIRED,
    max_rows_in_memory: int = -1,
) -> Any:
    """A matrix of a checkpoint with rows and columns as remapped; what is new takes the given values in turn."""
    del max_rows_in_memory  # the checkpoint's pages are mapped, not loaded
    old = np.asarray(host_services.get("checkpoints").open(_bytes(ckpt_path).decode()).read(
        _bytes(old_tensor_name).decode()
    ))  # fmt: skip
    if old.ndim != 2:
        raise InvalidArgument(f"The old tensor must be a matrix, got the shape {list(old.shape)}")
    rows = np.asarray(row_remapping)
    columns = np.asarray(col_remapping) if np.size(col_remapping) else np.arange(num_cols)
    if rows.size != num_rows or columns.size != num_cols:
        raise InvalidArgument(f"{rows.size} rows and {columns.size} columns are mapped, not {num_rows} and {num_cols}")
    if rows.max(initial=-1) >= old.shape[0] or columns.max(initial=-1) >= old.shape[1]:
        raise InvalidArgument(f"A row or column is beyond the old matrix of shape {list(old.shape)}")
    known = (rows[:, None] >= 0) & (columns[None, :] >= 0)
    missing = known.size - int(known.sum())
    values = np.ravel(initializing_values)
    if values.size != missing:
        raise InvalidArgument(f"Used {missing} initializing values, but {values.size} were given")
    out = old[np.maximum(rows, 0)[:, None], np.maximum(columns, 0)[None, :]].astype(np.float32)
    out[~known] = values
    return out

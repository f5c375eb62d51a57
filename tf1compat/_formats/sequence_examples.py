"""Serialized `tf.train.SequenceExample`s as arrays: context features, and lists of features, one per step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from tf1compat._formats import protos
from tf1compat._formats.examples import Dense, Sparse, values_of
from tf1compat._formats.faults import InvalidArgument


class Wanted(NamedTuple):
    """What is parsed: context features and feature lists, sparse and dense; lists that may be missing, by key."""

    context_sparse: Sequence[Sparse]
    context_dense: Sequence[Dense]
    list_sparse: Sequence[Sparse]
    list_dense: Sequence[Dense]
    may_be_missing: frozenset[str]


def _message(serialized: bytes) -> Any:
    try:
        return protos.SequenceExample.FromString(serialized)
    except Exception:
        raise InvalidArgument(f"Could not parse example input, value: '{serialized.decode('latin-1')}'") from None


def _step_values(feature: Any, spec: Dense | Sparse) -> tuple[str | None, Any]:
    return values_of({spec.key: feature}, spec)


# ---- one example ----------------------------------------------------------------------------------------------------


def parse_single(serialized: bytes, wanted: Wanted, defaults: Sequence[Any], name: str) -> list[list[Any]]:
    """One SequenceExample, as eight lists: indices, values, shapes and dense values of the context, then of the lists.

    Raises:
      InvalidArgument: it is none, or lacks a feature, or a feature has another kind or length (TF1's words).
    """
    message = _message(serialized)
    context = message.context.feature
    sparse = [_context_sparse(context, spec, name) for spec in wanted.context_sparse]
    dense = [_context_dense(context, spec, d, name) for spec, d in zip(wanted.context_dense, defaults)]
    lists = message.feature_lists.feature_list
    rows = [_sparse_steps(lists, spec, name) for spec in wanted.list_sparse]
    steps = [_dense_steps(lists, spec, name, wanted.may_be_missing) for spec in wanted.list_dense]
    context_parts = [[np.arange(len(v), dtype=np.int64)[:, None] for v in sparse], sparse]
    context_parts.append([np.array([len(v)], np.int64) for v in sparse])
    list_parts = [list(part) for part in zip(*(_ragged(r, spec.dtype) for r, spec in zip(rows, wanted.list_sparse)))]
    return [*context_parts, dense, *(list_parts or [[], [], []]), steps]


def _ragged(rows: list[Any], dtype: Any) -> tuple[Any, Any, Any]:
    """Steps of different lengths as a sparse matrix."""
    lengths = [len(r) for r in rows]
    indices = [(i, j) for i, n in enumerate(lengths) for j in range(n)]
    values = np.concatenate(rows) if rows else np.empty(0, dtype)
    shape = np.array([len(rows), max(lengths, default=0)], np.int64)
    return np.asarray(indices, np.int64).reshape(-1, 2), values.astype(dtype, copy=False), shape


def _mismatch(front: str, spec: Any, feature: Any) -> InvalidArgument:
    return InvalidArgument(f"{front}.  Data types don't match. Expected type: {spec.kind}  Feature is: {feature}")


def _context_sparse(context: Any, spec: Sparse, name: str) -> Any:
    kind, values = values_of(context, spec)
    if kind is None:
        return np.empty(0, spec.dtype)
    if values is None:
        raise _mismatch(f"Name: {name}, Context feature: {spec.key}", spec, context[spec.key])
    return values


def _context_dense(context: Any, spec: Dense, default: Any, name: str) -> Any:
    kind, values = values_of(context, spec)
    if kind is None:
        if np.size(default) != spec.size:
            raise InvalidArgument(f"Name: {name}, Context feature '{spec.key}' is required but could not be found.")
        return np.reshape(default, spec.row_shape)
    if values is None:
        raise _mismatch(f"Name: {name}, Context feature: {spec.key}", spec, context[spec.key])
    return _shaped(values, spec, name, 0)


def _shaped(values: Any, spec: Dense, name: str, index: int) -> Any:
    if values.size != spec.size:
        kind = "bytes" if spec.kind == "string" else spec.kind
        raise InvalidArgument(
            f"Name: {name}, Key: {spec.key}, Index: {index}.  Number of {kind} values != expected.  values size: "
            f"{values.size} but output shape: [{spec.text}]"
        )
    return values.reshape(spec.row_shape)


def _sparse_steps(lists: Any, spec: Sparse, name: str) -> list[Any]:
    if spec.key not in lists:
        return []
    found: list[Any] = []
    for i, feature in enumerate(lists[spec.key].feature):
        kind, values = _step_values(feature, spec)
        if kind is not None and values is None:
            raise _mismatch(f"Name: {name}, Feature List: {spec.key}, Index: {i}", spec, feature)
        found.append(np.empty(0, spec.dtype) if kind is None else values)
    return found


def _dense_steps(lists: Any, spec: Dense, name: str, may_be_missing: frozenset[str]) -> Any:
    if spec.key not in lists:
        if spec.key not in may_be_missing:
            raise InvalidArgument(
                f"Name: {name}, Feature list '{spec.key}' is required but could not be found.  Did you mean to include "
                "it in feature_list_dense_missing_assumed_empty or feature_list_dense_defaults?"
            )
        return np.empty((0, *spec.row_shape), spec.dtype)
    features = lists[spec.key].feature
    out = np.empty((len(features), *spec.row_shape), spec.dtype)
    for i, feature in enumerate(features):
        _, values = _step_values(feature, spec)
        if values is None:
            raise _mismatch(f"Name: {name}, Feature list: {spec.key}, Index: {i}", spec, feature)
        out[i] = _shaped(values, spec, name, i)
    return out


# ---- several examples -------------------------------------------------------------------------------------------------


def parse_batch(
    serialized: Sequence[bytes], names: Sequence[bytes], wanted: Wanted, defaults: Sequence[Any]
) -> list[list[Any]]:
    """A batch of SequenceExamples, as nine lists: those of `parse_single`, and the lengths of the dense lists.

    Raises:
      InvalidArgument: a text is none, or lacks a feature, or a feature has another kind or length (TF1's words).
    """
    messages = [_message(text) for text in serialized]
    shown = [n.decode(errors="replace") for n in names] if len(names) else ["<unknown>"] * len(messages)
    contexts = [m.context.feature for m in messages]
    sparse = [
        _ragged([_batch_context(c, spec, n) for c, n in zip(contexts, shown)], spec.dtype)
        for spec in wanted.context_sparse
    ]
    dense = [_batch_dense(contexts, spec, d, shown) for spec, d in zip(wanted.context_dense, defaults)]
    lists = [m.feature_lists.feature_list for m in messages]
    rows = [_batch_sparse_lists(lists, spec, shown) for spec in wanted.list_sparse]
    padded = [_batch_dense_lists(lists, spec, shown, wanted.may_be_missing) for spec in wanted.list_dense]
    context_parts = [list(part) for part in zip(*sparse)] or [[], [], []]
    list_parts = [list(part) for part in zip(*rows)] or [[], [], []]
    return [*context_parts, dense, *list_parts, [p for p, _ in padded], [n for _, n in padded]]


def _batch_context(context: Any, spec: Dense | Sparse, name: str) -> Any:
    kind, values = values_of(context, spec)
    if kind is not None and values is None:
        raise InvalidArgument(f"Error in context feature {spec.key} in example {name}")
    return np.empty(0, spec.dtype) if kind is None else values


def _batch_dense(contexts: Sequence[Any], spec: Dense, default: Any, names: Sequence[str]) -> Any:
    out = np.empty((len(contexts), *spec.row_shape), spec.dtype)
    for i, (context, name) in enumerate(zip(contexts, names)):
        values = _batch_context(context, spec, name)
        if not values.size and spec.size and np.size(default) == spec.size:
            values = np.asarray(default)
        if values.size != spec.size:
            raise InvalidArgument(
                f"Inconsistent number of elements for feature {spec.key}: {values.size} vs {len(values) or 1}"
            )
        out[i] = values.reshape(spec.row_shape)
    return out


def _batch_steps(features: Any, spec: Dense | Sparse, name: str) -> list[Any]:
    found: list[Any] = []
    for feature in features:
        kind, values = _step_values(feature, spec)
        if kind is not None and values is None:
            raise InvalidArgument(f"Error in sequence feature {spec.key} in example {name}")
        found.append(np.empty(0, spec.dtype) if kind is None else values)
    return found


def _batch_sparse_lists(lists: Sequence[Any], spec: Sparse, names: Sequence[str]) -> tuple[Any, Any, Any]:
    rows = [_batch_steps(of[spec.key].feature, spec, n) if spec.key in of else [] for of, n in zip(lists, names)]
    indices = [(b, t, j) for b, steps in enumerate(rows) for t, step in enumerate(steps) for j in range(len(step))]
    every = [step for steps in rows for step in steps]
    values = np.concatenate(every) if every else np.empty(0, spec.dtype)
    shape = [len(rows), max(map(len, rows), default=0), max(map(len, every), default=0)]
    return (
        np.asarray(indices, np.int64).reshape(-1, 3),
        values.astype(spec.dtype, copy=False),
        np.array(shape, np.int64),
    )


def _batch_dense_lists(
    lists: Sequence[Any], spec: Dense, names: Sequence[str], may_be_missing: frozenset[str]
) -> tuple[Any, Any]:
    rows: list[list[Any]] = []
    for of, name in zip(lists, names):
        if spec.key not in of and spec.key not in may_be_missing:
            raise InvalidArgument(f"Missing feature {spec.key} in example {name}")
        rows.append(_batch_steps(of[spec.key].feature, spec, name) if spec.key in of else [])
    longest = max(map(len, rows), default=0)
    out = np.full((len(rows), longest, *spec.row_shape), b"" if spec.dtype == object else 0, spec.dtype)
    for b, (steps, name) in enumerate(zip(rows, names)):
        for t, step in enumerate(steps):
            if step.size != spec.size:
                if spec.size == 1 or not step.size:
                    raise InvalidArgument(f"Unexpected number of elements in feature {spec.key}, example {name}")
                raise InvalidArgument(f"Unexpected shape error in feature {spec.key}")
            out[b, t] = step.reshape(spec.row_shape)
    return out, np.array([len(r) for r in rows], np.int64)

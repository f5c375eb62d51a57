"""Ragged tensors: ranges, rows picked, and their way to sparse tensors, to variants and back."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.ops.arrays import invalid
from tf1compat._jaxcore.schema.opdef import REQUIRED, op
from tf1compat._jaxcore.schema.shape_rules import with_rank

_INT64 = {"Tsplits": dtypes.int64}


# ---- ranges ---------------------------------------------------------------------------------------------------------


def _range_shapes(x: Any) -> Any:
    known = [shape[0] for shape in (x.shape(i) for i in range(3)) if shape]
    rows = next((n for n in known if n is not None), None if known or None in _ranks(x) else 1)
    return ((None if rows is None else rows + 1,), (None,))


def _ranks(x: Any) -> list[int | None]:
    return [None if x.shape(i) is None else len(x.shape(i)) for i in range(3)]


@op(
    "RaggedRange",
    "starts: T, limits: T, deltas: T -> rt_nested_splits: Tsplits, rt_dense_values: T",
    host=True,
    grad="none",
    shape=_range_shapes,
    types={"T": dtypes.int32, **_INT64},
)
def ragged_range(starts: Any, limits: Any, deltas: Any, *, Tsplits: Any = dtypes.int64) -> Any:
    """A row `start, start + delta, …` up to but without `limit` for each of the starts, limits and deltas."""
    for name, part in (("starts", starts), ("limits", limits), ("deltas", deltas)):
        if np.ndim(part) > 1:
            raise invalid(f"{name} must be a scalar or vector")
    counts = {len(part) for part in (starts, limits, deltas) if np.ndim(part)}
    if len(counts) > 1:
        raise invalid("starts, limits, and deltas must have the same shape")
    n = counts.pop() if counts else 1
    first, last, step = (np.broadcast_to(part, (n,)) for part in (starts, limits, deltas))
    if (step == 0).any():
        raise invalid("Requires delta != 0")
    lengths = np.maximum(_lengths(first, last, step), 0)
    splits = np.concatenate([[0], np.cumsum(lengths)]).astype(Tsplits.base.np)
    places = np.arange(splits[-1]) - np.repeat(splits[:-1], lengths)
    values = np.repeat(first, lengths) + places.astype(first.dtype) * np.repeat(step, lengths)
    return splits, values.astype(first.dtype)


def _lengths(first: Any, last: Any, step: Any) -> Any:
    if first.dtype.kind in "iu":
        wide = [part.astype(np.int64) for part in (first, last, step)]
        return -((wide[0] - wide[1]) // wide[2])
    return np.ceil((last - first) / step).astype(np.int64)


# ---- rows picked ----------------------------------------------------------------------------------------------------


def _gathered_shapes(x: Any) -> Any:
    nested, values = len(x) - 2, x.shape(len(x) - 2)
    for i in range(nested):
        with_rank(x.shape(i), 1)
    return (*[(None,)] * (x.n_outputs - 1), None if values is None else (None, *values[1:]))


def _value_rows(nested: Sequence[Any], rows: Any) -> tuple[list[Any], Any]:
    """The lengths of the picked rows, dimension by dimension, and the places of their values."""
    lengths: list[Any] = []
    for splits in nested:
        first, size = splits[:-1][rows], (splits[1:] - splits[:-1])[rows]
        lengths.append(size)
        ends = np.cumsum(size)
        total = int(ends[-1]) if len(ends) else 0
        rows = np.arange(total) - np.repeat(ends - size, size) + np.repeat(first, size)
    return lengths, rows


def _splits(lengths: Any, dtype: Any) -> Any:
    return np.concatenate([[0], np.cumsum(lengths)]).astype(dtype)


def _gather_gradient(inputs: Any, outputs: Any, cotangents: Any, **attrs: Any) -> Any:
    import jax.numpy as jnp

    *nested, values, indices = inputs
    if cotangents[-1] is None:
        return [None] * len(inputs)
    places = jnp.reshape(indices, (-1,))
    rows = _value_rows([np.asarray(s) for s in nested], np.asarray(places))[1]
    return [*[None] * len(nested), jnp.zeros(values.shape, values.dtype).at[rows].add(cotangents[-1]), None]


@op(
    "RaggedGather",
    "params_nested_splits: PARAMS_RAGGED_RANK*Tsplits, params_dense_values: Tvalues, indices: Tindices "
    "-> output_nested_splits: OUTPUT_RAGGED_RANK*Tsplits, output_dense_values: Tvalues",
    host=True,
    grad=_gather_gradient,
    shape=_gathered_shapes,
    types=_INT64,
)
def ragged_gather(
    params_nested_splits: Any, params_dense_values: Any, indices: Any, *, OUTPUT_RAGGED_RANK: int = REQUIRED
) -> Any:
    """The rows of a ragged tensor that `indices` names, in its order and shape."""
    dtype, n = params_nested_splits[0].dtype, len(params_nested_splits[0]) - 1
    rows = np.reshape(indices, -1).astype(np.int64)
    bad = (rows < 0) | (rows >= n)
    if bad.any():
        at = np.unravel_index(int(np.argmax(bad)), np.shape(indices))
        where = f"[{','.join(map(str, at))}]" if at else ""
        raise invalid(f"indices{where} = {rows[np.argmax(bad)]} is not in [0, {n})")
    lengths, places = _value_rows([np.asarray(s, np.int64) for s in params_nested_splits], rows)
    sizes = np.shape(indices)
    outer = [np.arange(int(np.prod(sizes[:i])) + 1, dtype=dtype) * dtype.type(sizes[i]) for i in range(1, len(sizes))]
    found = [*outer, *(_splits(length, dtype) for length in lengths)]
    return (*found[len(found) - OUTPUT_RAGGED_RANK :], np.asarray(params_dense_values)[places])


# ---- sparse ---------------------------------------------------------------------------------------------------------


def _sparse_shapes(x: Any) -> Any:
    values = x.shape(len(x) - 1)
    rank = None if values is None else len(values) + len(x) - 1
    count = None if values is None or None in values else math.prod(n for n in values if n is not None)
    return ((count, rank), (count,), (rank,))


def _sparse_gradient(inputs: Any, outputs: Any, cotangents: Any, **attrs: Any) -> Any:
    import jax.numpy as jnp

    values = None if cotangents[1] is None else jnp.reshape(cotangents[1], inputs[-1].shape)
    return [*[None] * (len(inputs) - 1), values]


@op(
    "RaggedTensorToSparse",
    "rt_nested_splits: RAGGED_RANK*Tsplits, rt_dense_values: T "
    "-> sparse_indices: int64, sparse_values: T, sparse_dense_shape: int64",
    host=True,
    grad=_sparse_gradient,
    shape=_sparse_shapes,
    types=_INT64,
)
def ragged_tensor_to_sparse(rt_nested_splits: Any, rt_dense_values: Any) -> Any:
    """Indices, values and dense shape of a ragged tensor's elements."""
    nested = [np.asarray(s, np.int64) for s in rt_nested_splits]
    _check_splits(nested, len(rt_dense_values))
    inner = np.shape(rt_dense_values)[1:]
    columns = [np.arange(len(nested[0]) - 1)]
    sizes = [len(nested[0]) - 1]
    for splits in nested:
        lengths = splits[1:] - splits[:-1]
        columns = [np.repeat(column, lengths) for column in columns]
        columns.append(np.arange(splits[-1]) - np.repeat(splits[:-1], lengths))
        sizes.append(int(lengths.max()) if len(lengths) else 0)
    count = int(np.prod(inner))
    places = np.stack(np.unravel_index(np.arange(count), inner), 1) if inner else np.zeros((1, 0), np.int64)
    indices = np.concatenate([np.repeat(np.stack(columns, 1), count, 0), np.tile(places, (len(columns[0]), 1))], 1)
    return indices.astype(np.int64), np.reshape(rt_dense_values, -1), np.asarray([*sizes, *inner], np.int64)


def _check_splits(nested: Sequence[Any], count: int) -> None:
    for splits, n in zip(nested, [*(len(s) - 1 for s in nested[1:]), count]):
        if not len(splits) or splits[0] != 0:
            raise invalid("First value of ragged splits must be 0.")
        if splits[-1] != n:
            raise invalid("Final value of ragged splits must match the length the corresponding ragged values.")


# ---- variants -------------------------------------------------------------------------------------------------------


@op(
    "RaggedTensorToVariant",
    "rt_nested_splits: RAGGED_RANK*Tsplits, rt_dense_values: Tvalues -> encoded_ragged: variant",
    host=True,
    grad="none",
    shape=lambda x: (_variant_shape(x),),
    attrs={"batched_input": REQUIRED},
    types=_INT64,
)
def ragged_tensor_to_variant(rt_nested_splits: Any, rt_dense_values: Any, *, batched_input: bool) -> Any:
    """A ragged tensor as one variant, or (`batched_input`) as one for each of its rows."""
    nested, values = [np.asarray(s) for s in rt_nested_splits], np.asarray(rt_dense_values)
    if not batched_input:
        return boxed((nested, values))
    found = np.empty(len(nested[0]) - 1, object)
    for i in range(len(found)):
        first, last = int(nested[0][i]), int(nested[0][i + 1])
        inner: list[Any] = []
        for splits in nested[1:]:
            piece = splits[first : last + 1]
            inner.append(piece - piece[0])
            first, last = int(piece[0]), int(piece[-1])
        found[i] = (inner, values[first:last])
    return found


def _variant_shape(x: Any) -> Any:
    if not x.attrs.get("batched_input"):
        return ()
    splits = x.shape(0) if len(x) > 1 else None
    return (None if splits is None or splits[0] is None else splits[0] - 1,)


def boxed(value: Any) -> Any:
    """An array of no dimensions that holds a Python object."""
    found = np.empty((), object)
    found[()] = value
    return found


@op(
    "RaggedTensorFromVariant",
    "encoded_ragged: variant -> output_nested_splits: output_ragged_rank*Tsplits, output_dense_values: Tvalues",
    host=True,
    grad="none",
    shape=lambda x: (*[(None,)] * (x.n_outputs - 1), None),
    attrs={"input_ragged_rank": REQUIRED, "Tsplits": REQUIRED},
)
def ragged_tensor_from_variant(
    encoded_ragged: Any, *, input_ragged_rank: int, output_ragged_rank: int, Tvalues: Any, Tsplits: Any
) -> Any:
    """A ragged tensor of variants, whose dimensions become outer ones."""
    sizes = np.shape(encoded_ragged)
    rank = input_ragged_rank if input_ragged_rank >= 0 else output_ragged_rank - len(sizes)
    if rank < 0 or rank + len(sizes) != output_ragged_rank:
        raise invalid(
            f"output_ragged_rank must be equal to input_ragged_rank + encoded_ragged.dims(); output_ragged_rank: "
            f"{output_ragged_rank}, input_ragged_rank: {rank}, encoded_ragged.dims(): {len(sizes)}."
        )
    pieces = list(np.reshape(encoded_ragged, -1))
    for nested, values in pieces:
        if len(nested) != rank:
            raise invalid(f"Expected row_splits Variant elements of rank {rank}, found {len(nested)}")
        if np.asarray(values).dtype != Tvalues.base.np:
            raise invalid(f"Expected values Variant element of type {Tvalues.name}, found {np.asarray(values).dtype}")
    dtype = Tsplits.base.np
    if not sizes:
        nested, values = pieces[0]
        return (*(np.asarray(s, dtype) for s in nested), values)
    outer = [np.arange(int(np.prod(sizes[:i])) + 1) * sizes[i] for i in range(1, len(sizes))]
    lengths = [[len(nested[0]) - 1 if nested else len(values) for nested, values in pieces]]
    inner = [np.concatenate([np.diff(nested[d]) for nested, _ in pieces] or [[]]) for d in range(rank)]
    values = np.concatenate([v for _, v in pieces]) if pieces else np.zeros((0,), Tvalues.base.np)
    return (*(np.asarray(s, dtype) for s in outer), *(_splits(n, dtype) for n in [*lengths, *inner]), values)


# ---- n-grams --------------------------------------------------------------------------------------------------------


@op(
    "StringNGrams",
    "data: string, data_splits: Tsplits -> ngrams: string, ngrams_splits: Tsplits",
    host=True,
    grad="none",
    shape=lambda x: ((None,), with_rank(x.shape(1), 1)),
    types=_INT64,
)
def string_n_grams(
    data: Any,
    data_splits: Any,
    *,
    separator: bytes = REQUIRED,
    ngram_widths: list[int] = REQUIRED,
    left_pad: bytes = REQUIRED,
    right_pad: bytes = REQUIRED,
    pad_width: int = REQUIRED,
    preserve_short_sequences: bool = REQUIRED,
) -> Any:
    """The runs of `ngram_widths` neighbours in each row, joined; rows are padded at both ends."""
    splits = np.asarray(data_splits).tolist()
    found: list[bytes] = []
    ends = [0]
    for start, end in zip(splits, splits[1:]):
        row = [t if isinstance(t, bytes) else str(t).encode() for t in np.asarray(data)[start:end].tolist()]
        before = len(found)
        for width in ngram_widths:
            pad = width - 1 if pad_width < 0 else min(pad_width, width - 1)
            padded = [left_pad] * pad + row + [right_pad] * pad
            found += [separator.join(padded[i : i + width]) for i in range(len(padded) - width + 1)]
        if preserve_short_sequences and len(found) == before and row:
            # TF1: the whole row, padded for the first width
            pad = ngram_widths[0] - 1 if pad_width < 0 else pad_width
            found.append(separator.join([left_pad] * pad + row + [right_pad] * pad))
        ends.append(len(found))
    out = np.empty(len(found), object)
    out[:] = found
    return out, np.asarray(ends, np.asarray(data_splits).dtype)

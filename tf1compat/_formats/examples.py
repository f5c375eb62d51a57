"""Serialized `tf.train.Example`s as arrays: dense features of fixed or varying length, and sparse ones."""

from __future__ import annotations

import contextlib
import functools
import math
import operator
from collections.abc import Sequence
from typing import Any

import numpy as np

from tf1compat._formats import protos
from tf1compat._formats.faults import InvalidArgument

_KINDS = {"bytes_list": "string", "float_list": "float", "int64_list": "int64"}
_VALUES = {kind: operator.attrgetter(f"{name}.value") for name, kind in _KINDS.items()}
_WORDS = {"string": "bytes", "float": "float", "int64": "int64"}


class Dense:
    """A feature that every example has: its key, kind (`string`, `float`, `int64`) and shape.

    A shape whose first dimension is None may vary; shorter examples are then padded with the default, a scalar.

    Attributes:
      varies: the first dimension is None.
      row_shape: the shape without it; `size` is its number of elements.
      values_in: the values of its kind in a Feature message.
      is_single: it has one element.
    """

    def __init__(self, key: str, kind: str, shape: tuple[int | None, ...]) -> None:
        self.key = key
        self.kind = kind
        self.shape = shape
        self.dtype = _dtype(kind)
        self.varies = bool(shape) and shape[0] is None
        sizes = [d for d in shape if d is not None]
        self.size = math.prod(sizes)
        self.row_shape = tuple(sizes)
        self.values_in = _VALUES[kind]
        self.is_single = self.size == 1 and not self.varies
        self.text = ",".join("?" if d is None else str(d) for d in shape)


class Sparse:
    """A feature of any length."""

    def __init__(self, key: str, kind: str) -> None:
        self.key = key
        self.kind = kind
        self.dtype = _dtype(kind)


def _dtype(kind: str) -> Any:
    return {"string": np.dtype(object), "float": np.dtype(np.float32), "int64": np.dtype(np.int64)}[kind]


class Place:
    """Where an example stands, for messages: `Name: …, Key: …, Index: …`, or the key alone for a single example."""

    def __init__(self, index: int | None = None, name: str = "<unknown>") -> None:
        self.index = index
        self.name = name

    def of(self, key: str) -> str:
        return f"Key: {key}." if self.index is None else f"Name: {self.name}, Key: {key}, Index: {self.index}."

    def missing(self, dense: Dense) -> Missing:
        front = "" if self.index is None else f"Name: {self.name}, "
        return Missing(f"{front}Feature: {dense.key} (data type: {dense.kind}) is required but could not be found.")


class Missing(InvalidArgument):
    """A feature that is required is not there."""


_SINGLE = Place()


@functools.cache
def _example_type() -> Any:
    return protos.Example


def features_of(serialized: bytes) -> Any:
    """The features of an Example by name; InvalidArgument where it is none."""
    try:
        message = _example_type().FromString(serialized)
    except Exception:
        shown = serialized.decode("latin-1")
        raise InvalidArgument(f"Could not parse example input, value: '{shown}'") from None
    return message.features.feature


def values_of(features: Any, spec: Dense | Sparse) -> tuple[str | None, Any]:
    """Kind and values of a feature; None where it is missing or of no kind."""
    if spec.key not in features:
        return None, None
    feature = features[spec.key]
    name = feature.WhichOneof("kind")
    if name is None:
        return None, None
    values = getattr(feature, name).value
    kind = _KINDS[name]
    if kind != spec.kind:
        return kind, None
    n = len(values)
    if n == 1 and kind != "string":
        return kind, np.array(values[0], spec.dtype, ndmin=1)
    if kind != "string" or n > 1:
        return kind, np.fromiter(values, spec.dtype, n)
    array = np.empty(n, object)
    if n:
        array[0] = values[0]
    return kind, array


def dense_value(features: Any, dense: Dense, default: Any, place: Place) -> Any:
    """The value of a dense feature of one example, of its shape; a varying one has its own length."""
    if dense.is_single:  # the usual feature, without asking what else it might be
        values = dense.values_in(features[dense.key])
        if len(values) == 1:
            out = np.empty(dense.row_shape, dense.dtype)
            out.fill(values[0])
            return out
    kind, values = values_of(features, dense)
    if kind is None:
        if dense.varies:
            return np.empty((0, *dense.row_shape), dense.dtype)
        if np.size(default) != dense.size:
            raise place.missing(dense)
        return np.reshape(default, dense.row_shape)
    if values is None:
        raise InvalidArgument(
            f"{place.of(dense.key)}  Data types don't match. Data type: {kind} but expected type: {dense.kind}"
        )
    if dense.varies:
        return _rows(values, dense, place)
    if values.size != dense.size:
        sizes = f"Values size: {values.size} but output shape: [{dense.text}]"
        complaint = f"Number of {_WORDS[dense.kind]} values != expected.  {sizes}"
        # TF1: of a single example it only says that
        front = "Can't parse serialized Example. " if place.index is None else ""
        raise InvalidArgument(f"{place.of(dense.key)}  {front}{complaint}")
    return values.reshape(dense.row_shape)


def _rows(values: Any, dense: Dense, place: Place) -> Any:
    stride = dense.size
    if stride == 0 or values.size % stride:
        complaint = (
            f"Number of {_WORDS[dense.kind]} values is not a multiple of stride length. "
            f"Saw {values.size} values but output shape is: [{dense.text}]"
        )
        front = "Can't parse serialized Example. " if place.index is None else ""
        raise InvalidArgument(f"{place.of(dense.key)}  {front}{complaint}")
    return values.reshape(-1, *dense.row_shape)


def sparse_value(features: Any, sparse: Sparse, place: Place) -> Any:
    """The values of a sparse feature of one example."""
    kind, values = values_of(features, sparse)
    if kind is None:
        return np.empty(0, sparse.dtype)
    if values is None:
        raise InvalidArgument(
            f"{place.of(sparse.key)}  Data types don't match. Expected type: {sparse.kind}, Actual type: {kind}"
        )
    return values


def parse_batch(
    serialized: Sequence[bytes],
    names: Sequence[bytes],
    sparse: Sequence[Sparse],
    dense: Sequence[Dense],
    defaults: Sequence[Any],
) -> tuple[list[Any], list[Any], list[Any], list[Any]]:
    """Indices, values and shapes of sparse features, and dense features, of a batch of Examples.

    Raises:
      InvalidArgument: a text is no Example, or lacks a feature, or a feature has another kind or length (TF1's words).
    """
    dense_parts: list[list[Any]] = [[] for _ in dense]
    sparse_parts: list[list[Any]] = [[] for _ in sparse]
    for i, text in enumerate(serialized):
        features = features_of(text)
        place = Place(i, names[i].decode(errors="replace") if len(names) else "<unknown>")
        of_sparse, of_dense = _values(features, sparse, dense, defaults, place)
        for parts, value in zip((*sparse_parts, *dense_parts), (*of_sparse, *of_dense)):
            parts.append(value)
    indices, values, shapes = [], [], []
    for parts, spec in zip(sparse_parts, sparse):
        lengths = [len(p) for p in parts]
        rows = np.repeat(np.arange(len(parts)), lengths)
        columns = np.concatenate([np.arange(n) for n in lengths]) if lengths else np.empty(0)
        indices.append(np.stack([rows, columns], 1).astype(np.int64))
        values.append(np.concatenate(parts) if parts else np.empty(0, spec.dtype))
        shapes.append(np.array([len(parts), max(lengths, default=0)], np.int64))
    return indices, values, shapes, [_stacked(*of) for of in zip(dense_parts, dense, defaults)]


def _stacked(parts: list[Any], spec: Dense, default: Any) -> Any:
    if not spec.varies:
        out = np.empty((len(parts), *spec.row_shape), spec.dtype)
        for i, part in enumerate(parts):
            out[i, ...] = part  # `out[i]` would take an array of one text for the text
        return out
    length = max((len(p) for p in parts), default=0)
    padding = np.asarray(default).item()
    out = np.full((len(parts), length, *spec.row_shape), padding, spec.dtype)
    for i, part in enumerate(parts):
        out[i, : len(part)] = part
    return out


def parse_single(
    serialized: bytes, sparse: Sequence[Sparse], dense: Sequence[Dense], defaults: Sequence[Any]
) -> tuple[list[Any], list[Any], list[Any], list[Any]]:
    """As `parse_batch`, of one Example without a batch dimension."""
    values, of_dense = _values(features_of(serialized), sparse, dense, defaults, _SINGLE)
    indices = [np.arange(len(v), dtype=np.int64)[:, None] for v in values]
    shapes = [np.array([len(v)], np.int64) for v in values]
    return indices, values, shapes, of_dense


def _values(
    features: Any, sparse: Sequence[Sparse], dense: Sequence[Dense], defaults: Sequence[Any], place: Place
) -> tuple[list[Any], list[Any]]:
    """Those of the sparse and of the dense features of one example."""
    try:
        found = [dense_value(features, spec, default, place) for spec, default in zip(dense, defaults)]
        return [sparse_value(features, spec, place) for spec in sparse] if sparse else [], found
    except Missing:  # TF1: what is there and wrong is told first
        for spec, default in zip(dense, defaults):
            with contextlib.suppress(Missing):
                dense_value(features, spec, default, place)
        for spec in sparse:
            sparse_value(features, spec, place)
        raise

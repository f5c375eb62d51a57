"""Serialized `tf.train.Example`s as arrays: dense features of fixed or varying length, and sparse ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from tf1compat._formats import protos
from tf1compat._formats.faults import InvalidArgument

_KINDS = {"bytes_list": "string", "float_list": "float", "int64_list": "int64"}
_WORDS = {"string": "bytes", "float": "float", "int64": "int64"}


class Dense(NamedTuple):
    """A feature that every example has: its key, kind (`string`, `float`, `int64`), shape and default.

    A shape whose first dimension is None may vary; shorter examples are then padded with the default, a scalar.
    """

    key: str
    kind: str
    shape: tuple[int | None, ...]
    default: Any

    @property
    def varies(self) -> bool:
        return bool(self.shape) and self.shape[0] is None

    @property
    def dtype(self) -> Any:
        return _dtype(self.kind)


class Sparse(NamedTuple):
    """A feature of any length."""

    key: str
    kind: str

    @property
    def dtype(self) -> Any:
        return _dtype(self.kind)


def _dtype(kind: str) -> Any:
    return {"string": np.dtype(object), "float": np.dtype(np.float32), "int64": np.dtype(np.int64)}[kind]


class Place:
    """Where an example stands, for messages: `Name: …, Key: …, Index: …`, or the key alone for a single example."""

    def __init__(self, index: int | None = None, name: str = "<unknown>") -> None:
        self.index = index
        self.name = name

    def of(self, key: str) -> str:
        return f"Key: {key}." if self.index is None else f"Name: {self.name}, Key: {key}, Index: {self.index}."

    def missing(self, dense: Dense) -> InvalidArgument:
        front = "" if self.index is None else f"Name: {self.name}, "
        return InvalidArgument(
            f"{front}Feature: {dense.key} (data type: {dense.kind}) is required but could not be found."
        )


def features_of(serialized: bytes) -> Any:
    """The features of an Example by name; InvalidArgument where it is none."""
    message = protos.Example()
    try:
        message.ParseFromString(serialized)
    except Exception:
        shown = serialized.decode("latin-1")
        raise InvalidArgument(f"Could not parse example input, value: '{shown}'") from None
    return message.features.feature


def values_of(features: Any, key: str, dtype: Any) -> tuple[str | None, Any]:
    """Kind and values of a feature; None where it is missing or of no kind."""
    if key not in features:
        return None, None
    feature = features[key]
    name = feature.WhichOneof("kind")
    if name is None:
        return None, None
    values = getattr(feature, name).value
    kind = _KINDS[name]
    if kind != {"O": "string", "f": "float", "i": "int64"}[dtype.kind]:
        return kind, None
    if kind == "string":
        array = np.empty(len(values), object)
        array[:] = list(values)
        return kind, array
    return kind, np.fromiter(values, dtype, len(values))


def dense_value(features: Any, dense: Dense, place: Place) -> Any:
    """The value of a dense feature of one example, of its shape; a varying one has its own length."""
    kind, values = values_of(features, dense.key, dense.dtype)
    if kind is None:
        if dense.varies:
            return np.empty((0, *dense.shape[1:]), dense.dtype)  # pyright: ignore[reportArgumentType, reportCallIssue]
        if np.size(dense.default) != int(np.prod(dense.shape)):  # pyright: ignore[reportArgumentType, reportCallIssue]
            raise place.missing(dense)
        return np.reshape(dense.default, dense.shape)  # pyright: ignore[reportArgumentType, reportCallIssue]
    if values is None:
        raise InvalidArgument(
            f"{place.of(dense.key)}  Data types don't match. Data type: {kind} but expected type: {dense.kind}"
        )
    if dense.varies:
        return _rows(values, dense, place)
    if values.size != int(np.prod(dense.shape)):  # pyright: ignore[reportArgumentType, reportCallIssue]
        shape = ",".join(map(str, dense.shape))
        sizes = f"Values size: {values.size} but output shape: [{shape}]"
        complaint = f"Number of {_WORDS[dense.kind]} values != expected.  {sizes}"
        # TF1: of a single example it only says that
        front = "Can't parse serialized Example. " if place.index is None else ""
        raise InvalidArgument(f"{place.of(dense.key)}  {front}{complaint}")
    return values.reshape(dense.shape)


def _rows(values: Any, dense: Dense, place: Place) -> Any:
    stride = int(np.prod(dense.shape[1:]))  # pyright: ignore[reportCallIssue, reportArgumentType]
    if stride == 0 or values.size % stride:
        shape = ",".join("?" if d is None else str(d) for d in dense.shape)
        complaint = (
            f"Number of {_WORDS[dense.kind]} values is not a multiple of stride length. "
            f"Saw {values.size} values but output shape is: [{shape}]"
        )
        front = "Can't parse serialized Example. " if place.index is None else ""
        raise InvalidArgument(f"{place.of(dense.key)}  {front}{complaint}")
    return values.reshape(-1, *dense.shape[1:])


def sparse_value(features: Any, sparse: Sparse, place: Place) -> Any:
    """The values of a sparse feature of one example."""
    kind, values = values_of(features, sparse.key, sparse.dtype)
    if kind is None:
        return np.empty(0, sparse.dtype)
    if values is None:
        raise InvalidArgument(
            f"{place.of(sparse.key)}  Data types don't match. Expected type: {sparse.kind}, Actual type: {kind}"
        )
    return values


def parse_batch(
    serialized: Sequence[bytes], names: Sequence[bytes], sparse: Sequence[Sparse], dense: Sequence[Dense]
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
        for parts, spec in zip(dense_parts, dense):
            parts.append(dense_value(features, spec, place))
        for parts, spec in zip(sparse_parts, sparse):
            parts.append(sparse_value(features, spec, place))
    indices, values, shapes = [], [], []
    for parts, spec in zip(sparse_parts, sparse):
        lengths = [len(p) for p in parts]
        rows = np.repeat(np.arange(len(parts)), lengths)
        columns = np.concatenate([np.arange(n) for n in lengths]) if lengths else np.empty(0)
        indices.append(np.stack([rows, columns], 1).astype(np.int64))
        values.append(np.concatenate(parts) if parts else np.empty(0, spec.dtype))
        shapes.append(np.array([len(parts), max(lengths, default=0)], np.int64))
    return indices, values, shapes, [_stacked(p, spec) for p, spec in zip(dense_parts, dense)]


def _stacked(parts: list[Any], spec: Dense) -> Any:
    if not spec.varies:
        out = np.empty((len(parts), *spec.shape), spec.dtype)  # pyright: ignore[reportArgumentType, reportCallIssue]
        for i, part in enumerate(parts):
            out[i] = part
        return out
    length = max((len(p) for p in parts), default=0)
    padding = np.asarray(spec.default).item()
    out = np.full((len(parts), length, *spec.shape[1:]), padding, spec.dtype)  # pyright: ignore[reportArgumentType, reportCallIssue]
    for i, part in enumerate(parts):
        out[i, : len(part)] = part
    return out


def parse_single(
    serialized: bytes, sparse: Sequence[Sparse], dense: Sequence[Dense]
) -> tuple[list[Any], list[Any], list[Any], list[Any]]:
    """As `parse_batch`, of one Example without a batch dimension."""
    features, place = features_of(serialized), Place()
    values = [sparse_value(features, spec, place) for spec in sparse]
    indices = [np.arange(len(v), dtype=np.int64)[:, None] for v in values]
    shapes = [np.array([len(v)], np.int64) for v in values]
    return indices, values, shapes, [dense_value(features, spec, place) for spec in dense]

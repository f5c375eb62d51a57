"""Text and bytes to tensors: raw numbers, CSV records, Examples."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from tf1compat._formats import csv_records, examples, numbers
from tf1compat._formats.faults import InvalidArgument
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.schema import shape_rules
from tf1compat._jaxcore.schema.opdef import REQUIRED, op
from tf1compat._jaxcore.schema.shape_rules import ShapeError

_CPP = {"float32": "float", "float64": "double", "float16": "half"}


def _raw_shape(x: Any) -> Any:
    shape = x.shape(0)
    return (None if shape is None else (*shape, None),)


@op("DecodeRaw", "bytes: string -> output: out_type", host=True, grad="none", shape=_raw_shape)
def decode_raw(bytes: Any, *, out_type: Any = REQUIRED, little_endian: bool = True) -> Any:
    """The bytes of each string as numbers, along a new last dimension; all strings have one length."""
    kind = out_type.base.np
    texts = np.asarray(bytes, object)
    if not texts.ndim:
        return _numbers(texts.item(), out_type, kind, little_endian)
    flat = texts.ravel().tolist()
    if not flat:
        return np.empty((*texts.shape, 0), kind)
    size = len(flat[0])
    for i, text in enumerate(flat):
        if len(text) != size:
            raise InvalidArgument(
                "DecodeRaw requires input strings to all be the same size, but element "
                f"{i} has size {size} != {len(text)}"
            )
    found = _numbers(b"".join(flat), out_type, kind, little_endian, size)
    return found.reshape(*texts.shape, size // kind.itemsize)


def _numbers(text: Any, out_type: Any, kind: Any, little_endian: bool, size: int | None = None) -> Any:
    """The numbers in `text`, where each string has `size` bytes."""
    size = len(text) if size is None else size
    if size % kind.itemsize:
        raise InvalidArgument(
            f"Input to DecodeRaw has length {size} that is not a multiple of {kind.itemsize}, the size of "
            f"{_CPP.get(out_type.name, out_type.name)}"
        )
    stored = kind if little_endian or kind.itemsize == 1 else kind.newbyteorder(">")
    return np.frombuffer(text, stored).astype(kind, copy=True)


def _csv_shapes(x: Any) -> Any:
    for i in range(1, x.n_outputs + 1):
        shape = x.shape(i)
        if shape is not None and len(shape) > 1:
            raise ShapeError(f"Shape must be at most rank 1 but is rank {len(shape)}")
        if shape and shape[0] not in (0, 1, None):
            raise ShapeError("Shape of a default must be a length-0 or length-1 vector, or a scalar.")
    return (x.shape(0),) * x.n_outputs


@op("DecodeCSV", "records: string, record_defaults: [OUT_TYPE] -> output: [OUT_TYPE]", host=True, grad="none",
    shape=_csv_shapes)  # fmt: skip
def decode_csv(
    records: Any,
    record_defaults: Any,
    *,
    field_delim: bytes = b",",
    use_quote_delim: bool = True,
    na_value: bytes = b"",
    select_cols: Any = [],
) -> Any:
    """The fields of CSV records, one tensor per column, of the type of its default; an empty default: required."""
    texts = np.asarray(records, object)
    defaults = [np.asarray(d) for d in record_defaults]
    for i, default in enumerate(defaults):
        if default.ndim > 1:
            raise InvalidArgument("Each record default should be at most rank 1")
        if default.size > 1:
            raise InvalidArgument(f"There should only be 1 default per field but field {i} has {default.size}")
    columns = [np.empty(texts.size, d.dtype) for d in defaults]
    for i, text in enumerate(texts.ravel().tolist()):
        found = csv_records.fields(text, field_delim, use_quote_delim)
        if select_cols:
            found = [found[c] for c in select_cols if c < len(found)]
        if len(found) != len(columns):
            raise InvalidArgument(f"Expect {len(columns)} fields but have {len(found)} in record {i}")
        for f, (field, default) in enumerate(zip(found, defaults)):
            if field and field != na_value:
                columns[f][i] = _field_value(field, default.dtype, f, i)
            elif default.size:
                columns[f][i] = default.item()
            else:
                raise InvalidArgument(f"Field {f} is required but missing in record {i}!")
    return [c.reshape(texts.shape) for c in columns]


def _field_value(text: bytes, kind: Any, field: int, record: int) -> Any:
    if kind == object:
        return text
    if kind.kind == "i":
        value: Any = numbers.parse_integer(text, kind.itemsize * 8)
    else:
        value = numbers.parse_float(text)
    if value is None:
        name = _CPP.get(kind.name, kind.name)
        raise InvalidArgument(
            f"Field {field} in record {record} is not a valid {name}: {text.decode(errors='replace')}"
        )
    return value


# ---- Examples ---------------------------------------------------------------------------------------------------


def _kind(dtype: Any) -> str:
    found = {dtypes.string: "string", dtypes.float32: "float", dtypes.int64: "int64"}.get(dtype.base)
    if found is None:
        raise InvalidArgument(f"Invalid input dtype: {_CPP.get(dtype.name, dtype.name)}")
    return found


def _names(keys: Any) -> list[str]:
    return [k.decode() if isinstance(k, bytes) else str(k) for k in keys]


def _specs_of_one(
    sparse_keys: Any, sparse_types: Any, dense_keys: Any, types: Any, shapes: Any
) -> tuple[Sequence[examples.Sparse], Sequence[examples.Dense]]:
    """The specifications in a node's attrs; who asks with every record asks with the very same lists."""
    found = _last_specs.get(id(dense_keys))
    if found is not None:
        specs, a, b, c, d, e = found
        if a is sparse_keys and b is sparse_types and c is dense_keys and d is types and e is shapes:
            return specs
    if len(_last_specs) >= _MANY:
        _last_specs.clear()
    specs = _sparse_specs(sparse_keys, sparse_types), _dense_specs(dense_keys, types, shapes)
    _last_specs[id(dense_keys)] = specs, sparse_keys, sparse_types, dense_keys, types, shapes
    return specs


_MANY = 128
_last_specs: dict[int, tuple[Any, ...]] = {}


def _dense_specs(keys: Any, types: Any, shapes: Any) -> Sequence[examples.Dense]:
    return _dense_specs_of(tuple(keys), tuple(types), tuple([tuple(shape or ()) for shape in shapes]))


@functools.lru_cache
def _dense_specs_of(keys: Any, types: Any, shapes: Any) -> Sequence[examples.Dense]:
    """Made once: a pipeline asks for them with every record."""
    return [examples.Dense(key, _kind(dtype), shape) for key, dtype, shape in zip(_names(keys), types, shapes)]


@functools.lru_cache
def _sparse_specs_of(keys: Any, types: Any) -> Sequence[examples.Sparse]:
    return [examples.Sparse(key, _kind(dtype)) for key, dtype in zip(_names(keys), types)]


def _sparse_specs(keys: Any, types: Any) -> Sequence[examples.Sparse]:
    return _sparse_specs_of(tuple(keys), tuple(types)) if len(keys) else ()


def _example_shapes(x: Any) -> Any:
    batch, n = shape_rules.with_rank(x.shape(0), 1)[0], x.attrs["Nsparse"]
    dense = [(batch, *(s or ())) for s in x.attrs["dense_shapes"]]
    return (*[(None, 2)] * n, *[(None,)] * n, *[(2,)] * n, *dense)


@op("ParseExample",
    "serialized: string, names: string, sparse_keys: Nsparse*string, dense_keys: Ndense*string, "
    "dense_defaults: [Tdense] -> sparse_indices: Nsparse*int64, sparse_values: [sparse_types], "
    "sparse_shapes: Nsparse*int64, dense_values: [Tdense]",
    host=True, grad="none", shape=_example_shapes)  # fmt: skip
def parse_example(
    serialized: Any,
    names: Any,
    sparse_keys: Any,
    dense_keys: Any,
    dense_defaults: Any,
    *,
    sparse_types: Any = REQUIRED,
    Tdense: Any = REQUIRED,
    dense_shapes: Any = REQUIRED,
) -> Any:
    """The features of a batch of serialized Examples."""
    sparse = _sparse_specs([np.asarray(k).item() for k in sparse_keys], sparse_types)
    dense = _dense_specs([np.asarray(k).item() for k in dense_keys], Tdense, dense_shapes)
    texts, labels = np.asarray(serialized, object).tolist(), np.asarray(names, object).ravel().tolist()
    indices, values, shapes, found = examples.parse_batch(texts, labels, sparse, dense, dense_defaults)
    return (*indices, *values, *shapes, *found)


def _single_shapes(x: Any) -> Any:
    shape_rules.with_rank(x.shape(0), 0)
    n = x.attrs["num_sparse"]
    dense = [tuple(s or ()) for s in x.attrs["dense_shapes"]]
    return (*[(None, 1)] * n, *[(None,)] * n, *[(1,)] * n, *dense)


@op("ParseSingleExample",
    "serialized: string, dense_defaults: [Tdense] -> sparse_indices: num_sparse*int64, sparse_values: [sparse_types], "
    "sparse_shapes: num_sparse*int64, dense_values: [Tdense]",
    host=True, grad="none", shape=_single_shapes)  # fmt: skip
def parse_single_example(
    serialized: Any,
    dense_defaults: Any,
    *,
    num_sparse: int = REQUIRED,
    sparse_keys: Any = REQUIRED,
    dense_keys: Any = REQUIRED,
    sparse_types: Any = REQUIRED,
    Tdense: Any = REQUIRED,
    dense_shapes: Any = REQUIRED,
) -> Any:
    """The features of one serialized Example."""
    sparse, dense = _specs_of_one(sparse_keys, sparse_types, dense_keys, Tdense, dense_shapes)
    indices, values, shapes, found = examples.parse_single(np.asarray(serialized).item(), sparse, dense, dense_defaults)
    return (*indices, *values, *shapes, *found)

"""Records to tensors: `tf.decode_raw`, `tf.decode_csv`, `tf.parse_example` and the features that it is told about."""

from __future__ import annotations

import collections
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from tf1compat._facade.apply import apply_op
from tf1compat._facade.array_ops import expand_dims, reshape, squeeze
from tf1compat._facade.array_ops import slice as slice_of
from tf1compat._facade.constants import constant
from tf1compat._facade.convert import convert
from tf1compat._facade.deprecation import renamed_argument
from tf1compat._facade.framework import name_scope
from tf1compat._facade.parsing_sequences import decode_compressed as decode_compressed
from tf1compat._facade.parsing_sequences import decode_json_example as decode_json_example
from tf1compat._facade.parsing_sequences import parse_sequence_example as parse_sequence_example
from tf1compat._facade.parsing_sequences import parse_single_sequence_example as parse_single_sequence_example
from tf1compat._facade.parsing_sequences import parse_tensor as parse_tensor
from tf1compat._facade.parsing_sequences import serialize_tensor as serialize_tensor
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.sparse_ops import sparse_merge
from tf1compat._facade.sparse_tensor import SparseTensor
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, shapes
from tf1compat._jaxcore.base.dtypes import DType
from tf1compat._jaxcore.base.shapes import TensorShape


def decode_raw_v1(
    input_bytes: Any = None,
    out_type: Any = None,
    little_endian: bool = True,
    name: str | None = None,
    bytes: Any = None,
) -> Tensor:
    """The bytes of each string as numbers of `out_type`, along a new last dimension.

    Args:
      input_bytes: strings of one length (`bytes` is its old name).
      out_type: float16, float32, float64, int8 to int64, uint8, uint16 or bool.
      little_endian: the order of bytes in a number.
      name: name of the node.

    Raises:
      ValueError: `out_type` is missing.
      tf.errors.InvalidArgumentError: at run time, for strings of different lengths or of no whole number of elements.
    """
    input_bytes = renamed_argument("input_bytes", input_bytes, "bytes", bytes)
    if out_type is None:
        raise ValueError("decode_raw_v1() missing 1 positional argument: 'out_type'")
    return apply_op(
        "DecodeRaw", input_bytes, out_type=dtypes.as_dtype(out_type), little_endian=little_endian, name=name
    )


def decode_raw(
    input_bytes: Any, out_type: Any, little_endian: bool = True, fixed_length: Any = None, name: str | None = None
) -> Tensor:
    """`tf.decode_raw` of strings of different lengths, where `fixed_length` is given: each is cut or padded to it."""
    wanted = dtypes.as_dtype(out_type)
    if fixed_length is None:
        return apply_op("DecodeRaw", input_bytes, out_type=wanted, little_endian=little_endian, name=name)
    return apply_op(
        "DecodePaddedRaw", input_bytes, fixed_length, out_type=wanted, little_endian=little_endian, name=name
    )


def decode_csv(
    records: Any,
    record_defaults: Any,
    field_delim: str = ",",
    use_quote_delim: bool = True,
    name: str | None = None,
    na_value: str = "",
    select_cols: Any = None,
) -> list[Tensor]:
    """The columns of CSV records (RFC 4180).

    Args:
      records: strings, one record each.
      record_defaults: for each column a default, of float32, float64, int32, int64 or string, which also says its type;
        an empty one where the field is required.
      field_delim: what separates fields.
      use_quote_delim: whether quotes mean something.
      name: name of the node.
      na_value: a field of this text counts as empty.
      select_cols: increasing numbers of the columns wanted, one per default.

    Returns:
      One tensor of the shape of `records` per column.

    Raises:
      ValueError: `select_cols` do not increase, or do not fit the defaults.
      tf.errors.InvalidArgumentError: at run time, for a record with too few fields or a field of the wrong type.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(tf.decode_csv("1,,x", [[0], [0.5], [""]])))
    [np.int32(1), np.float32(0.5), b'x']
    """
    chosen = list(select_cols) if select_cols is not None else None
    if chosen is not None:
        if any(a >= b for a, b in zip(chosen, chosen[1:])):
            raise ValueError("select_cols is not strictly increasing.")
        if chosen[0] < 0:
            raise ValueError("select_cols contains negative values.")
        if len(chosen) != len(record_defaults):
            raise ValueError("Length of select_cols and record_defaults do not match.")
    if not isinstance(record_defaults, (list, tuple)):
        raise TypeError(f"Expected list for 'record_defaults' argument to 'DecodeCSV' Op, not {record_defaults}.")
    if not record_defaults:
        raise ValueError("Attr 'OUT_TYPE' of 'DecodeCSV' Op passed list of length 0 less than minimum 1.")
    return apply_op(
        "DecodeCSV",
        records,
        record_defaults,
        field_delim=field_delim.encode(),
        use_quote_delim=use_quote_delim,
        na_value=na_value.encode(),
        select_cols=chosen or [],
        name=name,
    )


# ---- features ---------------------------------------------------------------------------------------------------


class VarLenFeature(NamedTuple):
    """A feature of any length, parsed to a SparseTensor."""

    dtype: Any


class SparseFeature(
    collections.namedtuple("SparseFeature", ["index_key", "value_key", "dtype", "size", "already_sorted"])
):
    """A SparseTensor that an Example holds as two features, of indices and of values."""

    def __new__(cls, index_key: Any, value_key: str, dtype: Any, size: Any, already_sorted: bool = False) -> Any:
        return super().__new__(cls, index_key, value_key, dtype, size, already_sorted)


class FixedLenFeature(collections.namedtuple("FixedLenFeature", ["shape", "dtype", "default_value"])):
    """A feature of fixed shape; with a default it may be missing."""

    def __new__(cls, shape: Any, dtype: Any, default_value: Any = None) -> Any:
        return super().__new__(cls, shape, dtype, default_value)


class FixedLenSequenceFeature(
    collections.namedtuple("FixedLenSequenceFeature", ["shape", "dtype", "allow_missing", "default_value"])
):
    """A feature of varying length whose elements have a fixed shape, parsed to a tensor padded with `default_value`."""

    def __new__(cls, shape: Any, dtype: Any, allow_missing: bool = False, default_value: Any = None) -> Any:
        return super().__new__(cls, shape, dtype, allow_missing, default_value)


class _Wanted:
    """What the features of a specification come to: sparse and dense keys with their types, shapes and defaults."""

    def __init__(self, features: Mapping[str, Any]) -> None:
        self.sparse: dict[str, DType] = {}
        self.dense: dict[str, tuple[DType, TensorShape, Any]] = {}
        for key in sorted(features):
            self._add(key, features[key])
        both = set(self.dense) & set(self.sparse)
        if both:
            raise ValueError(f"Dense and sparse keys must not intersect; intersection: {both}")

    def _add(self, key: str, feature: Any) -> None:
        if isinstance(feature, VarLenFeature):
            _require(feature.dtype, f"Missing type for feature {key}.")
            self.sparse[key] = dtypes.as_dtype(feature.dtype)
        elif isinstance(feature, SparseFeature):
            self._add_sparse(key, feature)
        elif isinstance(feature, (FixedLenFeature, FixedLenSequenceFeature)):
            self._add_dense(key, feature)
        else:
            raise ValueError(f"Invalid feature {key}:{feature}.")

    def _add_sparse(self, key: str, feature: Any) -> None:
        _require(feature.index_key, f"Missing index_key for SparseFeature {feature}.")
        _require(feature.value_key, f"Missing value_key for SparseFeature {feature}.")
        _require(feature.dtype, f"Missing type for feature {key}.")
        index_keys = [feature.index_key] if isinstance(feature.index_key, str) else list(feature.index_key)
        if not isinstance(feature.index_key, str) and len(index_keys) > 1:
            tf_logging.warning(
                "SparseFeature is a complicated feature config and should only be used after careful consideration of "
                "VarLenFeature."
            )
        for index_key in sorted(index_keys):
            known = self.sparse.setdefault(index_key, dtypes.int64)
            if known is not dtypes.int64:
                raise ValueError(f"Conflicting type {known} vs int64 for feature {index_key}.")
        dtype = dtypes.as_dtype(feature.dtype)
        known = self.sparse.setdefault(feature.value_key, dtype)
        if known is not dtype:
            raise ValueError(f"Conflicting type {known} vs {dtype} for feature {feature.value_key}.")

    def _add_dense(self, key: str, feature: Any) -> None:
        _require(feature.dtype, f"Missing type for feature {key}.")
        if feature.shape is None:
            raise ValueError(f"Missing shape for feature {key}.")
        varies = isinstance(feature, FixedLenSequenceFeature)
        if varies and not feature.allow_missing:
            raise ValueError("Unsupported: FixedLenSequenceFeature requires allow_missing to be True.")
        shape = TensorShape([None, *feature.shape] if varies else feature.shape)
        if not varies:
            if shape.ndims and shape.as_list()[0] is None:
                raise ValueError(
                    f"First dimension of shape for feature {key} unknown. Consider using FixedLenSequenceFeature."
                )
            if not shape.is_fully_defined():
                raise ValueError(
                    f"All dimensions of shape for feature {key} need to be known but received {feature.shape}."
                )
        self.dense[key] = (dtypes.as_dtype(feature.dtype), shape, feature.default_value)

    def defaults(self) -> list[Tensor]:
        """A tensor per dense feature: its default, an empty one where there is none, the padding of a varying one."""
        return [_default(key, *spec) for key, spec in self.dense.items()]

    def attrs(self) -> dict[str, Any]:
        return {
            "sparse_types": list(self.sparse.values()),
            "Tdense": [dtype for dtype, _, _ in self.dense.values()],
            "dense_shapes": [shapes.as_raw(shape) for _, shape, _ in self.dense.values()],
        }


def _require(value: Any, complaint: str) -> None:
    if not value:
        raise ValueError(complaint)


def _in_names(key: str) -> str:
    return re.sub(r"[^A-Za-z0-9_.\-/]", "_", key)


def _default(key: str, dtype: DType, shape: TensorShape, default: Any) -> Tensor:
    if shape.ndims and shape.as_list()[0] is None:
        if default is None:
            return convert("" if dtype is dtypes.string else 0, dtype)
        return reshape(convert(default, dtype, f"padding_{_in_names(key)}"), [])
    if default is None:
        return constant([], dtype=dtype)
    if isinstance(default, Tensor):
        return default
    return reshape(convert(default, dtype, f"key_{_in_names(key)}"), shape)


# ---- Examples ---------------------------------------------------------------------------------------------------


def parse_example(
    serialized: Any, features: Mapping[str, Any], name: str | None = None, example_names: Any = None
) -> dict[str, Any]:
    """The features of a batch of serialized Examples, by key.

    Args:
      serialized: a string vector.
      features: `{key: FixedLenFeature | FixedLenSequenceFeature | VarLenFeature | SparseFeature}`.
      name: name scope.
      example_names: names of the examples for error messages.

    Returns:
      Tensors with a first dimension for the batch; SparseTensors for `VarLenFeature` and `SparseFeature`.

    Raises:
      ValueError: a feature is invalid.
      tf.errors.InvalidArgumentError: at run time, for an example that lacks a feature, or has it of another type or size.
    """
    if not features:
        raise ValueError(f"Missing: features was {features}.")
    return _parse_batch(serialized, _checked(features), features, name, example_names)


def _checked(features: Mapping[str, Any]) -> _Wanted:
    return _Wanted(features)


def _parse_batch(serialized: Any, wanted: _Wanted, features: Any, name: str | None, names: Any) -> dict[str, Any]:
    return _merged_sparse(features, _parse_raw(serialized, wanted, name, names))


def _parse_raw(serialized: Any, wanted: _Wanted, name: str | None, names: Any) -> dict[str, Any]:
    with name_scope(name, "ParseExample", [serialized, names]):
        defaults = wanted.defaults()
        outputs = apply_op(
            "ParseExample",
            serialized,
            [] if names is None else names,
            list(wanted.sparse),
            list(wanted.dense),
            defaults,
            Nsparse=len(wanted.sparse),
            Ndense=len(wanted.dense),
            name=name,
            **wanted.attrs(),
        )
        return _by_key(wanted, outputs)


def _by_key(wanted: _Wanted, outputs: Any) -> dict[str, Any]:
    n = len(wanted.sparse)
    indices, values, dense_shapes = outputs[:n], outputs[n : 2 * n], outputs[2 * n : 3 * n]
    found: dict[str, Any] = {}
    for key, parts in zip(wanted.sparse, zip(indices, values, dense_shapes)):
        found[key] = SparseTensor(*parts)
    found.update(zip(wanted.dense, outputs[3 * n :]))
    return found


def _merged_sparse(features: Mapping[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    """SparseFeatures put together from their indices and values; what belongs to no feature is dropped."""
    for key in sorted(features):
        feature = features[key]
        if isinstance(feature, SparseFeature):
            ids = feature.index_key
            found[key] = sparse_merge(
                found[ids] if isinstance(ids, str) else [found[i] for i in ids],
                found[feature.value_key],
                vocab_size=feature.size,
                already_sorted=feature.already_sorted,
            )
    return {key: found[key] for key in found if key in features}


def parse_single_example(
    serialized: Any, features: Mapping[str, Any], name: str | None = None, example_names: Any = None
) -> dict[str, Any]:
    """The features of one serialized Example, by key; without a batch dimension, otherwise as `parse_example`."""
    if not features:
        raise ValueError("Missing features.")
    wanted = _checked(features)
    if example_names is not None:
        return _parse_named(serialized, wanted, features, name, example_names)
    with name_scope(name, "ParseSingleExample", [serialized]):
        text = convert(serialized, None, "serialized")
        outputs = apply_op(
            "ParseSingleExample",
            text,
            wanted.defaults(),
            num_sparse=len(wanted.sparse),
            sparse_keys=[k.encode() for k in wanted.sparse],
            dense_keys=[k.encode() for k in wanted.dense],
            name=name,
            **wanted.attrs(),
        )
        found = _by_key(wanted, outputs)
    return _merged_sparse(features, found)


def _parse_named(serialized: Any, wanted: _Wanted, features: Any, name: str | None, names: Any) -> dict[str, Any]:
    """TF1: an example with a name is parsed as a batch of one."""
    with name_scope(name, "ParseSingleExample", [serialized, names]):
        found = _parse_raw(_row(serialized, "serialized"), wanted, name, _row(names, "names"))
        for key in wanted.dense:
            found[key] = squeeze(found[key], [0], name=f"Squeeze_{_in_names(key)}")
        for key in wanted.sparse:
            batch, label_of = found[key], _in_names(key)
            found[key] = SparseTensor(
                slice_of(batch.indices, [0, 1], [-1, -1], name=f"Slice_Indices_{label_of}"),
                batch.values,
                slice_of(batch.dense_shape, [1], [-1], name=f"Squeeze_Shape_{label_of}"),
            )
    return _merged_sparse(features, found)


def _row(value: Any, what: str) -> Tensor:
    """A scalar as a vector of one element."""
    tensor = convert(value)
    if tensor.shape.ndims not in (None, 0):
        raise ValueError(f"Input {what} must be a scalar")
    return expand_dims(tensor, 0)

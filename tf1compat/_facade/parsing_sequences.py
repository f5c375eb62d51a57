"""`tf.parse_single_sequence_example` and its batch form; tensors, compressed bytes and JSON parsed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from tf1compat._facade.apply import apply_op
from tf1compat._facade.array_ops import reshape
from tf1compat._facade.constants import constant
from tf1compat._facade.convert import convert
from tf1compat._facade.dispatch import dispatched
from tf1compat._facade.framework import name_scope
from tf1compat._facade.sparse_tensor import SparseTensor
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, shapes


class _Wanted:
    """Sparse and dense keys of a specification, with types, shapes and defaults."""

    def __init__(self, features: Mapping[str, Any] | None, dense_kind: str) -> None:
        self.sparse: list[str] = []
        self.sparse_types: list[Any] = []
        self.dense: list[str] = []
        self.dense_types: list[Any] = []
        self.dense_shapes: list[Any] = []
        self.defaults: dict[str, Any] = {}
        self.may_be_missing: list[str] = []
        for key in sorted(features or {}):
            self._add(key, (features or {})[key], dense_kind)

    def _add(self, key: str, feature: Any, dense_kind: str) -> None:
        kind = type(feature).__name__
        if kind not in ("VarLenFeature", "SparseFeature", "FixedLenFeature", "FixedLenSequenceFeature"):
            raise ValueError(f"Invalid feature {key}:{feature}.")
        if kind not in ("VarLenFeature", dense_kind):
            raise ValueError(f"Unsupported {kind} {feature}.")
        if not feature.dtype:
            raise ValueError(f"Missing type for feature {key}.")
        if kind == "VarLenFeature":
            self.sparse.append(key)
            self.sparse_types.append(dtypes.as_dtype(feature.dtype))
            return
        if feature.shape is None:
            raise ValueError(f"Missing shape for feature {key}.")
        if kind == "FixedLenFeature":
            self._check_shape(key, feature.shape)
        elif feature.allow_missing:
            self.may_be_missing.append(key)
        if feature.default_value is not None:
            if kind == "FixedLenSequenceFeature":
                raise ValueError(f"Value feature_list_dense_defaults[{key}] must be None")
            self.defaults[key] = feature.default_value
        self.dense.append(key)
        self.dense_types.append(dtypes.as_dtype(feature.dtype))
        self.dense_shapes.append(feature.shape)

    def _check_shape(self, key: str, given: Any) -> None:
        shape = shapes.as_shape(given)
        if shape.ndims and shape.as_list()[0] is None:
            raise ValueError(
                f"First dimension of shape for feature {key} unknown. Consider using FixedLenSequenceFeature."
            )
        if not shape.is_fully_defined():
            raise ValueError(f"All dimensions of shape for feature {key} need to be known but received {given}.")

    def default_tensors(self, shaped: bool) -> list[Tensor]:
        """A default for each dense key, an empty tensor where there is none."""
        found: list[Tensor] = []
        for key, dtype, shape in zip(self.dense, self.dense_types, self.dense_shapes):
            value = self.defaults.get(key)
            if value is None:
                value = constant([], dtype=dtype)
            elif not isinstance(value, Tensor):
                value = convert(value, dtype, "key_" + re.sub(r"[^A-Za-z0-9_.\-/]", "_", key))
                value = reshape(value, shape) if shaped else value
            found.append(value)
        return found

    @property
    def raw_shapes(self) -> list[Any]:
        return [shapes.as_raw(s) for s in self.dense_shapes]


def _specifications(context_features: Any, sequence_features: Any) -> tuple[_Wanted, _Wanted]:
    if not (context_features or sequence_features):
        raise ValueError("Missing features.")
    return _Wanted(context_features, "FixedLenFeature"), _Wanted(sequence_features, "FixedLenSequenceFeature")


def _attrs(context: _Wanted, lists: _Wanted) -> dict[str, Any]:
    return {
        "Ncontext_sparse": len(context.sparse),
        "Ncontext_dense": len(context.dense),
        "Nfeature_list_sparse": len(lists.sparse),
        "Nfeature_list_dense": len(lists.dense),
        "context_sparse_types": context.sparse_types,
        "Tcontext_dense": context.dense_types,
        "context_dense_shapes": context.raw_shapes,
        "feature_list_sparse_types": lists.sparse_types,
        "feature_list_dense_types": lists.dense_types,
        "feature_list_dense_shapes": lists.raw_shapes,
    }


def _by_key(wanted: _Wanted, outputs: list[Tensor]) -> tuple[dict[str, Any], list[Tensor]]:
    """The features of one specification, and the outputs that are left."""
    n, m = len(wanted.sparse), len(wanted.dense)
    parts = zip(outputs[:n], outputs[n : 2 * n], outputs[2 * n : 3 * n])
    found: dict[str, Any] = {key: SparseTensor(*of) for key, of in zip(wanted.sparse, parts)}
    found.update(zip(wanted.dense, outputs[3 * n : 3 * n + m]))
    return found, outputs[3 * n + m :]


def parse_single_sequence_example(
    serialized: Any,
    context_features: Mapping[str, Any] | None = None,
    sequence_features: Mapping[str, Any] | None = None,
    example_name: Any = None,
    name: str | None = None,
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The features of one serialized SequenceExample: those of its context, and those of its steps.

    Args:
      serialized: a string scalar.
      context_features: `{key: FixedLenFeature | VarLenFeature}`.
      sequence_features: `{key: FixedLenSequenceFeature | VarLenFeature}`; the first dimension of the results are steps.
      example_name: a name for messages.
      name: name scope.

    Returns:
      Two dictionaries of Tensors and SparseTensors by key.

    Raises:
      ValueError: a feature is invalid.
      tf.errors.InvalidArgumentError: at run time, for an example that lacks a feature, or has it of another type or size.
    """
    context, lists = _specifications(context_features, sequence_features)
    with name_scope(name, "ParseSingleSequenceExample", [serialized]):
        outputs = apply_op(
            "ParseSingleSequenceExample",
            serialized,
            [k.encode() for k in lists.may_be_missing],
            context.sparse,
            context.dense,
            lists.sparse,
            lists.dense,
            context.default_tensors(shaped=True),
            "" if example_name is None else example_name,
            name=name,
            **_attrs(context, lists),
        )
        found, rest = _by_key(context, outputs)
        return found, _by_key(lists, rest)[0]


def parse_sequence_example(
    serialized: Any,
    context_features: Mapping[str, Any] | None = None,
    sequence_features: Mapping[str, Any] | None = None,
    example_names: Any = None,
    name: str | None = None,
) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """`parse_single_sequence_example` of a batch; lists are padded to the longest.

    Returns:
      Two dictionaries as there, and one of the lengths of the dense lists.
    """
    context, lists = _specifications(context_features, sequence_features)
    with name_scope(name, "ParseSequenceExample", [serialized]):
        outputs = apply_op(
            "ParseSequenceExample",
            serialized,
            [] if example_names is None else example_names,
            context.default_tensors(shaped=False),
            feature_list_dense_missing_assumed_empty=[k.encode() for k in lists.may_be_missing],
            context_sparse_keys=[k.encode() for k in context.sparse],
            context_dense_keys=[k.encode() for k in context.dense],
            feature_list_sparse_keys=[k.encode() for k in lists.sparse],
            feature_list_dense_keys=[k.encode() for k in lists.dense],
            name=name,
            **_attrs(context, lists),
        )
        found, rest = _by_key(context, outputs)
        steps, lengths = _by_key(lists, rest)
        return found, steps, dict(zip(lists.dense, lengths))


# ---- tensors, compressed bytes, JSON --------------------------------------------------------------------------------


def serialize_tensor(tensor: Any, name: str | None = None) -> Tensor:
    """A tensor as a string: a serialized TensorProto."""
    return apply_op("SerializeTensor", tensor, name=name)


def parse_tensor(serialized: Any, out_type: Any, name: str | None = None) -> Tensor:
    """The tensor of type `out_type` in a serialized TensorProto."""
    return apply_op("ParseTensor", serialized, out_type=dtypes.as_dtype(out_type), name=name)


@dispatched
def decode_compressed(bytes: Any, compression_type: str = "", name: str | None = None) -> Tensor:
    """The bytes that were compressed by `"ZLIB"` or `"GZIP"`; unchanged for `""`."""
    return apply_op("DecodeCompressed", bytes, compression_type=compression_type.encode(), name=name)


def decode_json_example(json_examples: Any, name: str | None = None) -> Tensor:
    """`tf.train.Example`s in JSON as serialized Examples."""
    return apply_op("DecodeJSONExample", json_examples, name=name)

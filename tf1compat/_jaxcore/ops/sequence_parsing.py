"""SequenceExamples to tensors."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._formats import sequence_examples
from tf1compat._jaxcore.ops.parsing import _dense_specs, _sparse_specs
from tf1compat._jaxcore.schema.opdef import REQUIRED, op
from tf1compat._jaxcore.schema.shape_rules import with_rank

_RESULTS = (
    "context_sparse_indices: Ncontext_sparse*int64, context_sparse_values: [context_sparse_types], "
    "context_sparse_shapes: Ncontext_sparse*int64, context_dense_values: [Tcontext_dense], "
    "feature_list_sparse_indices: Nfeature_list_sparse*int64, feature_list_sparse_values: [feature_list_sparse_types], "
    "feature_list_sparse_shapes: Nfeature_list_sparse*int64, feature_list_dense_values: [feature_list_dense_types]"
)


def _keys(tensors: Any) -> list[bytes]:
    return [np.asarray(k).item() for k in tensors]


def _text(x: Any) -> str:
    return x.decode(errors="replace") if isinstance(x, bytes) else str(x)


def _wanted(
    sparse: tuple[Any, Any], dense: tuple[Any, Any, Any], list_sparse: tuple[Any, Any], list_dense: tuple[Any, Any, Any],
    may_be_missing: Any,
) -> sequence_examples.Wanted:  # fmt: skip
    missing = frozenset(_text(k) for k in may_be_missing)
    return sequence_examples.Wanted(
        _sparse_specs(*sparse), _dense_specs(*dense), _sparse_specs(*list_sparse), _dense_specs(*list_dense), missing
    )


def _shapes(x: Any, batch: tuple[Any, ...]) -> list[Any]:
    """The shapes of the first eight kinds of outputs; `batch` is the batch dimension, if there is one."""
    rank = len(batch)
    n, m = x.attrs["Ncontext_sparse"], x.attrs["Nfeature_list_sparse"]
    context = [(*batch, *(s or ())) for s in x.attrs["context_dense_shapes"]]
    lists = [(*batch, None, *(s or ())) for s in x.attrs["feature_list_dense_shapes"]]
    return [
        *[(None, rank + 1)] * n, *[(None,)] * n, *[(rank + 1,)] * n, *context,
        *[(None, rank + 2)] * m, *[(None,)] * m, *[(rank + 2,)] * m, *lists,
    ]  # fmt: skip


def _single_shapes(x: Any) -> Any:
    with_rank(x.shape(0), 0)
    return tuple(_shapes(x, ()))


def _batch_shapes(x: Any) -> Any:
    batch = with_rank(x.shape(0), 1)
    return (*_shapes(x, batch), *[batch] * x.attrs["Nfeature_list_dense"])


@op(
    "ParseSingleSequenceExample",
    "serialized: string, feature_list_dense_missing_assumed_empty: string, context_sparse_keys: Ncontext_sparse*string, "
    "context_dense_keys: Ncontext_dense*string, feature_list_sparse_keys: Nfeature_list_sparse*string, "
    "feature_list_dense_keys: Nfeature_list_dense*string, context_dense_defaults: [Tcontext_dense], debug_name: string -> "
    + _RESULTS,
    host=True,
    grad="none",
    shape=_single_shapes,
)
def parse_single_sequence_example(
    serialized: Any,
    feature_list_dense_missing_assumed_empty: Any,
    context_sparse_keys: Any,
    context_dense_keys: Any,
    feature_list_sparse_keys: Any,
    feature_list_dense_keys: Any,
    context_dense_defaults: Any,
    debug_name: Any,
    *,
    context_sparse_types: Any = [],
    Tcontext_dense: Any = [],
    feature_list_dense_types: Any = [],
    context_dense_shapes: Any = [],
    feature_list_sparse_types: Any = [],
    feature_list_dense_shapes: Any = [],
) -> Any:
    """The features of one SequenceExample."""
    wanted = _wanted(
        (_keys(context_sparse_keys), context_sparse_types),
        (_keys(context_dense_keys), Tcontext_dense, context_dense_shapes),
        (_keys(feature_list_sparse_keys), feature_list_sparse_types),
        (_keys(feature_list_dense_keys), feature_list_dense_types, feature_list_dense_shapes),
        np.asarray(feature_list_dense_missing_assumed_empty, object).ravel().tolist(),
    )
    name = np.asarray(debug_name, object).ravel().tolist()
    text = np.asarray(serialized, object).item()
    found = sequence_examples.parse_single(text, wanted, context_dense_defaults, _text(name[0]) if name else "")
    return [x for part in found for x in part]


@op(
    "ParseSequenceExample",
    "serialized: string, debug_name: string, context_dense_defaults: [Tcontext_dense] -> "
    + _RESULTS
    + ", feature_list_dense_lengths: Nfeature_list_dense*int64",
    host=True,
    grad="none",
    shape=_batch_shapes,
    attrs={"Ncontext_dense": 0},
)
def parse_sequence_example(
    serialized: Any,
    debug_name: Any,
    context_dense_defaults: Any,
    *,
    feature_list_dense_missing_assumed_empty: Any = REQUIRED,
    context_sparse_keys: Any = REQUIRED,
    context_dense_keys: Any = REQUIRED,
    feature_list_sparse_keys: Any = REQUIRED,
    feature_list_dense_keys: Any = REQUIRED,
    Ncontext_sparse: int = 0,
    Nfeature_list_sparse: int = 0,
    Nfeature_list_dense: int = 0,
    context_sparse_types: Any = [],
    Tcontext_dense: Any = [],
    feature_list_dense_types: Any = [],
    context_dense_shapes: Any = [],
    feature_list_sparse_types: Any = [],
    feature_list_dense_shapes: Any = [],
) -> Any:
    """The features of a batch of SequenceExamples; lists are padded to the longest."""
    wanted = _wanted(
        (context_sparse_keys, context_sparse_types),
        (context_dense_keys, Tcontext_dense, context_dense_shapes),
        (feature_list_sparse_keys, feature_list_sparse_types),
        (feature_list_dense_keys, feature_list_dense_types, feature_list_dense_shapes),
        feature_list_dense_missing_assumed_empty,
    )
    names = np.asarray(debug_name, object).ravel().tolist()
    texts = np.asarray(serialized, object).tolist()
    found = sequence_examples.parse_batch(texts, names, wanted, context_dense_defaults)
    return [x for part in found for x in part]

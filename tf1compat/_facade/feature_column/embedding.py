"""Embedding and indicator columns: categorical columns as dense tensors."""

from __future__ import annotations

from typing import Any, NamedTuple

from tf1compat._facade import (
    array_creation,
    array_ops,
    context,
    framework,
    math_casts,
    math_elementwise,
    math_reductions,
    math_segments,
    sparse_ops,
    variable_scope,
)
from tf1compat._facade.array_index import scatter_nd
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.embedding_sparse import safe_embedding_lookup_sparse
from tf1compat._facade.feature_column import bases
from tf1compat._facade.feature_column.categorical import (
    ANY_SEQUENCE,
    SequenceCategoricalColumn,
)
from tf1compat._facade.feature_column.raw_features import OldAccess
from tf1compat._facade.feature_column.two_interfaces import NewDense, NewSequence, OldDense, OldSequence, is_v2
from tf1compat._facade.sparse_arrange import sparse_slice
from tf1compat._facade.train.init_from_checkpoint import init_from_checkpoint
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.shapes import TensorShape


def sequence_length_from_sparse_tensor(sp_tensor: Any, num_elements: int = 1) -> Any:
    """Number of steps in each row: the last index of dimension 1, in steps of `num_elements`."""
    with framework.name_scope(None, "sequence_length") as scope:
        rows = sp_tensor.indices[:, 0]
        columns = sp_tensor.indices[:, 1]
        columns += array_creation.ones_like(columns)
        lengths = math_segments.segment_max(columns, segment_ids=rows)
        lengths = math_casts.cast(math_elementwise.ceil(lengths / num_elements), dtypes.int64)
        missing = array_creation.shape(sp_tensor)[:1] - array_creation.shape(lengths)[:1]
        padding = array_creation.zeros(missing, dtype=lengths.dtype)
        return array_ops.concat([lengths, padding], axis=0, name=scope)


class _Words(NamedTuple):
    """How messages call things, by the interface that is used."""

    sequence: str
    layer: str
    sequence_layer: str


_NEW_WORDS = _Words("SequenceCategoricalColumn", "DenseFeatures", "SequenceFeatures")
_OLD_WORDS = _Words("_SequenceCategoricalColumn", "input_layer", "sequence_input_layer")


class _OfCategorical:
    """What embedding and indicator columns share."""

    __slots__ = ()
    categorical_column: Any
    name: Any
    _kind = "embedding_column"
    _old_words = _NEW_WORDS._replace(sequence="_SequenceCategoricalColumn")

    def _spec(self, interface: str) -> dict[str, Any]:
        return getattr(self.categorical_column, interface)

    def _words(self, access: Any) -> _Words:
        return self._old_words if isinstance(access, OldAccess) else _NEW_WORDS

    def _is_sequence(self, access: Any) -> bool:
        kinds: Any = ANY_SEQUENCE if isinstance(access, OldAccess) else SequenceCategoricalColumn
        return isinstance(self.categorical_column, kinds)

    def _refuse_sequence(self, access: Any) -> None:
        if not self._is_sequence(access):
            return
        words = self._words(access)
        raise ValueError(
            f"In {self._kind}: {self.name}. categorical_column must not be of type {words.sequence}. Suggested fix A: "
            f"If you wish to use {words.layer}, use a non-sequence categorical_column_with_*. Suggested fix B: If you "
            f"wish to create sequence input, use {words.sequence_layer} instead of {words.layer}. Given (type "
            f"{type(self.categorical_column)}): {self.categorical_column}"
        )

    def _refuse_others(self, access: Any) -> None:
        if self._is_sequence(access):
            return
        words = self._words(access)
        raise ValueError(
            f"In {self._kind}: {self.name}. categorical_column must be of type {words.sequence} to use "
            f"{words.sequence_layer}. Suggested fix: Use one of sequence_categorical_column_with_*. Given (type "
            f"{type(self.categorical_column)}): {self.categorical_column}"
        )


class _Embedded(_OfCategorical):
    """What the kinds of embedding columns share."""

    __slots__ = ()
    dimension: Any
    combiner: Any
    max_norm: Any
    ckpt_to_load_from: Any
    tensor_name_in_ckpt: Any
    _table: Any

    def _transform(self, access: Any) -> Any:
        return access.get(self.categorical_column)

    def _shape_of_variable(self, old: bool) -> Any:
        return TensorShape([self.dimension])

    def _lookup(self, pair: bases.IdWeightPair, weights: Any) -> Any:
        return safe_embedding_lookup_sparse(
            embedding_weights=weights,
            sparse_ids=pair.id_tensor,
            sparse_weights=pair.weight_tensor,
            combiner=self.combiner,
            name=f"{self.name}_weights",
            max_norm=self.max_norm,
        )

    def _restore(self, weights: Any) -> None:
        if self.ckpt_to_load_from is not None:
            init_from_checkpoint(self.ckpt_to_load_from, {self.tensor_name_in_ckpt: _whole(weights)})

    def _found(self, access: Any, pair: bases.IdWeightPair) -> Any:
        weights = self._table(access)
        self._restore(weights)
        return self._lookup(pair, weights)

    def _dense(self, access: Any) -> Any:
        self._refuse_sequence(access)
        return self._found(access, access.sparse(self.categorical_column))

    def _sequence(self, access: Any) -> bases.TensorSequenceLengthPair:
        self._refuse_others(access)
        pair = access.sparse(self.categorical_column)
        dense = self._found(access, pair)
        return bases.TensorSequenceLengthPair(dense, sequence_length_from_sparse_tensor(pair.id_tensor))


def _whole(weights: Any) -> Any:
    """A variable, or the list of its slices."""
    return weights._get_variable_list() if hasattr(weights, "_get_variable_list") else weights


def _old_table(column: Any, access: Any) -> Any:
    """The weights, made by `tf.get_variable`."""
    collections = access.weight_collections
    if collections and GraphKeys.GLOBAL_VARIABLES not in collections:
        collections.append(GraphKeys.GLOBAL_VARIABLES)
    return variable_scope.get_variable(
        "embedding_weights",
        shape=(column.categorical_column._num_buckets, column.dimension),
        dtype=dtypes.float32,
        initializer=column.initializer,
        trainable=column.trainable and access.trainable,
        collections=collections,
    )


class _EmbeddingFields(NamedTuple):
    categorical_column: Any
    dimension: Any
    combiner: Any
    initializer: Any
    ckpt_to_load_from: Any
    tensor_name_in_ckpt: Any
    max_norm: Any
    trainable: Any


class EmbeddingColumn(
    NewDense,
    NewSequence,
    OldDense,
    OldSequence,
    _Embedded,
    _EmbeddingFields,
    bases.DenseColumn,
    bases.SequenceDenseColumn,
    bases._DenseColumn,
    bases._SequenceDenseColumn,
):
    """See `embedding_column`."""

    @property
    def name(self) -> str:
        return f"{self.categorical_column.name}_embedding"

    @property
    def _is_v2_column(self) -> bool:  # type: ignore[override]
        return is_v2(self.categorical_column)

    @property
    def parents(self) -> list[Any]:
        return [self.categorical_column]

    def create_state(self, state_manager: Any) -> None:
        column = self.categorical_column
        num_buckets = column.num_buckets if hasattr(column, "num_buckets") else column._num_buckets
        state_manager.create_variable(
            self,
            name="embedding_weights",
            shape=(num_buckets, self.dimension),
            dtype=dtypes.float32,
            trainable=self.trainable,
            use_resource=True,
            initializer=self.initializer,
        )

    def _table(self, access: Any) -> Any:
        if isinstance(access, OldAccess):
            return _old_table(self, access)
        return access.state_manager.get_variable(self, name="embedding_weights")


class _OldEmbeddingFields(NamedTuple):
    categorical_column: Any
    dimension: Any
    combiner: Any
    layer_creator: Any
    ckpt_to_load_from: Any
    tensor_name_in_ckpt: Any
    max_norm: Any
    trainable: Any


class _EmbeddingColumn(
    OldDense, OldSequence, _Embedded, _OldEmbeddingFields, bases._DenseColumn, bases._SequenceDenseColumn
):
    """EmbeddingColumn of older programs."""

    _old_words = _OLD_WORDS

    @property
    def name(self) -> str:
        return f"{self.categorical_column.name}_embedding"

    def _table(self, access: Any) -> Any:
        scope = variable_scope.get_variable_scope()
        return self.layer_creator(weight_collections=access.weight_collections, scope=scope)


class _OldSharedFields(NamedTuple):
    categorical_column: Any
    dimension: Any
    combiner: Any
    initializer: Any
    shared_embedding_collection_name: Any
    ckpt_to_load_from: Any
    tensor_name_in_ckpt: Any
    max_norm: Any
    trainable: Any


class _SharedEmbeddingColumn(
    OldDense, OldSequence, _Embedded, _OldSharedFields, bases._DenseColumn, bases._SequenceDenseColumn
):
    """See `shared_embedding_columns`; the variable is found again in a collection of the graph."""

    _old_words = _OLD_WORDS

    @property
    def name(self) -> str:
        return f"{self.categorical_column.name}_shared_embedding"

    @property
    def _var_scope_name(self) -> str:
        return self.shared_embedding_collection_name

    def _dense(self, access: Any) -> Any:
        self._refuse_sequence(access)
        with framework.name_scope(None, self.name):
            return self._found(access, access.sparse(self.categorical_column))

    def _sequence(self, access: Any) -> bases.TensorSequenceLengthPair:
        self._refuse_others(access)
        with framework.name_scope(None, self.name):
            dense = self._found(access, access.sparse(self.categorical_column))
        ids = access.sparse(self.categorical_column).id_tensor
        return bases.TensorSequenceLengthPair(dense, sequence_length_from_sparse_tensor(ids))

    def _table(self, access: Any) -> Any:
        graph, name = context.get_default_graph(), self.shared_embedding_collection_name
        found = graph.get_collection(name)
        advice = (
            "Suggested fix A: Choose a unique name for this collection. Suggested fix B: Do not add any variables to "
            "this collection. The feature_column library already adds a variable under the hood."
        )
        if len(found) > 1:
            raise ValueError(f"Collection {found} can only contain one variable. {advice}")
        shape = (self.categorical_column._num_buckets, self.dimension)
        if not found:
            made = _old_table(self, access)
            graph.add_to_collection(name, made)
            return made
        if tuple(found[0].get_shape().as_list()) != shape:
            raise ValueError(
                f"Shared embedding collection {name} contains variable {found[0].name} of unexpected shape "
                f"{found[0].get_shape()}. Expected shape is {shape}. {advice}"
            )
        return found[0]


class SharedEmbeddingColumnCreator:
    """Makes columns that share one variable per graph."""

    def __init__(
        self,
        dimension: int,
        initializer: Any,
        ckpt_to_load_from: Any,
        tensor_name_in_ckpt: Any,
        num_buckets: int,
        trainable: bool,
        name: str = "shared_embedding_column_creator",
    ) -> None:
        self._dimension = dimension
        self._initializer = initializer
        self._ckpt_to_load_from = ckpt_to_load_from
        self._tensor_name_in_ckpt = tensor_name_in_ckpt
        self._num_buckets = num_buckets
        self._trainable = trainable
        self._name = name

    def __call__(self, categorical_column: Any, combiner: Any, max_norm: Any) -> SharedEmbeddingColumn:
        return SharedEmbeddingColumn(categorical_column, self, combiner, max_norm)

    @property
    def embedding_weights(self) -> Any:
        """The variable in the default graph, made at the first call."""
        known = context.get_default_graph().scoped_state("shared_embeddings", dict)
        if self not in known:
            known[self] = variable_scope.get_variable(
                self._name,
                shape=(self._num_buckets, self._dimension),
                dtype=dtypes.float32,
                initializer=self._initializer,
                trainable=self._trainable,
            )
            if self._ckpt_to_load_from is not None:
                init_from_checkpoint(self._ckpt_to_load_from, {self._tensor_name_in_ckpt: _whole(known[self])})
        return known[self]

    @property
    def dimension(self) -> int:
        return self._dimension


class _SharedFields(NamedTuple):
    categorical_column: Any
    shared_embedding_column_creator: Any
    combiner: Any
    max_norm: Any


def _raise_shared_embedding_column_error() -> Any:
    raise ValueError(
        "SharedEmbeddingColumns are not supported in `linear_model` or `input_layer`. Please use `DenseFeatures` or "
        "`LinearModel` instead."
    )


class SharedEmbeddingColumn(
    NewDense,
    NewSequence,
    _Embedded,
    _SharedFields,
    bases.DenseColumn,
    bases.SequenceDenseColumn,
    bases._DenseColumn,
    bases._SequenceDenseColumn,
):
    """See `shared_embedding_columns_v2`."""

    @property
    def name(self) -> str:
        return f"{self.categorical_column.name}_shared_embedding"

    @property
    def dimension(self) -> int:
        return self.shared_embedding_column_creator.dimension

    @property
    def parents(self) -> list[Any]:
        return [self.categorical_column]

    def _with_scope(self, access: Any) -> Any:
        with framework.name_scope(None, self.name):
            pair = access.sparse(self.categorical_column)
            return self._lookup(pair, self.shared_embedding_column_creator.embedding_weights)

    def _dense(self, access: Any) -> Any:
        self._refuse_sequence(access)
        return self._with_scope(access)

    def _sequence(self, access: Any) -> bases.TensorSequenceLengthPair:
        self._refuse_others(access)
        dense = self._with_scope(access)
        ids = access.sparse(self.categorical_column).id_tensor
        return bases.TensorSequenceLengthPair(dense, sequence_length_from_sparse_tensor(ids))

    def _get_config(self) -> dict[str, Any]:
        raise NotImplementedError("a shared embedding column cannot be written down: it belongs to other columns")

    @classmethod
    def _from_config(cls, config: dict[str, Any], custom_objects: Any = None, columns_by_name: Any = None) -> Any:
        raise NotImplementedError("a shared embedding column cannot be made from a configuration")

    @property
    def _parse_example_spec(self) -> Any:
        return _raise_shared_embedding_column_error()

    @property
    def _variable_shape(self) -> Any:
        return _raise_shared_embedding_column_error()

    def _transform_feature(self, inputs: Any) -> Any:
        return _raise_shared_embedding_column_error()

    def _get_dense_tensor(self, inputs: Any, weight_collections: Any = None, trainable: Any = None) -> Any:
        return _raise_shared_embedding_column_error()

    def _get_sequence_dense_tensor(self, inputs: Any, weight_collections: Any = None, trainable: Any = None) -> Any:
        return _raise_shared_embedding_column_error()


class _IndicatorFields(NamedTuple):
    categorical_column: Any


class _Indicated(_OfCategorical, _IndicatorFields):
    __slots__ = ()
    _kind = "indicator_column"

    @property
    def name(self) -> str:
        return f"{self.categorical_column.name}_indicator"

    def _count(self) -> int:
        column: Any = self.categorical_column
        return column.num_buckets if isinstance(self.categorical_column, bases.FeatureColumn) else column._num_buckets

    def _shape_of_variable(self, old: bool) -> Any:
        return TensorShape([1, self.categorical_column._num_buckets if old else self._count()])

    def _transform(self, access: Any) -> Any:
        ids, weights = access.sparse(self.categorical_column)
        if weights is not None:
            merged = sparse_ops.sparse_merge(sp_ids=ids, sp_values=weights, vocab_size=self._count())
            merged = sparse_slice(merged, [0, 0], merged.dense_shape)  # without ids that are out of range
            return scatter_nd(merged.indices, merged.values, merged.dense_shape)
        dense = sparse_ops.sparse_tensor_to_dense(ids, default_value=-1)
        one_hot = array_creation.one_hot(dense, depth=self._count(), on_value=1.0, off_value=0.0)
        return math_reductions.reduce_sum(one_hot, axis=[-2])

    def _dense(self, access: Any) -> Any:
        self._refuse_sequence(access)
        return access.get(self)

    def _sequence(self, access: Any) -> bases.TensorSequenceLengthPair:
        self._refuse_others(access)
        dense = access.get(self)
        ids = access.sparse(self.categorical_column).id_tensor
        return bases.TensorSequenceLengthPair(dense, sequence_length_from_sparse_tensor(ids))


class IndicatorColumn(
    NewDense,
    NewSequence,
    OldDense,
    OldSequence,
    _Indicated,
    bases.DenseColumn,
    bases.SequenceDenseColumn,
    bases._DenseColumn,
    bases._SequenceDenseColumn,
):
    """See `indicator_column`."""

    @property
    def _is_v2_column(self) -> bool:  # type: ignore[override]
        return is_v2(self.categorical_column)

    @property
    def parents(self) -> list[Any]:
        return [self.categorical_column]


class _IndicatorColumn(OldDense, OldSequence, _Indicated, bases._DenseColumn, bases._SequenceDenseColumn):
    """IndicatorColumn of older programs."""

    _old_words = _OLD_WORDS

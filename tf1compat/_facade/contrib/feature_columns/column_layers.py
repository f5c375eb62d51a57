"""`tf.contrib.layers`: input layers and linear models of feature columns."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any

from tf1compat._facade import array_ops, init_ops, math_ops, nn_ops, parsing_ops, sparse_arrange, variable_scope
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.contrib import embeddings
from tf1compat._facade.contrib.feature_columns.crossing import _CrossedColumn
from tf1compat._facade.contrib.feature_columns.dense_columns import (
    _EmbeddingColumn,
    _OneHotColumn,
    _ScatteredEmbeddingColumn,
)
from tf1compat._facade.contrib.feature_columns.embedding_tables import (
    _embeddings_from_arguments,
    _is_variable,
    _maybe_restore_from_checkpoint,
    parts_of,
)
from tf1compat._facade.contrib.feature_columns.numeric_columns import (
    _BucketizedColumn,
    _RealValuedColumn,
    _RealValuedVarLenColumn,
    real_valued_column,
)
from tf1compat._facade.contrib.feature_columns.parse_features import (
    _create_sequence_feature_spec_for_parsing,
    create_feature_spec_for_parsing,
)
from tf1compat._facade.contrib.feature_columns.sparse_columns import _WeightedSparseColumn
from tf1compat._facade.contrib.framework_variables import model_variable
from tf1compat._facade.contrib.shape_layers import inner_flatten
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.sparse_tensor import SparseTensor
from tf1compat._jaxcore.base import dtypes, nest


class _Transformer:
    """The tensors of features, and of the columns made of them so far."""

    def __init__(self, columns_to_tensors: dict[Any, Any]) -> None:
        self._columns_to_tensors = columns_to_tensors

    def transform(self, feature_column: Any) -> Any:
        """The column's tensor; ValueError if the column does not make one."""
        if feature_column not in self._columns_to_tensors:
            feature_column.insert_transformed_feature(self._columns_to_tensors)
        if feature_column not in self._columns_to_tensors:
            raise ValueError(f"Column {feature_column.name} is not supported.")
        return self._columns_to_tensors[feature_column]


def _in_order(feature_columns: Iterable[Any]) -> list[Any]:
    return sorted(set(feature_columns), key=lambda column: column.key)


def _with_global(weight_collections: Any) -> Any:
    return list({*weight_collections, GraphKeys.GLOBAL_VARIABLES}) if weight_collections else weight_collections


def check_feature_columns(feature_columns: Any) -> None:
    """ValueError if two columns have one key, or the columns are a dictionary."""
    if isinstance(feature_columns, dict):
        raise ValueError("Expected feature_columns to be iterable, found dict.")
    seen = set()
    for column in feature_columns:
        if column.key in seen:
            raise ValueError(
                f"Duplicate feature column key found for column: {column.name}. This usually means that the column is "
                "almost identical to another column, and one must be discarded."
            )
        seen.add(column.key)


def _maybe_reshape_input_tensor(tensor: Any, column_name: str, output_rank: int) -> Any:
    """`tensor` with `output_rank` dimensions: one is added, or the inner ones are flattened."""
    rank = tensor.get_shape().ndims
    if rank is None and isinstance(tensor, SparseTensor):
        rank = tensor.dense_shape.get_shape().as_list()[0]
    if rank is None:
        raise ValueError(f"Error while processing column {column_name}. Rank of input Tensor can not be None.")
    if output_rank > rank + 1:
        raise ValueError(
            f"Error while processing column {column_name}. Rank of input Tensor ({rank}) should be the same as "
            f"output_rank ({output_rank}). For example, sequence data should typically be 3 dimensional (rank 3) while "
            "non-sequence data is typically 2 dimensional (rank 2)."
        )
    if output_rank == rank + 1 and isinstance(tensor, SparseTensor):
        return sparse_arrange.sparse_reshape(tensor, array_ops.concat([tensor.dense_shape, [1]], 0))
    if output_rank == rank + 1:
        return array_ops.expand_dims(tensor, -1)
    return inner_flatten(tensor, output_rank) if output_rank < rank else tensor


# ---- input layers -----------------------------------------------------------------------------------------------


def input_from_feature_columns(
    columns_to_tensors: dict[Any, Any],
    feature_columns: Any,
    weight_collections: Any = None,
    trainable: bool = True,
    scope: Any = None,
    cols_to_outs: dict[Any, Any] | None = None,
) -> Any:
    """The features of columns side by side, [batch_size, sum of widths]: the input of a network.

    Args:
      columns_to_tensors: feature name -> tensor.
      feature_columns: numeric, bucketized, one-hot and embedding columns of tf.contrib.layers.
      weight_collections: collections of the tables of embeddings.
      trainable: whether they are trained.
      scope: variable scope.
      cols_to_outs: gets the part of each column.

    Raises:
      ValueError: a column cannot be an input, or is there twice.
    """
    name = "input_from_feature_columns"
    given = (columns_to_tensors, feature_columns, weight_collections, trainable, scope)
    return _input_from_feature_columns(*given, output_rank=2, default_name=name, cols_to_outs=cols_to_outs)


def sequence_input_from_feature_columns(
    columns_to_tensors: dict[Any, Any],
    feature_columns: Any,
    weight_collections: Any = None,
    trainable: bool = True,
    scope: Any = None,
) -> Any:
    """`input_from_feature_columns` of sequences: [batch_size, length, sum of widths].

    Raises:
      ValueError: a column is none of numbers, one-hot vectors or embeddings, or made of buckets or crosses.
    """
    _check_supported_sequence_columns(feature_columns)
    _check_forbidden_sequence_columns(feature_columns)
    name = "sequence_input_from_feature_columns"
    given = (columns_to_tensors, feature_columns, weight_collections, trainable, scope)
    return _input_from_feature_columns(*given, output_rank=3, default_name=name)


def _input_from_feature_columns(
    columns_to_tensors: dict[Any, Any],
    feature_columns: Any,
    weight_collections: Any,
    trainable: bool,
    scope: Any,
    output_rank: int,
    default_name: str,
    cols_to_outs: Any = None,
) -> Any:
    tensors = dict(columns_to_tensors)
    check_feature_columns(feature_columns)
    if cols_to_outs is not None and not isinstance(cols_to_outs, dict):
        raise ValueError("cols_to_outs must be a dict unless None")
    with variable_scope.variable_scope(scope, default_name=default_name, values=list(tensors.values())):
        transformer = _Transformer(tensors)
        collections = _with_global(weight_collections)
        outputs = []
        for column in _in_order(feature_columns):
            with variable_scope.variable_scope(None, default_name=column.name, values=list(tensors.values())):
                found = transformer.transform(column)
                if output_rank == 3:
                    reshape = functools.partial(_maybe_reshape_input_tensor, column_name=column.name, output_rank=3)
                    found = nest.map_structure(reshape, found)
                outputs.append(_input_of(column, found, collections, trainable, output_rank))
                if cols_to_outs is not None:
                    cols_to_outs[column] = outputs[-1]
        return array_ops.concat(outputs, output_rank - 1)


def _input_of(column: Any, tensor: Any, collections: Any, trainable: bool, output_rank: int) -> Any:
    """One column's part of the input."""
    try:
        arguments = column._deep_embedding_lookup_arguments(tensor)
        return _embeddings_from_arguments(column, arguments, collections, trainable, output_rank=output_rank)
    except NotImplementedError as no_embedding:
        try:
            return column._to_dnn_input_layer(tensor, collections, trainable, output_rank=output_rank)
        except ValueError as e:
            raise ValueError(f"Error creating input layer for column: {column.name}.\n{e}, {no_embedding}") from None


_SUPPORTED_SEQUENCE_COLUMNS = (_OneHotColumn, _EmbeddingColumn, _RealValuedColumn, _RealValuedVarLenColumn)
_FORBIDDEN_SEQUENCE_COLUMNS = (_ScatteredEmbeddingColumn, _BucketizedColumn, _CrossedColumn)


def _check_supported_sequence_columns(feature_columns: Any) -> None:
    for column in feature_columns:
        if not isinstance(column, _SUPPORTED_SEQUENCE_COLUMNS):
            raise ValueError(
                f"FeatureColumn type {type(column).__name__} is not currently supported for sequence data."
            )


def _parents(column: Any) -> tuple[Any, ...]:
    if isinstance(column, (_WeightedSparseColumn, _OneHotColumn, _EmbeddingColumn)):
        return (column.sparse_id_column,)
    if isinstance(column, _BucketizedColumn):
        return (column.source_column,)
    return tuple(column.columns) if isinstance(column, _CrossedColumn) else ()


def _check_forbidden_sequence_columns(feature_columns: Any) -> None:
    for column in feature_columns:
        if isinstance(column, _FORBIDDEN_SEQUENCE_COLUMNS):
            raise ValueError(
                f"Column {column.name} is of type {type(column).__name__}, which is not currently supported for "
                "sequences."
            )
        _check_forbidden_sequence_columns(_parents(column))


# ---- linear models ----------------------------------------------------------------------------------------------


def _weights(name: str, shape: Any, initializer: Any, trainable: bool, collections: Any) -> Any:
    return model_variable(
        name=name,
        shape=shape,
        dtype=dtypes.float32,
        initializer=initializer,
        trainable=trainable,
        collections=collections,
    )


def _bias(num_outputs: int, trainable: bool, weight_collections: Any) -> Any:
    zeros = init_ops.zeros_initializer()
    bias = model_variable(
        "bias_weight",
        shape=[num_outputs],
        initializer=zeros,
        trainable=trainable,
        collections=_with_global(weight_collections),
    )
    _log_variable(bias)
    return bias


def _log_variable(variable: Any) -> None:
    if _is_variable(variable):
        tf_logging.info("Created variable %s, with device=%s", variable.name, variable.device)


def weighted_sum_from_feature_columns(
    columns_to_tensors: dict[Any, Any],
    feature_columns: Any,
    num_outputs: int,
    weight_collections: Any = None,
    trainable: bool = True,
    scope: Any = None,
) -> tuple[Any, dict[Any, list[Any]], Any]:
    """A linear model of columns, [batch_size, num_outputs].

    Args:
      columns_to_tensors: feature name -> tensor.
      feature_columns: sparse, crossed, bucketized and numeric columns of tf.contrib.layers.
      num_outputs: width of the result.
      weight_collections: collections of the variables.
      trainable: whether they are trained.
      scope: variable scope.

    Returns:
      The result, column -> its weights (a list of parts), and the bias.

    Raises:
      ValueError: a column has no linear form, or is there twice.
    """
    tensors = dict(columns_to_tensors)
    check_feature_columns(feature_columns)
    name = "weighted_sum_from_feature_columns"
    with variable_scope.variable_scope(scope, default_name=name, values=list(tensors.values())):
        transformer = _Transformer(tensors)
        outputs = []
        variables: dict[Any, list[Any]] = {}

        def named(column: Any) -> Any:
            return variable_scope.variable_scope(None, default_name=column.name, values=list(tensors.values()))

        for column in _in_order(feature_columns):
            found = transformer.transform(column)
            weights, product = _linear(column, found, num_outputs, trainable, weight_collections, named)
            outputs.append(array_ops.reshape(product, shape=(-1, num_outputs)))
            variables[column] = weights
            _maybe_restore_from_checkpoint(column._checkpoint_path(), weights)
        total = math_ops.add_n(outputs)
        bias = _bias(num_outputs, trainable, weight_collections)
        return nn_ops.bias_add(total, bias), variables, bias


def _linear(
    column: Any, tensor: Any, num_outputs: int, trainable: bool, collections: Any, scope_of: Callable[[Any], Any]
) -> tuple[list[Any], Any]:
    """One column's weights and its part of the sum."""
    try:
        args = column._wide_embedding_lookup_arguments(tensor)
        with scope_of(column):
            shape = [args.vocab_size, num_outputs]
            weights = parts_of(_weights("weights", shape, args.initializer, trainable, collections))
            found = embeddings.safe_embedding_lookup_sparse(
                weights,
                args.input_tensor,
                sparse_weights=args.weight_tensor,
                combiner=args.combiner,
                name=column.name + "_weights",
            )
            return weights, found
    except NotImplementedError:
        with scope_of(column):
            dense = _maybe_reshape_input_tensor(column._to_dense_tensor(tensor), column.name, output_rank=2)
            zeros = init_ops.zeros_initializer()
            weight = _weights("weight", [dense.get_shape()[1], num_outputs], zeros, trainable, collections)
            return [weight], math_ops.matmul(dense, weight, name="matmul")
    except ValueError as e:
        raise ValueError(f"Error creating weighted sum for column: {column.name}.\n{e}") from None


def joint_weighted_sum_from_feature_columns(
    columns_to_tensors: dict[Any, Any],
    feature_columns: Any,
    num_outputs: int,
    weight_collections: Any = None,
    trainable: bool = True,
    scope: Any = None,
) -> tuple[Any, list[Any], Any]:
    """`weighted_sum_from_feature_columns` with one variable of weights for all columns.

    Returns:
      The result, the parts of the variable, and the bias.

    Raises:
      NotImplementedError: a column is of numbers.
    """
    tensors = dict(columns_to_tensors)
    check_feature_columns(feature_columns)
    name = "joint_weighted_sum_from_feature_columns"
    with variable_scope.variable_scope(scope, default_name=name, values=list(tensors.values())):
        transformer = _Transformer(tensors)
        arguments = []
        for column in _in_order(feature_columns):
            found = transformer.transform(column)
            try:
                arguments.append(column._wide_embedding_lookup_arguments(found))
            except NotImplementedError:
                raise NotImplementedError(
                    "Real-valued columns are not supported. Use weighted_sum_from_feature_columns instead, or "
                    "bucketize these columns."
                ) from None
        with_scope = variable_scope.variable_scope(None, default_name="linear_weights", values=list(tensors.values()))
        weights, total = _joint(arguments, num_outputs, trainable, weight_collections, with_scope)
        bias = _bias(num_outputs, trainable, weight_collections)
        return nn_ops.bias_add(total, bias), weights, bias


def _joint(args: list[Any], num_outputs: int, trainable: bool, collections: Any, scope: Any) -> tuple[list[Any], Any]:
    """The weights of all columns below each other, and what is looked up in them."""
    instead = "Please use weighted_sum_from_feature_columns instead."
    for a in args:
        assert a.weight_tensor is None, f"Joint sums for weighted sparse columns are not supported. {instead}"
        assert a.combiner == "sum", f"Combiners other than sum are not supported for joint sums. {instead}"
    assert args, "At least one column must be in the model."
    size = 0
    ids = []
    for a in args:
        ids.append(SparseTensor(a.input_tensor.indices, a.input_tensor.values + size, a.input_tensor.dense_shape))
        size += a.vocab_size
    merged = sparse_arrange.sparse_concat(1, ids)
    with scope:
        zeros = init_ops.zeros_initializer()
        weights = parts_of(_weights("weights", [size, num_outputs], zeros, trainable, collections))
        found = embeddings.safe_embedding_lookup_sparse(
            weights, merged, sparse_weights=None, combiner="sum", name="_weights"
        )
        return weights, found


# ---- tensors of columns -----------------------------------------------------------------------------------------


def parse_feature_columns_from_examples(
    serialized: Any, feature_columns: Any, name: str | None = None, example_names: Any = None
) -> dict[Any, Any]:
    """The features of serialised Examples and the columns made of them: feature name or column -> tensor."""
    check_feature_columns(feature_columns)
    tensors = parsing_ops.parse_example(
        serialized=serialized,
        features=create_feature_spec_for_parsing(feature_columns),
        name=name,
        example_names=example_names,
    )
    transformer = _Transformer(tensors)
    for column in _in_order(feature_columns):
        transformer.transform(column)
    return tensors


def transform_features(features: dict[Any, Any], feature_columns: Any) -> dict[Any, Any]:
    """Column -> its tensor, of features by name."""
    tensors = dict(features)
    check_feature_columns(feature_columns)
    transformer = _Transformer(tensors)
    for column in _in_order(feature_columns):
        transformer.transform(column)
    return {key: tensor for key, tensor in tensors.items() if key in feature_columns}


def parse_feature_columns_from_sequence_examples(
    serialized: Any,
    context_feature_columns: Any,
    sequence_feature_columns: Any,
    name: str | None = None,
    example_name: Any = None,
) -> Any:
    """The features of one serialised SequenceExample: dictionaries of the context's and the sequences'.

    Raises:
      ValueError: `serialized` is more than one.
    """
    try:
        serialized = array_ops.reshape(serialized, [])
    except ValueError as e:
        raise ValueError(
            "serialized must contain as single sequence example. Batching must be done after parsing for sequence "
            f"examples. Error: {e}"
        ) from e
    context_columns, sequence_columns = context_feature_columns or [], sequence_feature_columns or []
    check_feature_columns(context_columns)
    context_spec = create_feature_spec_for_parsing(context_columns)
    check_feature_columns(sequence_columns)
    sequence_spec = _create_sequence_feature_spec_for_parsing(sequence_columns, allow_missing_by_default=False)
    return parsing_ops.parse_single_sequence_example(serialized, context_spec, sequence_spec, example_name, name)


def _infer_real_valued_column_for_tensor(name: str, tensor: Any) -> Any:
    if isinstance(tensor, SparseTensor):
        raise ValueError(
            "SparseTensor is not supported for auto detection. Please define corresponding FeatureColumn for tensor "
            f"{name} {tensor}."
        )
    if not (tensor.dtype.is_integer or tensor.dtype.is_floating):
        raise ValueError(
            "Non integer or non floating types are not supported for auto detection. Please define corresponding "
            f"FeatureColumn for tensor {name} {tensor}."
        )
    width = functools.reduce(lambda a, b: a * b, tensor.get_shape().as_list()[1:], 1)
    return real_valued_column(name, dimension=width, dtype=tensor.dtype)


def infer_real_valued_columns(features: Any) -> list[Any]:
    """A `real_valued_column` for a tensor of numbers, or for each of a dictionary."""
    if not isinstance(features, dict):
        return [_infer_real_valued_column_for_tensor("", features)]
    return [_infer_real_valued_column_for_tensor(key, value) for key, value in features.items()]

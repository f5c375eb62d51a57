"""`DenseFeatures`, `SequenceFeatures` and `LinearModel`: layers whose inputs are dictionaries of features."""

from __future__ import annotations

import re
from typing import Any

from tf1compat._facade import array_creation, array_ops, context, framework, init_ops, math_ops, nn_ops, variable_scope
from tf1compat._facade.embedding_sparse import safe_embedding_lookup_sparse
from tf1compat._facade.feature_column import bases
from tf1compat._facade.feature_column.bases import _normalize_feature_columns, _verify_static_batch_size_equality
from tf1compat._facade.feature_column.raw_features import FeatureTransformationCache
from tf1compat._facade.feature_column.sequences import _assert_all_equal_and_return
from tf1compat._facade.feature_column.states import _StateManagerImpl
from tf1compat._facade.sparse_arrange import sparse_reshape
from tf1compat._jaxcore.base import dtypes


class FeatureLayer:
    """What a Keras layer is to these: a name, variables made at the first call, and a name scope around each call."""

    def __init__(self, name: str | None = None, trainable: bool = True, **kwargs: Any) -> None:
        dtype = kwargs.pop("dtype", None)
        if kwargs:
            raise TypeError("Keyword argument not understood:", next(iter(kwargs)))
        self.dtype = dtype
        self.trainable = trainable
        self.built = False
        self._name = name or self._unique_name()
        self._trainable_weights: list[Any] = []
        self._non_trainable_weights: list[Any] = []

    def _unique_name(self) -> str:
        """TF1: `dense_features`, then `dense_features_1`: counted per graph."""
        base = re.sub("([a-z])([A-Z])", r"\1_\2", type(self).__name__).lower()
        base = "private" + base if base.startswith("_") else base
        counts = context.get_default_graph().scoped_state("keras_names", dict)
        counts[base] = counts.get(base, -1) + 1
        return f"{base}_{counts[base]}" if counts[base] else base

    @property
    def name(self) -> str:
        return self._name

    @property
    def trainable_weights(self) -> list[Any]:
        return list(self._trainable_weights) if self.trainable else []

    @property
    def non_trainable_weights(self) -> list[Any]:
        kept = list(self._non_trainable_weights)
        return kept if self.trainable else self._trainable_weights + kept

    @property
    def weights(self) -> list[Any]:
        """All variables, trainable ones first."""
        return self.trainable_weights + self.non_trainable_weights

    @property
    def variables(self) -> list[Any]:
        return self.weights

    @property
    def trainable_variables(self) -> list[Any]:
        return self.trainable_weights

    @property
    def non_trainable_variables(self) -> list[Any]:
        return self.non_trainable_weights

    @property
    def losses(self) -> list[Any]:
        """None are made: these layers have no regularizers."""
        return []

    @property
    def updates(self) -> list[Any]:
        """None are made."""
        return []

    def add_variable(
        self,
        name: str,
        shape: Any = None,
        dtype: Any = None,
        initializer: Any = None,
        trainable: bool = True,
        use_resource: bool | None = None,
        getter: Any = variable_scope.get_variable,
    ) -> Any:
        """A variable of the layer, made by `getter`; the slices of a partitioned one count as variables each."""
        made = getter(
            name=name,
            shape=shape,
            dtype=dtype or dtypes.float32,
            initializer=initializer,
            trainable=trainable,
            use_resource=use_resource,
        )
        kept = self._trainable_weights if trainable else self._non_trainable_weights
        kept.extend(made._get_variable_list() if hasattr(made, "_get_variable_list") else [made])
        return made

    def build(self, input_shape: Any) -> None:
        """Make the variables."""
        self.built = True

    def __call__(self: Any, *args: Any, **kwargs: Any) -> Any:
        with framework.name_scope(self.name):
            if not self.built:
                self.build(None)
            return self.call(*args, **kwargs)

    def get_config(self) -> dict[str, Any]:
        """The constructor's arguments as plain data."""
        return {"name": self.name, "trainable": self.trainable, "dtype": self.dtype}


def _serialized(columns: Any) -> Any:
    from tf1compat._facade.feature_column.serialization import serialize_feature_columns

    return serialize_feature_columns(columns)


def _from_config(cls: Any, config: dict[str, Any], custom_objects: Any) -> Any:
    from tf1compat._facade.feature_column.serialization import deserialize_feature_columns

    columns = deserialize_feature_columns(config["feature_columns"], custom_objects=custom_objects)
    return cls(**{**config, "feature_columns": columns})


def _check_features(features: Any) -> None:
    if not isinstance(features, dict):
        raise ValueError("We expected a dictionary here. Instead we got: ", features)


class _BaseFeaturesLayer(FeatureLayer):
    """Makes the state of columns and puts their tensors side by side."""

    def __init__(
        self, feature_columns: Any, expected_column_type: Any, trainable: bool, name: str | None, **kwargs: Any
    ) -> None:
        super().__init__(name=name, trainable=trainable, **kwargs)
        self._feature_columns = _normalize_feature_columns(feature_columns)
        self._state_manager = _StateManagerImpl(self, self.trainable)
        for column in self._feature_columns:
            if not isinstance(column, expected_column_type):
                raise ValueError(
                    f"Items of feature_columns must be a {expected_column_type}. You can wrap a categorical column with "
                    f"an embedding_column or indicator_column. Given: {column}"
                )

    _is_feature_layer = True

    def build(self, input_shape: Any) -> None:
        for column in self._feature_columns:
            with _scope(self.name), _scope(column.name):
                column.create_state(self._state_manager)
        super().build(None)

    def _target_shape(self, input_shape: Any, total_elements: int) -> Any:
        raise NotImplementedError("Calling an abstract method.")

    def compute_output_shape(self, input_shape: Any) -> Any:
        """Shape of the output for inputs of this shape."""
        total = sum(column.variable_shape.num_elements() for column in self._feature_columns)
        return self._target_shape(input_shape, total)

    def _process_dense_tensor(self, column: Any, tensor: Any) -> Any:
        target = self._target_shape(array_creation.shape(tensor), column.variable_shape.num_elements())
        return array_ops.reshape(tensor, shape=target)

    def _verify_and_concat_tensors(self, output_tensors: Any) -> Any:
        _verify_static_batch_size_equality(output_tensors, self._feature_columns)
        return array_ops.concat(output_tensors, -1)

    def get_config(self) -> dict[str, Any]:
        """The constructor's arguments as plain data."""
        return {**super().get_config(), "feature_columns": _serialized(self._feature_columns)}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: Any = None) -> Any:
        """A layer of what `get_config` gave."""
        return _from_config(cls, config, custom_objects)


def _scope(name: str) -> Any:
    """A variable scope that is no name scope."""
    return variable_scope.variable_scope(name, auxiliary_name_scope=False)


class DenseFeatures(_BaseFeaturesLayer):
    """Dense columns side by side: [batch_size, sum of their elements].

    Args:
      feature_columns: dense columns (numeric, bucketized, embedding, indicator …).
      trainable: whether variables are trained.
      name: of the layer.

    Raises:
      ValueError: a column is not dense.
    """

    def __init__(self, feature_columns: Any, trainable: bool = True, name: str | None = None, **kwargs: Any) -> None:
        super().__init__(feature_columns, bases.DenseColumn, trainable, name, **kwargs)

    def _target_shape(self, input_shape: Any, total_elements: int) -> Any:
        return (input_shape[0], total_elements)

    def call(self, features: Any, cols_to_output_tensors: Any = None) -> Any:
        """The tensor; `cols_to_output_tensors` is filled with each column's."""
        _check_features(features)
        cache = FeatureTransformationCache(features)
        outputs = []
        for column in self._feature_columns:
            with framework.name_scope(column.name):
                tensor = self._process_dense_tensor(column, column.get_dense_tensor(cache, self._state_manager))
                if cols_to_output_tensors is not None:
                    cols_to_output_tensors[column] = tensor
                outputs.append(tensor)
        return self._verify_and_concat_tensors(outputs)


class SequenceFeatures(_BaseFeaturesLayer):
    """Columns of sequences side by side: [batch_size, length, sum of their elements], and the lengths.

    Raises:
      ValueError: a column is none of sequences.
    """

    def __init__(self, feature_columns: Any, trainable: bool = True, name: str | None = None, **kwargs: Any) -> None:
        super().__init__(feature_columns, bases.SequenceDenseColumn, trainable, name, **kwargs)

    def _target_shape(self, input_shape: Any, total_elements: int) -> Any:
        return (input_shape[0], input_shape[1], total_elements)

    def call(self, features: Any) -> Any:
        """The tensor and the lengths."""
        _check_features(features)
        cache = FeatureTransformationCache(features)
        outputs, lengths = [], []
        for column in self._feature_columns:
            with framework.name_scope(column.name):
                tensor, length = column.get_sequence_dense_tensor(cache, self._state_manager)
                outputs.append(self._process_dense_tensor(column, tensor))
                lengths.append(length)
        _verify_static_batch_size_equality(lengths, self._feature_columns)
        length = _assert_all_equal_and_return(lengths)
        return self._verify_and_concat_tensors(outputs), length


def weighted_sum_of_ids(pair: bases.IdWeightPair, weight_var: Any, combiner: str) -> Any:
    """The sum of the weights of a row's ids."""
    ids, weights = pair
    ids = sparse_reshape(ids, [array_creation.shape(ids)[0], -1])
    if weights is not None:
        weights = sparse_reshape(weights, [array_creation.shape(weights)[0], -1])
    return safe_embedding_lookup_sparse(weight_var, ids, sparse_weights=weights, combiner=combiner, name="weighted_sum")


def weighted_sum_of_dense(tensor: Any, num_elements: int, weight_var: Any) -> Any:
    """A row's numbers times the weights."""
    tensor = array_ops.reshape(tensor, shape=(array_creation.shape(tensor)[0], num_elements))
    return math_ops.matmul(tensor, weight_var, name="weighted_sum")


class _LinearModelLayer(FeatureLayer):
    """The sum of columns times weights, and a bias."""

    def __init__(
        self,
        feature_columns: Any,
        units: int = 1,
        sparse_combiner: str = "sum",
        trainable: bool = True,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(name=name, trainable=trainable, **kwargs)
        self._feature_columns = _normalize_feature_columns(feature_columns)
        for column in self._feature_columns:
            if not isinstance(column, (bases.DenseColumn, bases.CategoricalColumn)):
                raise ValueError(
                    f"Items of feature_columns must be either a DenseColumn or CategoricalColumn. Given: {column}"
                )
        self._units = units
        self._sparse_combiner = sparse_combiner
        self._state_manager = _StateManagerImpl(self, self.trainable)
        self.bias: Any = None

    def build(self, input_shape: Any) -> None:
        with _scope(self.name):
            for column in self._feature_columns:
                with _scope(column.name):
                    column.create_state(self._state_manager)
                    is_sparse = isinstance(column, bases.CategoricalColumn)
                    rows = column.num_buckets if is_sparse else column.variable_shape.num_elements()
                    self._state_manager.create_variable(
                        column,
                        name="weights",
                        dtype=dtypes.float32,
                        shape=(rows, self._units),
                        initializer=init_ops.zeros_initializer(),
                        trainable=self.trainable,
                    )
            self.bias = self.add_variable(
                name="bias_weights",
                dtype=dtypes.float32,
                shape=[self._units],
                initializer=init_ops.zeros_initializer(),
                trainable=self.trainable,
                use_resource=True,
            )
        super().build(None)

    def call(self, features: Any) -> Any:
        """Predictions, [batch_size, units]."""
        if not isinstance(features, dict):
            raise ValueError(f"We expected a dictionary here. Instead we got: {features}")
        with framework.name_scope(self.name):
            cache = FeatureTransformationCache(features)
            sums = []
            for column in self._feature_columns:
                with framework.name_scope(column.name):
                    weight_var = self._state_manager.get_variable(column, "weights")
                    sums.append(self._weighted_sum(column, cache, weight_var))
            _verify_static_batch_size_equality(sums, self._feature_columns)
            total = math_ops.add_n(sums, name="weighted_sum_no_bias")
            return nn_ops.bias_add(total, self.bias, name="weighted_sum")

    def _weighted_sum(self, column: Any, cache: Any, weight_var: Any) -> Any:
        if isinstance(column, bases.CategoricalColumn):
            pair = column.get_sparse_tensors(cache, self._state_manager)
            return weighted_sum_of_ids(pair, weight_var, self._sparse_combiner)
        tensor = column.get_dense_tensor(cache, self._state_manager)
        return weighted_sum_of_dense(tensor, column.variable_shape.num_elements(), weight_var)

    def get_config(self) -> dict[str, Any]:
        """The constructor's arguments as plain data."""
        return {
            **super().get_config(),
            "feature_columns": _serialized(self._feature_columns),
            "units": self._units,
            "sparse_combiner": self._sparse_combiner,
        }

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: Any = None) -> Any:
        """A layer of what `get_config` gave."""
        return _from_config(cls, config, custom_objects)


class LinearModel(FeatureLayer):
    """A linear function of columns: the sum of columns times weights, and a bias.

    Args:
      feature_columns: dense and categorical columns.
      units: number of outputs.
      sparse_combiner: "sum", "mean" or "sqrtn", of a row's ids.
      trainable: whether weights are trained.
      name: of the model.
    """

    def __init__(
        self,
        feature_columns: Any,
        units: int = 1,
        sparse_combiner: str = "sum",
        trainable: bool = True,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(name=name, **kwargs)
        self.layer = _LinearModelLayer(feature_columns, units, sparse_combiner, trainable, name=self.name, **kwargs)

    def call(self, features: Any) -> Any:
        """Predictions, [batch_size, units]."""
        return self.layer(features)

    @property
    def bias(self) -> Any:
        return self.layer.bias

    @property
    def trainable_weights(self) -> list[Any]:
        return self.layer.trainable_weights

    @property
    def non_trainable_weights(self) -> list[Any]:
        return self.layer.non_trainable_weights

    @property
    def layers(self) -> list[Any]:
        return [self.layer]


def _transform_features_v2(features: Any, feature_columns: Any, state_manager: Any) -> dict[Any, Any]:
    """Column -> transformed tensor."""
    outputs: dict[Any, Any] = {}
    with framework.name_scope(None, "transform_features", values=features.values()):
        cache = FeatureTransformationCache(features)
        for column in _normalize_feature_columns(feature_columns):
            with framework.name_scope(None, column.name):
                outputs[column] = cache.get(column, state_manager)
    return outputs

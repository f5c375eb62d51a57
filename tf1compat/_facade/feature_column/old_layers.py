"""`tf.feature_column.input_layer` and `linear_model`: columns as inputs of a model, as older programs have them."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import (
    array_creation,
    array_ops,
    context,
    framework,
    init_ops,
    math_ops,
    nn_ops,
    template,
    variable_scope,
)
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.feature_column import bases
from tf1compat._facade.feature_column.bases import _normalize_feature_columns, _verify_static_batch_size_equality
from tf1compat._facade.feature_column.feature_layers import FeatureLayer, weighted_sum_of_dense, weighted_sum_of_ids
from tf1compat._facade.feature_column.raw_features import _LazyBuilder
from tf1compat._facade.layers.base import Layer
from tf1compat._jaxcore.base import dtypes


def _collections(weight_collections: Any) -> list[str]:
    found = list(weight_collections or [])
    found += [key for key in (GraphKeys.GLOBAL_VARIABLES, GraphKeys.MODEL_VARIABLES) if key not in found]
    return found


def _internal_input_layer(
    features: Any,
    feature_columns: Any,
    weight_collections: Any = None,
    trainable: bool = True,
    cols_to_vars: Any = None,
    scope: Any = None,
    cols_to_output_tensors: Any = None,
    from_template: bool = False,
) -> Any:
    columns = _normalize_feature_columns(feature_columns, bases._FeatureColumn)
    for column in columns:
        if not isinstance(column, bases._DenseColumn):
            raise ValueError(
                "Items of feature_columns must be a _DenseColumn. You can wrap a categorical column with an "
                f"embedding_column or indicator_column. Given: {column}"
            )
    collections = _collections(weight_collections)

    def logits() -> Any:
        builder = _LazyBuilder(features)
        outputs = []
        for column in columns:
            with variable_scope.variable_scope(None, default_name=column._var_scope_name) as column_scope:
                tensor = column._get_dense_tensor(builder, weight_collections=collections, trainable=trainable)
                size = column._variable_shape.num_elements()
                output = array_ops.reshape(tensor, shape=(array_creation.shape(tensor)[0], size))
                outputs.append(output)
                if cols_to_vars is not None:
                    cols_to_vars[column] = _variables_of(column_scope.name)
                if cols_to_output_tensors is not None:
                    cols_to_output_tensors[column] = output
        _verify_static_batch_size_equality(outputs, columns)
        return array_ops.concat(outputs, 1)

    if from_template:
        return logits()
    with variable_scope.variable_scope(scope, default_name="input_layer", values=features.values()):
        return logits()


def _variables_of(scope: str) -> list[Any]:
    return context.get_default_graph().get_collection(GraphKeys.GLOBAL_VARIABLES, scope=scope)


def input_layer(
    features: Any,
    feature_columns: Any,
    weight_collections: Any = None,
    trainable: bool = True,
    cols_to_vars: Any = None,
    cols_to_output_tensors: Any = None,
) -> Any:
    """Dense columns side by side: [batch_size, sum of their elements].

    Args:
      features: name -> Tensor or SparseTensor.
      feature_columns: dense columns (numeric, bucketized, embedding, indicator).
      weight_collections: where variables are added, too.
      trainable: whether variables are trained.
      cols_to_vars: filled with each column's variables.
      cols_to_output_tensors: filled with each column's tensor.

    Raises:
      ValueError: a column is not dense.

    >>> import tf1compat as tf
    >>> columns = [tf.feature_column.numeric_column("x", shape=(2,))]
    >>> inputs = tf.feature_column.input_layer({"x": [[1.0, 2.0]]}, columns)
    >>> with tf.Session() as sess:
    ...     print(sess.run(inputs))
    [[1. 2.]]
    """
    return _internal_input_layer(
        features,
        feature_columns,
        weight_collections=weight_collections,
        trainable=trainable,
        cols_to_vars=cols_to_vars,
        cols_to_output_tensors=cols_to_output_tensors,
    )


class InputLayer:
    """`input_layer` as an object that makes its variables once."""

    def __init__(
        self,
        feature_columns: Any,
        weight_collections: Any = None,
        trainable: bool = True,
        cols_to_vars: Any = None,
        name: str = "feature_column_input_layer",
        create_scope_now: bool = True,
    ) -> None:
        self._feature_columns = feature_columns
        self._weight_collections = weight_collections
        self._trainable = trainable
        self._cols_to_vars = cols_to_vars
        self._name = name
        self._template = template.make_template(name, _internal_input_layer, create_scope_now_=create_scope_now)
        self._scope = self._template.variable_scope

    def __call__(self, features: Any) -> Any:
        return self._template(
            features=features,
            feature_columns=self._feature_columns,
            weight_collections=self._weight_collections,
            trainable=self._trainable,
            cols_to_vars=None,  # TF1: not passed on
            from_template=True,
        )

    @property
    def name(self) -> str:
        return self._name

    @property
    def variables(self) -> list[Any]:
        return self._template.variables

    @property
    def weights(self) -> list[Any]:
        return self._template.weights

    @property
    def trainable_variables(self) -> list[Any]:
        return self._template.trainable_variables

    @property
    def trainable_weights(self) -> list[Any]:
        return self._template.trainable_weights

    @property
    def non_trainable_variables(self) -> list[Any]:
        return self._template.non_trainable_variables

    @property
    def non_trainable_weights(self) -> list[Any]:
        return self._template.non_trainable_weights


def linear_model(
    features: Any,
    feature_columns: Any,
    units: int = 1,
    sparse_combiner: str = "sum",
    weight_collections: Any = None,
    trainable: bool = True,
    cols_to_vars: Any = None,
) -> Any:
    """A linear function of columns: the sum of columns times weights, and a bias; [batch_size, units].

    Args:
      features: name -> Tensor or SparseTensor.
      feature_columns: dense and categorical columns.
      units: number of outputs.
      sparse_combiner: "sum", "mean" or "sqrtn", of a row's ids.
      weight_collections: where variables are added, too.
      trainable: whether weights are trained.
      cols_to_vars: filled with each column's variables, and "bias".

    Raises:
      ValueError: a column is neither.
    """
    with variable_scope.variable_scope(None, "linear_model") as scope:
        name = _last_part(scope.name)
    model = _LinearModel(feature_columns, units, sparse_combiner, weight_collections, trainable, name)
    found = model(features)
    if cols_to_vars is not None:
        cols_to_vars.update(model.cols_to_vars())
    return found


def _last_part(name: str) -> str:
    return name.rsplit("/", 1)[-1]


def _slices(variable: Any) -> list[Any]:
    return list(variable) if hasattr(variable, "_get_variable_list") else [variable]


def _add_to_collections(variable: Any, weight_collections: Any) -> None:
    """Add a variable, or its slices, to collections; that of all global variables has it."""
    graph = context.get_default_graph()
    for name in weight_collections:
        if name != GraphKeys.GLOBAL_VARIABLES:
            for part in _slices(variable):
                graph.add_to_collection(name, part)


class _FCLinearWrapper(Layer):
    """One column of a linear model."""

    def __init__(
        self,
        feature_column: Any,
        units: int = 1,
        sparse_combiner: str = "sum",
        weight_collections: Any = None,
        trainable: bool = True,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(trainable=trainable, name=name, **kwargs)
        self._feature_column = feature_column
        self._units = units
        self._sparse_combiner = sparse_combiner
        self._weight_collections = weight_collections

    def build(self, input_shape: Any) -> None:
        column = self._feature_column
        is_sparse = isinstance(column, bases._CategoricalColumn)
        rows = column._num_buckets if is_sparse else column._variable_shape.num_elements()
        self._weight_var = self.add_variable(
            name="weights",
            shape=(rows, self._units),
            initializer=init_ops.zeros_initializer(),
            trainable=self.trainable,
            use_resource=True,
        )
        _add_to_collections(self._weight_var, self._weight_collections)
        self.built = True

    def call(self, builder: Any) -> Any:
        column = self._feature_column
        options = {"weight_collections": self._weight_collections, "trainable": self.trainable}
        if isinstance(column, bases._CategoricalColumn):
            pair = column._get_sparse_tensors(builder, **options)
            return weighted_sum_of_ids(pair, self._weight_var, self._sparse_combiner)
        tensor = column._get_dense_tensor(builder, **options)
        return weighted_sum_of_dense(tensor, column._variable_shape.num_elements(), self._weight_var)


class _BiasLayer(Layer):
    """The bias of a linear model."""

    def __init__(
        self,
        units: int = 1,
        trainable: bool = True,
        weight_collections: Any = None,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(trainable=trainable, name=name, **kwargs)
        self._units = units
        self._weight_collections = weight_collections

    def build(self, input_shape: Any) -> None:
        self._bias_variable = self.add_variable(
            "bias_weights",
            shape=[self._units],
            initializer=init_ops.zeros_initializer(),
            trainable=self.trainable,
            use_resource=True,
        )
        _add_to_collections(self._bias_variable, self._weight_collections)
        self.built = True

    def call(self, _: Any) -> Any:
        return self._bias_variable


class _EmbeddingColumnLayer(Layer):
    """The table of an embedding column of an older program."""

    def __init__(
        self,
        embedding_shape: Any,
        initializer: Any,
        weight_collections: Any = None,
        trainable: bool = True,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(trainable=trainable, name=name, **kwargs)
        self._embedding_shape = embedding_shape
        self._initializer = initializer
        self._weight_collections = weight_collections

    def set_weight_collections(self, weight_collections: Any) -> None:
        """Where the table is added, too."""
        self._weight_collections = weight_collections

    def build(self, input_shape: Any) -> None:
        self._embedding_weight_var = self.add_variable(
            name="embedding_weights",
            shape=self._embedding_shape,
            dtype=dtypes.float32,
            initializer=self._initializer,
            trainable=self.trainable,
        )
        _add_to_collections(self._embedding_weight_var, self._weight_collections or ())
        self.built = True

    def call(self, _: Any) -> Any:
        return self._embedding_weight_var


class _LinearModel(FeatureLayer):
    """The model that `linear_model` makes."""

    def __init__(
        self,
        feature_columns: Any,
        units: int = 1,
        sparse_combiner: str = "sum",
        weight_collections: Any = None,
        trainable: bool = True,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(name=name, **kwargs)
        self._feature_columns = _normalize_feature_columns(feature_columns, bases._FeatureColumn)
        self._weight_collections = _collections(weight_collections)
        layers: dict[str, _FCLinearWrapper] = {}
        for column in self._feature_columns:
            with variable_scope.variable_scope(None, default_name=column._var_scope_name) as scope:
                column_name = _last_part(scope.name)
            layers[column_name] = _FCLinearWrapper(
                column, units, sparse_combiner, self._weight_collections, trainable, column_name, **kwargs
            )
        self._column_layers = layers
        self._bias_layer = _BiasLayer(
            units=units, trainable=trainable, weight_collections=self._weight_collections, name="bias_layer", **kwargs
        )
        self._cols_to_vars: dict[Any, Any] = {}

    def cols_to_vars(self) -> dict[Any, Any]:
        """Column -> its variables; "bias" -> the bias."""
        return self._cols_to_vars

    def call(self, features: Any) -> Any:
        """Predictions, [batch_size, units]."""
        with variable_scope.variable_scope(self.name):
            for column in self._feature_columns:
                if not isinstance(column, (bases._DenseColumn, bases._CategoricalColumn)):
                    raise ValueError(
                        f"Items of feature_columns must be either a _DenseColumn or _CategoricalColumn. Given: {column}"
                    )
            builder = _LazyBuilder(features)
            sums, columns = [], []
            for layer in sorted(self._column_layers.values(), key=lambda layer: layer.name):
                columns.append(layer._feature_column)
                sums.append(layer(builder))
                self._cols_to_vars[layer._feature_column] = _variables_of(layer.scope_name)
            _verify_static_batch_size_equality(sums, columns)
            total = math_ops.add_n(sums, name="weighted_sum_no_bias")
            bias = self._bias_layer(builder, scope=variable_scope.get_variable_scope())
            predictions = nn_ops.bias_add(total, bias, name="weighted_sum")
            self._cols_to_vars["bias"] = _slices(self._bias_layer.variables[0])
        return predictions

    @property
    def trainable_weights(self) -> list[Any]:
        return [w for layer in self.layers for w in layer.trainable_weights]

    @property
    def non_trainable_weights(self) -> list[Any]:
        return [w for layer in self.layers for w in layer.non_trainable_weights]

    @property
    def layers(self) -> list[Any]:
        return [*self._column_layers.values(), self._bias_layer]


def _transform_features(features: Any, feature_columns: Any) -> dict[Any, Any]:
    """Column -> transformed tensor."""
    columns = _normalize_feature_columns(feature_columns, bases._FeatureColumn)
    outputs: dict[Any, Any] = {}
    with framework.name_scope(None, "transform_features", values=features.values()):
        builder = _LazyBuilder(features)
        for column in columns:
            with framework.name_scope(None, column.name):
                outputs[column] = builder.get(column)
    return outputs

"""`tf.estimator.DNNClassifier` and its kin: fully connected layers on feature columns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade import context, framework, init_ops, nn_ops, summary, variable_scope
from tf1compat._facade.estimator.canned_optimizers import get_optimizer_instance
from tf1compat._facade.estimator.classification_heads import _binary_logistic_or_multi_class_head
from tf1compat._facade.estimator.estimator import Estimator
from tf1compat._facade.estimator.mode_keys import ModeKeys
from tf1compat._facade.estimator.regression_head import _regression_head
from tf1compat._facade.feature_column.bases import is_feature_column_v2
from tf1compat._facade.feature_column.feature_layers import DenseFeatures, FeatureLayer
from tf1compat._facade.feature_column.old_layers import InputLayer
from tf1compat._facade.layers.core import Dense, Dropout
from tf1compat._facade.layers.normalization import BatchNormalization
from tf1compat._facade.losses import Reduction
from tf1compat._facade.nn_ops import zero_fraction
from tf1compat._facade.partitioned_variables import min_max_variable_partitioner

_LEARNING_RATE = 0.05


def add_layer_summary(value: Any, tag: str) -> None:
    """Summaries of a layer's output."""
    summary.scalar(f"{tag}/fraction_of_zero_values", zero_fraction(value))
    summary.histogram(f"{tag}/activation", value)


def check_features(features: Any) -> None:
    """ValueError unless they are a dictionary."""
    if not isinstance(features, dict):
        raise ValueError(f"features should be a dictionary of `Tensor`s. Given type: {type(features)}")


class _DNNModel(FeatureLayer):
    """Feature columns, hidden layers and logits; its variables are resources."""

    def __init__(
        self,
        units: int,
        hidden_units: Any,
        feature_columns: Any,
        activation_fn: Any,
        dropout: float | None,
        input_layer_partitioner: Any,
        batch_norm: bool,
        name: str | None = None,
    ) -> None:
        super().__init__(name=name)
        if is_feature_column_v2(feature_columns):
            self._input_layer: Any = DenseFeatures(feature_columns=feature_columns, name="input_layer")
        else:
            self._input_layer = InputLayer(feature_columns=feature_columns, name="input_layer", create_scope_now=False)
        self._input_layer_partitioner = input_layer_partitioner
        self._hidden: list[tuple[Dense, Any, Any]] = []
        for i, size in enumerate(hidden_units):
            with variable_scope.variable_scope(f"hiddenlayer_{i}") as scope:
                dense = _dense(scope, size, activation_fn)
                drop = None if dropout is None else Dropout(rate=dropout)
                norm: Any = None
                if batch_norm:
                    name = f"batchnorm_{i}"
                    norm = BatchNormalization(momentum=0.999, trainable=True, name=name, _scope=name)
                    norm._use_resource_variables = True
            self._hidden.append((dense, drop, norm))
        with variable_scope.variable_scope("logits") as scope:
            self._logits_layer = _dense(scope, units, None)

    def call(self, features: Any, mode: str) -> Any:
        """The logits."""
        is_training = mode == ModeKeys.TRAIN
        # TF1: back to the scope around the model, so that names of nodes agree with those of variables
        outer = context.get_default_graph().get_name_scope().rpartition("/")[0] + "/"
        with framework.name_scope(outer):
            with variable_scope.variable_scope("input_from_feature_columns", partitioner=self._input_layer_partitioner):
                net = self._input_layer(features)
            for dense, drop, norm in self._hidden:
                net = dense(net)
                if drop is not None and is_training:
                    net = drop(net, training=True)
                if norm is not None:
                    net = norm(net, training=is_training)
                add_layer_summary(net, dense.scope_name)
            logits = self._logits_layer(net)
            add_layer_summary(logits, self._logits_layer.scope_name)
        return logits


def _dense(scope: Any, units: int, activation: Any) -> Dense:
    kernel = init_ops.glorot_uniform_initializer()
    layer = Dense(units=units, activation=activation, kernel_initializer=kernel, name=scope, _scope=scope)
    layer._use_resource_variables = True
    return layer


def dnn_logit_fn_builder(
    units: int,
    hidden_units: Any,
    feature_columns: Any,
    activation_fn: Any,
    dropout: float | None,
    input_layer_partitioner: Any,
    batch_norm: bool,
) -> Callable[..., Any]:
    """A function of `features` and `mode` that gives logits.

    Args:
      units: number of logits.
      hidden_units: sizes of the hidden layers.
      feature_columns: dense columns.
      activation_fn: of the hidden layers.
      dropout: share that is dropped in training; None for none.
      input_layer_partitioner: of the columns' variables.
      batch_norm: whether hidden layers are normalised.

    Raises:
      ValueError: `units` is no integer.
    """
    if not isinstance(units, int):
        raise ValueError(f"units must be an int.  Given type: {type(units)}")

    def dnn_logit_fn(features: Any, mode: str) -> Any:
        model = _DNNModel(
            units,
            hidden_units,
            feature_columns,
            activation_fn,
            dropout,
            input_layer_partitioner,
            batch_norm,
            name="dnn",
        )
        return model(features, mode)

    return dnn_logit_fn


def _dnn_model_fn(
    features: Any,
    labels: Any,
    mode: str,
    head: Any,
    hidden_units: Any,
    feature_columns: Any,
    optimizer: Any = "Adagrad",
    activation_fn: Any = nn_ops.relu,
    dropout: float | None = None,
    input_layer_partitioner: Any = None,
    config: Any = None,
    batch_norm: bool = False,
) -> Any:
    optimizer = get_optimizer_instance(optimizer, learning_rate=_LEARNING_RATE)
    check_features(features)
    replicas = config.num_ps_replicas if config else 0
    partitioner = min_max_variable_partitioner(max_partitions=replicas)
    with variable_scope.variable_scope("dnn", values=tuple(features.values()), partitioner=partitioner):
        large = min_max_variable_partitioner(max_partitions=replicas, min_slice_size=64 << 20)
        logit_fn = dnn_logit_fn_builder(
            units=head.logits_dimension,
            hidden_units=hidden_units,
            feature_columns=feature_columns,
            activation_fn=activation_fn,
            dropout=dropout,
            input_layer_partitioner=input_layer_partitioner or large,
            batch_norm=batch_norm,
        )
        logits = logit_fn(features=features, mode=mode)
        return head.create_estimator_spec(
            features=features, mode=mode, labels=labels, optimizer=optimizer, logits=logits
        )


class _DNN(Estimator):
    """What the three classes share."""

    def __init__(
        self,
        head: Any,
        hidden_units: Any,
        feature_columns: Any,
        model_dir: Any,
        optimizer: Any,
        activation_fn: Any,
        dropout: float | None,
        input_layer_partitioner: Any,
        config: Any,
        warm_start_from: Any,
        batch_norm: bool,
    ) -> None:
        def model_fn(features: Any, labels: Any, mode: str, config: Any) -> Any:
            return _dnn_model_fn(
                features,
                labels,
                mode,
                head,
                hidden_units,
                tuple(feature_columns or []),
                optimizer,
                activation_fn,
                dropout,
                input_layer_partitioner,
                config,
                batch_norm,
            )

        super().__init__(model_fn, model_dir, config, warm_start_from=warm_start_from)


class DNNClassifier(_DNN):
    """Classification by fully connected layers.

    Args:
      hidden_units: sizes of the hidden layers.
      feature_columns: dense columns.
      model_dir: the folder.
      n_classes: number of classes.
      weight_column: feature or numeric column of weights.
      label_vocabulary: names of the classes, if labels are strings.
      optimizer: an optimizer, its name, or a function that makes one.
      activation_fn: of the hidden layers.
      dropout: share that is dropped in training.
      input_layer_partitioner: of the columns' variables.
      config: a `tf.estimator.RunConfig`.
      warm_start_from: a checkpoint or WarmStartSettings.
      loss_reduction: a `tf.losses.Reduction`.
      batch_norm: whether hidden layers are normalised.
    """

    def __init__(
        self,
        hidden_units: Any,
        feature_columns: Any,
        model_dir: Any = None,
        n_classes: int = 2,
        weight_column: Any = None,
        label_vocabulary: Any = None,
        optimizer: Any = "Adagrad",
        activation_fn: Any = nn_ops.relu,
        dropout: float | None = None,
        input_layer_partitioner: Any = None,
        config: Any = None,
        warm_start_from: Any = None,
        loss_reduction: Any = Reduction.SUM,
        batch_norm: bool = False,
    ) -> None:
        head = _binary_logistic_or_multi_class_head(n_classes, weight_column, label_vocabulary, loss_reduction)
        super().__init__(
            head,
            hidden_units,
            feature_columns,
            model_dir,
            optimizer,
            activation_fn,
            dropout,
            input_layer_partitioner,
            config,
            warm_start_from,
            batch_norm,
        )


class DNNRegressor(_DNN):
    """Regression by fully connected layers; `label_dimension` numbers per example, else as DNNClassifier."""

    def __init__(
        self,
        hidden_units: Any,
        feature_columns: Any,
        model_dir: Any = None,
        label_dimension: int = 1,
        weight_column: Any = None,
        optimizer: Any = "Adagrad",
        activation_fn: Any = nn_ops.relu,
        dropout: float | None = None,
        input_layer_partitioner: Any = None,
        config: Any = None,
        warm_start_from: Any = None,
        loss_reduction: Any = Reduction.SUM,
        batch_norm: bool = False,
    ) -> None:
        super().__init__(
            _regression_head(weight_column, label_dimension, loss_reduction),
            hidden_units,
            feature_columns,
            model_dir,
            optimizer,
            activation_fn,
            dropout,
            input_layer_partitioner,
            config,
            warm_start_from,
            batch_norm,
        )


class DNNEstimator(_DNN):
    """Fully connected layers with a head of the user's; else as DNNClassifier."""

    def __init__(
        self,
        head: Any,
        hidden_units: Any,
        feature_columns: Any,
        model_dir: Any = None,
        optimizer: Any = "Adagrad",
        activation_fn: Any = nn_ops.relu,
        dropout: float | None = None,
        input_layer_partitioner: Any = None,
        config: Any = None,
        warm_start_from: Any = None,
        batch_norm: bool = False,
    ) -> None:
        super().__init__(
            head,
            hidden_units,
            feature_columns,
            model_dir,
            optimizer,
            activation_fn,
            dropout,
            input_layer_partitioner,
            config,
            warm_start_from,
            batch_norm,
        )

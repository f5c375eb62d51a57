"""Deep networks of tf.contrib.learn: hidden layers on feature columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tf1compat._facade import nn_ops, partitioned_variables, summary, variable_scope
from tf1compat._facade.contrib.dense_layers import fully_connected
from tf1compat._facade.contrib.learn import canned, column_inputs, heads
from tf1compat._facade.contrib.learn.estimator import Estimator
from tf1compat._facade.contrib.learn.keys import ModeKeys
from tf1compat._facade.contrib.optimize_loss import optimize_loss
from tf1compat._facade.contrib.shape_layers import dropout as dropout_layer
from tf1compat._facade.math_elementwise import sigmoid, tanh
from tf1compat._facade.train import training_util

_LEARNING_RATE = 0.05
_SCOPE = "dnn"
_ACTIVATIONS = {"relu": nn_ops.relu, "tanh": tanh, "sigmoid": sigmoid}


def _activation(fn: Any) -> Any:
    if not isinstance(fn, str):
        return fn
    if fn not in _ACTIVATIONS:
        raise ValueError(f"Activation name should be one of [{', '.join(_ACTIVATIONS)}], you provided {fn}.")
    return _ACTIVATIONS[fn]


def _summarize(value: Any, tag: str) -> None:
    summary.scalar(f"{tag}_fraction_of_zero_values", nn_ops.zero_fraction(value))
    summary.histogram(f"{tag}_activation", value)


def _dnn_model_fn(features: Any, labels: Any, mode: Any, params: Any, config: Any = None) -> Any:
    head, optimizer = params["head"], params.get("optimizer") or "Adagrad"
    activation_fn = _activation(params.get("activation_fn"))
    features = features if isinstance(features, dict) else {"": features}
    replicas = config.num_ps_replicas if config else 0
    partitioner = partitioned_variables.min_max_variable_partitioner(max_partitions=replicas)
    inputs_partitioner = partitioned_variables.min_max_variable_partitioner(
        max_partitions=replicas, min_slice_size=params.get("input_layer_min_slice_size") or 64 << 20
    )
    values = tuple(features.values())
    with variable_scope.variable_scope(_SCOPE, values=values, partitioner=partitioner):
        with variable_scope.variable_scope(
            "input_from_feature_columns", values=values, partitioner=inputs_partitioner
        ) as input_scope:
            net = column_inputs.dense_input(features, params["feature_columns"], _SCOPE, input_scope)
        for i, units in enumerate(params["hidden_units"]):
            with variable_scope.variable_scope(f"hiddenlayer_{i}", values=(net,)) as scope:
                net = fully_connected(
                    net, units, activation_fn=activation_fn, variables_collections=[_SCOPE], scope=scope
                )
                if params.get("dropout") is not None and mode == ModeKeys.TRAIN:
                    net = dropout_layer(net, keep_prob=1.0 - params["dropout"])
            _summarize(net, scope.name)
        with variable_scope.variable_scope("logits", values=(net,)) as scope:
            logits = fully_connected(
                net, head.logits_dimension, activation_fn=None, variables_collections=[_SCOPE], scope=scope
            )
        _summarize(logits, scope.name)

        def train_op_fn(loss: Any) -> Any:
            return optimize_loss(
                loss=loss,
                global_step=training_util.get_global_step(),
                learning_rate=_LEARNING_RATE,
                optimizer=optimizer() if callable(optimizer) else optimizer,
                gradient_multipliers=column_inputs.gradient_multipliers(
                    params.get("embedding_lr_multipliers"), _SCOPE, input_scope.name
                ),
                clip_gradients=params.get("gradient_clip_norm"),
                name=_SCOPE,
                summaries=[],
            )

        return head.create_model_fn_ops(
            features=features, mode=mode, labels=labels, train_op_fn=train_op_fn, logits=logits
        )


class DNNClassifier(canned.Classifier):
    """Hidden layers for classes.

    Args:
      hidden_units: the sizes of the hidden layers.
      feature_columns: columns of tf.contrib.layers or tf.feature_column.
      model_dir, config, feature_engineering_fn: see Estimator.
      n_classes, weight_column_name, enable_centered_bias, label_keys: see `multi_class_head`.
      optimizer: a name, an Optimizer or a function that gives one; Adagrad with rate 0.05 by default.
      activation_fn: a function or "relu", "tanh", "sigmoid".
      dropout: the share of units that drop out in training.
      gradient_clip_norm: the largest global norm of gradients.
      embedding_lr_multipliers: embedding column -> factor of its gradients.
      input_layer_min_slice_size: how large parts of variables are at least on parameter servers.
    """

    def __init__(
        self,
        hidden_units: Sequence[int],
        feature_columns: Any,
        model_dir: str | None = None,
        n_classes: int = 2,
        weight_column_name: str | None = None,
        optimizer: Any = None,
        activation_fn: Any = nn_ops.relu,
        dropout: float | None = None,
        gradient_clip_norm: float | None = None,
        enable_centered_bias: bool = False,
        config: Any = None,
        feature_engineering_fn: Callable[..., Any] | None = None,
        embedding_lr_multipliers: Any = None,
        input_layer_min_slice_size: int | None = None,
        label_keys: Any = None,
    ) -> None:
        head = heads.multi_class_head(
            n_classes,
            weight_column_name=weight_column_name,
            enable_centered_bias=enable_centered_bias,
            label_keys=label_keys,
        )
        params = {
            "head": head,
            "hidden_units": hidden_units,
            "feature_columns": tuple(feature_columns or ()),
            "optimizer": optimizer,
            "activation_fn": activation_fn,
            "dropout": dropout,
            "gradient_clip_norm": gradient_clip_norm,
            "input_layer_min_slice_size": input_layer_min_slice_size,
            "embedding_lr_multipliers": embedding_lr_multipliers,
        }
        super().__init__(_dnn_model_fn, model_dir, config, params, feature_engineering_fn)


class DNNRegressor(canned.RegressorOfScores):
    """Hidden layers for numbers; see DNNClassifier and `regression_head`."""

    def __init__(
        self,
        hidden_units: Sequence[int],
        feature_columns: Any,
        model_dir: str | None = None,
        weight_column_name: str | None = None,
        optimizer: Any = None,
        activation_fn: Any = nn_ops.relu,
        dropout: float | None = None,
        gradient_clip_norm: float | None = None,
        enable_centered_bias: bool = False,
        config: Any = None,
        feature_engineering_fn: Callable[..., Any] | None = None,
        label_dimension: int = 1,
        embedding_lr_multipliers: Any = None,
        input_layer_min_slice_size: int | None = None,
    ) -> None:
        head = heads.regression_head(
            weight_column_name=weight_column_name,
            label_dimension=label_dimension,
            enable_centered_bias=enable_centered_bias,
        )
        params = {
            "head": head,
            "hidden_units": hidden_units,
            "feature_columns": tuple(feature_columns or ()),
            "optimizer": optimizer,
            "activation_fn": activation_fn,
            "dropout": dropout,
            "gradient_clip_norm": gradient_clip_norm,
            "input_layer_min_slice_size": input_layer_min_slice_size,
            "embedding_lr_multipliers": embedding_lr_multipliers,
        }
        super().__init__(_dnn_model_fn, model_dir, config, params, feature_engineering_fn)


class DNNEstimator(Estimator):
    """Hidden layers under a head of one's own; see DNNClassifier."""

    def __init__(
        self,
        head: Any,
        hidden_units: Sequence[int],
        feature_columns: Any,
        model_dir: str | None = None,
        optimizer: Any = None,
        activation_fn: Any = nn_ops.relu,
        dropout: float | None = None,
        gradient_clip_norm: float | None = None,
        config: Any = None,
        feature_engineering_fn: Callable[..., Any] | None = None,
        embedding_lr_multipliers: Any = None,
        input_layer_min_slice_size: int | None = None,
    ) -> None:
        params = {
            "head": head,
            "hidden_units": hidden_units,
            "feature_columns": feature_columns,
            "optimizer": optimizer,
            "activation_fn": activation_fn,
            "dropout": dropout,
            "gradient_clip_norm": gradient_clip_norm,
            "input_layer_min_slice_size": input_layer_min_slice_size,
            "embedding_lr_multipliers": embedding_lr_multipliers,
        }
        super().__init__(_dnn_model_fn, model_dir, config, params, feature_engineering_fn)

"""`tf.estimator.DNNLinearCombinedClassifier` and its kin: "wide and deep" models."""

from __future__ import annotations

import math
from typing import Any

from tf1compat._facade import context, framework, nn_ops, state_ops, variable_scope
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.estimator.canned_optimizers import get_optimizer_instance
from tf1compat._facade.estimator.classification_heads import _binary_logistic_or_multi_class_head
from tf1compat._facade.estimator.dnn import add_layer_summary, check_features, dnn_logit_fn_builder
from tf1compat._facade.estimator.estimator import Estimator
from tf1compat._facade.estimator.linear import linear_logit_fn_builder
from tf1compat._facade.estimator.regression_head import _regression_head
from tf1compat._facade.grouping import group
from tf1compat._facade.losses import Reduction
from tf1compat._facade.partitioned_variables import min_max_variable_partitioner
from tf1compat._facade.train import training_util

_DNN_LEARNING_RATE = 0.001
_LINEAR_LEARNING_RATE = 0.005


def _checked(optimizer: Any, learning_rate: float) -> Any:
    found = get_optimizer_instance(optimizer, learning_rate=learning_rate)
    if type(found).__name__ == "SyncReplicasOptimizer":
        raise ValueError(
            "SyncReplicasOptimizer does not support multi optimizers case. Therefore, it is not supported in "
            "DNNLinearCombined model. If you want to use this optimizer, please use either DNN or Linear model."
        )
    return found


class _Combined(Estimator):
    """What the three classes share: the linear ("wide") and the connected ("deep") part, each with its optimizer."""

    def __init__(self, head: Any, model_dir: Any, config: Any, warm_start_from: Any, **parts: Any) -> None:
        self._parts = parts
        columns = [*(parts["linear_feature_columns"] or []), *(parts["dnn_feature_columns"] or [])]
        if not columns:
            raise ValueError("Either linear_feature_columns or dnn_feature_columns must be defined.")
        self._feature_columns = columns

        def model_fn(features: Any, labels: Any, mode: str, config: Any) -> Any:
            return _dnn_linear_combined_model_fn(features, labels, mode, head, config=config, **parts)

        super().__init__(model_fn, model_dir, config, warm_start_from=warm_start_from)


def _dnn_linear_combined_model_fn(
    features: Any,
    labels: Any,
    mode: str,
    head: Any,
    linear_feature_columns: Any = None,
    linear_optimizer: Any = "Ftrl",
    dnn_feature_columns: Any = None,
    dnn_optimizer: Any = "Adagrad",
    dnn_hidden_units: Any = None,
    dnn_activation_fn: Any = nn_ops.relu,
    dnn_dropout: float | None = None,
    input_layer_partitioner: Any = None,
    config: Any = None,
    batch_norm: bool = False,
    linear_sparse_combiner: str = "sum",
) -> Any:
    check_features(features)
    replicas = config.num_ps_replicas if config else 0
    large = input_layer_partitioner or min_max_variable_partitioner(replicas, min_slice_size=64 << 20)
    trained: list[tuple[Any, str]] = []  # optimizers and the scopes of their variables
    found: list[Any] = []
    values = tuple(features.values())
    if dnn_feature_columns:
        optimizer = _checked(dnn_optimizer, _DNN_LEARNING_RATE)
        if not dnn_hidden_units:
            raise ValueError("dnn_hidden_units must be defined when dnn_feature_columns is specified.")
        small = min_max_variable_partitioner(max_partitions=replicas)
        with variable_scope.variable_scope("dnn", values=values, partitioner=small) as scope:
            trained.append((optimizer, scope.name))
            logit_fn = dnn_logit_fn_builder(
                head.logits_dimension,
                dnn_hidden_units,
                dnn_feature_columns,
                dnn_activation_fn,
                dnn_dropout,
                large,
                batch_norm,
            )
            found.append(logit_fn(features=features, mode=mode))
    if linear_feature_columns:
        rate = min(_LINEAR_LEARNING_RATE, 1.0 / math.sqrt(len(linear_feature_columns)))
        optimizer = _checked(linear_optimizer, rate)
        with variable_scope.variable_scope("linear", values=values, partitioner=large) as scope:
            trained.append((optimizer, scope.name))
            logit_fn = linear_logit_fn_builder(head.logits_dimension, linear_feature_columns, linear_sparse_combiner)
            found.append(logit_fn(features=features))
            add_layer_summary(found[-1], scope.name)
    logits = found[0] if len(found) == 1 else found[0] + found[1]
    return head.create_estimator_spec(
        features=features, mode=mode, labels=labels, train_op_fn=lambda loss: _train_op(loss, trained), logits=logits
    )


def _train_op(loss: Any, trained: list[tuple[Any, str]]) -> Any:
    """Each optimizer minimizes the loss by its own variables; then the step is counted."""
    step = training_util.get_global_step()
    graph = context.get_default_graph()
    updates = [
        optimizer.minimize(loss, var_list=graph.get_collection(GraphKeys.TRAINABLE_VARIABLES, scope=scope))
        for optimizer, scope in trained
    ]
    with framework.control_dependencies([group(*updates)]):
        return state_ops.assign_add(step, 1).op


class DNNLinearCombinedClassifier(_Combined):
    """Classification by a linear function of some columns and fully connected layers on others.

    Args:
      model_dir: the folder.
      linear_feature_columns, linear_optimizer, linear_sparse_combiner: of the linear part, as for LinearClassifier.
      dnn_feature_columns, dnn_optimizer, dnn_hidden_units, dnn_activation_fn, dnn_dropout, batch_norm: of the other
        part, as for DNNClassifier.
      n_classes, weight_column, label_vocabulary, loss_reduction: of the head.
      input_layer_partitioner: of the columns' variables.
      config: a `tf.estimator.RunConfig`.
      warm_start_from: a checkpoint or WarmStartSettings.

    Raises:
      ValueError: there are no columns.
    """

    def __init__(
        self,
        model_dir: Any = None,
        linear_feature_columns: Any = None,
        linear_optimizer: Any = "Ftrl",
        dnn_feature_columns: Any = None,
        dnn_optimizer: Any = "Adagrad",
        dnn_hidden_units: Any = None,
        dnn_activation_fn: Any = nn_ops.relu,
        dnn_dropout: float | None = None,
        n_classes: int = 2,
        weight_column: Any = None,
        label_vocabulary: Any = None,
        input_layer_partitioner: Any = None,
        config: Any = None,
        warm_start_from: Any = None,
        loss_reduction: Any = Reduction.SUM,
        batch_norm: bool = False,
        linear_sparse_combiner: str = "sum",
    ) -> None:
        super().__init__(
            _binary_logistic_or_multi_class_head(n_classes, weight_column, label_vocabulary, loss_reduction),
            model_dir,
            config,
            warm_start_from,
            linear_feature_columns=linear_feature_columns,
            linear_optimizer=linear_optimizer,
            dnn_feature_columns=dnn_feature_columns,
            dnn_optimizer=dnn_optimizer,
            dnn_hidden_units=dnn_hidden_units,
            dnn_activation_fn=dnn_activation_fn,
            dnn_dropout=dnn_dropout,
            input_layer_partitioner=input_layer_partitioner,
            batch_norm=batch_norm,
            linear_sparse_combiner=linear_sparse_combiner,
        )


class DNNLinearCombinedRegressor(_Combined):
    """Regression by both; `label_dimension` numbers per example, else as DNNLinearCombinedClassifier."""

    def __init__(
        self,
        model_dir: Any = None,
        linear_feature_columns: Any = None,
        linear_optimizer: Any = "Ftrl",
        dnn_feature_columns: Any = None,
        dnn_optimizer: Any = "Adagrad",
        dnn_hidden_units: Any = None,
        dnn_activation_fn: Any = nn_ops.relu,
        dnn_dropout: float | None = None,
        label_dimension: int = 1,
        weight_column: Any = None,
        input_layer_partitioner: Any = None,
        config: Any = None,
        warm_start_from: Any = None,
        loss_reduction: Any = Reduction.SUM,
        batch_norm: bool = False,
        linear_sparse_combiner: str = "sum",
    ) -> None:
        super().__init__(
            _regression_head(weight_column, label_dimension, loss_reduction),
            model_dir,
            config,
            warm_start_from,
            linear_feature_columns=linear_feature_columns,
            linear_optimizer=linear_optimizer,
            dnn_feature_columns=dnn_feature_columns,
            dnn_optimizer=dnn_optimizer,
            dnn_hidden_units=dnn_hidden_units,
            dnn_activation_fn=dnn_activation_fn,
            dnn_dropout=dnn_dropout,
            input_layer_partitioner=input_layer_partitioner,
            batch_norm=batch_norm,
            linear_sparse_combiner=linear_sparse_combiner,
        )


class DNNLinearCombinedEstimator(_Combined):
    """Both, with a head of the user's; else as DNNLinearCombinedClassifier."""

    def __init__(
        self,
        head: Any,
        model_dir: Any = None,
        linear_feature_columns: Any = None,
        linear_optimizer: Any = "Ftrl",
        dnn_feature_columns: Any = None,
        dnn_optimizer: Any = "Adagrad",
        dnn_hidden_units: Any = None,
        dnn_activation_fn: Any = nn_ops.relu,
        dnn_dropout: float | None = None,
        input_layer_partitioner: Any = None,
        config: Any = None,
        linear_sparse_combiner: str = "sum",
    ) -> None:
        super().__init__(
            head,
            model_dir,
            config,
            None,
            linear_feature_columns=linear_feature_columns,
            linear_optimizer=linear_optimizer,
            dnn_feature_columns=dnn_feature_columns,
            dnn_optimizer=dnn_optimizer,
            dnn_hidden_units=dnn_hidden_units,
            dnn_activation_fn=dnn_activation_fn,
            dnn_dropout=dnn_dropout,
            input_layer_partitioner=input_layer_partitioner,
            linear_sparse_combiner=linear_sparse_combiner,
        )

"""Wide and deep models of tf.contrib.learn: a linear model and hidden layers, whose logits are added."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from tf1compat._facade import nn_ops, partitioned_variables, state_ops, summary, variable_scope
from tf1compat._facade.collections import get_collection
from tf1compat._facade.contrib.dense_layers import fully_connected
from tf1compat._facade.contrib.learn import canned, column_inputs, heads
from tf1compat._facade.contrib.learn.estimator import Estimator
from tf1compat._facade.contrib.learn.keys import ModeKeys
from tf1compat._facade.contrib.optimize_loss import optimize_loss
from tf1compat._facade.contrib.shape_layers import dropout
from tf1compat._facade.framework import colocate_with, control_dependencies
from tf1compat._facade.grouping import group
from tf1compat._facade.train import training_util
from tf1compat._facade.train.sync_replicas_optimizer import SyncReplicasOptimizer

_DNN_RATE, _LINEAR_RATE = 0.05, 0.2
_MIN_SLICE_SIZE = 64 << 20


def _optimizer(given: Any) -> Any:
    found = given() if callable(given) else given
    if isinstance(found, SyncReplicasOptimizer):
        raise ValueError(
            "SyncReplicasOptimizer is not supported in DNNLinearCombined model. If you want to use this optimizer, "
            "please use either DNN or Linear model."
        )
    return found


def _summarize(value: Any, tag: str) -> None:
    summary.scalar(f"{tag}/fraction_of_zero_values", nn_ops.zero_fraction(value))
    summary.histogram(f"{tag}/activation", value)


def _partitioner(config: Any, **options: Any) -> Any:
    replicas = config.num_ps_replicas if config else 0
    return partitioned_variables.min_max_variable_partitioner(max_partitions=replicas, **options)


def _deep_logits(features: Any, units: int, mode: Any, params: Any, config: Any) -> tuple[Any, str]:
    """Logits of the hidden layers, and the name of the scope of their input."""
    values = tuple(features.values())
    activation, share = params.get("dnn_activation_fn") or nn_ops.relu, params.get("dnn_dropout")
    input_partitioner = params.get("input_layer_partitioner") or _partitioner(config, min_slice_size=_MIN_SLICE_SIZE)
    with variable_scope.variable_scope("dnn", values=values, partitioner=_partitioner(config)):
        with variable_scope.variable_scope(
            "input_from_feature_columns", values=values, partitioner=input_partitioner
        ) as input_scope:
            net = column_inputs.dense_input(features, params["dnn_feature_columns"], "dnn", input_scope)
        for i, size in enumerate(params["dnn_hidden_units"]):
            with variable_scope.variable_scope(f"hiddenlayer_{i}", values=(net,)) as scope:
                net = fully_connected(net, size, activation_fn=activation, variables_collections=["dnn"], scope=scope)
                if share is not None and mode == ModeKeys.TRAIN:
                    net = dropout(net, keep_prob=1.0 - share)
            _summarize(net, scope.name)
        with variable_scope.variable_scope("logits", values=(net,)) as scope:
            logits = fully_connected(net, units, activation_fn=None, variables_collections=["dnn"], scope=scope)
        _summarize(logits, scope.name)
    return logits, input_scope.name


def _wide_logits(features: Any, units: int, params: Any, config: Any) -> Any:
    columns, joint = params["linear_feature_columns"], params.get("joint_linear_weights")
    partitioner = _partitioner(config, min_slice_size=_MIN_SLICE_SIZE)
    with variable_scope.variable_scope("linear", values=tuple(features.values()), partitioner=partitioner) as scope:
        logits = column_inputs.weighted_sum(features, columns, units, "linear", scope, joint)
        _summarize(logits, scope.name)
    return logits


def _train_op(loss: Any, parts: list[dict[str, Any]], params: Any) -> Any:
    """One step of each part's optimizer."""
    step = training_util.get_global_step()
    counts_once = params.get("fix_global_step_increment_bug", True)
    steps = [
        optimize_loss(
            loss=loss,
            global_step=step,
            clip_gradients=params.get("gradient_clip_norm"),
            variables=get_collection(part["name"]),
            summaries=[],
            increment_global_step=not counts_once,
            **part,
        )
        for part in parts
    ]
    train = group(*steps)
    if not counts_once:  # TF1: each part counts a step of its own
        return train
    with control_dependencies([train]), colocate_with(step):
        return state_ops.assign_add(step, 1).op


def _dnn_linear_combined_model_fn(features: Any, labels: Any, mode: Any, params: Any, config: Any = None) -> Any:
    head, wide, deep = params["head"], params.get("linear_feature_columns"), params.get("dnn_feature_columns")
    features = features if isinstance(features, dict) else {"": features}
    of_wide = _optimizer(params.get("linear_optimizer") or "Ftrl")
    of_deep = _optimizer(params.get("dnn_optimizer") or "Adagrad")
    logits: Any = None
    parts: list[dict[str, Any]] = []
    if deep:
        if not params.get("dnn_hidden_units"):
            raise ValueError("dnn_hidden_units must be defined when dnn_feature_columns is specified.")
        logits, input_scope = _deep_logits(features, head.logits_dimension, mode, params, config)
        factors = column_inputs.gradient_multipliers(params.get("embedding_lr_multipliers"), "dnn", input_scope)
        part = {"name": "dnn", "learning_rate": _DNN_RATE, "optimizer": of_deep, "gradient_multipliers": factors}
        parts.append(part)
    if wide:
        linear = _wide_logits(features, head.logits_dimension, params, config)
        logits = linear if logits is None else logits + linear
        rate = min(_LINEAR_RATE, 1.0 / math.sqrt(len(wide)))
        parts.append({"name": "linear", "learning_rate": rate, "optimizer": of_wide})

    return head.create_model_fn_ops(
        features=features,
        mode=mode,
        labels=labels,
        train_op_fn=lambda loss: _train_op(loss, parts, params),
        logits=logits,
    )


def _params(head: Any, given: dict[str, Any]) -> dict[str, Any]:
    """What the model function gets, of the arguments of a constructor.

    Raises:
      ValueError: there are no columns.
    """
    found = {k: v for k, v in given.items() if k.startswith(("dnn_", "linear_", "gradient_", "embedding_", "fix_"))}
    for name in ("linear_feature_columns", "dnn_feature_columns"):
        found[name] = tuple(given[name] or ())
    if not found["linear_feature_columns"] + found["dnn_feature_columns"]:
        raise ValueError("Either linear_feature_columns or dnn_feature_columns must be defined.")
    partitioner, size = given.get("input_layer_partitioner"), given.get("input_layer_min_slice_size")
    if size is not None:
        partitioner = _partitioner(given["config"], min_slice_size=size)
    joint = given["_joint_linear_weights"]
    return {**found, "head": head, "joint_linear_weights": joint, "input_layer_partitioner": partitioner}


class DNNLinearCombinedClassifier(canned.Classifier):
    """A linear model and hidden layers for classes.

    Args:
      model_dir, config, feature_engineering_fn: see Estimator.
      n_classes, weight_column_name, enable_centered_bias, label_keys: see `multi_class_head`.
      linear_feature_columns, dnn_feature_columns: columns of tf.contrib.layers or tf.feature_column.
      linear_optimizer: a name, an Optimizer or a function that gives one; Ftrl by default.
      dnn_optimizer: the same of the hidden layers; Adagrad with rate 0.05 by default.
      dnn_hidden_units: the sizes of the hidden layers.
      dnn_activation_fn: their activation.
      dnn_dropout: the share of units that drop out in training.
      gradient_clip_norm: the largest global norm of gradients, of each part.
      embedding_lr_multipliers: embedding column -> factor of its gradients.
      input_layer_min_slice_size: how large parts of variables are at least on parameter servers.
      fix_global_step_increment_bug: TF1: without it each part counts a step, so that the global step moves by two.

    Raises:
      ValueError: no columns.
    """

    def __init__(
        self,
        model_dir: str | None = None,
        n_classes: int = 2,
        weight_column_name: str | None = None,
        linear_feature_columns: Any = None,
        linear_optimizer: Any = None,
        _joint_linear_weights: bool = False,
        dnn_feature_columns: Any = None,
        dnn_optimizer: Any = None,
        dnn_hidden_units: Any = None,
        dnn_activation_fn: Any = nn_ops.relu,
        dnn_dropout: float | None = None,
        gradient_clip_norm: float | None = None,
        enable_centered_bias: bool = False,
        config: Any = None,
        feature_engineering_fn: Callable[..., Any] | None = None,
        embedding_lr_multipliers: Any = None,
        input_layer_min_slice_size: int | None = None,
        label_keys: Any = None,
        fix_global_step_increment_bug: bool = False,
    ) -> None:
        head = heads.multi_class_head(
            n_classes,
            weight_column_name=weight_column_name,
            enable_centered_bias=enable_centered_bias,
            label_keys=label_keys,
        )
        params = _params(head, locals())
        super().__init__(_dnn_linear_combined_model_fn, model_dir, config, params, feature_engineering_fn)


class DNNLinearCombinedRegressor(canned.RegressorOfScores):
    """A linear model and hidden layers for numbers; see DNNLinearCombinedClassifier and `regression_head`."""

    def __init__(
        self,
        model_dir: str | None = None,
        weight_column_name: str | None = None,
        linear_feature_columns: Any = None,
        linear_optimizer: Any = None,
        _joint_linear_weights: bool = False,
        dnn_feature_columns: Any = None,
        dnn_optimizer: Any = None,
        dnn_hidden_units: Any = None,
        dnn_activation_fn: Any = nn_ops.relu,
        dnn_dropout: float | None = None,
        gradient_clip_norm: float | None = None,
        enable_centered_bias: bool = False,
        label_dimension: int = 1,
        config: Any = None,
        feature_engineering_fn: Callable[..., Any] | None = None,
        embedding_lr_multipliers: Any = None,
        input_layer_min_slice_size: int | None = None,
        fix_global_step_increment_bug: bool = False,
    ) -> None:
        head = heads.regression_head(
            weight_column_name=weight_column_name,
            label_dimension=label_dimension,
            enable_centered_bias=enable_centered_bias,
        )
        params = _params(head, locals())
        super().__init__(_dnn_linear_combined_model_fn, model_dir, config, params, feature_engineering_fn)


class DNNLinearCombinedEstimator(Estimator):
    """A linear model and hidden layers under a head of one's own; see DNNLinearCombinedClassifier."""

    def __init__(
        self,
        head: Any,
        model_dir: str | None = None,
        linear_feature_columns: Any = None,
        linear_optimizer: Any = None,
        _joint_linear_weights: bool = False,
        dnn_feature_columns: Any = None,
        dnn_optimizer: Any = None,
        dnn_hidden_units: Any = None,
        dnn_activation_fn: Any = None,
        dnn_dropout: float | None = None,
        gradient_clip_norm: float | None = None,
        config: Any = None,
        feature_engineering_fn: Callable[..., Any] | None = None,
        embedding_lr_multipliers: Any = None,
        fix_global_step_increment_bug: bool = False,
        input_layer_partitioner: Any = None,
    ) -> None:
        params = _params(head, locals())
        super().__init__(_dnn_linear_combined_model_fn, model_dir, config, params, feature_engineering_fn)

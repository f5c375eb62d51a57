"""Linear models of tf.contrib.learn: a weighted sum of feature columns."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from tf1compat._facade import clip_ops, gradients, partitioned_variables, variable_scope
from tf1compat._facade.collections import get_collection
from tf1compat._facade.contrib.learn import canned, column_inputs, heads
from tf1compat._facade.contrib.learn.estimator import Estimator
from tf1compat._facade.contrib.optimize_loss import OPTIMIZER_CLS_NAMES
from tf1compat._facade.train import training_util
from tf1compat._facade.train.ftrl import FtrlOptimizer

_LEARNING_RATE = 0.2
_SCOPE = "linear"
_MIN_SLICE_SIZE = 64 << 20


def _optimizer(given: Any) -> Any:
    if isinstance(given, str):
        return OPTIMIZER_CLS_NAMES[given](learning_rate=_LEARNING_RATE)
    return given() if callable(given) else given


def _linear_model_fn(features: Any, labels: Any, mode: Any, params: Any, config: Any = None) -> Any:
    head, columns = params["head"], params["feature_columns"]
    default = FtrlOptimizer(learning_rate=min(_LEARNING_RATE, 1.0 / math.sqrt(len(columns))))
    optimizer, clip_norm = params.get("optimizer") or default, params.get("gradient_clip_norm")
    features = features if isinstance(features, dict) else {"": features}
    partitioner = partitioned_variables.min_max_variable_partitioner(
        max_partitions=config.num_ps_replicas if config else 0, min_slice_size=_MIN_SLICE_SIZE
    )
    values = tuple(features.values())
    with variable_scope.variable_scope(_SCOPE, values=values, partitioner=partitioner) as scope:
        joint = params.get("joint_weights", False)
        logits = column_inputs.weighted_sum(features, columns, head.logits_dimension, _SCOPE, scope, joint)

        def train_op_fn(loss: Any) -> Any:
            step, variables = training_util.get_global_step(), get_collection(_SCOPE)
            grads = gradients.gradients(loss, variables)
            if clip_norm:
                grads, _ = clip_ops.clip_by_global_norm(grads, clip_norm)
            return _optimizer(optimizer).apply_gradients(zip(grads, variables, strict=True), global_step=step)

        return head.create_model_fn_ops(
            features=features, mode=mode, labels=labels, train_op_fn=train_op_fn, logits=logits
        )


class LinearClassifier(canned.Classifier):
    """A weighted sum for classes.

    Args:
      feature_columns: columns of tf.contrib.layers or tf.feature_column.
      model_dir, config, feature_engineering_fn: see Estimator.
      n_classes, weight_column_name, enable_centered_bias, label_keys: see `multi_class_head`.
      optimizer: a name, an Optimizer or a function that gives one; Ftrl by default.
      gradient_clip_norm: the largest global norm of gradients.
    """

    def __init__(
        self,
        feature_columns: Any,
        model_dir: str | None = None,
        n_classes: int = 2,
        weight_column_name: str | None = None,
        optimizer: Any = None,
        gradient_clip_norm: float | None = None,
        enable_centered_bias: bool = False,
        _joint_weight: bool = False,
        config: Any = None,
        feature_engineering_fn: Callable[..., Any] | None = None,
        label_keys: Any = None,
    ) -> None:
        assert tuple(feature_columns or ())
        head = heads.multi_class_head(
            n_classes,
            weight_column_name=weight_column_name,
            enable_centered_bias=enable_centered_bias,
            label_keys=label_keys,
        )
        params = {
            "head": head,
            "feature_columns": feature_columns,
            "optimizer": optimizer,
            "gradient_clip_norm": gradient_clip_norm,
            "joint_weights": _joint_weight,
        }
        super().__init__(_linear_model_fn, model_dir, config, params, feature_engineering_fn)


class LinearRegressor(canned.Regressor):
    """A weighted sum for numbers; see LinearClassifier and `regression_head`."""

    def __init__(
        self,
        feature_columns: Any,
        model_dir: str | None = None,
        weight_column_name: str | None = None,
        optimizer: Any = None,
        gradient_clip_norm: float | None = None,
        enable_centered_bias: bool = False,
        label_dimension: int = 1,
        _joint_weights: bool = False,
        config: Any = None,
        feature_engineering_fn: Callable[..., Any] | None = None,
    ) -> None:
        assert tuple(feature_columns or ())
        head = heads.regression_head(
            weight_column_name=weight_column_name,
            label_dimension=label_dimension,
            enable_centered_bias=enable_centered_bias,
        )
        params = {
            "head": head,
            "feature_columns": feature_columns,
            "optimizer": optimizer,
            "gradient_clip_norm": gradient_clip_norm,
            "joint_weights": _joint_weights,
        }
        super().__init__(_linear_model_fn, model_dir, config, params, feature_engineering_fn)


class LinearEstimator(Estimator):
    """A weighted sum under a head of one's own; see LinearClassifier. `weight_column_name` is the head's, as in TF."""

    def __init__(
        self,
        feature_columns: Any,
        head: Any,
        model_dir: str | None = None,
        weight_column_name: str | None = None,  # TF1: unused, the head has its own
        optimizer: Any = None,
        gradient_clip_norm: float | None = None,
        _joint_weights: bool = False,
        config: Any = None,
        feature_engineering_fn: Callable[..., Any] | None = None,
    ) -> None:
        assert feature_columns
        params = {
            "head": head,
            "feature_columns": feature_columns,
            "optimizer": optimizer,
            "gradient_clip_norm": gradient_clip_norm,
            "joint_weights": _joint_weights,
        }
        super().__init__(_linear_model_fn, model_dir, config, params, feature_engineering_fn)

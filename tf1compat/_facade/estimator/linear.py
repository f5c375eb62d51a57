"""`tf.estimator.LinearClassifier` and its kin: linear functions of feature columns."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from tf1compat._facade import (
    array_creation,
    array_ops,
    constants,
    framework,
    math_casts,
    math_elementwise,
    math_ops,
    nn_ops,
    summary,
    variable_scope,
)
from tf1compat._facade.cond import cond
from tf1compat._facade.estimator.canned_optimizers import get_optimizer_instance
from tf1compat._facade.estimator.classification_heads import _binary_logistic_or_multi_class_head
from tf1compat._facade.estimator.dnn import check_features
from tf1compat._facade.estimator.estimator import Estimator
from tf1compat._facade.estimator.regression_head import _regression_head
from tf1compat._facade.feature_column.bases import is_feature_column_v2
from tf1compat._facade.feature_column.feature_layers import LinearModel
from tf1compat._facade.feature_column.old_layers import _LinearModel
from tf1compat._facade.losses import Reduction
from tf1compat._facade.partitioned_variables import min_max_variable_partitioner
from tf1compat._facade.train.ftrl import FtrlOptimizer
from tf1compat._jaxcore.base import dtypes

_LEARNING_RATE = 0.2


class LinearSDCA:
    """Stochastic dual coordinate ascent, which needs TensorFlow's SDCA kernels: not in tf1compat."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise NotImplementedError(
            "tf.estimator.experimental.LinearSDCA is not in tf1compat: TensorFlow's SdcaOptimizer kernels have no "
            "counterpart; use optimizer='Ftrl' with l1 and l2 regularization strengths"
        )


def _default_optimizer(feature_columns: Any) -> Any:
    return FtrlOptimizer(learning_rate=min(_LEARNING_RATE, 1.0 / math.sqrt(len(feature_columns))))


def _parts(variables: Any) -> list[Any]:
    """Variables, partitioned ones as their slices."""
    found: list[Any] = []
    for v in variables:
        found.extend(v._get_variable_list() if hasattr(v, "_get_variable_list") else v if isinstance(v, list) else [v])
    return found


def _compute_fraction_of_zero(variables: list[Any]) -> Any:
    """The share of zeros among all weights."""
    with framework.name_scope("zero_fraction"):
        with framework.name_scope("total_size"):
            sizes = [array_creation.size(x, out_type=dtypes.int64) for x in variables]
            total = math_ops.add_n(sizes)
        with framework.name_scope("total_zero"):
            zeros = math_ops.add_n([_zeros_in(x, size) for x, size in zip(variables, sizes)])
        with framework.name_scope("compute"):
            as_float = math_casts.cast(total, dtype=dtypes.float32, name="float32_size")
            fraction = zeros / as_float
        return array_ops.identity(fraction, name="zero_fraction_or_nan")


def _zeros_in(x: Any, size: Any) -> Any:
    return cond(
        math_elementwise.equal(size, constants.constant(0, dtype=dtypes.int64)),
        true_fn=lambda: constants.constant(0, dtype=dtypes.float32),
        false_fn=lambda: nn_ops.zero_fraction(x) * math_casts.to_float(size),
        name="zero_count",
    )


def linear_logit_fn_builder(units: int, feature_columns: Any, sparse_combiner: str = "sum") -> Callable[..., Any]:
    """A function of `features` that gives logits.

    Args:
      units: number of logits.
      feature_columns: dense and categorical columns.
      sparse_combiner: "sum", "mean" or "sqrtn", of a row's ids.
    """

    def linear_logit_fn(features: Any) -> Any:
        options = {"feature_columns": feature_columns, "units": units, "sparse_combiner": sparse_combiner}
        if is_feature_column_v2(feature_columns):
            model: Any = LinearModel(**options, name="linear_model")
            logits = model(features)
            bias = _parts([model.bias])
            variables = [v for v in _parts(model.variables) if not any(v is b for b in bias)]
        else:
            model = _LinearModel(**options, name="linear_model")
            logits = model(features)
            by_column = model.cols_to_vars()
            bias = by_column.pop("bias")
            variables = _parts(by_column.values())
        if units > 1:
            summary.histogram("bias", bias)
        else:
            summary.scalar("bias", bias[0][0])
        summary.scalar("fraction_of_zero_weights", _compute_fraction_of_zero(variables))
        return logits

    return linear_logit_fn


def _linear_model_fn(
    features: Any,
    labels: Any,
    mode: str,
    head: Any,
    feature_columns: Any,
    optimizer: Any,
    partitioner: Any,
    config: Any,
    sparse_combiner: str = "sum",
) -> Any:
    check_features(features)
    replicas = config.num_ps_replicas if config else 0
    partitioner = partitioner or min_max_variable_partitioner(max_partitions=replicas, min_slice_size=64 << 20)
    with variable_scope.variable_scope("linear", values=tuple(features.values()), partitioner=partitioner):
        logit_fn = linear_logit_fn_builder(head.logits_dimension, feature_columns, sparse_combiner)
        logits = logit_fn(features=features)
        chosen = get_optimizer_instance(optimizer or _default_optimizer(feature_columns), learning_rate=_LEARNING_RATE)
        return head.create_estimator_spec(features=features, mode=mode, labels=labels, optimizer=chosen, logits=logits)


class _Linear(Estimator):
    """What the three classes share."""

    def __init__(
        self,
        head: Any,
        feature_columns: Any,
        model_dir: Any,
        optimizer: Any,
        config: Any,
        partitioner: Any,
        warm_start_from: Any,
        sparse_combiner: str,
    ) -> None:
        def model_fn(features: Any, labels: Any, mode: str, config: Any) -> Any:
            columns = tuple(feature_columns or [])
            return _linear_model_fn(
                features, labels, mode, head, columns, optimizer, partitioner, config, sparse_combiner
            )

        super().__init__(model_fn, model_dir, config, warm_start_from=warm_start_from)


class LinearClassifier(_Linear):
    """Classification by a linear function of columns.

    Args:
      feature_columns: dense and categorical columns.
      model_dir: the folder.
      n_classes: number of classes.
      weight_column: feature or numeric column of weights.
      label_vocabulary: names of the classes, if labels are strings.
      optimizer: an optimizer, its name, or a function that makes one.
      config: a `tf.estimator.RunConfig`.
      partitioner: of the weights.
      warm_start_from: a checkpoint or WarmStartSettings.
      loss_reduction: a `tf.losses.Reduction`.
      sparse_combiner: "sum", "mean" or "sqrtn", of a row's ids.
    """

    def __init__(
        self,
        feature_columns: Any,
        model_dir: Any = None,
        n_classes: int = 2,
        weight_column: Any = None,
        label_vocabulary: Any = None,
        optimizer: Any = "Ftrl",
        config: Any = None,
        partitioner: Any = None,
        warm_start_from: Any = None,
        loss_reduction: Any = Reduction.SUM,
        sparse_combiner: str = "sum",
    ) -> None:
        head = _binary_logistic_or_multi_class_head(n_classes, weight_column, label_vocabulary, loss_reduction)
        super().__init__(
            head, feature_columns, model_dir, optimizer, config, partitioner, warm_start_from, sparse_combiner
        )


class LinearRegressor(_Linear):
    """Regression by a linear function of columns; `label_dimension` numbers per example, else as LinearClassifier."""

    def __init__(
        self,
        feature_columns: Any,
        model_dir: Any = None,
        label_dimension: int = 1,
        weight_column: Any = None,
        optimizer: Any = "Ftrl",
        config: Any = None,
        partitioner: Any = None,
        warm_start_from: Any = None,
        loss_reduction: Any = Reduction.SUM,
        sparse_combiner: str = "sum",
    ) -> None:
        head = _regression_head(weight_column, label_dimension, loss_reduction)
        super().__init__(
            head, feature_columns, model_dir, optimizer, config, partitioner, warm_start_from, sparse_combiner
        )


class LinearEstimator(_Linear):
    """A linear function of columns with a head of the user's; else as LinearClassifier."""

    def __init__(
        self,
        head: Any,
        feature_columns: Any,
        model_dir: Any = None,
        optimizer: Any = "Ftrl",
        config: Any = None,
        partitioner: Any = None,
        sparse_combiner: str = "sum",
    ) -> None:
        super().__init__(head, feature_columns, model_dir, optimizer, config, partitioner, None, sparse_combiner)

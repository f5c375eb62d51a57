"""`tf.estimator.BaselineClassifier` and its kin: a bias that ignores the features."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import array_creation, check_ops, framework, init_ops, math_elementwise, variable_scope
from tf1compat._facade.estimator.canned_optimizers import get_optimizer_instance
from tf1compat._facade.estimator.classification_heads import _binary_logistic_or_multi_class_head
from tf1compat._facade.estimator.estimator import Estimator
from tf1compat._facade.estimator.regression_head import _regression_head
from tf1compat._facade.feature_column.numeric import _NumericColumn
from tf1compat._facade.losses import Reduction
from tf1compat._facade.train import training_util

_LEARNING_RATE = 0.3


def _weight_key(weight_column: Any) -> Any:
    if weight_column is None or isinstance(weight_column, str):
        return weight_column
    if not isinstance(weight_column, _NumericColumn):
        raise TypeError(f"Weight column must be either a string or _NumericColumn. Given type: {type(weight_column)}.")
    return weight_column.key


def _logits(features: Any, num_outputs: int, weight_column: Any) -> Any:
    """The bias for each example; features are asked for their number only."""
    checks, batch_size = [], None
    for key, feature in features.items():
        if key == _weight_key(weight_column):
            continue
        first = array_creation.shape(feature)[0]
        if batch_size is None:
            batch_size = first
        else:
            checks.append(check_ops.assert_equal(batch_size, first))
    with framework.control_dependencies(checks), variable_scope.variable_scope("baseline"):
        bias = variable_scope.get_variable("bias", shape=[num_outputs], initializer=init_ops.Zeros)
        return math_elementwise.multiply(bias, array_creation.ones([batch_size, num_outputs]))


class _Baseline(Estimator):
    """What the three classes share."""

    def __init__(self, head: Any, model_dir: Any, optimizer: Any, config: Any, weight_column: Any = None) -> None:
        def model_fn(features: Any, labels: Any, mode: str, config: Any) -> Any:
            def train_op(loss: Any) -> Any:
                found = get_optimizer_instance(optimizer, learning_rate=_LEARNING_RATE)
                return found.minimize(loss, global_step=training_util.get_global_step())

            logits = _logits(features, head.logits_dimension, weight_column)
            return head.create_estimator_spec(
                features=features, mode=mode, logits=logits, labels=labels, train_op_fn=train_op
            )

        super().__init__(model_fn, model_dir, config)


class BaselineClassifier(_Baseline):
    """Learns how frequent each class is; arguments as for LinearClassifier, without columns."""

    def __init__(
        self,
        model_dir: Any = None,
        n_classes: int = 2,
        weight_column: Any = None,
        label_vocabulary: Any = None,
        optimizer: Any = "Ftrl",
        config: Any = None,
        loss_reduction: Any = Reduction.SUM,
    ) -> None:
        head = _binary_logistic_or_multi_class_head(n_classes, weight_column, label_vocabulary, loss_reduction)
        super().__init__(head, model_dir, optimizer, config, weight_column)


class BaselineRegressor(_Baseline):
    """Learns the mean of the labels; arguments as for LinearRegressor, without columns."""

    def __init__(
        self,
        model_dir: Any = None,
        label_dimension: int = 1,
        weight_column: Any = None,
        optimizer: Any = "Ftrl",
        config: Any = None,
        loss_reduction: Any = Reduction.SUM,
    ) -> None:
        head = _regression_head(weight_column, label_dimension, loss_reduction)
        super().__init__(head, model_dir, optimizer, config)


class BaselineEstimator(_Baseline):
    """A bias with a head of the user's."""

    def __init__(self, head: Any, model_dir: Any = None, optimizer: Any = "Ftrl", config: Any = None) -> None:
        super().__init__(head, model_dir, optimizer, config)

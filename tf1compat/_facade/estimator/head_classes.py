"""`tf.estimator.BinaryClassHead` and its like: heads as public classes, whose losses are means by default."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import framework, math_elementwise, math_ops, nn_loss
from tf1compat._facade.estimator import head_checks, heads
from tf1compat._facade.estimator.classification_heads import (
    _BinaryLogisticHeadWithSigmoidCrossEntropyLoss,
    _MultiClassHeadWithSoftmaxCrossEntropyLoss,
)
from tf1compat._facade.estimator.regression_head import _RegressionHeadWithMeanSquaredErrorLoss
from tf1compat._facade.grouping import group
from tf1compat._facade.losses import Reduction
from tf1compat._facade.train import training_util

MEAN = "sum_over_batch_size"
# names of the reductions of tf.keras.losses and of tf.losses
_REDUCTIONS = {MEAN: Reduction.SUM_OVER_BATCH_SIZE, "sum": Reduction.SUM, "auto": Reduction.SUM_OVER_BATCH_SIZE}


def plain_reduction(given: Any) -> Any:
    """The `tf.losses.Reduction` of a reduction of either kind.

    Raises:
      ValueError: none of them, or the one that reduces nothing.
    """
    found = _REDUCTIONS.get(given, given)
    if found not in Reduction.all() or found == Reduction.NONE:
        raise ValueError(f"Invalid loss_reduction: {given}.")
    return found


class Head(heads._Head):
    """Base of heads: predictions, loss, metrics and training from logits."""

    _pr_method = "careful_interpolation"

    @property
    def loss_reduction(self) -> Any:
        """How the losses of examples become one."""
        return next((k for k, v in _REDUCTIONS.items() if v == self._loss_reduction), self._loss_reduction)

    def predictions(self, logits: Any, keys: Any = None) -> dict[str, Any]:
        """The tensors that are predicted, by name; `keys` chooses some."""
        found = self._predict(logits).predictions
        unknown = [key for key in keys or () if key not in found]
        if unknown:
            raise ValueError(
                f"Prediction key must be in PredictionKeys, given: {unknown[0]}. Valid keys: {list(found)}"
            )
        return {key: found[key] for key in keys} if keys else found

    def loss(
        self, labels: Any, logits: Any, features: Any = None, mode: Any = None, regularization_losses: Any = None
    ) -> Any:
        """The scalar to minimise."""
        logits = self._predict(logits).logits
        found = self.create_loss(features or {}, mode, logits, labels).training_loss
        return math_ops.add_n([found, math_ops.add_n(regularization_losses)]) if regularization_losses else found

    def create_estimator_spec(  # type: ignore[override]
        self,
        features: Any,
        mode: Any,
        logits: Any,
        labels: Any = None,
        optimizer: Any = None,
        trainable_variables: Any = None,
        train_op_fn: Any = None,
        update_ops: Any = None,
        regularization_losses: Any = None,
    ) -> Any:
        """What a `model_fn` returns; arguments as of the canned heads, and

        Args:
          trainable_variables: what an optimizer of `tf.keras` trains.
          update_ops: operations to run with each step, besides those of the collection.
        """
        train_op_fn, optimizer = _training(optimizer, trainable_variables, train_op_fn, update_ops)
        return super().create_estimator_spec(
            features, mode, logits, labels, optimizer, train_op_fn, regularization_losses
        )


def _training(optimizer: Any, variables: Any, train_op_fn: Any, updates: Any) -> tuple[Any, Any]:
    """What makes the training operation, and the optimizer that is left to the head."""
    if optimizer is None or train_op_fn is not None:
        plain = train_op_fn
        if plain is None or not updates:
            return plain, optimizer
        return (lambda loss: group(plain(loss), *updates)), optimizer
    if hasattr(optimizer, "get_updates"):
        if not variables:
            raise ValueError("trainable_variables must be given for an optimizer of tf.keras.")

        def train(loss: Any) -> Any:
            optimizer.iterations = training_util.get_or_create_global_step()
            return group(*optimizer.get_updates(loss, list(variables)), *(updates or ()))

        return train, None
    if not updates:
        return None, optimizer
    return (lambda loss: group(optimizer.minimize(loss, training_util.get_global_step()), *updates)), None


class BinaryClassHead(Head, _BinaryLogisticHeadWithSigmoidCrossEntropyLoss):
    """A head for two classes: one logit.

    Args:
      weight_column: feature or numeric column of weights.
      thresholds: accuracy, precision and recall are measured at these.
      label_vocabulary: names of the classes, where labels are strings.
      loss_reduction: of `tf.keras.losses.Reduction`.
      loss_fn: of labels and logits (and features), instead of the cross entropy.
      name: prefix of metrics and summaries.
    """

    def __init__(
        self,
        weight_column: Any = None,
        thresholds: Any = None,
        label_vocabulary: Any = None,
        loss_reduction: Any = MEAN,
        loss_fn: Any = None,
        name: str | None = None,
    ) -> None:
        _check(thresholds, label_vocabulary, loss_fn)
        super().__init__(weight_column, thresholds, label_vocabulary, plain_reduction(loss_reduction), loss_fn, name)


def _check(thresholds: Any, vocabulary: Any, loss_fn: Any) -> None:
    for threshold in thresholds or ():
        if not 0.0 < threshold < 1.0:
            raise ValueError(f"thresholds not in (0, 1): {tuple(thresholds)}.")
    if vocabulary is not None and not isinstance(vocabulary, (list, tuple)):
        raise ValueError(f"label_vocabulary should be a list or a tuple. Given type: {type(vocabulary)}")
    if loss_fn:
        head_checks.check_loss_fn(loss_fn)


class MultiClassHead(Head, _MultiClassHeadWithSoftmaxCrossEntropyLoss):
    """A head for more than two classes, one of which is right; arguments as of `BinaryClassHead`."""

    def __init__(
        self,
        n_classes: int,
        weight_column: Any = None,
        label_vocabulary: Any = None,
        loss_reduction: Any = MEAN,
        loss_fn: Any = None,
        name: str | None = None,
    ) -> None:
        if n_classes is None:
            raise ValueError("n_classes cannot be None")
        _check(None, label_vocabulary, loss_fn)
        super().__init__(n_classes, weight_column, label_vocabulary, plain_reduction(loss_reduction), loss_fn, name)


class RegressionHead(Head, _RegressionHeadWithMeanSquaredErrorLoss):
    """A head for `label_dimension` numbers.

    Args:
      weight_column, loss_reduction, loss_fn, name: as of `BinaryClassHead`.
      label_dimension: how many numbers.
      inverse_link_fn: makes predictions from logits.
    """

    def __init__(
        self,
        label_dimension: int = 1,
        weight_column: Any = None,
        loss_reduction: Any = MEAN,
        loss_fn: Any = None,
        inverse_link_fn: Any = None,
        name: str | None = None,
    ) -> None:
        _check(None, None, loss_fn)
        super().__init__(
            label_dimension, weight_column, plain_reduction(loss_reduction), loss_fn, inverse_link_fn, name
        )


class PoissonRegressionHead(RegressionHead):
    """A head for counts: logits are logarithms of rates; `compute_full_loss` adds the constant of Stirling."""

    def __init__(
        self,
        label_dimension: int = 1,
        weight_column: Any = None,
        loss_reduction: Any = MEAN,
        compute_full_loss: bool = True,
        name: str | None = None,
    ) -> None:
        def loss(labels: Any, logits: Any) -> Any:
            return nn_loss.log_poisson_loss(targets=labels, log_input=logits, compute_full_loss=compute_full_loss)

        exp = math_elementwise.exp
        super().__init__(label_dimension, weight_column, loss_reduction, loss, exp, name)


class LogisticRegressionHead(RegressionHead):
    """A head for numbers between 0 and 1, with the cross entropy as loss."""

    def __init__(self, weight_column: Any = None, loss_reduction: Any = MEAN, name: str | None = None) -> None:
        def loss(labels: Any, logits: Any) -> Any:
            with framework.name_scope(None, "logistic_loss", (logits, labels)):
                labels = head_checks.assert_range(labels, n_classes=2, message="Labels must be in range [0, 1]")
                return nn_loss.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits)

        super().__init__(1, weight_column, loss_reduction, loss, math_elementwise.sigmoid, name)

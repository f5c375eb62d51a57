"""`tf.contrib.estimator`: heads as functions, gradients clipped by an optimizer."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import clip_ops
from tf1compat._facade.estimator import head_classes, multi_heads
from tf1compat._facade.estimator.estimator import Estimator
from tf1compat._facade.estimator.export_outputs import PredictOutput
from tf1compat._facade.losses import Reduction
from tf1compat._facade.sparse_ops import sparse_tensor_to_dense
from tf1compat._facade.sparse_tensor import SparseTensor
from tf1compat._facade.train.optimizer import Optimizer

_MEAN = Reduction.SUM_OVER_BATCH_SIZE


def _by_trapezoids(head: Any) -> Any:
    """TF1: these heads sum up the area under precision and recall by trapezoids, the public classes do not."""
    head._pr_method = "trapezoidal"
    return head


def binary_classification_head(
    weight_column: Any = None,
    thresholds: Any = None,
    label_vocabulary: Any = None,
    loss_reduction: Any = _MEAN,
    loss_fn: Any = None,
    name: str | None = None,
) -> Any:
    """`tf.estimator.BinaryClassHead`; `loss_reduction` of `tf.losses.Reduction`, as of the following."""
    made = head_classes.BinaryClassHead(weight_column, thresholds, label_vocabulary, loss_reduction, loss_fn, name)
    return _by_trapezoids(made)


def multi_class_head(
    n_classes: int,
    weight_column: Any = None,
    label_vocabulary: Any = None,
    loss_reduction: Any = _MEAN,
    loss_fn: Any = None,
    name: str | None = None,
) -> Any:
    """`tf.estimator.MultiClassHead`."""
    return head_classes.MultiClassHead(n_classes, weight_column, label_vocabulary, loss_reduction, loss_fn, name)


def regression_head(
    weight_column: Any = None,
    label_dimension: int = 1,
    loss_reduction: Any = _MEAN,
    loss_fn: Any = None,
    inverse_link_fn: Any = None,
    name: str | None = None,
) -> Any:
    """`tf.estimator.RegressionHead`."""
    return head_classes.RegressionHead(label_dimension, weight_column, loss_reduction, loss_fn, inverse_link_fn, name)


def poisson_regression_head(
    weight_column: Any = None,
    label_dimension: int = 1,
    loss_reduction: Any = _MEAN,
    compute_full_loss: bool = True,
    name: str | None = None,
) -> Any:
    """`tf.estimator.PoissonRegressionHead`."""
    return head_classes.PoissonRegressionHead(label_dimension, weight_column, loss_reduction, compute_full_loss, name)


def logistic_regression_head(weight_column: Any = None, loss_reduction: Any = _MEAN, name: str | None = None) -> Any:
    """`tf.estimator.LogisticRegressionHead`."""
    return head_classes.LogisticRegressionHead(weight_column, loss_reduction, name)


def multi_label_head(
    n_classes: int,
    weight_column: Any = None,
    thresholds: Any = None,
    label_vocabulary: Any = None,
    loss_reduction: Any = _MEAN,
    loss_fn: Any = None,
    classes_for_class_based_metrics: Any = None,
    name: str | None = None,
) -> Any:
    """`tf.estimator.MultiLabelHead`."""
    made = multi_heads.MultiLabelHead(
        n_classes,
        weight_column,
        thresholds,
        label_vocabulary,
        loss_reduction,
        loss_fn,
        classes_for_class_based_metrics,
        name,
    )
    return _by_trapezoids(made)


def multi_head(heads: Any, head_weights: Any = None) -> Any:
    """`tf.estimator.MultiHead`."""
    return multi_heads.MultiHead(heads, head_weights)


class _ClippingOptimizer(Optimizer):
    """Clips gradients before another optimizer applies them."""

    def __init__(self, optimizer: Any, clip_norm: float) -> None:
        super().__init__(use_locking=False, name="ClipByNorm" + optimizer.get_name())
        self._opt, self._clip_norm = optimizer, clip_norm

    def compute_gradients(self, *args: Any, **kwargs: Any) -> Any:
        return self._opt.compute_gradients(*args, **kwargs)

    def apply_gradients(self, grads_and_vars: Any, global_step: Any = None, name: str | None = None) -> Any:
        gradients, variables = zip(*grads_and_vars)
        clipped = clip_ops.clip_by_global_norm(list(gradients), self._clip_norm)[0]
        return self._opt.apply_gradients(list(zip(clipped, variables)), global_step, name)

    def get_slot(self, var: Any, name: str) -> Any:
        return self._opt.get_slot(var, name)

    def get_slot_names(self) -> Any:
        return self._opt.get_slot_names()

    def variables(self) -> Any:
        return self._opt.variables()


def clip_gradients_by_norm(optimizer: Any, clip_norm: float) -> Any:
    """An optimizer that scales gradients to the common norm `clip_norm` and then does what `optimizer` does."""
    return _ClippingOptimizer(optimizer, clip_norm)


def forward_features(estimator: Any, keys: Any = None, sparse_default_values: Any = None) -> Any:
    """An Estimator whose predictions hold features besides.

    Args:
      estimator: the Estimator.
      keys: name or names of features; all where absent.
      sparse_default_values: what sparse features are filled up with, by name.

    Raises:
      ValueError: a feature is not there, or it is among the predictions already.
    """
    names = [keys] if isinstance(keys, str) else keys

    def model_fn(features: Any, labels: Any, mode: str, config: Any) -> Any:
        spec = estimator._call_model_fn(features, labels, mode, config)
        if not isinstance(spec.predictions, dict):
            raise ValueError(f"Predictions should be a dict to be able to forward features. Given: {spec.predictions}")
        added = {name: _dense(features, name, sparse_default_values or {}) for name in names or sorted(features)}
        for name in added:
            if name in spec.predictions:
                raise ValueError(f"Cannot forward feature key ({name}). Since it does exist in predictions.")
        exports = spec.export_outputs
        for output in (exports or {}).values():
            if isinstance(output, PredictOutput):
                output.outputs.update(added)
        return spec._replace(predictions={**spec.predictions, **added})

    return Estimator(model_fn=model_fn, model_dir=estimator.model_dir, config=estimator.config)


def _dense(features: Any, name: str, defaults: dict[str, Any]) -> Any:
    if name not in features:
        raise ValueError(
            f'keys should be exist in features. Key "{name}" is not in features dict. features dict has '
            f"following keys: {list(features)}."
        )
    value = features[name]
    if not isinstance(value, SparseTensor):
        return value
    if name not in defaults:
        raise ValueError(f"Feature ({name}) is sparse: give its value in sparse_default_values.")
    return sparse_tensor_to_dense(value, default_value=defaults[name])

"""`tf.contrib.learn.LogisticRegressor`: an Estimator of a model of probabilities, with metrics of two classes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tf1compat._facade import math_ops
from tf1compat._facade.contrib.learn.estimator import Estimator
from tf1compat._facade.contrib.learn.keys import MetricKey, ModeKeys, ProblemType
from tf1compat._facade.contrib.learn.model_fn_ops import ModelFnOps
from tf1compat._facade.contrib.metrics import swapped
from tf1compat._jaxcore.base import dtypes


def LogisticRegressor(
    model_fn: Callable[..., Any],
    thresholds: Sequence[float] | None = None,
    model_dir: str | None = None,
    config: Any = None,
    feature_engineering_fn: Callable[..., Any] | None = None,
) -> Estimator:
    """An Estimator that adds AUC, accuracy, precision and recall to a model of two classes.

    Args:
      model_fn: a function of `features`, `labels` and `mode`; gives `(predictions, loss, train_op)`, where the
        predictions are probabilities.
      thresholds: from which probabilities on an example counts as positive; [0.5] if absent.
      model_dir, config, feature_engineering_fn: as of `Estimator`.
    """

    def with_metrics(features: Any, labels: Any, mode: Any, params: Any) -> ModelFnOps:
        predictions, loss, train_op = model_fn(features, labels, mode)
        metrics = None
        if mode == ModeKeys.EVAL:
            metrics = _metrics(labels, predictions, params.get("thresholds") or [0.5])
        return ModelFnOps(
            mode=mode,
            predictions=predictions,
            loss=loss,
            train_op=train_op,
            eval_metric_ops=metrics,
            output_alternatives={"head": (ProblemType.LOGISTIC_REGRESSION, {"predictions": predictions})},
        )

    return Estimator(
        model_fn=with_metrics,
        model_dir=model_dir,
        config=config,
        params={"thresholds": thresholds},
        feature_engineering_fn=feature_engineering_fn,
    )


def _metrics(labels: Any, predictions: Any, thresholds: Sequence[float]) -> dict[str, Any]:
    if isinstance(labels, dict) and len(labels) == 1:
        (labels,) = labels.values()
    found = {
        MetricKey.PREDICTION_MEAN: swapped.streaming_mean(predictions),
        MetricKey.LABEL_MEAN: swapped.streaming_mean(labels),
        MetricKey.ACCURACY_BASELINE: swapped.streaming_mean(labels),
        MetricKey.AUC: swapped.streaming_auc(labels=labels, predictions=predictions),
    }
    for threshold in thresholds:
        above = math_ops.greater_equal(predictions, threshold)
        decided = math_ops.cast(above, dtypes.float32, name=f"predictions_at_threshold_{threshold:f}")
        for key, metric in (
            (MetricKey.ACCURACY_MEAN, swapped.streaming_accuracy),
            (MetricKey.PRECISION_MEAN, swapped.streaming_precision),
            (MetricKey.RECALL_MEAN, swapped.streaming_recall),
        ):
            found[key % threshold] = metric(labels=labels, predictions=decided)
    return found

"""Estimators of tf.contrib.learn that tf1compat has not, and why."""

from __future__ import annotations

from typing import Any


def _absent(name: str, why: str, advice: str) -> Any:
    def refuse(self: Any, *args: Any, **kwargs: Any) -> None:
        raise NotImplementedError(f"tf.contrib.learn.{name} is not in tf1compat: {why}; {advice}")

    return type(name, (), {"__init__": refuse, "__doc__": f"Not in tf1compat: {why}."})


_RNN = "it was dropped by TensorFlow before 2.0 without a successor"
_OWN = "write the model as a model_fn with tf.nn.dynamic_rnn and give it to an Estimator"
DynamicRnnEstimator = _absent("DynamicRnnEstimator", _RNN, _OWN)
StateSavingRnnEstimator = _absent("StateSavingRnnEstimator", _RNN, _OWN)
KMeansClustering = _absent("KMeansClustering", "its kernels have no counterpart", "use scikit-learn's KMeans")
SVM = _absent("SVM", "its optimizer (stochastic dual coordinate ascent) has no counterpart", "use binary_svm_head")


def _absent_function(name: str, why: str) -> Any:
    def refuse(*args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(f"tf.contrib.learn.{name} is not in tf1compat: {why}")

    refuse.__name__, refuse.__doc__ = name, f"Not in tf1compat: {why}."
    return refuse


_BUNDLE = "it writes a SessionBundle; use export_savedmodel of the Estimator"
export_estimator = _absent_function("utils.export_estimator", _BUNDLE)


class PredictionType:
    """Whether a DynamicRnnEstimator gives one value for a sequence or one for each step."""

    SINGLE_VALUE = 1
    MULTIPLE_VALUE = 2

"""Estimators that tf1compat has not, and why."""

from __future__ import annotations

from typing import Any


def _absent(name: str, why: str, advice: str) -> Any:
    def refuse(self: Any, *args: Any, **kwargs: Any) -> None:
        raise NotImplementedError(f"tf.estimator.{name} is not in tf1compat: {why}; {advice}")

    return type(name, (), {"__init__": refuse, "__doc__": f"Not in tf1compat: {why}."})


_TREES = "its kernels (boosted tree ensembles) have no counterpart"
_INSTEAD = "use an Estimator of your own, or a library for gradient boosting"
BoostedTreesClassifier = _absent("BoostedTreesClassifier", _TREES, _INSTEAD)
BoostedTreesRegressor = _absent("BoostedTreesRegressor", _TREES, _INSTEAD)
BoostedTreesEstimator = _absent("BoostedTreesEstimator", _TREES, _INSTEAD)
KMeans = _absent("experimental.KMeans", "its kernels (k-means++) have no counterpart", "use scikit-learn's KMeans")

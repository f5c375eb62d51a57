"""What classifiers and regressors of tf.contrib.learn share: predictions of one kind, metrics of scores."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tf1compat._facade.contrib.learn.estimator import Estimator
from tf1compat._facade.contrib.learn.keys import PredictionKey
from tf1compat._facade.contrib.learn.metric_spec import MetricSpec


def _each(predictions: Iterator[Any], key: str) -> Iterator[Any]:
    for prediction in predictions:
        yield prediction[key]


class _OneKind(Estimator):
    def _predict_one(self, key: str, x: Any, input_fn: Any, batch_size: int | None, as_iterable: bool) -> Any:
        found = Estimator.predict(self, x, input_fn, batch_size, outputs=[key], as_iterable=as_iterable)
        return _each(found, key) if as_iterable else found[key]


class Classifier(_OneKind):
    """`predict` gives classes."""

    def predict(  # type: ignore[override]
        self,
        x: Any = None,
        input_fn: Any = None,
        batch_size: int | None = None,
        outputs: Any = None,
        as_iterable: bool = True,
    ) -> Any:
        """Classes, or the `outputs` asked for; see `Estimator.predict`."""
        if outputs:
            return super().predict(x, input_fn, batch_size, outputs=outputs, as_iterable=as_iterable)
        return self.predict_classes(x, input_fn, batch_size, as_iterable)

    def predict_classes(
        self, x: Any = None, input_fn: Any = None, batch_size: int | None = None, as_iterable: bool = True
    ) -> Any:
        """Classes, one after the other or as an array."""
        found = self._predict_one(PredictionKey.CLASSES, x, input_fn, batch_size, as_iterable)
        return found if as_iterable else found.reshape(-1)

    def predict_proba(
        self, x: Any = None, input_fn: Any = None, batch_size: int | None = None, as_iterable: bool = True
    ) -> Any:
        """Probabilities of all classes, one example after the other or as an array."""
        return self._predict_one(PredictionKey.PROBABILITIES, x, input_fn, batch_size, as_iterable)


class Regressor(_OneKind):
    """`predict` gives numbers."""

    def predict(  # type: ignore[override]
        self,
        x: Any = None,
        input_fn: Any = None,
        batch_size: int | None = None,
        outputs: Any = None,
        as_iterable: bool = True,
    ) -> Any:
        """Scores, or the `outputs` asked for; see `Estimator.predict`."""
        if outputs:
            return super().predict(x, input_fn, batch_size, outputs=outputs, as_iterable=as_iterable)
        return self.predict_scores(x, input_fn, batch_size, as_iterable)

    def predict_scores(
        self, x: Any = None, input_fn: Any = None, batch_size: int | None = None, as_iterable: bool = True
    ) -> Any:
        """Scores, one after the other or as an array."""
        return self._predict_one(PredictionKey.SCORES, x, input_fn, batch_size, as_iterable)


def of_scores(metrics: Any) -> Any:
    """Bare functions among metrics are computed of the scores."""
    return {
        key if isinstance(metric, MetricSpec) or isinstance(key, tuple) else (key, PredictionKey.SCORES): metric
        for key, metric in (metrics or {}).items()
    }


class RegressorOfScores(Regressor):
    """Bare functions among the metrics of `evaluate` are metrics of the scores."""

    def _metrics(self, given: Any) -> Any:
        return of_scores(given)

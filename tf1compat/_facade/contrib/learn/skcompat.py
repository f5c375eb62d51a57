"""`tf.contrib.learn.SKCompat`: an Estimator that takes arrays, as scikit-learn's do."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._facade.contrib.learn.estimator_inputs import input_and_feed_fn
from tf1compat._facade.contrib.learn.sklearn_parts import SklearnEstimator
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.train.basic_session_run_hooks import FeedFnHook

_MODULE = "tensorflow.contrib.learn.python.learn.estimators.estimator"


class SKCompat(SklearnEstimator):
    """Feeds arrays to an Estimator.

    Args:
      estimator: one of tf.contrib.learn.
    """

    @deprecated(None, "Please switch to the Estimator interface.", _MODULE)
    def __init__(self, estimator: Any) -> None:
        self._estimator = estimator

    def fit(
        self,
        x: Any,
        y: Any,
        batch_size: int | None = 128,
        steps: int | None = None,
        max_steps: int | None = None,
        monitors: Any = None,
    ) -> SKCompat:
        """Trains on batches in random order, for ever unless there are steps or monitors that stop it."""
        input_fn, feed_fn = input_and_feed_fn(x, y, None, None, batch_size, shuffle=True, epochs=None)
        hooks = [*([FeedFnHook(feed_fn)] if feed_fn else []), *(monitors or [])]
        self._estimator.fit(input_fn=input_fn, steps=steps, max_steps=max_steps, monitors=hooks)
        return self

    def score(
        self,
        x: Any,
        y: Any,
        batch_size: int | None = 128,
        steps: int | None = None,
        metrics: Any = None,
        name: str | None = None,
    ) -> Any:
        """The metrics by name, and the `global_step`."""
        input_fn, feed_fn = input_and_feed_fn(x, y, None, None, batch_size)
        if metrics is not None and not isinstance(metrics, dict):
            raise ValueError(f"Metrics argument should be None or dict. Got {metrics}.")
        results, step = self._estimator._evaluate_model(
            input_fn=input_fn, feed_fn=feed_fn, steps=steps, metrics=metrics, name=name
        )
        if results is not None:
            results.update({"global_step": step})
        return results

    def predict(self, x: Any, batch_size: int | None = 128, outputs: Any = None) -> Any:
        """All predictions, as an array or a dictionary of arrays."""
        input_fn, feed_fn = input_and_feed_fn(x, None, None, None, batch_size)
        batches = list(
            self._estimator._infer_model(
                input_fn=input_fn, feed_fn=feed_fn, outputs=outputs, as_iterable=True, iterate_batches=True
            )
        )
        if not isinstance(batches[0], dict):
            return np.concatenate(batches, axis=0)
        return {key: np.concatenate([batch[key] for batch in batches], axis=0) for key in batches[0]}

"""ValidationMonitor evaluates during training and stops early; ExportMonitor says what came after it."""

from __future__ import annotations

import copy
import time
from typing import Any

from tf1compat._facade.contrib.learn.monitors import EveryN
from tf1compat._facade.estimator import estimator as core_estimator
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.train.checkpoint_management import latest_checkpoint


class ValidationMonitor(EveryN):
    """Evaluates the Estimator whenever there is a new checkpoint, at every n-th step at most.

    Args:
      x, y, input_fn, batch_size, eval_steps, metrics, hooks, name: arguments of the Estimator's `evaluate`.
      every_n_steps: how often to look for a checkpoint.
      early_stopping_rounds: stop when the metric has not become better for so many steps.
      early_stopping_metric: which metric.
      early_stopping_metric_minimize: whether smaller is better.
      check_interval_secs: how many seconds to wait at least between two looks; None for none.

    Raises:
      ValueError: neither `x` nor `input_fn` is given.
    """

    def __init__(
        self,
        x: Any = None,
        y: Any = None,
        input_fn: Any = None,
        batch_size: int | None = None,
        eval_steps: int | None = None,
        every_n_steps: int = 100,
        metrics: Any = None,
        hooks: Any = None,
        early_stopping_rounds: int | None = None,
        early_stopping_metric: str = "loss",
        early_stopping_metric_minimize: bool = True,
        name: str | None = None,
        check_interval_secs: float | None = 5,
    ) -> None:
        super().__init__(every_n_steps=every_n_steps, first_n_steps=-1)
        if x is None and input_fn is None:
            raise ValueError("Either x or input_fn should be provided.")
        self.x, self.y, self.input_fn, self.batch_size = x, y, input_fn, batch_size
        self.eval_steps, self.metrics, self.hooks, self.name = eval_steps, metrics, hooks, name
        self.early_stopping_rounds = early_stopping_rounds
        self.early_stopping_metric = early_stopping_metric
        self.early_stopping_metric_minimize = early_stopping_metric_minimize
        self._best_value_step: Any = None
        self._best_value: Any = None
        self._best_metrics: Any = None
        self._early_stopped = False
        self._latest_path: str | None = None
        self._latest_path_step: int | None = None
        self._last_checkpoint_check_time: float | None = None
        self._check_interval_secs = check_interval_secs

    @property
    def early_stopped(self) -> bool:
        """Whether this monitor stopped training."""
        return self._early_stopped

    @property
    def best_step(self) -> Any:
        """The step of the best metric."""
        return self._best_value_step

    @property
    def best_value(self) -> Any:
        """The best metric."""
        return self._best_value

    @property
    def best_metrics(self) -> Any:
        """All metrics at that step."""
        return self._best_metrics

    def _evaluate_estimator(self) -> Any:
        shared = {"input_fn": self.input_fn, "steps": self.eval_steps, "hooks": self.hooks, "name": self.name}
        own = {"x": self.x, "y": self.y, "batch_size": self.batch_size, "metrics": self.metrics}
        if not isinstance(self._estimator, core_estimator.Estimator):
            return self._estimator.evaluate(**shared, **own)
        if any(value is not None for value in own.values()):
            raise ValueError(
                "tf.estimator.Estimator does not support following arguments: x, y, batch_size, metrics. Should set "
                "as `None` in ValidationMonitor"
            )
        return self._estimator.evaluate(**shared)

    def every_n_step_end(self, step: int, outputs: Any) -> bool:
        super().every_n_step_end(step, outputs)
        if self._estimator is None:
            raise ValueError("Missing call to set_estimator.")
        if not self._found_checkpoint(step):
            return False
        found = self._evaluate_estimator()
        tf_logging.info("Validation (step %d): %s", step, ", ".join(f"{name} = {found[name]}" for name in found))
        return self.early_stopping_rounds is not None and self._stops(step, found)

    def _found_checkpoint(self, step: int) -> bool:
        now, interval, last = time.time(), self._check_interval_secs, self._last_checkpoint_check_time
        if interval is not None and last is not None and now - last <= interval:
            tf_logging.debug(
                "Skipping evaluation since less than %d seconds have passed since last check for a new checkpoint.",
                interval,
            )
            return False
        self._last_checkpoint_check_time = now
        path = latest_checkpoint(self._estimator.model_dir)
        if path is None:
            tf_logging.debug("Skipping evaluation since model has not been saved yet at step %d.", step)
            return False
        if path == self._latest_path:
            tf_logging.debug(
                "Skipping evaluation due to same checkpoint %s for step %d as for step %d.",
                path,
                step,
                self._latest_path_step,
            )
            return False
        self._latest_path, self._latest_path_step = path, step
        return True

    def _stops(self, step: int, found: Any) -> bool:
        if self.early_stopping_metric not in found:
            raise ValueError(f"Metric {self.early_stopping_metric} missing from outputs {set(found.keys())}.")
        value, best = found[self.early_stopping_metric], self._best_value
        if best is None or (value < best if self.early_stopping_metric_minimize else value > best):
            self._best_value, self._best_metrics, self._best_value_step = value, copy.deepcopy(found), step
        if step - self._best_value_step < self.early_stopping_rounds:
            return False
        tf_logging.info(
            f"Stopping. Best step: {self._best_value_step} with {self.early_stopping_metric} = {self._best_value}."
        )
        self._early_stopped = True
        return True


class ExportMonitor(EveryN):
    """Not in tf1compat: it writes SessionBundles, a format that TensorFlow replaced by SavedModel."""

    def __init__(self, every_n_steps: int, export_dir: str, *args: Any, **kwargs: Any) -> None:
        raise NotImplementedError(
            "tf.contrib.learn.monitors.ExportMonitor writes SessionBundles, which tf1compat has not: give an "
            "ExportStrategy to Experiment, or call export_savedmodel of the Estimator"
        )

"""The progress bar of training."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.keras.callbacks.base import Callback
from tf1compat._facade.keras.tools.progress import Progbar


class BaseLogger(Callback):
    """Means of metrics over an epoch; training computes them itself, so this one only marks its place."""

    def __init__(self, count_mode: str = "samples", stateful_metrics: Any = None) -> None:
        super().__init__()
        self.count_mode = count_mode
        self.stateful_metrics = set(stateful_metrics or ())


class ProgbarLogger(Callback):
    """Prints progress and metrics.

    Args:
      count_mode: `"samples"` or `"steps"`.
      stateful_metrics: names of metrics to show as they are; others are averaged.
    """

    def __init__(self, count_mode: str = "samples", stateful_metrics: Any = None) -> None:
        super().__init__()
        if count_mode not in ("samples", "steps"):
            raise ValueError("Unknown `count_mode`: " + str(count_mode))
        self.use_steps = count_mode == "steps"
        self.stateful_metrics = set(stateful_metrics or ())
        self.progbar: Any = None

    def start(self, model: Any, params: dict[str, Any]) -> None:
        """Begin, with what is known of the run."""
        self.set_model(model)
        self.set_params(params)
        self.stateful_metrics |= set(model.metrics_names[1:])
        self.verbose, self.epochs = params["verbose"], params["epochs"]
        self._new_bar()

    def on_train_begin(self, logs: Any = None) -> None:
        self.start(self.model, self.params)

    def _new_bar(self) -> None:
        self.seen = 0
        target = self.params["steps"] if self.use_steps else self.params["samples"]
        self.progbar = Progbar(
            target,
            verbose=self.verbose,
            stateful_metrics=self.stateful_metrics,
            unit_name="step" if self.use_steps else "sample",
        )

    def on_epoch_begin(self, epoch: int, logs: Any = None) -> None:
        self._new_bar()
        if self.verbose and self.epochs > 1:
            print(f"Epoch {epoch + 1}/{self.epochs}")

    def _shown(self, logs: Any) -> list[tuple[str, Any]]:
        known = self.params.get("metrics") or self.model.metrics_names
        return [(k, logs[k]) for k in known if k in (logs or {})]

    def on_batch_end(self, batch: int, logs: Any = None) -> None:
        logs = logs or {}
        self.seen += 1 if self.use_steps else logs.get("size", 0)
        if self.verbose and (self.progbar.target is None or self.seen < self.progbar.target):
            self.progbar.update(self.seen, self._shown(logs))

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        if not self.verbose:
            return
        if self.progbar.target is None:
            self.progbar.target = self.seen
        logs = dict(logs or {})
        self.progbar.stateful_metrics = self.progbar.stateful_metrics | set(logs)
        self.progbar.update(self.seen, self._shown(logs))

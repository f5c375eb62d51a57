"""`tf.keras.callbacks`: stopping, learning rates, files of numbers."""

from __future__ import annotations

import collections
import csv
import json
from typing import Any

import numpy as np

from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras.callbacks.base import Callback
from tf1compat._facade.platform import tf_logging as logging


class LambdaCallback(Callback):
    """Functions in place of methods."""

    def __init__(
        self,
        on_epoch_begin: Any = None,
        on_epoch_end: Any = None,
        on_batch_begin: Any = None,
        on_batch_end: Any = None,
        on_train_begin: Any = None,
        on_train_end: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__()
        given = {k: v for k, v in locals().items() if k.startswith("on_") and v is not None}
        self.__dict__.update({**kwargs, **given})


class TerminateOnNaN(Callback):
    """Ends the training when the loss is no number."""

    def on_batch_end(self, batch: int, logs: Any = None) -> None:
        loss = (logs or {}).get("loss")
        if loss is not None and (np.isnan(loss) or np.isinf(loss)):
            print(f"Batch {batch}: Invalid loss, terminating training")
            self.model.stop_training = True


def improvement(mode: str, monitor: str, what: str) -> tuple[Any, float]:
    """Which of two values is better, and the worst one."""
    if mode not in ("auto", "min", "max"):
        logging.warning(f"{what} mode {mode} is unknown, fallback to auto mode.")
        mode = "auto"
    up = mode == "max" or (mode == "auto" and ("acc" in monitor or monitor.startswith("fmeasure")))
    return (np.greater, -np.inf) if up else (np.less, np.inf)


class EarlyStopping(Callback):
    """Ends the training when a quantity no longer gets better.

    Args:
      monitor: name of the quantity.
      min_delta: what counts as better.
      patience: epochs to wait.
      verbose: 1 prints why.
      mode: `"min"`, `"max"`, or `"auto"` by the name.
      baseline: value to reach.
      restore_best_weights: end with the best weights, not with the last.
    """

    def __init__(
        self,
        monitor: str = "val_loss",
        min_delta: float = 0,
        patience: int = 0,
        verbose: int = 0,
        mode: str = "auto",
        baseline: Any = None,
        restore_best_weights: bool = False,
    ) -> None:
        super().__init__()
        self.monitor, self.patience, self.verbose, self.baseline = monitor, patience, verbose, baseline
        self.restore_best_weights = restore_best_weights
        self.monitor_op, self._worst = improvement(mode, monitor, "EarlyStopping")
        self.min_delta = abs(min_delta) * (1 if self.monitor_op is np.greater else -1)
        self.best_weights: Any = None
        self.wait = self.stopped_epoch = 0

    def on_train_begin(self, logs: Any = None) -> None:
        self.wait = self.stopped_epoch = 0
        self.best = self._worst if self.baseline is None else self.baseline

    def get_monitor_value(self, logs: Any) -> Any:
        """The quantity's value, with a warning if there is none."""
        found = (logs or {}).get(self.monitor)
        if found is None:
            logging.warning(
                f"Early stopping conditioned on metric `{self.monitor}` which is not available. Available metrics "
                f"are: {','.join(logs or {})}"
            )
        return found

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        current = self.get_monitor_value(logs)
        if current is None:
            return
        if self.monitor_op(current - self.min_delta, self.best):
            self.best, self.wait = current, 0
            if self.restore_best_weights:
                self.best_weights = self.model.get_weights()
            return
        self.wait += 1
        if self.wait >= self.patience:
            self.stopped_epoch = epoch
            self.model.stop_training = True
            if self.restore_best_weights:
                if self.verbose > 0:
                    print("Restoring model weights from the end of the best epoch.")
                self.model.set_weights(self.best_weights)

    def on_train_end(self, logs: Any = None) -> None:
        if self.stopped_epoch > 0 and self.verbose > 0:
            print(f"Epoch {self.stopped_epoch + 1:05d}: early stopping")


class LearningRateScheduler(Callback):
    """Sets the learning rate before each epoch: `schedule(epoch)` or `schedule(epoch, rate)`."""

    def __init__(self, schedule: Any, verbose: int = 0) -> None:
        super().__init__()
        self.schedule, self.verbose = schedule, verbose

    def on_epoch_begin(self, epoch: int, logs: Any = None) -> None:
        if not hasattr(self.model.optimizer, "lr"):
            raise ValueError('Optimizer must have a "lr" attribute.')
        try:
            rate = self.schedule(epoch, float(K.get_value(self.model.optimizer.lr)))
        except TypeError:
            rate = self.schedule(epoch)
        if not isinstance(rate, (float, np.float32, np.float64)):  # pyright: ignore[reportArgumentType]
            raise ValueError('The output of the "schedule" function should be float.')
        K.set_value(self.model.optimizer.lr, rate)
        if self.verbose > 0:
            print(f"\nEpoch {epoch + 1:05d}: LearningRateScheduler reducing learning rate to {rate}.")

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        if logs is not None:
            logs["lr"] = K.get_value(self.model.optimizer.lr)


class ReduceLROnPlateau(Callback):
    """Lowers the learning rate when a quantity no longer gets better.

    Args:
      monitor, mode, min_delta, patience, verbose: as of `EarlyStopping`.
      factor: what the rate is multiplied with.
      cooldown: epochs to wait after that.
      min_lr: lowest rate.
    """

    def __init__(
        self,
        monitor: str = "val_loss",
        factor: float = 0.1,
        patience: int = 10,
        verbose: int = 0,
        mode: str = "auto",
        min_delta: float = 1e-4,
        cooldown: int = 0,
        min_lr: float = 0,
        **kwargs: Any,
    ) -> None:
        super().__init__()
        if factor >= 1.0:
            raise ValueError("ReduceLROnPlateau does not support a factor >= 1.0.")
        self.monitor, self.factor, self.patience, self.verbose = monitor, factor, patience, verbose
        self.min_delta, self.cooldown, self.min_lr = kwargs.get("epsilon", min_delta), cooldown, min_lr
        self._better, self._worst = improvement(mode, monitor, "Learning Rate Plateau Reducing")
        self._reset()

    def _reset(self) -> None:
        self.best, self.wait, self.cooldown_counter = self._worst, 0, 0

    def on_train_begin(self, logs: Any = None) -> None:
        self._reset()

    def in_cooldown(self) -> bool:
        return self.cooldown_counter > 0

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        logs = logs if logs is not None else {}
        logs["lr"] = K.get_value(self.model.optimizer.lr)
        current = logs.get(self.monitor)
        if current is None:
            logging.warning(
                f"Reduce LR on plateau conditioned on metric `{self.monitor}` which is not available. Available metrics "
                f"are: {','.join(logs)}"
            )
            return
        if self.in_cooldown():
            self.cooldown_counter -= 1
            self.wait = 0
        margin = self.min_delta if self._better is np.greater else -self.min_delta
        if self._better(current, self.best + margin):
            self.best, self.wait = current, 0
        elif not self.in_cooldown():
            self.wait += 1
            old = float(K.get_value(self.model.optimizer.lr))
            if self.wait >= self.patience and old > self.min_lr:
                new = max(old * self.factor, self.min_lr)
                K.set_value(self.model.optimizer.lr, new)
                if self.verbose > 0:
                    print(f"\nEpoch {epoch + 1:05d}: ReduceLROnPlateau reducing learning rate to {new}.")
                self.cooldown_counter, self.wait = self.cooldown, 0


class CSVLogger(Callback):
    """Writes loss and metrics of each epoch to a CSV file."""

    def __init__(self, filename: str, separator: str = ",", append: bool = False) -> None:
        super().__init__()
        self.filename, self.sep, self.append = filename, separator, append
        self.writer: Any = None
        self.keys: Any = None

    def on_train_begin(self, logs: Any = None) -> None:
        headed = False
        if self.append:
            try:
                with open(self.filename) as old:
                    headed = bool(old.readline())
            except FileNotFoundError:
                pass
        self._headed = headed
        self.csv_file = open(self.filename, "a" if self.append else "w", newline="")  # noqa: SIM115

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        logs = logs or {}
        if self.keys is None:
            self.keys = sorted(logs)
        if self.writer is None:
            self.writer = csv.DictWriter(
                self.csv_file, fieldnames=["epoch", *self.keys], delimiter=self.sep, lineterminator="\n"
            )
            if not self._headed:
                self.writer.writeheader()
        row: dict[str, Any] = collections.OrderedDict(epoch=epoch)
        row.update((k, _cell(logs.get(k, "NA"))) for k in self.keys)
        self.writer.writerow(row)
        self.csv_file.flush()

    def on_train_end(self, logs: Any = None) -> None:
        self.csv_file.close()
        self.writer = None


def _cell(value: Any) -> Any:
    if isinstance(value, str) or np.ndim(value) == 0:
        return value
    return f'"[{", ".join(map(str, value))}]"'


class RemoteMonitor(Callback):
    """Posts loss and metrics of each epoch to a server."""

    def __init__(
        self,
        root: str = "http://localhost:9000",
        path: str = "/publish/epoch/end/",
        field: str = "data",
        headers: Any = None,
        send_as_json: bool = False,
    ) -> None:
        super().__init__()
        self.root, self.path, self.field, self.headers, self.send_as_json = root, path, field, headers, send_as_json

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        import urllib.parse
        import urllib.request

        message = json.dumps({"epoch": epoch, **{k: float(v) for k, v in (logs or {}).items()}})
        body = message if self.send_as_json else urllib.parse.urlencode({self.field: message})
        kind = {"Content-Type": "application/json"} if self.send_as_json else {}
        request = urllib.request.Request(self.root + self.path, body.encode(), {**kind, **(self.headers or {})})
        try:
            urllib.request.urlopen(request).close()
        except OSError:
            logging.warning(f"Warning: could not reach RemoteMonitor root server at {self.root}")

"""`ModelCheckpoint`: saves the model after epochs."""

from __future__ import annotations

import os
import re
from typing import Any

from tf1compat._facade.keras.callbacks.base import Callback
from tf1compat._facade.keras.callbacks.standard import improvement
from tf1compat._facade.platform import tf_logging as logging
from tf1compat._facade.train import checkpoint_management


class ModelCheckpoint(Callback):
    """Saves the model.

    Args:
      filepath: where; may have fields such as `{epoch:02d}` and `{val_loss:.2f}`.
      monitor, mode: as of `EarlyStopping`.
      save_best_only: only where the quantity got better.
      save_weights_only: the weights alone; else the model in HDF5, which needs h5py.
      save_freq: `"epoch"`, or a number of samples.
      period: epochs between two saves.
      load_weights_on_restart: begin with what was saved last.
    """

    def __init__(
        self,
        filepath: str,
        monitor: str = "val_loss",
        verbose: int = 0,
        save_best_only: bool = False,
        save_weights_only: bool = False,
        mode: str = "auto",
        save_freq: Any = "epoch",
        **kwargs: Any,
    ) -> None:
        super().__init__()
        self.filepath, self.monitor, self.verbose = filepath, monitor, verbose
        self.save_best_only, self.save_weights_only, self.save_freq = save_best_only, save_weights_only, save_freq
        self.period = kwargs.get("period", 1)
        self.load_weights_on_restart = kwargs.get("load_weights_on_restart", False)
        self.monitor_op, self.best = improvement(mode, monitor, "ModelCheckpoint")
        if save_freq != "epoch" and not isinstance(save_freq, int):
            raise ValueError(f"Unrecognized save_freq: {save_freq}")
        self.epochs_since_last_save = 0
        self._samples = 0
        self._epoch = 0

    def on_train_begin(self, logs: Any = None) -> None:
        if not self.load_weights_on_restart:
            return
        path = self._get_most_recently_modified_file_matching_pattern(self.filepath)
        if path is None:
            logging.info(f"no weights to begin with at {self.filepath}")
            return
        try:
            self.model.load_weights(path)
        except (OSError, ValueError) as error:
            raise ValueError(f"Error loading file from {path}. Reason: {error}") from None

    def _get_most_recently_modified_file_matching_pattern(self, pattern: str) -> Any:
        """The newest file whose name the pattern could make; of equally old ones, that of the greatest name."""
        folder, base = os.path.split(pattern)
        known = checkpoint_management.latest_checkpoint(folder)
        names = re.compile("^" + re.sub(r"{.*}", r".*", base) + "$")
        if known is not None and names.match(os.path.basename(known)):
            return known
        found = os.listdir(folder) if os.path.isdir(folder) else []
        paths = [os.path.join(folder, name) for name in found if names.match(name)]
        if not paths:
            return None
        times = {path: os.path.getmtime(path) for path in paths}
        newest = [path for path in paths if times[path] == max(times.values())]
        # TF1: where several are the newest, the last one by name counts
        return max(paths) if len(newest) > 1 else newest[0]

    def on_epoch_begin(self, epoch: int, logs: Any = None) -> None:
        self._epoch = epoch

    def on_batch_end(self, batch: int, logs: Any = None) -> None:
        if isinstance(self.save_freq, int):
            self._samples += (logs or {}).get("size", 1)
            if self._samples >= self.save_freq:
                self._save(self._epoch, logs)
                self._samples = 0

    def on_epoch_end(self, epoch: int, logs: Any = None) -> None:
        self.epochs_since_last_save += 1
        if self.save_freq == "epoch":
            self._save(epoch, logs)

    def _save(self, epoch: int, logs: Any) -> None:
        logs = logs or {}
        if isinstance(self.save_freq, int) or self.epochs_since_last_save >= self.period:
            self.epochs_since_last_save = 0
            path = self.filepath.format(epoch=epoch + 1, **logs)
            if not self.save_best_only:
                if self.verbose > 0:
                    print(f"\nEpoch {epoch + 1:05d}: saving model to {path}")
                self._write(path)
                return
            current = logs.get(self.monitor)
            if current is None:
                logging.warning(f"Can save best model only with {self.monitor} available, skipping.")
            elif self.monitor_op(current, self.best):
                if self.verbose > 0:
                    print(
                        f"\nEpoch {epoch + 1:05d}: {self.monitor} improved from {self.best:0.5f} to {current:0.5f}, "
                        f"saving model to {path}"
                    )
                self.best = current
                self._write(path)
            elif self.verbose > 0:
                print(f"\nEpoch {epoch + 1:05d}: {self.monitor} did not improve from {self.best:0.5f}")

    def _write(self, path: str) -> None:
        if self.save_weights_only:
            self.model.save_weights(path, overwrite=True)
        else:
            self.model.save(path, overwrite=True)

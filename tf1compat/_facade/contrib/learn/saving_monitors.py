"""`tf.contrib.learn.monitors`: those that write checkpoints and the speed of training."""

from __future__ import annotations

import os
import time
from typing import Any

from tf1compat._facade.contrib.learn.monitors import BaseMonitor, EveryN
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.summary_writer import FileWriterCache


class CheckpointSaver(BaseMonitor):
    """Writes checkpoints.

    Args:
      checkpoint_dir, checkpoint_basename: where to.
      save_secs, save_steps: how often, one of them.
      saver: a Saver; without it the scaffold's.
      scaffold: whose saver.

    Raises:
      ValueError: both intervals are given, or none.
    """

    def __init__(
        self,
        checkpoint_dir: str,
        save_secs: float | None = None,
        save_steps: int | None = None,
        saver: Any = None,
        checkpoint_basename: str = "model.ckpt",
        scaffold: Any = None,
    ) -> None:
        tf_logging.info("Create CheckpointSaver.")
        super().__init__()
        self._saver = saver
        self._summary_writer = FileWriterCache.get(checkpoint_dir)
        self._save_path = os.path.join(checkpoint_dir, checkpoint_basename)
        self._scaffold = scaffold
        self._save_secs = save_secs
        self._save_steps = save_steps
        self._forget()
        if save_steps is None and save_secs is None:
            raise ValueError("Either save_steps or save_secs should be provided")
        if save_steps is not None and save_secs is not None:
            raise ValueError("Can not provide both save_steps and save_secs.")

    def _forget(self) -> None:
        self._last_saved_time: float | None = None
        self._last_begin_step: int | None = None
        self._last_saved_step: int | None = None

    def begin(self, max_steps: int | None = None) -> None:
        super().begin(max_steps)
        self._forget()

    def step_begin(self, step: int) -> Any:
        super().step_begin(step)
        self._last_begin_step = step

    def post_step(self, step: int, session: Any) -> None:
        super().post_step(step, session)
        if self._last_saved_time is None or self._last_saved_step is None:
            self._save(step, session)
            return
        if self._save_steps is not None and step >= self._last_saved_step + self._save_steps:
            self._save(step, session)
        if self._save_secs is not None and time.time() >= self._last_saved_time + self._save_secs:
            self._save(step, session)

    def end(self, session: Any = None) -> None:
        super().end(session)
        self._save(self._last_begin_step, session)

    def _save(self, step: Any, session: Any) -> None:
        from tf1compat._formats import protos

        if step == self._last_saved_step:
            return
        tf_logging.info("Saving checkpoints for %d into %s.", step, self._save_path)
        self._last_saved_time = time.time()
        self._last_saved_step = step
        saver = self._scaffold.saver if self._saver is None else self._saver
        saver.save(session, self._save_path, global_step=step)
        log = protos.SessionLog(status=protos.SessionLog.CHECKPOINT, checkpoint_path=self._save_path)
        self._summary_writer.add_session_log(log, step)


class StepCounter(EveryN):
    """Writes the number of steps per second as the summary `global_step/sec`."""

    def __init__(self, every_n_steps: int = 100, output_dir: str | None = None, summary_writer: Any = None) -> None:
        super().__init__(every_n_steps=every_n_steps)
        self._summary_tag = "global_step/sec"
        self._last_reported_step: int | None = None
        self._last_reported_time: float | None = None
        self._summary_writer = summary_writer
        if summary_writer is None and output_dir:
            self._summary_writer = FileWriterCache.get(output_dir)

    def set_estimator(self, estimator: Any) -> None:
        super().set_estimator(estimator)
        if self._summary_writer is None:
            self._summary_writer = FileWriterCache.get(estimator.model_dir)

    def every_n_step_end(self, step: int, outputs: Any) -> None:
        from tf1compat._formats import protos

        now = time.time()
        if self._last_reported_time is not None and self._last_reported_step is not None and self._summary_writer:
            rate = (step - self._last_reported_step) / (now - self._last_reported_time)
            summary = protos.Summary(value=[protos.Summary.Value(tag=self._summary_tag, simple_value=rate)])
            self._summary_writer.add_summary(summary, step)
        self._last_reported_step = step
        self._last_reported_time = now

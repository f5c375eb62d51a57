"""The threads of a Supervisor: summaries, steps per second, checkpoints."""

from __future__ import annotations

import time
from typing import Any

from tf1compat._facade.platform import tf_logging
from tf1compat._facade.train import training_util
from tf1compat._facade.train.coordinator import LooperThread


def session_log(status: str, **fields: Any) -> Any:
    """A SessionLog message."""
    from tf1compat._formats.protos import SessionLog

    return SessionLog(status=SessionLog.SessionStatus.Value(status), **fields)


class SVSummaryThread(LooperThread):
    """Writes the supervisor's summary from time to time."""

    def __init__(self, sv: Any, sess: Any) -> None:
        super().__init__(sv.coord, sv.save_summaries_secs)
        self._sv = sv
        self._sess = sess

    def run_loop(self) -> None:
        """Write it once."""
        sv, step = self._sv, None
        if sv.global_step is not None:
            text, step = self._sess.run([sv.summary_op, sv.global_step])
        else:
            text = self._sess.run(sv.summary_op)
        if sv.summary_writer:
            tf_logging.info("Recording summary at step %s.", step)
            sv.summary_writer.add_summary(text, step)


class SVStepCounterThread(LooperThread):
    """Writes how many steps are made in a second; `step_counter` is the global step if absent."""

    def __init__(self, sv: Any, sess: Any, step_counter: Any = None) -> None:
        super().__init__(sv.coord, sv.save_summaries_secs)
        self._sv = sv
        self._sess = sess
        self._last_time = 0.0
        self._last_step = 0
        self._step_counter = sv.global_step if step_counter is None else step_counter
        self._summary_tag = f"{self._step_counter.op.name}/sec"

    def start_loop(self) -> None:
        """Begin to count."""
        self._last_time = time.time()
        self._last_step = training_util.global_step(self._sess, self._step_counter)

    def run_loop(self) -> None:
        """Write the speed since the last time."""
        from tf1compat._formats.protos import Summary

        step, now = training_util.global_step(self._sess, self._step_counter), time.time()
        steps, elapsed = step - self._last_step, now - self._last_time
        self._last_step, self._last_time = step, now
        speed = steps / elapsed if elapsed > 0.0 else float("inf")
        if self._sv.summary_writer:
            summary = Summary(value=[Summary.Value(tag=self._summary_tag, simple_value=speed)])
            self._sv.summary_writer.add_summary(summary, step)
        tf_logging.log_first_n(tf_logging.INFO, "%s: %g", 10, self._summary_tag, speed)


class SVTimerCheckpointThread(LooperThread):
    """Saves a checkpoint from time to time."""

    def __init__(self, sv: Any, sess: Any) -> None:
        super().__init__(sv.coord, sv.save_model_secs)
        self._sv = sv
        self._sess = sess

    def run_loop(self) -> None:
        """Save one."""
        sv = self._sv
        tf_logging.info("Saving checkpoint to path %s", sv.save_path)
        sv.saver.save(self._sess, sv.save_path, global_step=sv.global_step)
        if sv.summary_writer and sv.global_step is not None:
            step = training_util.global_step(self._sess, sv.global_step)
            sv.summary_writer.add_session_log(session_log("CHECKPOINT", checkpoint_path=sv.save_path), step)

"""`tf.train.ProfilerHook`: writes the timeline of a step from time to time."""

from __future__ import annotations

import os
from typing import Any

from tf1compat._facade import timeline
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.platform.gfile import GFile
from tf1compat._facade.summary_writer import FileWriterCache
from tf1compat._facade.train import training_util
from tf1compat._facade.train.hook_timers import SecondOrStepTimer
from tf1compat._facade.train.session_run_hook import SessionRunArgs, SessionRunContext, SessionRunHook, SessionRunValues
from tf1compat._formats.protos import RunOptions


class ProfilerHook(SessionRunHook):
    """Writes `timeline-STEP.json`, for Chrome's about:tracing, every n steps or seconds.

    Args:
      save_steps, save_secs: how often; one of both.
      output_dir: folder of the files and of the event file that gets the run's metadata.
      show_dataflow, show_memory: of `Timeline.generate_chrome_trace_format`.
    """

    def __init__(
        self,
        save_steps: int | None = None,
        save_secs: float | None = None,
        output_dir: str = "",
        show_dataflow: bool = True,
        show_memory: bool = False,
    ) -> None:
        self._output_file = os.path.join(output_dir, "timeline-{}.json")
        self._file_writer = FileWriterCache.get(output_dir)
        self._show_dataflow = show_dataflow
        self._show_memory = show_memory
        self._timer = SecondOrStepTimer(every_secs=save_secs, every_steps=save_steps)

    def begin(self) -> None:
        self._next_step: int | None = None
        self._global_step_tensor = training_util._get_or_create_global_step_read()
        if self._global_step_tensor is None:
            raise RuntimeError("Global step should be created to use ProfilerHook.")

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        self._traces = self._next_step is not None and self._timer.should_trigger_for_step(self._next_step)
        options = RunOptions(trace_level=RunOptions.FULL_TRACE) if self._traces else None
        return SessionRunArgs({"global_step": self._global_step_tensor}, options=options)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        stale_step = run_values.results["global_step"]
        if self._next_step is None:
            self._timer.update_last_triggered_step(stale_step)
        step = stale_step + 1
        if self._traces:
            step = run_context.session.run(self._global_step_tensor)
            self._timer.update_last_triggered_step(step)
            self._save(step, self._output_file.format(step), run_values.run_metadata.step_stats)
            self._file_writer.add_run_metadata(run_values.run_metadata, f"step_{step}")
        self._next_step = step + 1

    def _save(self, step: int, path: str, step_stats: Any) -> None:
        tf_logging.info("Saving timeline for %d into '%s'.", step, path)
        trace = timeline.Timeline(step_stats)
        with GFile(path, "w") as f:
            f.write(
                trace.generate_chrome_trace_format(show_dataflow=self._show_dataflow, show_memory=self._show_memory)
            )

"""What slim's training loop keeps in its folder: checkpoints and summaries, written every so many seconds."""

from __future__ import annotations

import os
import time
from typing import Any

from tf1compat._facade import graph_io
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.summary_writer import FileWriter
from tf1compat._facade.train.checkpoint_management import latest_checkpoint


class TrainingFolder:
    """The folder of one training run.

    Args:
      logdir: the folder; made if it does not exist.
      graph: the graph to write into it.
      saver: what writes and restores checkpoints.
      summary_op: the merged summaries, or None for none.
      writer: where summaries go; None for nowhere, `"default"` for a writer into the folder.
      global_step: counter of steps.
      save_secs, summaries_secs: how often to write checkpoints and summaries; 0 for never.
    """

    def __init__(
        self,
        logdir: Any,
        graph: Any,
        saver: Any,
        summary_op: Any,
        writer: Any,
        global_step: Any,
        save_secs: float,
        summaries_secs: float,
    ) -> None:
        self._logdir = os.fspath(logdir)
        self._saver = saver
        self._summary_op = summary_op
        self._global_step = global_step
        self._path = os.path.join(self._logdir, "model.ckpt")
        graph_io.write_graph(graph, self._logdir, "graph.pbtxt")
        self.writer = FileWriter(self._logdir, graph) if writer == "default" else writer
        now = time.monotonic()
        # TF1: the first checkpoint and the first summaries are written at once
        self._due = {"checkpoint": now, "summaries": now}
        self._every = {"checkpoint": save_secs, "summaries": summaries_secs}

    def restore(self, session: Any) -> bool:
        """Restore the newest checkpoint of the folder, if there is one; gives whether there was."""
        newest = latest_checkpoint(self._logdir)
        if newest is None:
            return False
        self._saver.restore(session, newest)
        self._saver.recover_last_checkpoints([newest])
        return True

    def write_what_is_due(self, session: Any) -> None:
        """Write a checkpoint or summaries if their time has come."""
        if self._is_due("checkpoint"):
            tf_logging.info("Saving checkpoint to path %s", self._path)
            self._save(session)
        if self.writer is not None and self._summary_op is not None and self._is_due("summaries"):
            text, step = session.run([self._summary_op, self._global_step])
            self.writer.add_summary(text, step)

    def _is_due(self, what: str) -> bool:
        now = time.monotonic()
        if not self._every[what] or now < self._due[what]:
            return False
        self._due[what] = now + self._every[what]
        return True

    def _save(self, session: Any) -> None:
        self._saver.save(session, self._path, global_step=self._global_step)

    def finish(self, session: Any) -> None:
        """Write the last checkpoint and close the summaries."""
        tf_logging.info("Finished training! Saving model to disk.")
        self._save(session)
        if self.writer is not None:
            self.writer.close()

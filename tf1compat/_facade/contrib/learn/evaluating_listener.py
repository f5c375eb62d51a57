"""The listener by which an Experiment evaluates and exports each checkpoint that training writes."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.platform import tf_logging
from tf1compat._facade.train.checkpoint_management import latest_checkpoint
from tf1compat._facade.train.saver_hooks import CheckpointSaverListener


class _EvalAndExportListener(CheckpointSaverListener):
    """Evaluates and exports every new checkpoint."""

    def __init__(self, eval_fn: Any, export_fn: Any, model_dir: Any) -> None:
        self._eval_fn = eval_fn
        self._export_fn = export_fn
        self._model_dir = model_dir
        self._latest_path: str | None = None
        self.eval_result: Any = None
        self.export_results: Any = None

    def after_save(self, session: Any, global_step_value: Any) -> None:
        tf_logging.info("Checking for checkpoint in %s", self._model_dir)
        path = latest_checkpoint(self._model_dir)
        if not path:
            tf_logging.warning("Skipping evaluation and export since model has not been saved yet.")
        elif path == self._latest_path:
            tf_logging.warning("Skipping evaluation due to same latest checkpoint %s.", path)
        else:
            self._latest_path = path
            self.eval_result = self._eval_fn(name="intermediate_export", checkpoint_path=path)
            self.export_results = self._export_fn(self.eval_result, checkpoint_path=path)

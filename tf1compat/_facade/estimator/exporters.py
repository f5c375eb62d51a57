"""`tf.estimator.Exporter` and its kinds: what is exported after the evaluations of `train_and_evaluate`."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from tf1compat._facade.function_arguments import fn_args
from tf1compat._facade.platform import file_io, tf_logging
from tf1compat._facade.platform.compat import as_str_any
from tf1compat._jaxcore.base import errors


class Exporter:
    """Called after each evaluation; subclasses give a `name` and `export`."""

    @property
    def name(self) -> Any:
        """The folder's name below `export`."""
        raise NotImplementedError(f"{type(self).__name__} gives no name")

    def export(
        self, estimator: Any, export_path: str, checkpoint_path: str, eval_result: Any, is_the_final_export: bool
    ) -> Any:
        """Export `checkpoint_path` into `export_path`; the folder it is in, or None."""
        raise NotImplementedError(f"{type(self).__name__} does not say how to export")


class _SavedModelExporter(Exporter):
    """Exports a SavedModel each time."""

    def __init__(
        self, name: str, serving_input_receiver_fn: Any, assets_extra: Any = None, as_text: bool = False
    ) -> None:
        self._name = name
        self._serving_input_receiver_fn = serving_input_receiver_fn
        self._assets_extra = assets_extra
        self._as_text = as_text

    @property
    def name(self) -> str:
        return self._name

    def export(
        self, estimator: Any, export_path: str, checkpoint_path: str, eval_result: Any, is_the_final_export: bool
    ) -> Any:
        return estimator.export_saved_model(
            export_path,
            self._serving_input_receiver_fn,
            assets_extra=self._assets_extra,
            as_text=self._as_text,
            checkpoint_path=checkpoint_path,
        )


def _loss_smaller(best_eval_result: Any, current_eval_result: Any) -> bool:
    """Whether the current loss is below the best one.

    Raises:
      ValueError: one of them has no loss.
    """
    for name, found in (("best_eval_result", best_eval_result), ("current_eval_result", current_eval_result)):
        if not found or "loss" not in found:
            raise ValueError(f"{name} cannot be empty or no loss is found in it.")
    return best_eval_result["loss"] > current_eval_result["loss"]


def _check_compare_fn(compare_fn: Any) -> None:
    wanted = ("best_eval_result", "current_eval_result")
    found = fn_args(compare_fn)
    for name in wanted:
        if name not in found:
            raise ValueError(f"compare_fn ({compare_fn}) must include {name} argument.")
    unknown = [name for name in found if name not in wanted]
    if unknown:
        raise ValueError(f"compare_fn ({compare_fn}) has following not expected args: {unknown}")


def _delete_old_exports(folder: str, keep: int | None) -> None:
    """Keep the `keep` newest folders whose names are seconds since 1970."""
    if keep is None or not file_io.is_directory(folder):
        return
    names = [as_str_any(n).rstrip("/") for n in file_io.list_directory(folder)]
    versions = sorted(n for n in names if len(n) == 10 and n.isdigit())
    for name in versions[:-keep]:
        path = os.path.join(as_str_any(folder), name)
        try:
            file_io.delete_recursively(path)
        except errors.NotFoundError as e:
            tf_logging.warn("Can not delete %s recursively: %s", path, e)


class BestExporter(Exporter):
    """Exports when an evaluation is better than all before.

    Args:
      name: the folder's name.
      serving_input_receiver_fn: gives a ServingInputReceiver.
      event_file_pattern: event files, below the model's folder, of evaluations before this run; None for none.
      compare_fn: `compare_fn(best_eval_result, current_eval_result)`, whether the current one is better; by the loss
        if absent.
      assets_extra: name below `assets.extra` -> file.
      as_text: whether to write the message as text.
      exports_to_keep: how many; all if None.

    Raises:
      ValueError: `compare_fn` takes other arguments, or `exports_to_keep` is not positive.
    """

    def __init__(
        self,
        name: str = "best_exporter",
        serving_input_receiver_fn: Any = None,
        event_file_pattern: str | None = "eval/*.tfevents.*",
        compare_fn: Callable[..., bool] = _loss_smaller,
        assets_extra: Any = None,
        as_text: bool = False,
        exports_to_keep: int | None = 5,
    ) -> None:
        self._compare_fn = compare_fn
        if self._compare_fn is None:
            raise ValueError("`compare_fn` must not be None.")
        _check_compare_fn(self._compare_fn)
        self._saved_model_exporter = _SavedModelExporter(name, serving_input_receiver_fn, assets_extra, as_text)
        self._event_file_pattern = event_file_pattern
        self._model_dir: Any = None
        self._best_eval_result: Any = None
        self._exports_to_keep = exports_to_keep
        if exports_to_keep is not None and exports_to_keep <= 0:
            raise ValueError(f"`exports_to_keep`, if provided, must be a positive number. Got {exports_to_keep}")

    @property
    def name(self) -> str:
        return self._saved_model_exporter.name

    def export(
        self, estimator: Any, export_path: str, checkpoint_path: str, eval_result: Any, is_the_final_export: bool
    ) -> Any:
        if self._model_dir != estimator.model_dir and self._event_file_pattern:
            tf_logging.info("Loading best metric from event files.")
            self._model_dir = estimator.model_dir
            pattern = os.path.join(self._model_dir, self._event_file_pattern)
            self._best_eval_result = self._get_best_eval_result(pattern)
        best = self._best_eval_result
        if best is not None and not self._compare_fn(best_eval_result=best, current_eval_result=eval_result):
            return None
        tf_logging.info("Performing best model export.")
        self._best_eval_result = eval_result
        made = self._saved_model_exporter.export(
            estimator, export_path, checkpoint_path, eval_result, is_the_final_export
        )
        _delete_old_exports(export_path, self._exports_to_keep)
        return made

    def _get_best_eval_result(self, event_files: str) -> Any:
        """The best evaluation in event files; None if there is none."""
        from tf1compat.train import summary_iterator

        best: Any = None
        for path in file_io.get_matching_files(event_files) if event_files else ():
            for event in summary_iterator(path):
                values = event.summary.value if event.HasField("summary") else ()
                found = {v.tag: v.simple_value for v in values if v.HasField("simple_value")}
                if found and (best is None or self._compare_fn(best, found)):
                    best = found
        return best


class FinalExporter(Exporter):
    """Exports once, at the end.

    Args:
      name: the folder's name.
      serving_input_receiver_fn: gives a ServingInputReceiver.
      assets_extra: name below `assets.extra` -> file.
      as_text: whether to write the message as text.
    """

    def __init__(
        self, name: str, serving_input_receiver_fn: Any, assets_extra: Any = None, as_text: bool = False
    ) -> None:
        self._saved_model_exporter = _SavedModelExporter(name, serving_input_receiver_fn, assets_extra, as_text)

    @property
    def name(self) -> str:
        return self._saved_model_exporter.name

    def export(
        self, estimator: Any, export_path: str, checkpoint_path: str, eval_result: Any, is_the_final_export: bool
    ) -> Any:
        if not is_the_final_export:
            return None
        tf_logging.info("Performing the final export in the end of training.")
        return self._saved_model_exporter.export(
            estimator, export_path, checkpoint_path, eval_result, is_the_final_export
        )


class LatestExporter(Exporter):
    """Exports each time and keeps the newest.

    Args:
      name: the folder's name.
      serving_input_receiver_fn: gives a ServingInputReceiver.
      assets_extra: name below `assets.extra` -> file.
      as_text: whether to write the message as text.
      exports_to_keep: how many; all if None.

    Raises:
      ValueError: `exports_to_keep` is not positive.
    """

    def __init__(
        self,
        name: str,
        serving_input_receiver_fn: Any,
        assets_extra: Any = None,
        as_text: bool = False,
        exports_to_keep: int | None = 5,
    ) -> None:
        self._saved_model_exporter = _SavedModelExporter(name, serving_input_receiver_fn, assets_extra, as_text)
        self._exports_to_keep = exports_to_keep
        if exports_to_keep is not None and exports_to_keep <= 0:
            raise ValueError("`exports_to_keep`, if provided, must be positive number")

    @property
    def name(self) -> str:
        return self._saved_model_exporter.name

    def export(
        self, estimator: Any, export_path: str, checkpoint_path: str, eval_result: Any, is_the_final_export: bool
    ) -> Any:
        made = self._saved_model_exporter.export(
            estimator, export_path, checkpoint_path, eval_result, is_the_final_export
        )
        _delete_old_exports(export_path, self._exports_to_keep)
        return made

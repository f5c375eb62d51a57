"""`tf.contrib.learn.ExportStrategy`: how Experiment exports models, and the usual strategies."""

from __future__ import annotations

import inspect
import os
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from tf1compat._facade.contrib.learn import input_fn_ops
from tf1compat._facade.contrib.learn.keys import MetricKey
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.estimator import estimator as core_estimator
from tf1compat._facade.platform import file_io, tf_logging
from tf1compat._facade.summary_iterator import summary_iterator
from tf1compat._facade.train.checkpoint_management import latest_checkpoint
from tf1compat._jaxcore.base import errors

_MODULE = "tensorflow.contrib.learn.python.learn.export_strategy"
_UTILITIES_MODULE = "tensorflow.contrib.learn.python.learn.utils.saved_model_export_utils"
_EXPORTERS = "Switch to tf.estimator.Exporter and associated utilities."
_TIMESTAMP_DIGITS = 10


class _Fields(NamedTuple):
    name: Any
    export_fn: Any
    strip_default_attrs: Any


class ExportStrategy(_Fields):
    """A name and a function that exports.

    Args:
      name: the folder below `export`.
      export_fn: a function of an Estimator and a folder, and optionally `checkpoint_path`, with it `eval_result`, and
        `strip_default_attrs`; gives the path of the export.
      strip_default_attrs: handed on.
    """

    @deprecated(None, "Please switch to tf.estimator.train_and_evaluate, and use tf.estimator.Exporter.", _MODULE)
    def __new__(cls, name: str, export_fn: Callable[..., Any], strip_default_attrs: Any = None) -> ExportStrategy:
        return super().__new__(cls, name, export_fn, strip_default_attrs)

    def export(self, estimator: Any, export_path: Any, checkpoint_path: Any = None, eval_result: Any = None) -> Any:
        """Calls the function with the arguments that it takes.

        Raises:
          ValueError: it takes `eval_result` without `checkpoint_path`.
        """
        wanted = inspect.getfullargspec(self.export_fn).args
        if "eval_result" in wanted and "checkpoint_path" not in wanted:
            raise ValueError("An export_fn accepting eval_result must also accept checkpoint_path.")
        offered = {
            "checkpoint_path": checkpoint_path,
            "eval_result": eval_result,
            "strip_default_attrs": self.strip_default_attrs,
        }
        return self.export_fn(estimator, export_path, **{k: v for k, v in offered.items() if k in wanted})


def _versions(export_dir_base: Any) -> list[tuple[int, str]]:
    """The exports below a folder by their timestamps."""
    if not file_io.is_directory(export_dir_base):
        return []
    names = [os.fspath(name).rstrip("/") for name in file_io.list_directory(export_dir_base)]
    stamps = [name for name in names if len(name) == _TIMESTAMP_DIGITS and name.isdigit()]
    return sorted((int(name), os.path.join(_text(export_dir_base), name)) for name in stamps)


def _text(path: Any) -> str:
    return path.decode() if isinstance(path, bytes) else os.fspath(path)


@deprecated(None, _EXPORTERS, _UTILITIES_MODULE)
def garbage_collect_exports(export_dir_base: Any, exports_to_keep: int | None) -> None:
    """Deletes all but the newest exports below a folder; None keeps all."""
    if exports_to_keep is None:
        return
    found = _versions(export_dir_base)
    for _, path in found[: max(len(found) - exports_to_keep, 0)]:
        try:
            file_io.delete_recursively(path)
        except errors.NotFoundError as e:
            tf_logging.warn("Can not delete %s recursively: %s", path, e)


@deprecated(None, _EXPORTERS, _UTILITIES_MODULE)
def make_export_strategy(
    serving_input_fn: Callable[..., Any],
    default_output_alternative_key: str | None = None,
    assets_extra: Any = None,
    as_text: bool = False,
    exports_to_keep: int | None = 5,
    strip_default_attrs: Any = None,
) -> ExportStrategy:
    """The strategy `Servo`: exports a SavedModel and deletes old ones.

    Args:
      serving_input_fn: gives InputFnOps, or a ServingInputReceiver for an Estimator of tf.estimator.
      default_output_alternative_key: which head answers by default; not for tf.estimator.
      assets_extra, as_text, strip_default_attrs: see `Estimator.export_savedmodel`.
      exports_to_keep: how many exports are kept.
    """

    def export_fn(
        estimator: Any, export_dir_base: Any, checkpoint_path: Any = None, strip_default_attrs: Any = False
    ) -> Any:
        options = {
            "assets_extra": assets_extra,
            "as_text": as_text,
            "checkpoint_path": checkpoint_path,
            "strip_default_attrs": strip_default_attrs,
        }
        if not isinstance(estimator, core_estimator.Estimator):
            options["default_output_alternative_key"] = default_output_alternative_key
        elif default_output_alternative_key is not None:
            raise ValueError(
                "default_output_alternative_key is not supported in core Estimator. "
                f"Given: {default_output_alternative_key}"
            )
        result = estimator.export_savedmodel(export_dir_base, serving_input_fn, **options)
        garbage_collect_exports(export_dir_base, exports_to_keep)
        return result

    return ExportStrategy("Servo", export_fn, strip_default_attrs)


@deprecated(None, "Use tf.estimator.export.build_parsing_serving_input_receiver_fn", _UTILITIES_MODULE)
def make_parsing_export_strategy(
    feature_columns: Any,
    default_output_alternative_key: str | None = None,
    assets_extra: Any = None,
    as_text: bool = False,
    exports_to_keep: int | None = 5,
    target_core: bool = False,
    strip_default_attrs: Any = None,
) -> ExportStrategy:
    """`make_export_strategy` for requests of serialized tf.Examples with these feature columns."""
    from tf1compat._facade.estimator import input_receivers
    from tf1compat._facade.feature_column.parse_specs import make_parse_example_spec

    spec = make_parse_example_spec(feature_columns)
    if target_core:
        serving_input_fn: Any = input_receivers.build_parsing_serving_input_receiver_fn(spec)
    else:
        serving_input_fn = input_fn_ops.build_parsing_serving_input_fn(spec)
    return make_export_strategy(
        serving_input_fn, default_output_alternative_key, assets_extra, as_text, exports_to_keep, strip_default_attrs
    )


def _smaller_loss(best: Any, candidate: Any) -> bool:
    if not best or MetricKey.LOSS not in best:
        raise ValueError("curr_best_eval_result cannot be empty or no loss is found in it.")
    if not candidate or MetricKey.LOSS not in candidate:
        raise ValueError("cand_eval_result cannot be empty or no loss is found in it.")
    return best[MetricKey.LOSS] > candidate[MetricKey.LOSS]


class BestModelSelector:
    """Remembers the best evaluation.

    Args:
      event_file_pattern: event files of earlier evaluations to start from.
      compare_fn: whether the second of two evaluations is better; a smaller loss by default.
    """

    @deprecated(None, _EXPORTERS, _UTILITIES_MODULE)
    def __init__(self, event_file_pattern: str | None = None, compare_fn: Any = None) -> None:
        self._compare_fn = compare_fn or _smaller_loss
        self._best: Any = None
        for path in file_io.get_matching_files(event_file_pattern) if event_file_pattern else ():
            for event in summary_iterator(path):
                if event.HasField("summary"):
                    self._keep({v.tag: v.simple_value for v in event.summary.value if v.HasField("simple_value")})

    def _keep(self, found: Any) -> bool:
        is_better = self._best is None or self._compare_fn(self._best, found)
        if is_better:
            self._best = found
        return is_better

    def update(self, checkpoint_path: str, eval_result: Any) -> tuple[str, Any]:
        """The checkpoint and its evaluation if it is the best yet, else `("", None)`.

        Raises:
          ValueError: one of them is missing.
        """
        if not checkpoint_path:
            raise ValueError("Checkpoint path is empty.")
        if eval_result is None:
            raise ValueError("%s has empty evaluation results.", checkpoint_path)  # TF1: unformatted
        return (checkpoint_path, eval_result) if self._keep(eval_result) else ("", None)


@deprecated(None, _EXPORTERS, _UTILITIES_MODULE)
def make_best_model_export_strategy(
    serving_input_fn: Callable[..., Any],
    exports_to_keep: int | None = 1,
    model_dir: str | None = None,
    event_file_pattern: str | None = None,
    compare_fn: Any = None,
    default_output_alternative_key: str | None = None,
    strip_default_attrs: Any = None,
) -> ExportStrategy:
    """The strategy `best_model`: exports only checkpoints that are better than all before."""
    inner = make_export_strategy(
        serving_input_fn,
        exports_to_keep=exports_to_keep,
        default_output_alternative_key=default_output_alternative_key,
        strip_default_attrs=strip_default_attrs,
    )
    pattern = os.path.join(model_dir, event_file_pattern) if model_dir and event_file_pattern else None
    selector = BestModelSelector(pattern, compare_fn)

    def export_fn(estimator: Any, export_dir_base: Any, checkpoint_path: Any, eval_result: Any = None) -> Any:
        path: Any = checkpoint_path or latest_checkpoint(estimator.model_dir)
        best_path, best_result = selector.update(path, eval_result)
        if not best_path or best_result is None:
            return ""
        folder = os.path.join(_text(export_dir_base), os.path.basename(best_path))
        return inner.export(estimator, folder, best_path, best_result)

    return ExportStrategy("best_model", export_fn)


@deprecated(None, _EXPORTERS, _UTILITIES_MODULE)
def extend_export_strategy(
    base_export_strategy: ExportStrategy, post_export_fn: Callable[..., Any], post_export_name: str | None = None
) -> ExportStrategy:
    """A strategy whose exports go through `post_export_fn(path, folder)`, which writes below `folder`."""

    def export_fn(estimator: Any, export_dir_base: Any, checkpoint_path: Any = None) -> str:
        base = _text(export_dir_base)
        first = os.path.join(base, f"temp-base-export-{int(time.time())}")
        if file_io.file_exists(first):
            raise RuntimeError("Failed to obtain base export directory")
        file_io.recursive_create_dir(first)
        exported = base_export_strategy.export(estimator, first, checkpoint_path)
        second = os.path.join(base, f"temp-post-export-{int(time.time())}")
        if file_io.file_exists(second):
            raise RuntimeError("Failed to obtain temp export directory")
        file_io.recursive_create_dir(second)
        made = _text(post_export_fn(exported, second))
        if not made.startswith(second):
            raise ValueError(f"post_export_fn must return a sub-directory of {second}")
        target = os.path.join(base, os.path.relpath(made, second))
        if file_io.file_exists(target):
            raise RuntimeError("Failed to obtain final export directory")
        file_io.rename(made, target)
        file_io.delete_recursively(first)
        file_io.delete_recursively(second)
        return target

    return ExportStrategy(post_export_name or base_export_strategy.name, export_fn)

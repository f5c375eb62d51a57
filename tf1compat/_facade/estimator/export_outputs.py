"""What a model exports: outputs of prediction, classification and regression, and their signatures."""

from __future__ import annotations

import os
import time
from typing import Any

from tf1compat._facade import constants, framework
from tf1compat._facade.estimator.mode_keys import ModeKeys
from tf1compat._facade.platform import file_io, tf_logging
from tf1compat._facade.platform.compat import as_bytes
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._jaxcore.base import dtypes

EXPORT_TAG_MAP = {ModeKeys.PREDICT: ["serve"], ModeKeys.TRAIN: ["train"], ModeKeys.EVAL: ["eval"]}
DEFAULT_SERVING_KEY = "serving_default"
SIGNATURE_KEY_MAP = {ModeKeys.PREDICT: DEFAULT_SERVING_KEY, ModeKeys.TRAIN: "train", ModeKeys.EVAL: "eval"}
SINGLE_FEATURE_DEFAULT_NAME = "feature"
SINGLE_RECEIVER_DEFAULT_NAME = "input"
SINGLE_LABEL_DEFAULT_NAME = "label"
MAX_DIRECTORY_CREATION_ATTEMPTS = 10
_METHODS = {
    "tensorflow/serving/classify": "Classify",
    "tensorflow/serving/regress": "Regress",
    "tensorflow/serving/predict": "Predict",
    "tensorflow/supervised/training": "Train",
    "tensorflow/supervised/eval": "Eval",
}


def _signature_defs() -> Any:
    """The makers of SignatureDefs, which belong to SavedModel."""
    from tf1compat.saved_model import signature_def_utils

    return signature_def_utils


class ExportOutput:
    """An output of a model that is exported; makes its SignatureDef."""

    _SEPARATOR_CHAR = "/"

    def as_signature_def(self, receiver_tensors: dict[str, Tensor]) -> Any:
        """The SignatureDef with these inputs."""
        raise NotImplementedError(f"{type(self).__name__} does not say how to make its SignatureDef")

    def _key(self, key: Any, label: str) -> str:
        if isinstance(key, tuple):
            key = self._SEPARATOR_CHAR.join(key)
        if not isinstance(key, str):
            raise ValueError(f"{label} output key must be a string; got {key}.")
        return key

    def _wrap_and_check_outputs(
        self, outputs: Any, default_name: str, error_label: str | None = None
    ) -> dict[str, Any]:
        label = error_label or default_name
        found: dict[str, Any] = {}
        for key, value in (outputs if isinstance(outputs, dict) else {default_name: outputs}).items():
            key = self._key(key, label)
            if not isinstance(value, Tensor):
                raise ValueError(f"{label} output value must be a Tensor; got {value}.")
            found[key] = value
        return found


def _only_examples(receiver_tensors: dict[str, Tensor], label: str) -> Tensor:
    found = list(receiver_tensors.values())
    if len(found) != 1 or dtypes.as_dtype(found[0].dtype) != dtypes.string:
        raise ValueError(f"{label} input must be a single string Tensor; got {receiver_tensors}")
    return found[0]


class ClassificationOutput(ExportOutput):
    """Classes, scores or both, for the Classify call; the input is one string tensor of Examples.

    Raises:
      ValueError: both are missing, scores are no floats or classes no strings.
    """

    def __init__(self, scores: Any = None, classes: Any = None) -> None:
        if scores is not None and not (isinstance(scores, Tensor) and scores.dtype.is_floating):
            raise ValueError(f"Classification scores must be a float32 Tensor; got {scores}")
        if classes is not None and not (isinstance(classes, Tensor) and classes.dtype == dtypes.string):
            raise ValueError(f"Classification classes must be a string Tensor; got {classes}")
        if scores is None and classes is None:
            raise ValueError("At least one of scores and classes must be set.")
        self._scores = scores
        self._classes = classes

    @property
    def scores(self) -> Any:
        return self._scores

    @property
    def classes(self) -> Any:
        return self._classes

    def as_signature_def(self, receiver_tensors: dict[str, Tensor]) -> Any:
        examples = _only_examples(receiver_tensors, "Classification")
        return _signature_defs().classification_signature_def(examples, self.classes, self.scores)


class RegressionOutput(ExportOutput):
    """A value for the Regress call; the input is one string tensor of Examples.

    Raises:
      ValueError: it is no float tensor.
    """

    def __init__(self, value: Any) -> None:
        if not (isinstance(value, Tensor) and value.dtype.is_floating):
            raise ValueError(f"Regression output value must be a float32 Tensor; got {value}")
        self._value = value

    @property
    def value(self) -> Any:
        return self._value

    def as_signature_def(self, receiver_tensors: dict[str, Tensor]) -> Any:
        return _signature_defs().regression_signature_def(_only_examples(receiver_tensors, "Regression"), self.value)


class PredictOutput(ExportOutput):
    """Any outputs for the Predict call: a tensor (called "output") or a dictionary of tensors."""

    _SINGLE_OUTPUT_DEFAULT_NAME = "output"

    def __init__(self, outputs: Any) -> None:
        self._outputs = self._wrap_and_check_outputs(outputs, self._SINGLE_OUTPUT_DEFAULT_NAME, "Prediction")

    @property
    def outputs(self) -> dict[str, Any]:
        return self._outputs

    def as_signature_def(self, receiver_tensors: dict[str, Tensor]) -> Any:
        return _signature_defs().predict_signature_def(receiver_tensors, self.outputs)


class _SupervisedOutput(ExportOutput):
    """Loss, predictions and metrics of a training or evaluation graph, under prefixed names."""

    _signature = ""

    def __init__(self, loss: Any = None, predictions: Any = None, metrics: Any = None) -> None:
        self._loss = self._prefixed(loss, "loss")
        self._predictions = self._prefixed(predictions, "predictions")
        self._metrics = None if metrics is None else self._wrap_metrics(metrics)

    def _prefixed(self, outputs: Any, prefix: str) -> dict[str, Any] | None:
        if outputs is None:
            return None
        found = self._wrap_and_check_outputs(outputs, prefix)
        return {self._prefix_key(key, prefix): value for key, value in found.items()}

    def _prefix_key(self, key: str, prefix: str) -> str:
        return key if key.startswith(prefix) else prefix + self._SEPARATOR_CHAR + key

    def _wrap_metrics(self, metrics: Any) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in (metrics if isinstance(metrics, dict) else {"metrics": metrics}).items():
            result, update = value if isinstance(value, tuple) else (value.result(), value.updates[0])
            key = self._prefix_key(self._key(key, "metrics"), "metrics")
            if not isinstance(result, Tensor):
                raise ValueError(f"{key} output value must be a Tensor; got {result}.")
            if not isinstance(update, (Tensor, Operation)):
                raise ValueError(f"{key} update_op must be a Tensor or Operation; got {update}.")
            if isinstance(update, Operation):  # a signature holds tensors only
                with framework.control_dependencies([update]):
                    update = constants.constant([], name="metric_op_wrapper")
            found[key + "/value"] = result
            found[key + "/update_op"] = update
        return found

    @property
    def loss(self) -> Any:
        return self._loss

    @property
    def predictions(self) -> Any:
        return self._predictions

    @property
    def metrics(self) -> Any:
        return self._metrics

    def as_signature_def(self, receiver_tensors: dict[str, Tensor]) -> Any:
        make = getattr(_signature_defs(), self._signature)
        return make(receiver_tensors, self.loss, self.predictions, self.metrics)


class TrainOutput(_SupervisedOutput):
    """Outputs of a training graph."""

    _signature = "supervised_train_signature_def"


class EvalOutput(_SupervisedOutput):
    """Outputs of an evaluation graph."""

    _signature = "supervised_eval_signature_def"


def get_export_outputs(export_outputs: Any, predictions: Any) -> dict[str, Any]:
    """The outputs to export: the given ones, or all predictions; one of them is the default.

    Raises:
      TypeError: they are no dictionary of ExportOutputs.
      ValueError: there are several and none is called "serving_default".
    """
    if export_outputs is None:
        export_outputs = {DEFAULT_SERVING_KEY: PredictOutput(predictions)}
    if not isinstance(export_outputs, dict):
        raise TypeError(f"export_outputs must be dict, given: {export_outputs}")
    if not all(isinstance(v, ExportOutput) for v in export_outputs.values()):
        raise TypeError(f"Values in export_outputs must be ExportOutput objects. Given: {export_outputs}")
    if len(export_outputs) == 1:
        export_outputs.setdefault(DEFAULT_SERVING_KEY, next(iter(export_outputs.values())))
    if len(export_outputs) > 1 and DEFAULT_SERVING_KEY not in export_outputs:
        raise ValueError(
            "Multiple export_outputs were provided, but none of them is specified as the default.  Do this by naming "
            "one of them with signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY."
        )
    return export_outputs


def export_outputs_for_mode(
    mode: Any, serving_export_outputs: Any = None, predictions: Any = None, loss: Any = None, metrics: Any = None
) -> dict[str, Any]:
    """What is exported for a mode: the outputs of prediction, or loss, predictions and metrics.

    Raises:
      ValueError: an unknown mode.
    """
    if mode not in SIGNATURE_KEY_MAP:
        raise ValueError(
            f"Export output type not found for mode: {mode}. Expected one of: {list(SIGNATURE_KEY_MAP)}.\n"
            "One likely error is that V1 Estimator Modekeys were somehow passed to this function. Please ensure that "
            "you are using the new ModeKeys."
        )
    if mode == ModeKeys.PREDICT:
        return get_export_outputs(serving_export_outputs, predictions)
    kind = TrainOutput if mode == ModeKeys.TRAIN else EvalOutput
    return {SIGNATURE_KEY_MAP[mode]: kind(loss=loss, predictions=predictions, metrics=metrics)}


def build_all_signature_defs(
    receiver_tensors: Any, export_outputs: Any, receiver_tensors_alternatives: Any = None, serving_only: bool = True
) -> dict[str, Any]:
    """The SignatureDefs of all outputs with all their inputs; what cannot be served is logged and left out.

    Raises:
      ValueError: `export_outputs` is no dictionary.
    """
    if not isinstance(export_outputs, dict):
        raise ValueError(f"export_outputs must be a dict and not{type(export_outputs)}")
    inputs: dict[str, Any] = {"": receiver_tensors}
    for name, tensors in (receiver_tensors_alternatives or {}).items():
        inputs[f"{name or 'None'}:"] = tensors
    made: dict[str, Any] = {}
    excluded: dict[str, str] = {}
    for prefix, tensors in inputs.items():
        tensors = tensors if isinstance(tensors, dict) else {SINGLE_RECEIVER_DEFAULT_NAME: tensors}
        for key, output in export_outputs.items():
            name = f"{prefix}{key or 'None'}"
            try:
                made[name] = output.as_signature_def(tensors)
            except ValueError as e:
                excluded[name] = str(e)
    _log_signatures(made, excluded)
    if not serving_only:
        return made
    return {name: found for name, found in made.items() if _signature_defs().is_valid_signature(found)}


def _log_signatures(made: dict[str, Any], excluded: dict[str, str]) -> None:
    by_method: dict[str, list[str]] = {method: [] for method in _METHODS}
    for name, found in made.items():
        by_method.setdefault(found.method_name, []).append(name)
    for method, names in by_method.items():
        tf_logging.info(f"Signatures INCLUDED in export for {_METHODS.get(method, method)}: {names or 'None'}")
    if excluded:
        tf_logging.info("Signatures EXCLUDED from export because they cannot be be served via TensorFlow Serving APIs:")
        for name, reason in excluded.items():
            tf_logging.info(f"'{name}' : {reason}")
    if not made:
        tf_logging.warn("Export includes no signatures!")
    elif DEFAULT_SERVING_KEY not in made:
        tf_logging.warn("Export includes no default signature!")


def get_timestamped_export_dir(export_dir_base: Any) -> bytes:
    """A new folder name below `export_dir_base`: the seconds since 1970.

    Raises:
      RuntimeError: others took ten names in a row.
    """
    for attempt in range(1, MAX_DIRECTORY_CREATION_ATTEMPTS + 1):
        found = os.path.join(as_bytes(export_dir_base), as_bytes(str(int(time.time()))))
        if not file_io.file_exists(found):
            return found
        time.sleep(1)
        tf_logging.warn(
            f"Directory {found!r} already exists; retrying (attempt {attempt}/{MAX_DIRECTORY_CREATION_ATTEMPTS})"
        )
    raise RuntimeError(
        f"Failed to obtain a unique export directory name after {MAX_DIRECTORY_CREATION_ATTEMPTS} attempts."
    )


def get_temp_export_dir(timestamped_export_dir: bytes) -> bytes:
    """Where an export is written before it gets its name."""
    folder, name = os.path.split(timestamped_export_dir)
    return os.path.join(as_bytes(folder), b"temp-" + as_bytes(name))

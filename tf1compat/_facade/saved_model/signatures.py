"""SignatureDef messages: what a graph computes for whom, by names of inputs and outputs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tf1compat._facade.saved_model import constants, tensor_info
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes, errors

_STRING, _FLOAT = dtypes.string.as_datatype_enum, dtypes.float32.as_datatype_enum


def build_signature_def(
    inputs: Mapping[str, Any] | None = None, outputs: Mapping[str, Any] | None = None, method_name: str | None = None
) -> Any:
    """The SignatureDef with TensorInfos of inputs and outputs by their names for callers."""
    from tf1compat._formats import protos

    message = protos.SignatureDef()
    for infos, field in ((inputs, message.inputs), (outputs, message.outputs)):
        for key in infos or ():
            field[key].CopyFrom((infos or {})[key])
    if method_name is not None:
        message.method_name = method_name
    return message


def _infos(tensors: Mapping[str, Any]) -> dict[str, Any]:
    return {key: tensor_info.info_of(tensor) for key, tensor in tensors.items()}


def _examples(kind: str, examples: Any) -> Any:
    if examples is None:
        raise ValueError(f"{kind} examples cannot be None.")
    if not isinstance(examples, Tensor) or examples.dtype != dtypes.string:
        raise ValueError(f"{kind} examples must be a string Tensor.")
    return tensor_info.info_of(examples)


def _of_type(tensor: Any, wanted: int, refusal: str) -> Any:
    message = tensor_info.info_of(tensor)
    if message.dtype != wanted:
        raise ValueError(refusal)
    return message


def regression_signature_def(examples: Any, predictions: Any) -> Any:
    """The signature of a regression: serialized Examples to float predictions.

    Raises:
      ValueError: a tensor is missing or of another type.
    """
    inputs = {constants.REGRESS_INPUTS: _examples("Regression", examples)}
    if predictions is None:
        raise ValueError("Regression predictions cannot be None.")
    output = _of_type(predictions, _FLOAT, "Regression output must be a float Tensor.")
    return build_signature_def(inputs, {constants.REGRESS_OUTPUTS: output}, constants.REGRESS_METHOD_NAME)


def classification_signature_def(examples: Any, classes: Any, scores: Any) -> Any:
    """The signature of a classification: serialized Examples to class names, float scores, or both.

    Raises:
      ValueError: a tensor is missing or of another type.
    """
    inputs = {constants.CLASSIFY_INPUTS: _examples("Classification", examples)}
    if classes is None and scores is None:
        raise ValueError("Classification classes and scores cannot both be None.")
    outputs: dict[str, Any] = {}
    if classes is not None:
        outputs[constants.CLASSIFY_OUTPUT_CLASSES] = _of_type(
            classes, _STRING, "Classification classes must be a string Tensor."
        )
    if scores is not None:
        outputs[constants.CLASSIFY_OUTPUT_SCORES] = _of_type(
            scores, _FLOAT, "Classification scores must be a float Tensor."
        )
    return build_signature_def(inputs, outputs, constants.CLASSIFY_METHOD_NAME)


def predict_signature_def(inputs: Mapping[str, Any], outputs: Mapping[str, Any]) -> Any:
    """The signature of any computation: dicts of names to tensors.

    Raises:
      ValueError: one of them is empty.
    """
    if not inputs:
        raise ValueError("Prediction inputs cannot be None or empty.")
    if not outputs:
        raise ValueError("Prediction outputs cannot be None or empty.")
    return build_signature_def(_infos(inputs), _infos(outputs), constants.PREDICT_METHOD_NAME)


def supervised_train_signature_def(inputs: Any, loss: Any, predictions: Any = None, metrics: Any = None) -> Any:
    """The signature of a training step: dicts of names to tensors."""
    return _supervised(constants.SUPERVISED_TRAIN_METHOD_NAME, inputs, (loss, predictions, metrics))


def supervised_eval_signature_def(inputs: Any, loss: Any, predictions: Any = None, metrics: Any = None) -> Any:
    """The signature of an evaluation: dicts of names to tensors."""
    return _supervised(constants.SUPERVISED_EVAL_METHOD_NAME, inputs, (loss, predictions, metrics))


def _supervised(method_name: str, inputs: Any, outputs: tuple[Any, ...]) -> Any:
    if not inputs:
        raise ValueError(f"{method_name} inputs cannot be None or empty.")
    named: dict[str, Any] = {}
    for given in outputs:
        named.update(_infos(given or {}))
    return build_signature_def(_infos(inputs), named, method_name)


def is_valid_signature(signature_def: Any) -> bool:
    """Can TensorFlow Serving serve it: is it a whole classification, regression or prediction?"""
    if signature_def is None:
        return False
    inputs = {key: info.dtype for key, info in signature_def.inputs.items()}
    outputs = {key: info.dtype for key, info in signature_def.outputs.items()}
    method = signature_def.method_name
    if method == constants.PREDICT_METHOD_NAME:
        return bool(inputs) and bool(outputs)
    if method == constants.REGRESS_METHOD_NAME:
        return inputs == {constants.REGRESS_INPUTS: _STRING} and outputs == {constants.REGRESS_OUTPUTS: _FLOAT}
    if method == constants.CLASSIFY_METHOD_NAME:
        known = {constants.CLASSIFY_OUTPUT_CLASSES: _STRING, constants.CLASSIFY_OUTPUT_SCORES: _FLOAT}
        return (
            inputs == {constants.CLASSIFY_INPUTS: _STRING}
            and bool(outputs)
            and all(known.get(key) == dtype for key, dtype in outputs.items())
        )
    return False


def op_signature_def(op: Any, key: str) -> Any:
    """The signature whose one output, `key`, names an operation."""
    return build_signature_def(outputs={key: tensor_info.build_tensor_info_from_op(op)})


def load_op_from_signature_def(signature_def: Any, key: str, import_scope: str | None = None) -> Any:
    """The operation that `op_signature_def` named.

    Raises:
      NotFoundError: it is not in the graph.
    """
    try:
        return tensor_info.get_element_from_tensor_info(signature_def.outputs[key], import_scope=import_scope)
    except KeyError:
        raise errors.NotFoundError(
            None,
            None,
            f"The {key} could not be found in the graph. Please make sure the SavedModel was created by the internal "
            "_SavedModelBuilder. If you are using the public API, please make sure the SignatureDef in the SavedModel "
            f'does not contain the key "{key}".',
        ) from None

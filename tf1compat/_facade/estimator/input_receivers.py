"""`tf.estimator.export`: how an exported model takes its inputs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tf1compat._facade import framework
from tf1compat._facade.convert import convert_to_tensor
from tf1compat._facade.estimator.export_outputs import (
    SINGLE_FEATURE_DEFAULT_NAME,
    SINGLE_LABEL_DEFAULT_NAME,
    SINGLE_RECEIVER_DEFAULT_NAME,
)
from tf1compat._facade.estimator.input_results import parse_input_fn_result
from tf1compat._facade.graph import Graph
from tf1compat._facade.tensor import Tensor
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.shapes import TensorShape

_DEFAULT_NAMES = {
    "feature": SINGLE_FEATURE_DEFAULT_NAME,
    "label": SINGLE_LABEL_DEFAULT_NAME,
    "receiver_tensor": SINGLE_RECEIVER_DEFAULT_NAME,
    "receiver_tensors_alternative": SINGLE_RECEIVER_DEFAULT_NAME,
}


def _check_tensor(tensor: Any, name: Any, error_label: str = "feature") -> None:
    is_sparse = all(hasattr(tensor, part) for part in ("indices", "values", "dense_shape"))
    if isinstance(tensor, Tensor) or is_sparse:
        return
    error = ValueError(f"{error_label}{f' {name}' if name else ''} must be a Tensor or SparseTensor.")
    if not hasattr(tensor, "tensor"):
        raise error
    try:
        convert_to_tensor(tensor)
    except TypeError:
        raise error from None


def wrap_and_check_input_tensors(tensors: Any, field_name: str, allow_int_keys: bool = False) -> dict[Any, Any]:
    """A dictionary of tensors; a single tensor gets a default name.

    Raises:
      ValueError: there are none, a name is no string, or a value no tensor.
    """
    if tensors is None:
        raise ValueError(f"{field_name}s must be defined.")
    found = tensors if isinstance(tensors, dict) else {_DEFAULT_NAMES[field_name]: tensors}
    for name, tensor in found.items():
        if not isinstance(name, str) and not (allow_int_keys and isinstance(name, int)):
            kinds = "strings or ints" if allow_int_keys else "strings"
            raise ValueError(f"{field_name} keys must be {kinds}: {name}.")
        _check_tensor(tensor, name, field_name)
    return found


class _Receiver(NamedTuple):
    features: Any
    receiver_tensors: Any
    receiver_tensors_alternatives: Any


class ServingInputReceiver(_Receiver):
    """The features for `model_fn` and the tensors that a server feeds.

    Args:
      features: a tensor, SparseTensor or dictionary of them.
      receiver_tensors: a tensor, SparseTensor or dictionary of them: where inputs are fed.
      receiver_tensors_alternatives: name -> other tensors that may be fed instead.

    Raises:
      ValueError: a name is no string or a value no tensor.
    """

    __slots__ = ()

    def __new__(cls, features: Any, receiver_tensors: Any, receiver_tensors_alternatives: Any = None) -> Any:
        features = wrap_and_check_input_tensors(features, "feature", allow_int_keys=True)
        receiver_tensors = wrap_and_check_input_tensors(receiver_tensors, "receiver_tensor")
        if receiver_tensors_alternatives is not None:
            if not isinstance(receiver_tensors_alternatives, dict):
                raise ValueError(f"receiver_tensors_alternatives must be a dict: {receiver_tensors_alternatives}.")
            for name, tensors in receiver_tensors_alternatives.items():
                receiver_tensors_alternatives[name] = wrap_and_check_input_tensors(
                    tensors, "receiver_tensors_alternative"
                )
        return super().__new__(cls, features, receiver_tensors, receiver_tensors_alternatives)


class TensorServingInputReceiver(_Receiver):
    """A ServingInputReceiver for a `model_fn` that takes one tensor, not a dictionary."""

    __slots__ = ()

    def __new__(cls, features: Any, receiver_tensors: Any, receiver_tensors_alternatives: Any = None) -> Any:
        if features is None:
            raise ValueError("features must be defined.")
        _check_tensor(features, None)
        found = ServingInputReceiver(features, receiver_tensors, receiver_tensors_alternatives)
        return super().__new__(cls, found.features[SINGLE_FEATURE_DEFAULT_NAME], *found[1:])


class UnsupervisedInputReceiver(ServingInputReceiver):
    """Inputs of a training or evaluation graph without labels."""

    __slots__ = ()

    def __new__(cls, features: Any, receiver_tensors: Any) -> Any:
        return super().__new__(cls, features, receiver_tensors, None)


class _SupervisedReceiver(NamedTuple):
    features: Any
    labels: Any
    receiver_tensors: Any


class SupervisedInputReceiver(_SupervisedReceiver):
    """Inputs of a training or evaluation graph: features and labels."""

    __slots__ = ()

    def __new__(cls, features: Any, labels: Any, receiver_tensors: Any) -> Any:
        wrap_and_check_input_tensors(features, "feature", allow_int_keys=True)
        wrap_and_check_input_tensors(labels, "label", allow_int_keys=True)
        return super().__new__(cls, features, labels, wrap_and_check_input_tensors(receiver_tensors, "receiver_tensor"))


def build_parsing_serving_input_receiver_fn(feature_spec: Any, default_batch_size: int | None = None) -> Any:
    """A function without arguments that makes a ServingInputReceiver fed with serialized Examples.

    Args:
      feature_spec: name -> FixedLenFeature or VarLenFeature.
      default_batch_size: number of Examples; unknown if absent.
    """

    def serving_input_receiver_fn() -> ServingInputReceiver:
        from tf1compat._facade.parsing_ops import parse_example

        serialized = framework.placeholder(dtypes.string, [default_batch_size], name="input_example_tensor")
        return ServingInputReceiver(parse_example(serialized, feature_spec), {"examples": serialized})

    return serving_input_receiver_fn


def _placeholder_like(tensor: Any, batch_size: int | None) -> Tensor:
    shape = TensorShape([batch_size]).concatenate(tensor.get_shape()[1:])
    is_eager = not hasattr(tensor, "op")
    return framework.placeholder(tensor.dtype, shape, name=None if is_eager else tensor.op.name)


def build_raw_serving_input_receiver_fn(features: Any, default_batch_size: int | None = None) -> Any:
    """A function without arguments that makes a ServingInputReceiver fed with the features themselves."""

    def serving_input_receiver_fn() -> ServingInputReceiver:
        tensors = {name: _placeholder_like(t, default_batch_size) for name, t in features.items()}
        return ServingInputReceiver(tensors, tensors)

    return serving_input_receiver_fn


def build_raw_supervised_input_receiver_fn(
    features: Any, labels: Any, default_batch_size: int | None = None
) -> Callable[[], SupervisedInputReceiver]:
    """A function without arguments that makes a SupervisedInputReceiver fed with features and labels.

    Raises:
      ValueError: features and labels share a name.
    """
    feature_names = set(features) if isinstance(features, dict) else {SINGLE_RECEIVER_DEFAULT_NAME}
    shared = feature_names & (set(labels) if isinstance(labels, dict) else {SINGLE_LABEL_DEFAULT_NAME})
    if shared:
        raise ValueError(f"Features and labels must have distinct keys. Found overlapping keys: {shared}")

    def make(tensors: Any, default_name: str) -> tuple[Any, dict[str, Any]]:
        if isinstance(tensors, dict):
            made = {name: _placeholder_like(t, default_batch_size) for name, t in tensors.items()}
            return made, made
        single = _placeholder_like(tensors, default_batch_size)
        return single, {default_name: single}

    def supervised_input_receiver_fn() -> SupervisedInputReceiver:
        made_features, fed_features = make(features, SINGLE_RECEIVER_DEFAULT_NAME)
        made_labels, fed_labels = make(labels, SINGLE_LABEL_DEFAULT_NAME)
        return SupervisedInputReceiver(made_features, made_labels, {**fed_features, **fed_labels})

    return supervised_input_receiver_fn


def build_supervised_input_receiver_fn_from_input_fn(input_fn: Any, **input_fn_args: Any) -> Any:
    """The same, for tensors like those that `input_fn` gives."""
    with Graph().as_default():
        features, labels, _ = parse_input_fn_result(input_fn(**input_fn_args))
    return build_raw_supervised_input_receiver_fn(features, labels)

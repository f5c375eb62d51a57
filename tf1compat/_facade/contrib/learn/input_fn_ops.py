"""`tf.contrib.learn.InputFnOps`: what requests to an exported model are made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tf1compat._facade import array_ops, parsing_ops
from tf1compat._facade.deprecation import deprecated
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.shapes import TensorShape

_MODULE = "tensorflow.contrib.learn.python.learn.utils.input_fn_utils"


class InputFnOps(NamedTuple):
    """Features, labels (None when serving) and the tensors that requests feed."""

    features: Any
    labels: Any
    default_inputs: Any


@deprecated(None, "Please use tf.estimator.export.build_parsing_serving_input_receiver_fn.", _MODULE)
def build_parsing_serving_input_fn(
    feature_spec: dict[str, Any], default_batch_size: int | None = None
) -> Callable[[], InputFnOps]:
    """A function that makes features of serialized tf.Examples, which requests feed as `examples`."""

    def input_fn() -> InputFnOps:
        examples = array_ops.placeholder(dtype=dtypes.string, shape=[default_batch_size], name="input_example_tensor")
        return InputFnOps(parsing_ops.parse_example(examples, feature_spec), None, {"examples": examples})

    return input_fn


@deprecated(None, "Please use tf.estimator.export.build_raw_serving_input_receiver_fn.", _MODULE)
def build_default_serving_input_fn(
    features: dict[str, Any], default_batch_size: int | None = None
) -> Callable[[], InputFnOps]:
    """A function that makes placeholders like the given tensors, which requests feed by name."""

    def input_fn() -> InputFnOps:
        placeholders = {}
        for name, tensor in features.items():
            shape = TensorShape([default_batch_size, *tensor.get_shape().as_list()[1:]])
            placeholders[name] = array_ops.placeholder(dtype=tensor.dtype, shape=shape, name=tensor.op.name)
        return InputFnOps(placeholders, None, placeholders)

    return input_fn

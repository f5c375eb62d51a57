"""`testing_utils` of TensorFlow's Keras tests: small models and data, and the check of a layer."""

from __future__ import annotations

import contextlib
import functools
import unittest
from collections.abc import Iterator
from typing import Any, cast

import numpy as np

from tf1compat._facade import context
from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras import optimizers
from tf1compat._facade.keras.engine.input_layer import Input
from tf1compat._facade.keras.engine.model import Model
from tf1compat._facade.keras.engine.sequential import Sequential
from tf1compat._facade.keras.layers.core import Dense
from tf1compat._facade.testing.keras_test_models import get_model_from_layers as get_model_from_layers
from tf1compat._facade.testing.keras_test_models import get_multi_io_model as get_multi_io_model
from tf1compat._facade.testing.keras_test_models import get_small_subclass_mlp as get_small_subclass_mlp
from tf1compat._facade.testing.keras_test_models import (
    get_small_subclass_mlp_with_custom_build as get_small_subclass_mlp_with_custom_build,
)
from tf1compat._jaxcore.base.shapes import TensorShape


@contextlib.contextmanager
def model_type_scope(value: str) -> Iterator[None]:
    """Inside the block, `get_small_mlp` makes models of this kind."""
    before, context.KERAS.model_type = context.KERAS.model_type, value
    try:
        yield
    finally:
        context.KERAS.model_type = before


def get_model_type() -> Any:
    """The kind of model of the block around."""
    return context.KERAS.model_type


def should_run_eagerly() -> bool:
    """False: there is no eager execution."""
    return False


def should_run_tf_function() -> bool:
    """False: models run in sessions."""
    return False


def get_test_data(
    train_samples: int, test_samples: int, input_shape: Any, num_classes: int, random_seed: int | None = None
) -> Any:
    """Points around one centre per class."""
    if random_seed is not None:
        np.random.seed(random_seed)
    count = train_samples + test_samples
    centres = 2 * num_classes * np.random.random((num_classes, *input_shape))
    y = np.random.randint(0, num_classes, size=(count,))
    x = np.zeros((count, *input_shape), dtype=np.float32)
    for i in range(count):
        x[i] = np.random.normal(loc=centres[y[i]], scale=0.7, size=input_shape)
    return (x[:train_samples], y[:train_samples]), (x[train_samples:], y[train_samples:])


def get_small_sequential_mlp(num_hidden: int, num_classes: int, input_dim: int | None = None) -> Sequential:
    """A sequential model with one hidden layer."""
    first = cast("dict[str, Any]", {"input_dim": input_dim} if input_dim else {})
    last = Dense(1, activation="sigmoid") if num_classes == 1 else Dense(num_classes, activation="softmax")
    return Sequential([Dense(num_hidden, activation="relu", **first), last])


def get_small_functional_mlp(num_hidden: int, num_classes: int, input_dim: int) -> Model:
    """A functional model with one hidden layer."""
    inputs = Input(shape=(input_dim,))
    hidden = Dense(num_hidden, activation="relu")(inputs)
    kind = "sigmoid" if num_classes == 1 else "softmax"
    return Model(inputs, Dense(num_classes, activation=kind)(hidden))


def get_small_mlp(num_hidden: int, num_classes: int, input_dim: int | None) -> Any:
    """A model of the kind of the block around."""
    if get_model_type() == "sequential":
        return get_small_sequential_mlp(num_hidden, num_classes, input_dim)
    if get_model_type() == "functional":
        return get_small_functional_mlp(num_hidden, num_classes, input_dim or 0)
    if get_model_type() == "subclass_custom_build":
        return get_small_subclass_mlp_with_custom_build(num_hidden, num_classes)
    if get_model_type() == "subclass":
        return get_small_subclass_mlp(num_hidden, num_classes)
    raise ValueError(f"Unknown model type {get_model_type()}")


def get_v2_optimizer(name: str, **kwargs: Any) -> Any:
    """An optimizer of Keras by its name in small letters."""
    return optimizers.deserialize({"class_name": name, "config": kwargs})


def get_expected_metric_variable_names(var_names: Any, name_suffix: str = "") -> list[str]:
    """Names of variables in graph mode, where a suffix makes them unique."""
    return [f"{name}{name_suffix}:0" for name in var_names]


@contextlib.contextmanager
def run_eagerly_scope(value: Any) -> Iterator[None]:
    """Skips the test if it wants to run eagerly."""
    if value:
        raise unittest.SkipTest("there is no eager execution")
    yield


@contextlib.contextmanager
def experimental_run_tf_function_scope(value: Any) -> Iterator[None]:
    """Changes nothing: models run in sessions."""
    yield


def _skipping(fn: Any) -> Any:
    @functools.wraps(fn)
    def skip(*args: Any, **kwargs: Any) -> None:
        raise unittest.SkipTest("types of layers as in TensorFlow 2 are not supported")

    return skip


def enable_v2_dtype_behavior(fn: Any) -> Any:
    """Skips what needs types of layers as in TensorFlow 2."""
    return _skipping(fn)


def disable_v2_dtype_behavior(fn: Any) -> Any:
    """The function: types of layers are those of TensorFlow 1."""
    return fn


def layer_test(
    layer_cls: Any,
    kwargs: Any = None,
    input_shape: Any = None,
    input_dtype: Any = None,
    input_data: Any = None,
    expected_output: Any = None,
    expected_output_dtype: Any = None,
    expected_output_shape: Any = None,
    validate_training: bool = True,
    adapt_data: Any = None,
) -> Any:
    """Build a layer, call it, save and restore it, predict and train with it; gives its output."""
    if input_data is None:
        dtype = input_dtype or "float32"
        sizes = [np.random.randint(1, 4) if n is None else n for n in input_shape]
        input_data = 10 * np.random.random(sizes)
        if dtype.startswith("float"):
            input_data -= 0.5
        input_data = input_data.astype(dtype)
    input_shape = input_data.shape if input_shape is None else input_shape
    dtype = input_dtype or input_data.dtype
    expected = expected_output_dtype or dtype
    layer = layer_cls(**(kwargs or {}))
    weights = layer.get_weights()
    layer.set_weights(weights)
    x = Input(shape=input_shape[1:], dtype=dtype)
    y = layer(x)
    if K.dtype(y) != expected:
        raise AssertionError(f"{layer_cls.__name__}: output of type {K.dtype(y)}, expected {expected}")
    model = Model(x, y)
    computed = tuple(layer.compute_output_shape(TensorShape(input_shape)).as_list())
    actual = model.predict(input_data)
    _same_shape(computed, actual.shape, layer_cls)
    if expected_output_shape is not None:
        _same_shape(tuple(TensorShape(expected_output_shape).as_list()), actual.shape, layer_cls)
    if expected_output is not None:
        np.testing.assert_allclose(actual, expected_output, rtol=1e-3, atol=1e-6)
    copied = Model.from_config(model.get_config(), {layer_cls.__name__: layer_cls})
    if model.weights:
        copied.set_weights(model.get_weights())
        np.testing.assert_allclose(copied.predict(input_data), actual, rtol=1e-3, atol=1e-6)
    if validate_training:
        model = Model(x, layer(x))
        model.compile("rmsprop", "mse", weighted_metrics=["acc"])
        model.train_on_batch(input_data, actual)
    config = {**layer.get_config(), "batch_input_shape": input_shape}
    model = Sequential([type(layer).from_config(config)])
    found = model.predict(input_data)
    _same_shape(computed, found.shape, layer_cls)
    return found


def _same_shape(expected: Any, actual: Any, layer_cls: Any) -> None:
    for size, found in zip(expected, actual):
        if size is not None and size != found:
            raise AssertionError(f"{layer_cls.__name__}: output of shape {actual}, expected {expected}")

"""`tf.keras.layers.Lambda`: a function as a layer, saved with its code."""

from __future__ import annotations

import inspect
import sys
import types
import warnings
from typing import Any

import numpy as np

from tf1compat._facade.graph import Graph
from tf1compat._facade.inner_tools.keras_parts import func_dump, func_load
from tf1compat._facade.keras import backend as K
from tf1compat._facade.keras.engine.layer import Layer
from tf1compat._facade.keras.serialization import deserialize_keras_object
from tf1compat._facade.variable_base import variable_creator_scope
from tf1compat._jaxcore.base import dtypes, nest
from tf1compat._jaxcore.base.shapes import TensorShape


class Lambda(Layer):
    """A function as a layer.

    Args:
      function: function of the input; it may also take `mask` and `training`.
      output_shape: shape of the output without the batch, or a function of the input's shape.
      mask: mask of the output, or a function of the input and its mask.
      arguments: further arguments of the function.
    """

    def __init__(
        self, function: Any, output_shape: Any = None, mask: Any = None, arguments: Any = None, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.function = function
        self.arguments = arguments if arguments else {}
        if mask is not None:
            self.supports_masking = True
        self.mask = mask
        self._output_shape = output_shape
        self._variables: dict[str, Any] = {}
        names = inspect.signature(function).parameters
        self._function_arguments = {"mask": "mask" in names, "training": "training" in names}

    def compute_output_shape(self, input_shape: Any) -> Any:
        if self._output_shape is None:
            return self._inferred(input_shape)
        if callable(self._output_shape):
            return _shapes(self._output_shape(_tuples(input_shape)))
        batch = _leaves(input_shape)[0][0] if _leaves(input_shape) else None
        return _mapped(lambda sizes: TensorShape([batch, *sizes]), self._output_shape)

    def _inferred(self, input_shape: Any) -> Any:
        """What the function gives for placeholders in a graph apart."""
        kind = dtypes.as_dtype(self.dtype or K.floatx())
        try:
            with Graph().as_default():
                made = self(_mapped(lambda sizes: K.placeholder(shape=sizes, dtype=kind), input_shape))
        except TypeError:
            raise NotImplementedError(
                "We could not automatically infer the shape of the Lambda's output. Please specify `output_shape` for "
                "this Lambda."
            ) from None
        return nest.map_structure(lambda x: x.shape, made)

    def call(self, inputs: Any, mask: Any = None, training: Any = None) -> Any:
        given = dict(self.arguments)
        for name, value in (("mask", mask), ("training", training)):
            if self._function_arguments[name]:
                given[name] = value
        with variable_creator_scope(self._create):
            return self.function(inputs, **given)

    def _create(self, next_creator: Any, **kwargs: Any) -> Any:
        """Variables of the function are made once and belong to the layer."""
        name = kwargs["name"]
        if name not in self._variables:
            made = self._variables[name] = next_creator(**kwargs)
            (self._trainable_weights if made.trainable else self._non_trainable_weights).append(made)
            K.track_variable(made)
        return self._variables[name]

    def compute_mask(self, inputs: Any, mask: Any = None) -> Any:
        return self.mask(inputs, mask) if callable(self.mask) else self.mask

    def get_config(self) -> dict[str, Any]:
        function, kind, module = _written(self.function)
        found = {**super().get_config(), "function": function, "function_type": kind, "module": module}
        for name, value in (("output_shape", self._output_shape), ("mask", self.mask)):
            if name == "output_shape" or value is not None:
                found[name], found[f"{name}_type"], found[f"{name}_module"] = _written(value)
        return {**found, "arguments": self.arguments}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: Any = None) -> Any:
        config = dict(config)
        for name, module in (("function", "module"), ("output_shape", "output_shape_module"), ("mask", "mask_module")):
            if f"{name}_type" in config:
                kind = config.pop(f"{name}_type")
                config[name] = _read(config[name], kind, config.pop(module, None), custom_objects)
            elif isinstance(config.get(name), str):
                config[name] = deserialize_keras_object(config[name], {}, custom_objects, "function in Lambda layer")
        arguments = config.get("arguments") or {}
        config["arguments"] = {
            k: np.array(v["value"]) if isinstance(v, dict) and v.get("type") == "ndarray" else v
            for k, v in arguments.items()
        }
        return cls(**config)


def _written(value: Any) -> tuple[Any, str, Any]:
    """A function as its code (or its name, where it is no plain one), the kind of that, and its module."""
    if isinstance(value, types.LambdaType):
        return func_dump(value), "lambda", value.__module__
    if callable(value):
        return getattr(value, "__name__", type(value).__name__), "function", value.__module__
    return value, "raw", None


def _read(value: Any, kind: str, module: Any, custom_objects: Any) -> Any:
    """The function that was written; it sees the names of its module if that is loaded."""
    if kind == "raw":
        return value
    if kind == "function":
        return deserialize_keras_object(value, {}, custom_objects, "function in Lambda layer")
    if kind != "lambda":
        raise TypeError("Unknown function type:", kind)
    names = dict(vars(sys.modules[module])) if module in sys.modules else {"__builtins__": __builtins__}
    if module is not None and module not in sys.modules:
        warnings.warn(f"{module} is not loaded, but a Lambda layer uses it. It may cause errors.", UserWarning)
    names.update(custom_objects or {})
    try:
        return func_load(value, globs=names)
    except (ValueError, EOFError, TypeError) as error:
        raise ValueError(
            f"The function of a Lambda layer was saved as bytecode by another version of Python ({error}): build the "
            "model by your program and load its weights with load_weights."
        ) from None


def _is_shape(value: Any) -> bool:
    if isinstance(value, TensorShape):
        return True
    parts = (list, tuple, dict, TensorShape)
    return isinstance(value, (list, tuple)) and not any(isinstance(x, parts) for x in value)


def _mapped(function: Any, value: Any) -> Any:
    """`function` of the sizes of each shape in a structure."""
    if _is_shape(value):
        return function(TensorShape(value).as_list())
    if isinstance(value, dict):
        return {key: _mapped(function, part) for key, part in value.items()}
    return type(value)(_mapped(function, part) for part in value)


def _shapes(value: Any) -> Any:
    return _mapped(TensorShape, value)


def _tuples(value: Any) -> Any:
    return _mapped(tuple, value)


def _leaves(value: Any) -> list[Any]:
    found: list[Any] = []
    _mapped(found.append, value)
    return found

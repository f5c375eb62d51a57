"""`tf.contrib.layers`: the same layer several times."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade import variable_scope
from tf1compat._facade.convert import convert_to_tensor


def repeat(inputs: Any, repetitions: int, layer: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """`layer` applied `repetitions` times, with scopes `scope/scope_1`, `scope/scope_2`…

    Args:
      layer: function of (inputs, *args, scope, **kwargs).
      scope (in kwargs): name; the layer's by default.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default():
    ...     y = tf.contrib.layers.repeat(tf.ones([1, 2]), 2, tf.contrib.layers.fully_connected, 3, scope="fc")
    ...     print(y.name)
    fc/fc_2/Relu:0
    """
    return _applied("Repeat", inputs, layer, [args] * repetitions, kwargs)


def stack(inputs: Any, layer: Callable[..., Any], stack_args: Any, **kwargs: Any) -> Any:
    """`layer` applied once for each element of `stack_args`, which are its arguments.

    Args:
      layer: function of (inputs, argument(s), scope, **kwargs).
      stack_args: a list of arguments, or of lists of them.
      scope (in kwargs): name; the layer's by default.

    Raises:
      ValueError: `stack_args` is no list or tuple.
    """
    if not isinstance(stack_args, (list, tuple)):
        raise ValueError("stack_args need to be a list or tuple")
    listed = [a if isinstance(a, (list, tuple)) else [a] for a in stack_args]
    return _applied("Stack", inputs, layer, listed, kwargs)


def _applied(default_name: str, inputs: Any, layer: Any, arguments: list[Any], kwargs: dict[str, Any]) -> Any:
    scope = kwargs.pop("scope", None)
    with variable_scope.variable_scope(scope, default_name, [inputs]):
        outputs = convert_to_tensor(inputs)
        prefix = _name_of(layer, default_name.lower()) if scope is None else scope
        for i, given in enumerate(arguments):
            outputs = layer(outputs, *given, **{**kwargs, "scope": f"{prefix}_{i + 1}"})
        return outputs


def _name_of(layer: Any, default: str) -> str:
    """The name of a function, or of that which a partial calls."""
    return getattr(layer, "__name__", None) or getattr(getattr(layer, "func", None), "__name__", default)

"""`tf.contrib.layers`: reversible residual blocks, and functions whose gradient computes them again.

Gradients are those of the plain graph: XLA decides what is kept and what is computed again, so memory is not saved.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from tf1compat._facade import grouping, variable_scope
from tf1compat._facade.layers.base import Layer
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.tensor import Tensor
from tf1compat._facade.variable_base import Variable

Side = list[Any]


def _with_side(function: Callable[..., Any], x: Any, side: Side) -> Any:
    return function(x, side) if side else function(x)


def _in_scope(function: Callable[..., Any], scope: str) -> Callable[..., Any]:
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        with variable_scope.variable_scope(scope, use_resource=True):
            return function(*args, **kwargs)

    return wrapped


class RevBlock(Layer):
    """Layers y1 = x1 + f(x2), y2 = x2 + g(y1), whose inputs follow from their outputs.

    Args:
      f, g: functions of a tensor (and of the list of side inputs if there are some), or lists of one for each layer.
      num_layers: number of layers.
      f_side_input, g_side_input: lists of tensors for f and g.
      use_efficient_backprop: gather both outputs of each layer, as TensorFlow does for its own gradient.
      name: name of the layer.

    Source: Gomez et al., "The Reversible Residual Network" (2017).
    """

    def __init__(
        self,
        f: Any,
        g: Any,
        num_layers: int = 1,
        f_side_input: Side | None = None,
        g_side_input: Side | None = None,
        use_efficient_backprop: bool = True,
        name: str = "revblock",
        **kwargs: Any,
    ) -> None:
        super().__init__(name=name, **kwargs)
        self.f = self._functions(f, num_layers, "f")
        self.g = self._functions(g, num_layers, "g")
        self.num_layers = num_layers
        self.f_side_input = f_side_input or []
        self.g_side_input = g_side_input or []
        self._use_efficient_backprop = use_efficient_backprop

    @staticmethod
    def _functions(given: Any, num_layers: int, name: str) -> list[Callable[..., Any]]:
        functions = given if isinstance(given, list) else [given] * num_layers
        if len(functions) != num_layers:
            raise AssertionError(f"{len(functions)} functions for {num_layers} layers")
        return [_in_scope(function, f"revlayer_{i}/{name}") for i, function in enumerate(functions)]

    def build(self, input_shape: Any) -> None:
        tf_logging.warning("RevBlock constructs its variables on first call, not on build.")
        self.built = True

    def call(self, inputs: Any, forward: bool = True) -> Any:
        scope = variable_scope.get_variable_scope()
        before = len(scope.global_variables())
        found = self._forward(*inputs) if forward else self._backward(*inputs)
        trained = scope.trainable_variables()
        for v in scope.global_variables()[before:]:
            (self._trainable_weights if v in trained else self._non_trainable_weights).append(v)
        return found

    def forward(self, x1: Any, x2: Any) -> Any:
        """(y1, y2) of the whole block."""
        return self.apply([x1, x2])

    def backward(self, y1: Any, y2: Any) -> Any:
        """(x1, x2) from the block's outputs."""
        return self.apply([y1, y2], forward=False)

    def _forward(self, x1: Any, x2: Any) -> Any:
        for f, g in zip(self.f, self.g):
            x1 = x1 + _with_side(f, x2, self.f_side_input)
            x2 = x2 + _with_side(g, x1, self.g_side_input)
            if self._use_efficient_backprop:
                x1, x2 = grouping.tuple([x1, x2])
        return x1, x2

    def _backward(self, y1: Any, y2: Any) -> Any:
        for f, g in zip(reversed(self.f), reversed(self.g)):
            y2 = y2 - _with_side(g, y1, self.g_side_input)
            y1 = y1 - _with_side(f, y2, self.f_side_input)
        return y1, y2


def rev_block(
    x1: Any,
    x2: Any,
    f: Any,
    g: Any,
    num_layers: int = 1,
    f_side_input: Side | None = None,
    g_side_input: Side | None = None,
    is_training: bool = True,
) -> Any:
    """The layer `RevBlock` applied to (x1, x2); its arguments, `use_efficient_backprop` where `is_training`."""
    block = RevBlock(
        f=f,
        g=g,
        num_layers=num_layers,
        f_side_input=f_side_input,
        g_side_input=g_side_input,
        use_efficient_backprop=is_training,
        _reuse=variable_scope.get_variable_scope().reuse,
    )
    return block.forward(x1, x2)


def recompute_grad(*args: Any, **kwargs: Any) -> Any:
    """Decorator (`@recompute_grad` or `@recompute_grad(use_data_dep=…, tupleize_grads=…)`) of a function of tensors.

    Its two options order TensorFlow's recomputation; there is none here, so they change nothing.

    Raises:
      ValueError: the function closes over tensors or variables, or is called with something else than tensors.
    """
    if len(args) == 1 and not kwargs and callable(args[0]):
        return _recomputed(args[0])
    names = ("use_data_dep", "tupleize_grads")
    if len(args) > 2 or set(kwargs) - set(names):
        raise TypeError(f"recompute_grad() takes {names}, got {args} and {sorted(kwargs)}")
    return _recomputed


def _recomputed(fn: Callable[..., Any]) -> Callable[..., Any]:
    closed_over = zip(fn.__code__.co_freevars, fn.__closure__ or ())
    for name, cell in closed_over:
        if isinstance(cell.cell_contents, (Tensor, Variable)):
            raise ValueError(
                f"fn decorated with @recompute_grad closes over Tensor {cell.cell_contents.name} (local variable name: "
                f"{name}). The decorated fn must not close over Tensors or Variables because gradients will NOT be "
                "computed for them through fn. To ensure correct gradients, make the Tensor an input to fn."
            )
    wants_to_know = "is_recomputing" in fn.__code__.co_varnames[: fn.__code__.co_argcount]

    @functools.wraps(fn)
    def wrapped(*inputs: Any) -> Any:
        if not all(isinstance(x, Tensor) for x in inputs):
            raise ValueError("All inputs to function must be Tensors")
        return fn(*inputs, **({"is_recomputing": False} if wants_to_know else {}))

    return wrapped

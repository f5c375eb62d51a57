"""`OwnGradient`: the gradient that a program gives to one node, as a function of the graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tf1compat._jaxcore.ir.function import Function
from tf1compat._jaxcore.ir.node import Node, Value

# attr of a `Gradient` node that was read from a file: it had such gradients, which files do not hold
LEFT_OUT = "_own_gradients_left_out"


@dataclass(frozen=True, eq=False)
class OwnGradient:
    """`function` makes, of the gradients of the node's outputs and of `captured`, those of the inputs `given_for`."""

    node: Node
    function: Function
    captured: tuple[Value, ...]
    given_for: tuple[int, ...]


class WithOwnGradients:
    """What stands for the kernel of a `Gradient` node that lets nodes have gradients of their own."""

    def __init__(self, gradients: tuple[OwnGradient, ...]) -> None:
        self.gradients = gradients

    def __call__(self, *_: Any) -> Any:
        raise AssertionError("gradients are evaluated by exec.autodiff")

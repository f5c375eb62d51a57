"""Resource handles: the node that made a handle, and the static shape of what it stands for."""

from __future__ import annotations

from tf1compat._jaxcore.base.shapes import Shape
from tf1compat._jaxcore.ir.node import Value

_PASS_ON = frozenset({"Enter", "Exit", "Identity", "NextIteration", "Switch"})


def source(handle: Value) -> Value:
    """The handle as it was made, before it went through switches, loops and identities.

    TF1: nothing is known of a handle that comes out of a Merge.
    """
    while True:
        if handle.node.type in _PASS_ON:
            handle = handle.node.inputs[0]
        elif "_captured" in handle.node.attrs:  # a parameter of a function, made outside
            handle = handle.node.attrs["_captured"]
        else:
            return handle


def held_shape(handle: Value) -> tuple[Shape] | None:
    """The shape of a variable, or of every element of a tensor array, in a tuple; None where nothing is said.

    A tensor array says it if its elements must all have one shape, even one that is not known yet.
    """
    made = source(handle)
    while made.node.type == "TensorArrayGradV3":
        made = source(made.node.inputs[0])
    attrs = made.node.attrs
    if made.node.type == "TensorArrayV3":
        element: Shape = attrs["element_shape"]
        told = attrs["identical_element_shapes"] or (element is not None and None not in element)
        return (element,) if told else None
    return (attrs["shape"],) if "shape" in attrs else None

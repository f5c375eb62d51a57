"""`Node` and `Value`: one operation of a graph and one tensor that it produces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.shapes import Shape
from tf1compat._jaxcore.schema.opdef import OpDef

Location = tuple[str, int] | None


class Value:
    """Output `index` of `node`. `dims` is its raw static shape (None: unknown rank)."""

    __slots__ = ("node", "index", "dtype", "dims")

    node: Node
    index: int
    dtype: dtypes.DType
    dims: Shape

    def __init__(self, node: Node, index: int, dtype: dtypes.DType, dims: Shape) -> None:
        self.node = node
        self.index = index
        self.dtype = dtype
        self.dims = dims

    @property
    def name(self) -> str:
        return f"{self.node.name}:{self.index}"

    def __repr__(self) -> str:
        return f"<{self.name} {self.dtype.name} {self.dims}>"


class Node:
    """One operation: op type, name, data inputs, control inputs, attrs and device, as in a NodeDef.

    `id` is the order of creation. `frame` is the user's code object and line, kept raw (`location` formats it).
    """

    __slots__ = ("id", "opdef", "name", "inputs", "control", "attrs", "device", "frame", "outputs", "__weakref__")

    id: int
    opdef: OpDef
    name: str
    inputs: tuple[Value, ...]
    control: tuple[Node, ...]
    attrs: Mapping[str, Any]
    device: str
    frame: tuple[Any, int] | None
    outputs: tuple[Value, ...]

    def __init__(
        self,
        id: int,
        opdef: OpDef,
        name: str,
        inputs: tuple[Value, ...],
        control: tuple[Node, ...] = (),
        attrs: Mapping[str, Any] | None = None,
        device: str = "",
        frame: tuple[Any, int] | None = None,
    ) -> None:
        self.id = id
        self.opdef = opdef
        self.name = name
        self.inputs = inputs
        self.control = control
        self.attrs = attrs if attrs is not None else {}
        self.device = device
        self.frame = frame
        self.outputs = ()

    @property
    def type(self) -> str:
        return self.opdef.type

    @property
    def location(self) -> Location:
        """(file, line) where the user's program created the node, if known."""
        if self.frame is None:
            return None
        code, line = self.frame
        return code.co_filename, line

    @property
    def made(self) -> tuple[Value, ...]:
        """All values that running the node gives: its outputs, and what it says to the executor only."""
        return self.outputs

    @property
    def kernel_attrs(self) -> Mapping[str, Any]:
        """The attrs, with type attrs and list lengths where the kernel asks for them."""
        attrs = self.attrs
        if all(name in attrs for name in self.opdef.kernel_attrs):
            return attrs
        return {**self.opdef.type_attrs([v.dtype for v in self.inputs], attrs), **attrs}

    def rewired(self, inputs: tuple[Value, ...], outputs: tuple[tuple[dtypes.DType, Shape], ...]) -> Node:
        """A copy for a pass: the same op on other inputs, with fresh outputs."""
        copy = Node(self.id, self.opdef, self.name, inputs, self.control, self.attrs, self.device, self.frame)
        copy.outputs = tuple(Value(copy, i, dtype, shape) for i, (dtype, shape) in enumerate(outputs))
        return copy

    def __repr__(self) -> str:
        return f"<{self.type} {self.name}>"

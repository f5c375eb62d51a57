"""`Function`: a graph function, nodes with parameters and results; `Library`: the functions of a graph by name.

A node refers to a function by an attr (`FunctionRef`: MapDataset's `f`, If's `then_branch`) or by its op type, which
is then the function's name. `instantiate` copies a body in place of such a node:

    f(a) = Mul(a, 2);   y = f(x)      ->      f/Mul = Mul(x, 2)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.schema.function_ref import FunctionRef
from tf1compat._jaxcore.schema.opdef import OpDef
from tf1compat._jaxcore.schema.signature import Arg


@dataclass(frozen=True, eq=False)
class Function:
    """A part of a graph with parameters and results.

    Attributes:
      name: what nodes call it by.
      nodes: the body in order of creation, without the parameters' placeholders.
      params: the values that stand for the arguments, captured values last.
      results: the values returned.
      control: nodes of the body that run although nobody wants their values.
      param_names, result_names: the names of arguments and results in a FunctionDef.
      attrs, param_attrs: attrs of the FunctionDef and of its arguments, as Python values.
      doc: its description.
    """

    name: str
    nodes: tuple[Node, ...]
    params: tuple[Value, ...]
    results: tuple[Value, ...]
    control: tuple[Node, ...] = ()
    param_names: tuple[str, ...] = ()
    result_names: tuple[str, ...] = ()
    attrs: Mapping[str, Any] = field(default_factory=dict[str, Any])
    param_attrs: Mapping[int, Mapping[str, Any]] = field(default_factory=dict[int, "Mapping[str, Any]"])
    doc: str = ""

    @property
    def stateful(self) -> bool:
        return any(n.opdef.stateful for n in self.nodes)

    @property
    def effects(self) -> tuple[Node, ...]:
        """The nodes that run with every call: TensorFlow prunes no stateful op of a body."""
        found = [n for n in self.nodes if n.opdef.stateful and not n.opdef.variable]
        return tuple(dict.fromkeys((*self.control, *found)))

    @cached_property
    def opdef(self) -> OpDef:
        """The declaration of nodes whose op type is the function's name; they are replaced before anything runs."""
        inputs = tuple(Arg(n, fixed=v.dtype.base) for n, v in zip(self.param_names, self.params))
        outputs = tuple(Arg(n, fixed=v.dtype.base) for n, v in zip(self.result_names, self.results))
        fixed = [v.dtype.base for v in self.results]
        unknown = (None,) * len(fixed)
        return OpDef(
            self.name,
            Call(self),
            inputs,
            outputs,
            {},
            {},
            stateful=self.stateful,
            shape=lambda x: unknown,
            doc=self.doc,
            _out_dtypes=tuple(_always(d) for d in fixed),
        )


class Call:
    """What stands for the kernel of a node that calls a function."""

    def __init__(self, function: Function) -> None:
        self.function = function

    def __call__(self, *_: Any) -> Any:
        raise AssertionError("calls of functions are replaced by their bodies before anything runs")


def called(node: Node) -> Function | None:
    """The function that a node calls: by its op type, or by the attr `f` of a PartitionedCall."""
    if isinstance(node.opdef.kernel, Call):
        return node.opdef.kernel.function
    return node.attrs["f"].body if node.type in _CALLS else None


_CALLS = frozenset({"PartitionedCall", "StatefulPartitionedCall", "RemoteCall"})


def arguments(node: Node) -> Sequence[Value]:
    """What a node that calls a function calls it with."""
    return node.inputs[1:] if node.type == "RemoteCall" else node.inputs  # the first one is a device


def _always(dtype: Any) -> Callable[..., Any]:
    return lambda inputs, attrs: dtype


class Library:
    """Functions by name. What was read from a FunctionDef is made into nodes when it is first asked for."""

    def __init__(self) -> None:
        self._functions: dict[str, Function] = {}
        self._unread: dict[str, Callable[[], Function]] = {}
        self.gradients: dict[str, str] = {}  # function -> its gradient function

    def add(self, function: Function) -> None:
        """Add a function; one that is there already stays."""
        if function.name not in self:
            self._functions[function.name] = function

    def define(self, name: str, read: Callable[[], Function]) -> None:
        """Add a function that `read` makes when it is needed."""
        if name not in self:
            self._unread[name] = read

    def get(self, name: str) -> Function | None:
        """The function called `name`, or None."""
        found = self._functions.get(name)
        if found is None and name in self._unread:
            found = self._functions.setdefault(name, self._unread[name]())
            self._unread.pop(name, None)
        return found

    def update(self, other: Library) -> None:
        """Add all functions of `other`."""
        for name in other.names():
            function = other._functions.get(name)
            if function is not None:
                self.add(function)
            else:
                self.define(name, other._unread[name])
        self.gradients.update(other.gradients)

    def names(self) -> list[str]:
        return [*self._functions, *self._unread]

    def __contains__(self, name: str) -> bool:
        return name in self._functions or name in self._unread

    def __len__(self) -> int:
        return len(self._functions) + len(self._unread)


def references(node: Node) -> Iterable[FunctionRef]:
    """The functions that a node's attrs refer to."""
    for value in node.attrs.values():
        if isinstance(value, FunctionRef):
            yield value
        elif isinstance(value, list):
            yield from (v for v in value if isinstance(v, FunctionRef))


@dataclass(frozen=True)
class Instance:
    """A copy of a function's body for given arguments; `effects` are the nodes that run in any case."""

    nodes: tuple[Node, ...]
    results: tuple[Value, ...]
    effects: tuple[Node, ...]


def instantiate(function: Function, arguments: Sequence[Value], prefix: str = "") -> Instance:
    """Copy the body with `arguments` in place of its parameters; names get `prefix`.

    A parameter that is itself an argument stays, so the whole body may be copied as it is.
    """
    values: dict[Value, Value] = dict(zip(function.params, arguments))
    copies: dict[Node, Node] = {}
    for node in function.nodes:
        copy = Node(node.id, node.opdef, prefix + node.name, (), (), node.attrs, node.device, node.frame)
        copy.outputs = tuple(Value(copy, v.index, v.dtype, v.dims) for v in node.outputs)
        copies[node] = copy
        values.update(zip(node.outputs, copy.outputs))
    for node, copy in copies.items():  # after all are there: the end of a loop comes behind its beginning
        copy.inputs = tuple(values.get(v, v) for v in node.inputs)
        copy.control = tuple(copies[c] for c in node.control if c in copies)
    results = tuple(values.get(v, v) for v in function.results)
    return Instance(tuple(copies.values()), results, tuple(copies[n] for n in function.effects))

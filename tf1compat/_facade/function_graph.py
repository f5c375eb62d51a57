"""`FuncGraph`: the graph of a function body; what it uses from outside becomes a parameter, or is copied in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from tf1compat._facade import context
from tf1compat._facade.apply import apply_op
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.graph import Graph
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.ir.function import Function
from tf1compat._jaxcore.ir.functiondef import argument_names
from tf1compat._jaxcore.ir.node import Value
from tf1compat._jaxcore.schema import opdef
from tf1compat._jaxcore.schema.opdef import OpDef

_SHARED_COLLECTIONS = (GraphKeys.GLOBAL_VARIABLES, GraphKeys.LOCAL_VARIABLES, GraphKeys.TRAINABLE_VARIABLES)


class FuncGraph(Graph):
    """The graph that a function's operations are made in.

    Attributes:
      name: the function's name.
      outer_graph: the graph it is defined in.
      inputs: placeholders of the arguments, then of what was captured.
      outputs: the tensors it returns.
      control_outputs: operations that must run although nothing returned needs them.
    """

    def __init__(self, name: str, capture_by_value: bool = False, copied: Iterable[Any] = ()) -> None:
        """`copied`: stateful operations that `capture_by_value` may copy all the same."""
        super().__init__()
        self.name = name
        self.outer_graph: Any = context.get_default_graph()
        self.functions = self.outer_graph.functions
        self.capture_by_value = capture_by_value
        self.inputs: list[Tensor] = []
        self.outputs: list[Tensor] = []
        self.control_outputs: list[Operation] = []
        self.structured_outputs: Any = None
        self._captures: dict[Any, Tensor] = {}
        self._captured_copies: dict[Any, Tensor] = {}
        self._copied = set(copied)
        self.captured_name: str | None = None  # of all placeholders of what is captured

    @property
    def building_function(self) -> bool:
        return True

    @property
    def captures(self) -> list[tuple[Any, Tensor]]:
        """(outer tensor, its placeholder here) in order of capture."""
        return list(self._captures.items())

    @property
    def external_captures(self) -> list[Any]:
        """The outer tensors that were captured."""
        return list(self._captures)

    @property
    def internal_captures(self) -> list[Tensor]:
        """The placeholders that stand for them."""
        return list(self._captures.values())

    def inherit(self, collections: bool = True) -> None:
        """Take over the outer graph's seed and collections, those of variables as they are, others as copies."""
        outer = self.outer_graph
        self.seed = outer.seed
        if collections:
            self._collections = {k: list(v) for k, v in outer._collections.items()}
            for key in _SHARED_COLLECTIONS:
                self._collections[key] = outer.get_collection_ref(key)

    def create(self, opdef: OpDef, name: str, inputs: tuple[Value, ...], attrs: Mapping[str, Any]) -> Operation:
        """As in any graph; inputs from outside are captured under the new operation's name."""
        if any(t.graph is not self for t in inputs):  # type: ignore[attr-defined]
            scope = name if name.endswith("/") else self.unique_name(name) + "/"
            with self.name_scope(scope):
                inputs = tuple(self.capture(t) for t in inputs)
            name = scope
        return super().create(opdef, name, inputs, attrs)

    def capture(self, tensor: Any, name: str | None = None) -> Tensor:
        """The tensor of this graph that stands for `tensor`, which may be from outside.

        Raises:
          ValueError: it depends on state and would have to be copied.
        """
        if tensor.graph is self:
            return tensor
        if self.capture_by_value:
            return self._copy_of(tensor)
        found = self._captures.get(tensor)
        if found is None:
            with self.control_dependencies(None):
                found = self.placeholder(
                    tensor.dtype.base, tensor.dims, name or self.captured_name or tensor.op.name, captured=tensor
                )
            self._captures[tensor] = found
        return found

    def placeholder(self, dtype: Any, dims: Any, name: str, captured: Any = None) -> Tensor:
        """A parameter."""
        attrs = {"dtype": dtype, "shape": dims}
        if captured is not None and dtype is dtypes.resource:
            attrs["_captured"] = captured  # whose shape is known
        return super().create(opdef.get("Placeholder"), name, (), attrs).outputs[0]  # type: ignore[return-value]

    def _copy_of(self, tensor: Any) -> Tensor:
        found = self._captured_copies.get(tensor)
        if found is None:
            self._copy_op(tensor.op)
            found = self._captured_copies[tensor]
        return found

    def _copy_op(self, op: Any) -> None:
        if op.opdef.stateful and op not in self._copied:
            raise ValueError(f"Cannot capture a stateful node (name:{op.name}, type:{op.type}) by value.")
        if op.type in ("Placeholder", "PlaceholderV2"):
            raise ValueError(f"Cannot capture a placeholder (name:{op.name}, type:{op.type}) by value.")
        inputs = tuple(self._copy_of(t) for t in op.inputs)
        copy = super().create(op.opdef, op.name, inputs, op.attrs)
        for old, new in zip(op.outputs, copy.outputs):
            new.dims = old.dims
            self._captured_copies[old] = new  # type: ignore[assignment]

    def control_dependencies(self, control_inputs: Iterable[Any] | None) -> AbstractContextManager[Any]:
        """As in any graph; operations outside have run before the function is called."""
        if control_inputs is None:
            return super().control_dependencies(None)
        inner = [c for c in control_inputs if getattr(getattr(c, "op", c), "graph", self) is self]
        return super().control_dependencies(inner)

    def colocate_with(self, op: Any, ignore_existing: bool = False) -> AbstractContextManager[None]:
        """As in any graph; operations outside stand nowhere in here."""
        if getattr(op, "graph", self) is not self:
            return nullcontext()
        return super().colocate_with(op, ignore_existing)

    def as_graph_element(self, obj: Any, allow_tensor: bool = True, allow_operation: bool = True) -> Any:
        """As in any graph; tensors from outside are captured."""
        convert = getattr(obj, "_as_graph_element", None)
        element = convert() if convert is not None else obj
        if isinstance(element, Tensor) and element.graph is not self and allow_tensor:
            return self.capture(element)
        return super().as_graph_element(element, allow_tensor, allow_operation)

    def as_function(
        self,
        name: str,
        result_names: Sequence[str] | None = None,
        attrs: Mapping[str, Any] | None = None,
        param_attrs: Mapping[int, Mapping[str, Any]] | None = None,
        doc: str = "",
    ) -> Function:
        """The finished body as a function of the core; parameters are the arguments and what was captured."""
        params = tuple(dict.fromkeys((*self.inputs, *self.internal_captures)))
        names = argument_names([*(p.node.name for p in params), *(r.node.name for r in self.outputs)])
        own = {p.node for p in params}
        return Function(
            name,
            tuple(n for n in self.nodes if n not in own),
            params,
            tuple(self.outputs),
            tuple(self.control_outputs),
            names[: len(params)],
            tuple(result_names or names[len(params) :]),
            dict(attrs or {}),
            dict(param_attrs or {}),
            doc,
        )


def trace(name: str, function: Callable[..., Sequence[Tensor]], specs: Sequence[Any]) -> FuncGraph:
    """Call `function` on placeholders for `specs` in a graph of its own; what has effects runs with every call."""
    graph = FuncGraph(name)
    graph.inherit()
    with graph.as_default():
        graph.inputs = [graph.placeholder(s.dtype.base, s.shape.raw, f"args_{i}") for i, s in enumerate(specs)]
        for value in function(*graph.inputs):
            graph.outputs.append(apply_op("Identity", value))
        graph.control_outputs = [op for op in graph.get_operations() if _must_run(op)]
        for value in graph.outputs:
            value.op._add_control_inputs([op for op in graph.control_outputs if op._control_flow_context is None])
    return graph


# TF1: ops that draw by old seeds do not run for their own sake
_DRAWS = frozenset(
    [
        "Multinomial",
        "ParameterizedTruncatedNormal",
        "RandomCrop",
        "RandomGamma",
        "RandomPoisson",
        "RandomPoissonV2",
        "RandomShuffle",
        "RandomStandardNormal",
        "RandomUniform",
        "RandomUniformInt",
        "TruncatedNormal",
    ]
)


def _must_run(op: Operation) -> bool:
    return op.opdef.stateful and op.type not in _DRAWS

"""`SubGraphView`: a part of a graph with its inputs and outputs, in an order that can be chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tf1compat._facade.contrib.graph_editor import elements, select
from tf1compat._facade.contrib.graph_editor.elements import ListView
from tf1compat._facade.graph import Graph
from tf1compat._facade.tensor import Operation, Tensor


class SubGraphView:
    """Operations, the tensors that come in and those that go out; tensors may also pass through.

    Methods that begin with `remap` return another view; none changes the graph.

    Args:
      inside_ops: the operations.
      passthrough_ts: tensors that are input and output.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default():
    ...     x = tf.placeholder(tf.float32, name="x")
    ...     y = tf.exp(x, name="y") * 2.0
    >>> view = tf.contrib.graph_editor.sgv(y.op)
    >>> [t.name for t in view.inputs], [t.name for t in view.outputs]
    (['y:0', 'mul/y:0'], ['mul:0'])
    """

    def __init__(self, inside_ops: Any = (), passthrough_ts: Any = ()) -> None:
        self._ops = elements.make_list_of_op(inside_ops)
        passing = elements.make_list_of_t(passthrough_ts)
        both = [*self._ops, *passing]
        self._graph = elements.get_unique_graph(both) if both else None
        inputs, outputs, inside = select.compute_boundary_ts(self._ops)
        known = {*inputs, *outputs, *inside}
        self._passthrough_ts = [t for t in passing if t not in known]
        self._input_ts = inputs + self._passthrough_ts
        self._output_ts = outputs + self._passthrough_ts

    def __copy__(self) -> SubGraphView:
        copy = SubGraphView.__new__(type(self))
        copy._assign_from(self)
        return copy

    def copy(self) -> SubGraphView:
        """Another view of the same."""
        return self.__copy__()

    def _assign_from(self, other: Any) -> None:
        if not isinstance(other, SubGraphView):
            raise TypeError(f"Expected SubGraphView, got: {type(other)}")
        self._graph, self._ops = other._graph, list(other._ops)
        self._passthrough_ts = list(other._passthrough_ts)
        self._input_ts, self._output_ts = list(other._input_ts), list(other._output_ts)

    # ---- other orders ---------------------------------------------------------------------------------------------

    def remap(self, new_input_indices: Any = None, new_output_indices: Any = None) -> SubGraphView:
        """A view with the inputs and outputs that are listed, as numbers or tensors; outputs may come several times.

        Raises:
          ValueError: there is no such one, or an input comes twice.
        """
        copy = self.copy()
        if new_input_indices is not None:
            copy._input_ts = _chosen(new_input_indices, self._input_ts, repeated=False)
        if new_output_indices is not None:
            copy._output_ts = _chosen(new_output_indices, self._output_ts, repeated=True)
        return copy

    def remap_inputs(self, new_input_indices: Any) -> SubGraphView:
        """A view with the inputs that are listed, as numbers or tensors."""
        return self.remap(new_input_indices)

    def remap_outputs(self, new_output_indices: Any) -> SubGraphView:
        """A view with the outputs that are listed, as numbers or tensors."""
        return self.remap(None, new_output_indices)

    def remap_default(self, remove_input_map: bool = True, remove_output_map: bool = True) -> SubGraphView:
        """A view with all inputs or outputs again."""
        copy = self.copy()
        inputs, outputs, _ = select.compute_boundary_ts(self._ops)
        if remove_input_map:
            copy._input_ts = inputs + self._passthrough_ts
        if remove_output_map:
            copy._output_ts = outputs + self._passthrough_ts
        return copy

    def remap_outputs_make_unique(self) -> SubGraphView:
        """A view with every output once."""
        copy = self.copy()
        copy._output_ts = list(dict.fromkeys(self._output_ts))
        return copy

    def remap_outputs_to_consumers(self) -> SubGraphView:
        """A view with every output as often as something takes it."""
        copy = self.copy()
        copy._output_ts = [t for t in dict.fromkeys(self._output_ts) for _ in t.consumers()]
        return copy

    def remove_unused_ops(self, control_inputs: bool = True) -> SubGraphView:
        """A view without the operations that no output depends on and that depend on no input."""
        copy = self.copy()
        used = frozenset(
            select.get_walks_union_ops(
                self.connected_inputs, self.connected_outputs, within_ops=self._ops, control_inputs=control_inputs
            )
        )
        copy._ops = [op for op in self._ops if op in used]
        return copy

    # ---- what it is -----------------------------------------------------------------------------------------------

    @property
    def graph(self) -> Graph | None:
        return self._graph

    @property
    def ops(self) -> list[Operation]:
        return self._ops

    @property
    def inputs(self) -> Any:
        return ListView(self._input_ts)

    @property
    def outputs(self) -> Any:
        return ListView(self._output_ts)

    @property
    def passthroughs(self) -> Any:
        return ListView(self._passthrough_ts)

    @property
    def connected_inputs(self) -> list[Tensor]:
        return [t for t in self._input_ts if t not in self._passthrough_ts]

    @property
    def connected_outputs(self) -> list[Tensor]:
        return [t for t in self._output_ts if t not in self._passthrough_ts]

    def __bool__(self) -> bool:
        return self._graph is not None

    def __enter__(self) -> SubGraphView:
        return self

    def __exit__(self, *exc: Any) -> None:
        """Nothing is to be closed."""

    def op(self, op_id: int) -> Operation:
        """Operation number `op_id`."""
        return self._ops[op_id]

    def find_op_by_name(self, op_name: str) -> Operation:
        """The operation of this name.

        Raises:
          ValueError: there is none.
        """
        for op in self._ops:
            if op.name == op_name:
                return op
        raise ValueError(f"{op_name} not in subgraph.")

    def is_passthrough(self, t: Tensor) -> bool:
        """Does a tensor pass through?"""
        return t in self._passthrough_ts

    def input_index(self, t: Tensor) -> int:
        """The number of an input.

        Raises:
          ValueError: it is none.
        """
        return _index(t, self._input_ts, "inputs")

    def output_index(self, t: Tensor) -> int:
        """The number of an output.

        Raises:
          ValueError: it is none.
        """
        return _index(t, self._output_ts, "outputs")

    def consumers(self) -> list[Operation]:
        """The operations outside that take an output."""
        inside = frozenset(self._ops)
        return list(dict.fromkeys(op for t in self._output_ts for op in t.consumers() if op not in inside))

    def __str__(self) -> str:
        if not self:
            return "SubGraphView: empty"

        def lines(name: str, found: Sequence[Any], text: Callable[[Any], str]) -> Iterable[str]:
            if not found:
                return [f"** {name}: empty"]
            return [f"** {name}[{len(found)}]:", *(f"  {text(x)}" for x in found)]

        def tensor(t: Tensor) -> str:
            return f"{t.name} *" if t in self._passthrough_ts else t.name

        out = [f"SubGraphView (graphid={id(self.graph)}):", *lines("ops", self._ops, lambda op: op.name)]
        out += [*lines("inputs", self._input_ts, tensor), *lines("outputs", self._output_ts, tensor)]
        return "\n".join(out) + "\n"


def _index(t: Tensor, ts: list[Tensor], what: str) -> int:
    if t not in ts:
        raise ValueError(f"Can't find {t.name} in {what} of the subgraph.")
    return ts.index(t)


def _chosen(indices: Any, ts: list[Tensor], repeated: bool) -> list[Tensor]:
    numbers = [i if isinstance(i, int) else ts.index(i) for i in indices]
    for i in numbers:
        if not 0 <= i < len(ts):
            raise ValueError(f"Out of [0, {len(ts)}[ range: {i}")
    if not repeated and len(set(numbers)) != len(numbers):
        raise ValueError(f"Found repetition in mapping: {numbers}")
    return [ts[i] for i in numbers]


def make_view(*args: Any, **kwargs: Any) -> SubGraphView:
    """A view of operations and tensors, given or matched as by `select_ops_and_ts`; a view is itself.

    Raises:
      ValueError: they are not of `graph=`.
    """
    graph = kwargs.get("graph")
    given = len(args) == 1 and isinstance(args[0], SubGraphView)
    view = args[0] if given else SubGraphView(*select.select_ops_and_ts(*args, **kwargs))
    if graph is not None and view.graph is not None:
        if not isinstance(graph, Graph):
            raise TypeError(f"Expected a tf.Graph, got: {type(graph)}")
        if view.graph is not graph:
            raise ValueError("Graph mismatch.")
    return view


def make_view_from_scope(scope: str, graph: Graph) -> SubGraphView:
    """A view of what is below a name scope."""
    return SubGraphView(select.get_name_scope_ops(graph, scope))

"""`WhileContext`: builds the Enter, Merge, Switch, NextIteration and Exit nodes of a `tf.while_loop`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tf1compat._facade import context, graph_scopes
from tf1compat._facade import control_nodes as nodes
from tf1compat._facade import control_queries as queries
from tf1compat._facade.apply import apply_op
from tf1compat._facade.control_contexts import ControlFlowContext
from tf1compat._facade.convert import convert
from tf1compat._facade.loop_shapes import enforce_shape_invariant, set_shape_invariants, shape_invariant
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._facade.tensor_array import flow_of, with_new_flows
from tf1compat._jaxcore.base import nest


class WhileContext(ControlFlowContext):
    """One `tf.while_loop`; its frame is called like the context.

    Args: as `tf.while_loop`'s; `maximum_iterations` is a tensor or None.

    Raises:
      ValueError: `parallel_iterations` is not a positive integer.
    """

    def __init__(
        self,
        maximum_iterations: Any = None,
        parallel_iterations: int = 10,
        back_prop: bool = True,
        swap_memory: bool = False,
        name: str = "while_context",
    ) -> None:
        super().__init__()
        if not isinstance(parallel_iterations, int) or parallel_iterations <= 0:
            raise ValueError(f"`parallel_iterations` must be a positive integer: {parallel_iterations}")
        self._graph = context.get_default_graph()
        self._graph._has_loops = True
        self._name = self._graph.unique_name(name)
        self._maximum_iterations = maximum_iterations
        self._parallel_iterations = parallel_iterations
        self._back_prop = back_prop
        self._swap_memory = swap_memory
        self._pivot_for_pred: Any = None  # alive in every step, for operations of the condition
        self._pivot_for_body: Any = None  # alive in every step that the body is run in
        self._pivot: Any = None
        self._loop_enters: list[Tensor] = []
        self._loop_exits: list[Tensor] = []

    @property
    def maximum_iterations(self) -> Any:
        return self._maximum_iterations

    @property
    def parallel_iterations(self) -> int:
        return self._parallel_iterations

    @property
    def back_prop(self) -> bool:
        return self._back_prop

    @property
    def swap_memory(self) -> bool:
        return self._swap_memory

    @property
    def pivot(self) -> Any:
        """The LoopCond tensor."""
        return self._pivot

    @property
    def loop_enters(self) -> list[Tensor]:
        return self._loop_enters

    @property
    def loop_exits(self) -> list[Tensor]:
        return self._loop_exits

    def to_proto(self, export_scope: str | None = None) -> Any:
        """The WhileContextDef of this loop; None for one outside of `export_scope`."""
        from tf1compat._facade.control_flow_protos import while_to_proto

        return while_to_proto(self, export_scope)

    @staticmethod
    def from_proto(context_def: Any, import_scope: str | None = None) -> WhileContext:
        """The loop that a WhileContextDef describes."""
        from tf1compat._facade.control_flow_protos import while_from_proto

        return while_from_proto(context_def, import_scope)

    def GetWhileContext(self) -> WhileContext:
        return self

    def GetControlPivot(self) -> Any:
        return self._pivot_for_pred if self._pivot_for_body is None else self._pivot_for_body

    def IsWhileContext(self) -> bool:
        return True

    # ---- operations made inside ----------------------------------------------------------------------------------

    def AddValue(self, val: Tensor) -> Tensor:
        """A value from outside comes in as a loop invariant, once."""
        if val.name in self._values or val.op._control_flow_context is self:
            return self._external_values.get(val.name, val)
        self._values.add(val.name)
        result = val if self._outer_context is None else self._outer_context.AddValue(val)
        with context.get_default_graph().control_dependencies(None):
            entered = nodes.enter(result, self._name, is_constant=True, parallel_iterations=self._parallel_iterations)
            entered.graph.prevent_feeding(entered)
        self._fix_control_inputs_and_context([entered])
        self._values.add(entered.name)
        self._external_values[val.name] = entered
        return entered

    def AddOp(self, op: Operation) -> None:
        if op.type == "Gradient":
            internal, external = self._remove_external_control_edges(op)
            op._add_control_input(self.GetControlPivot().op)
        elif op.inputs:
            for index, x in enumerate(op.inputs):
                known = self.AddValue(x)  # pyright: ignore[reportArgumentType]
                if known is not x:
                    op._update_input(index, known)
            _, external = self._remove_external_control_edges(op)
            # TF1: what has only loop invariants as inputs would otherwise run once, before the first step
            if not op.control_inputs and all(queries.is_loop_constant_enter(x.node) for x in op.inputs):
                op._add_control_input(self.GetControlPivot().op)
        else:
            internal, external = self._remove_external_control_edges(op)
            if not internal:
                op._add_control_input(self.GetControlPivot().op)
        self._values.update(x.name for x in op.outputs)
        if external:
            op._add_control_inputs(self._waiting_for(external))
        if self._outer_context is not None or not queries.is_loop_exit(op):
            op.graph.prevent_fetching(op)
            for x in op.outputs:
                op.graph.prevent_feeding(x)

    def _waiting_for(self, external: Sequence[Operation]) -> list[Operation]:
        """Operations inside the loop that run after operations outside of it."""
        with context.get_default_graph().control_dependencies(None):
            self.Enter()
            waiting = [apply_op("Identity", op.outputs[0]).op for op in external if op.outputs]
            self.Exit()
        return waiting

    def _fix_control_inputs_and_context(self, entered: Sequence[Tensor]) -> None:
        """Enter nodes wait for the control dependencies of the place where the loop stands."""
        graph = context.get_default_graph()
        for x in entered:
            found = graph_scopes.control_inputs(graph._stacks.control, [x.op.inputs[0]])
            x.op._control_flow_context = self
            x.op._add_control_inputs([op for op in found if self._is_beside(op)])  # pyright: ignore
            for block in graph._stacks.control:
                block.seen.add(x.op)

    def _is_beside(self, op: Any) -> bool:
        """Are the outputs of `op` in the context around this loop, or around that within the same outer loop?"""
        place, outer = queries.output_context(op), self._outer_context
        outer_loop = None if outer is None else outer.GetWhileContext()
        while outer is not place:
            if outer is None or outer is outer_loop:
                return False
            outer = outer.outer_context
        return True

    # ---- the loop itself -----------------------------------------------------------------------------------------

    def BuildLoop(
        self,
        pred: Callable[..., Any],
        body: Callable[..., Any],
        loop_vars: Any,
        shape_invariants: Any,
        return_same_structure: bool,
    ) -> Any:
        """The nodes of the whole loop; gives the final values in the structure that `body` returns."""
        flat = [nodes.tensor_or_composite(flow_of(x)) for x in nest.flatten(loop_vars)]
        if shape_invariants is None:
            shape_invariants = [shape_invariant(x) for x in flat]
        tensors = nest.flatten(flat, expand_composites=True)
        self.Enter()
        try:
            result, exits = self._build(pred, body, loop_vars, tensors, shape_invariants)
        finally:
            self.Exit()
        exits_or_arrays = with_new_flows(nest.flatten(result, expand_composites=True), exits)
        packed = nest.pack_sequence_as(result, exits_or_arrays, expand_composites=True)
        return packed if return_same_structure or len(exits) != 1 else packed[0]

    def _build(
        self, pred: Callable[..., Any], body: Callable[..., Any], structure: Any, tensors: list[Tensor], invariants: Any
    ) -> tuple[Any, list[Tensor]]:
        flat_vars = nest.flatten(structure, expand_composites=True)

        def packed(values: list[Tensor]) -> Any:
            return nest.pack_sequence_as(structure, with_new_flows(flat_vars, values), expand_composites=True)

        enters = self._enter(tensors, invariants)
        merges = [nodes.merge([x, x])[0] for x in enters]
        self._pivot_for_pred = merges[0]
        self._pivot = nodes.loop_cond(convert(pred(*packed(merges))), name="LoopCond")
        switches = [nodes.switch_ref_or_tensor(x, self._pivot) for x in merges]
        inside = [nodes.identity(x[1]) for x in switches]
        self._pivot_for_body = inside[0]
        arguments = packed(inside)
        result = body(*arguments)
        if not nest.is_sequence_or_composite(result):
            result = [result]
        nest.assert_same_structure(list(arguments), list(result), expand_composites=True)
        values = [nodes.tensor_or_composite(flow_of(x)) for x in nest.flatten(result, expand_composites=True)]
        if len(merges) != len(values):
            raise ValueError(f"Number of inputs and outputs of body must match loop_vars: {len(merges)}, {len(values)}")
        for merged, value in zip(merges, values):
            _close(merged, value)
        self._loop_exits = [nodes.exit(x[0]) for x in switches]
        self.ExitResult(self._loop_exits)
        return result, self._loop_exits

    def _enter(self, tensors: list[Tensor], invariants: Any) -> list[Tensor]:
        """The loop variables inside the frame."""
        self._values = {x.name for x in tensors}
        outer = self._outer_context
        sources = tensors if outer is None else [outer.AddValue(x) for x in tensors]
        with context.get_default_graph().control_dependencies(None):
            n = self._parallel_iterations
            enters = [nodes.enter(x, self._name, parallel_iterations=n, use_input_shape=False) for x in sources]
            for x in enters:
                x.graph.prevent_feeding(x)
        pivot: Any = None
        while outer is not None and pivot is None:
            pivot, outer = outer.GetControlPivot(), outer._outer_context
        if pivot is not None:
            for x in enters:
                if queries.is_loop_constant_enter(x.op.inputs[0].node):
                    x.op._add_control_input(pivot.op)
        set_shape_invariants(sources, enters, invariants)
        self._fix_control_inputs_and_context(enters)
        self._values = {x.name for x in enters}
        self._loop_enters = enters
        return enters


def _close(merged: Tensor, value: Any) -> None:
    """The edge back from the end of the body to the Merge."""
    following = nodes.next_iteration(convert(value))
    enforce_shape_invariant(merged, following)
    merged.op._update_input(1, following)

"""Control flow contexts: what makes operations created in a branch of a conditional part of that branch.

While a context is entered, every new operation is handed to its `AddOp`, which lets values from outside in through
Switch or Enter nodes. The method names are TF1's: libraries call them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tf1compat._facade import context
from tf1compat._facade import control_queries as queries
from tf1compat._facade.control_nodes import switch_ref_or_tensor
from tf1compat._facade.convert import convert
from tf1compat._facade.grouping import with_dependencies
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._facade.tensor_array import TensorArray
from tf1compat._jaxcore.base import nest


class ControlFlowContext:
    """A branch or a loop: the names of the values that are known in it, and what stands for values from outside.

    Attributes: `name`, `outer_context` (the context it was made in, or None).
    """

    def __init__(self) -> None:
        self._name = ""
        self._nested_contexts: list[ControlFlowContext] = []
        self._outer_context: Any = context.get_default_graph()._control_flow_context
        if self._outer_context is not None:
            self._outer_context._nested_contexts.append(self)
        self._context_stack: list[Any] = []
        self._values: set[str] = set()
        self._external_values: dict[str, Tensor] = {}

    @property
    def name(self) -> str:
        return self._name

    @property
    def outer_context(self) -> Any:
        return self._outer_context

    @property
    def grad_state(self) -> Any:
        """TF1's book-keeping of loop gradients; a gradient is one node here, so there is none."""
        return None

    @property
    def back_prop(self) -> bool:
        return False

    def AddName(self, name: str) -> None:
        """The value called `name` is known in this context."""
        self._values.add(name)

    def Enter(self) -> None:
        """Operations made from now on are part of this context."""
        graph = context.get_default_graph()
        self._context_stack.append(graph._control_flow_context)
        graph._control_flow_context = self

    def Exit(self) -> None:
        """Back to the context before `Enter`."""
        context.get_default_graph()._control_flow_context = self._context_stack.pop()

    def ExitResult(self, result: Any) -> None:
        """The results of this context are known in the one around it."""
        outer = self._outer_context
        if outer is not None:
            nest.map_structure(lambda x: outer.AddName(x.name), result, expand_composites=True)

    def GetWhileContext(self) -> Any:
        """The innermost loop around, this one included."""
        return None if self._outer_context is None else self._outer_context.GetWhileContext()

    def GetControlPivot(self) -> Any:
        """The tensor that is alive where this context's operations run."""
        return None

    def IsWhileContext(self) -> bool:
        return False

    def IsCondContext(self) -> bool:
        return False

    def IsXLAContext(self) -> bool:
        return False

    def AddOp(self, op: Operation) -> None:
        """Make `op` part of this context."""
        raise NotImplementedError

    def AddValue(self, val: Tensor) -> Tensor:
        """What stands for `val` in this context."""
        raise NotImplementedError

    def AddInnerOp(self, op: Operation) -> None:
        """`op` is part of a context inside of this one."""
        if self._outer_context is not None:
            self._outer_context.AddInnerOp(op)

    def _remove_external_control_edges(self, op: Operation) -> tuple[list[Operation], list[Operation]]:
        """Take away the control inputs from outside of the innermost loop: (those that stay, those that went)."""
        loop = self.GetWhileContext()
        if loop is None:
            return op.control_inputs, []
        internal: list[Operation] = []
        external: list[Operation] = []
        for source in op.control_inputs:
            place = queries.output_context(source)
            inside = place is not None and place.GetWhileContext() is loop
            (internal if inside else external).append(source)
        if external:
            op._remove_all_control_inputs()
            op._add_control_inputs(internal)
        return internal, external

    def _take_names(self, names: list[str]) -> None:
        """The values are known here and in all contexts around."""
        place: Any = self
        while place is not None:
            place._values.update(names)
            place = place._outer_context

    def __str__(self) -> str:
        return self._name


class CondContext(ControlFlowContext):
    """One branch of a `tf.cond`.

    Args:
      pred: the predicate.
      pivot: the tensor that is alive if this branch is taken.
      branch: 1 for the branch taken if `pred` is true, else 0.
      name: name of the context, made unique.
    """

    def __init__(self, pred: Tensor, pivot: Tensor, branch: int, name: str = "cond_text") -> None:
        super().__init__()
        self._name = context.get_default_graph().unique_name(name)
        self._pred = pred
        self._pivot = pivot
        self._branch = branch
        self._values.update((pred.name, pivot.name))
        self._external_values[pred.name] = pred
        pivot.op._control_flow_context = self

    @property
    def pred(self) -> Tensor:
        return self._pred

    @property
    def pivot(self) -> Tensor:
        return self._pivot

    @property
    def branch(self) -> int:
        return self._branch

    def to_proto(self, export_scope: str | None = None) -> Any:
        """The CondContextDef of this branch; None for one outside of `export_scope`."""
        from tf1compat._facade.control_flow_protos import cond_to_proto

        return cond_to_proto(self, export_scope)

    @staticmethod
    def from_proto(context_def: Any, import_scope: str | None = None) -> CondContext:
        """The branch that a CondContextDef describes."""
        from tf1compat._facade.control_flow_protos import cond_from_proto

        return cond_from_proto(context_def, import_scope)

    def GetControlPivot(self) -> Tensor:
        return self._pivot

    def IsCondContext(self) -> bool:
        return True

    def AddValue(self, val: Tensor) -> Tensor:
        """A value from outside comes in through a Switch, once."""
        if val.name in self._values:
            return self._external_values.get(val.name, val)
        result = self._from_outside(val)
        graph = context.get_default_graph()
        with graph.control_dependencies(None):
            result = switch_ref_or_tensor(result, self._pred)[self._branch]
        graph.prevent_fetching(result.op)
        result.op._control_flow_context = self
        self._take_names([result.name])
        self._external_values[val.name] = result
        return result

    def _from_outside(self, val: Tensor) -> Tensor:
        """`val`, or what stands for it in the context around."""
        self._values.add(val.name)
        if self._outer_context is None:
            return val
        outer = self._outer_context.AddValue(val)
        self._values.add(outer.name)
        self._external_values[outer.name] = outer
        return outer

    def AddOp(self, op: Operation) -> None:
        if op.type == "Gradient":
            # the gradient of a slice outside is pulled back here: what it differentiates is not passed through
            op._add_control_input(self._pivot.op)
        elif op.inputs:
            for index, x in enumerate(op.inputs):
                if op.type == "Merge" and x.node.type == "NextIteration":
                    continue  # the back edge of a loop in this branch
                known = self.AddValue(x)  # pyright: ignore[reportArgumentType]
                if known is not x:
                    op._update_input(index, known)
            self._remove_external_control_edges(op)
        else:
            self._remove_external_control_edges(op)
            if not any(queries.op_in_context(source, self) for source in op.control_inputs):
                op._add_control_input(self._pivot.op)
        self._take_names([x.name for x in op.outputs])
        if self._outer_context is not None or not queries.is_loop_exit(op):
            op.graph.prevent_fetching(op)

    def BuildCondBranch(self, fn: Callable[[], Any]) -> tuple[Any, Any]:
        """What `fn` returns, and the same structure of tensors that are alive if this branch is taken."""
        original = fn()
        if original is None:
            return None, None
        result = nest.map_structure(self._result, original, expand_composites=True)
        return original, result if isinstance(result, (list, tuple)) else [result]

    def _result(self, value: Any) -> Tensor:
        if isinstance(value, Operation):
            return with_dependencies([value], self._pivot)
        tensor = convert(value.flow if isinstance(value, TensorArray) else value)
        if tensor.name in self._values:
            return self._external_values.get(tensor.name, tensor)
        outer = self._from_outside(tensor)
        switched = switch_ref_or_tensor(outer, self._pred)[self._branch]
        self._external_values[tensor.name] = switched
        return switched

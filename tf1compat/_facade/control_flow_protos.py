"""Contexts of conditionals and loops as messages of meta graphs, and back."""

from __future__ import annotations

from typing import Any

from tf1compat._facade import context
from tf1compat._facade import control_queries as queries
from tf1compat._facade.control_contexts import CondContext, ControlFlowContext
from tf1compat._facade.scope_names import prepend_name_scope, strip_name_scope
from tf1compat._facade.while_context import WhileContext
from tf1compat._formats import protos


def cond_to_proto(cond: CondContext, export_scope: str | None = None) -> Any:
    """The CondContextDef of a branch; None for one outside of `export_scope`."""
    if export_scope is not None and not cond.name.startswith(export_scope):
        return None
    return protos.CondContextDef(
        context_name=strip_name_scope(cond.name, export_scope),
        pred_name=strip_name_scope(cond.pred.name, export_scope),
        pivot_name=strip_name_scope(cond.pivot.name, export_scope),
        branch=cond.branch,
        values_def=_values_to_proto(cond, export_scope),
        nested_contexts=_nested_to_protos(cond),
    )


def while_to_proto(loop: WhileContext, export_scope: str | None = None) -> Any:
    """The WhileContextDef of a loop; None for one outside of `export_scope`."""
    if export_scope is not None and not loop.name.startswith(export_scope):
        return None

    def name(tensor: Any) -> str:
        return strip_name_scope(tensor.name, export_scope)

    limit = loop.maximum_iterations
    return protos.WhileContextDef(
        context_name=strip_name_scope(loop.name, export_scope),
        parallel_iterations=loop.parallel_iterations,
        maximum_iterations_name="" if limit is None else name(limit),
        back_prop=loop.back_prop,
        swap_memory=loop.swap_memory,
        pivot_for_pred_name=name(loop._pivot_for_pred),
        pivot_for_body_name=name(loop._pivot_for_body),
        pivot_name=name(loop.pivot),
        loop_exit_names=[name(x) for x in loop.loop_exits],
        loop_enter_names=[name(x) for x in loop.loop_enters],
        values_def=_values_to_proto(loop, export_scope),
        nested_contexts=_nested_to_protos(loop),
    )


def _values_to_proto(place: ControlFlowContext, export_scope: str | None) -> Any:
    message = protos.ValuesDef()
    message.values.extend(strip_name_scope(v, export_scope) for v in sorted(place._values))
    for key, value in sorted(place._external_values.items()):
        names = strip_name_scope(key, export_scope), strip_name_scope(value.name, export_scope)
        message.external_values.add(key=names[0], value=names[1])
    return message


def _nested_to_protos(place: ControlFlowContext) -> list[Any]:
    made: list[Any] = []
    for inner in place._nested_contexts:
        message = protos.ControlFlowContextDef()
        # TF1: nested contexts keep their full names
        if isinstance(inner, CondContext):
            message.cond_ctxt.CopyFrom(cond_to_proto(inner))
        elif isinstance(inner, WhileContext):
            message.while_ctxt.CopyFrom(while_to_proto(inner))
        made.append(message)
    return made


def cond_from_proto(message: Any, import_scope: str | None = None) -> CondContext:
    """The branch that a CondContextDef describes, with the contexts inside of it."""
    element = _finder(import_scope)
    branch: CondContext = CondContext.__new__(CondContext)
    ControlFlowContext.__init__(branch)
    branch._name = prepend_name_scope(message.context_name, import_scope)
    branch._pred = element(message.pred_name)
    branch._pivot = element(message.pivot_name)
    branch._branch = message.branch
    _values_from_proto(branch, message.values_def, import_scope)
    _nested_from_protos(branch, message, import_scope)
    return branch


def while_from_proto(message: Any, import_scope: str | None = None) -> WhileContext:
    """The loop that a WhileContextDef describes, with the contexts inside of it."""
    element = _finder(import_scope)
    graph = context.get_default_graph()
    loop: WhileContext = WhileContext.__new__(WhileContext)
    ControlFlowContext.__init__(loop)
    loop._graph = graph
    graph._has_loops = True
    loop._name = prepend_name_scope(message.context_name, import_scope)
    limit = message.maximum_iterations_name
    loop._maximum_iterations = element(limit) if limit else None
    loop._parallel_iterations = message.parallel_iterations
    loop._back_prop = message.back_prop
    loop._swap_memory = message.swap_memory
    loop._pivot_for_pred = element(message.pivot_for_pred_name)
    loop._pivot_for_body = element(message.pivot_for_body_name)
    loop._pivot = element(message.pivot_name)
    loop._loop_exits = [element(n) for n in message.loop_exit_names]
    loop._loop_enters = [element(n) for n in message.loop_enter_names]
    _values_from_proto(loop, message.values_def, import_scope)
    if import_scope:
        _rename_frame(loop)
    _nested_from_protos(loop, message, import_scope)
    return loop


def _finder(import_scope: str | None) -> Any:
    graph = context.get_default_graph()
    return lambda name: graph.as_graph_element(prepend_name_scope(name, import_scope))


def _values_from_proto(place: ControlFlowContext, message: Any, import_scope: str | None) -> None:
    element = _finder(import_scope)
    graph = context.get_default_graph()
    place._values = {prepend_name_scope(v, import_scope) for v in message.values}
    for entry in message.external_values:
        place._external_values[prepend_name_scope(entry.key, import_scope)] = element(entry.value)
    for name in place._values - set(place._external_values):
        graph.as_graph_element(name.split(":")[0])._control_flow_context = place


def _rename_frame(loop: WhileContext) -> None:
    """The frame of an imported loop is called like the loop."""
    graph = context.get_default_graph()
    for name in loop._values:
        op = graph.as_graph_element(name).op
        if queries.is_loop_enter(op):
            op.attrs = {**op.attrs, "frame_name": loop.name.encode()}
            graph.version += 1


def _nested_from_protos(place: ControlFlowContext, message: Any, import_scope: str | None) -> None:
    place.Enter()
    for inner in message.nested_contexts:
        context_from_proto(inner, import_scope)
    place.Exit()


def context_from_proto(message: Any, import_scope: str | None = None) -> ControlFlowContext:
    """The context that a ControlFlowContextDef holds.

    Raises:
      NotImplementedError: it holds none.
    """
    if message.HasField("cond_ctxt"):
        return cond_from_proto(message.cond_ctxt, import_scope)
    if message.HasField("while_ctxt"):
        return while_from_proto(message.while_ctxt, import_scope)
    raise NotImplementedError("Unknown ControlFlowContextDef field: None")

"""Copies of parts of a graph, into the same graph or another, with other inputs; every step can be replaced."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tf1compat._facade.contrib.graph_editor import elements, reroute, select
from tf1compat._facade.contrib.graph_editor.elements import ControlOutputs, scope_finalize
from tf1compat._facade.contrib.graph_editor.subgraph import SubGraphView, make_view
from tf1compat._facade.graph import Graph
from tf1compat._facade.tensor import Operation, Tensor

# ---- steps ------------------------------------------------------------------------------------------------------


def replace_t_with_placeholder_handler(info: Any, t: Tensor) -> Tensor:
    """A placeholder for `t` in the destination."""
    with info.graph_.as_default():
        return elements.make_placeholder_from_tensor(t, scope=info.scope_)


def keep_t_if_possible_handler(info: Any, t: Tensor) -> Tensor:
    """`t` itself where source and destination are one graph, else a placeholder."""
    return t if info.graph is info.graph_ else replace_t_with_placeholder_handler(info, t)


def assign_renamed_collections_handler(info: Any, elem: Any, elem_: Any) -> None:
    """Put a copy into the collections of the original; names that are not TensorFlow's move with the scope."""
    known = elements.get_predefined_collection_names()
    for name, collection in info.collections.items():
        if elem in collection:
            info.graph_.add_to_collection(name if name in known else info.new_name(name), elem_)


def transform_op_if_inside_handler(info: Any, op: Operation, keep_if_possible: bool = True) -> Operation | None:
    """The copy of an operation that is copied; another one itself where it is one graph, else None."""
    if op in info.ops:
        return info.transformed_ops[op]
    return op if keep_if_possible and info.graph is info.graph_ else None


def copy_op_handler(
    info: Any, op: Operation, new_inputs: Any, copy_shape: bool = False, nodedef_fn: Any = None
) -> tuple[Operation, Any]:
    """A copy of an operation with other inputs; returns it and its outputs.

    Args:
      info: about the copy that is being made.
      op: the operation.
      new_inputs: tensors of the destination.
      copy_shape: give the outputs the shapes of the originals.
      nodedef_fn: makes of a NodeDef (a copy of the operation's, with the new name) the one to use.

    Raises:
      TypeError: `new_inputs` is a truth value.
    """
    if isinstance(new_inputs, bool):
        raise TypeError("the `new_inputs` argument must be an iterable.")
    name = info.graph_.unique_name(info.new_name(op.name))
    copied = copy_operation(op, info.graph_, name, list(new_inputs), nodedef_fn)
    if copy_shape:
        for old, new in zip(op.outputs, copied.outputs):
            new.set_shape(old.get_shape())
    return copied, copied.outputs


def copy_operation(op: Operation, graph: Graph, name: str, inputs: list[Tensor], change: Any = None) -> Operation:
    """An operation like `op` in `graph`; `change` makes another NodeDef of its own."""
    from tf1compat._jaxcore.ir import import_graph
    from tf1compat._jaxcore.schema import opdef

    declared, attrs, device = op.opdef, dict(op.attrs), op.device
    if change is not None:
        message = op.node_def
        message.name = name
        message = change(message)
        declared = op.opdef if message.op == op.type else opdef.get(message.op)
        attrs, device, name = import_graph.attrs_of(declared, message), message.device, message.name
    made = graph.add_node(declared, name, tuple(inputs), attrs, (), device, op.frame)
    assert isinstance(made, Operation)
    return made


# ---- what was made ----------------------------------------------------------------------------------------------


class TransformerInfo:
    """What became of operations and tensors."""

    def __init__(self, info: Any) -> None:
        self._graph, self._scope = info.graph, info.scope
        self._graph_, self._scope_ = info.graph_, info.scope_
        self._transformed_ops: dict[Any, Any] = info.transformed_ops
        self._transformed_ts: dict[Any, Any] = info.transformed_ts

    def _pairs(self, top: Any) -> Mapping[Any, Any]:
        if isinstance(top, (Operation, Tensor)):
            return self._transformed_ops if isinstance(top, Operation) else self._transformed_ts
        if isinstance(top, str):  # tensors' names have a colon
            return self._transformed_ts if ":" in top else self._transformed_ops
        raise TypeError(f"Expected a tf.Tensor or a tf.Operation, got a {type(top)}")

    def transformed(self, original: Any, missing_fn: Callable[[Any], Any] | None = None) -> Any:
        """The copies of (nested) originals or their names; None, or what `missing_fn` says, where there is none."""

        def find(top: Any) -> Any:
            for old, new in self._pairs(top).items():
                if old is top or old.name == top:
                    return new
            return None if missing_fn is None else missing_fn(top)

        return find(original) if isinstance(original, str) else elements.transform_tree(original, find)

    def original(self, transformed: Any, missing_fn: Callable[[Any], Any] | None = None) -> Any:
        """The originals of (nested) copies or their names; None, or what `missing_fn` says, where there is none."""

        def find(top: Any) -> Any:
            for old, new in self._pairs(top).items():
                if new is top or (isinstance(top, str) and new.name == top):
                    return old
            return None if missing_fn is None else missing_fn(top)

        return find(transformed) if isinstance(transformed, str) else elements.transform_tree(transformed, find)

    def __str__(self) -> str:
        lines = ["Transform result info:"]
        if self._graph is self._graph_:
            lines.append(f"  Within graph[{id(self._graph)}]{'' if self._scope_ else ' IN-PLACE'}")
        else:
            lines.append(f"  graph[{id(self._graph)}] => graph[{id(self._graph_)}]")
        if self._scope:
            lines.append(f"  Relative to source scope: {self._scope}")
        if self._scope_:
            lines.append(f"  Scope destination: {self._scope_}")
        lines.append("Operations mapping:")
        lines += [f"  {old.name} => {new.name}" for old, new in self._transformed_ops.items()]
        return "\n".join(lines) + "\n"


class _Copying:
    """What is known while a copy is being made; steps get this."""

    def __init__(self, sgv: SubGraphView, dst_graph: Graph, dst_scope: str, src_scope: str) -> None:
        self.sgv = sgv
        self.sgv_inputs_set = frozenset(sgv.inputs)
        self.ops = frozenset(sgv.ops)
        graph = sgv.graph
        self.control_outputs = None if graph is None else ControlOutputs(graph)
        self.graph, self.scope = graph, src_scope
        self.graph_, self.scope_ = dst_graph, dst_scope
        self.transformed_ops: dict[Operation, Operation] = {}
        self.transformed_ts: dict[Tensor, Tensor] = {}
        names = () if graph is None else graph.get_all_collection_keys()
        self.collections = {name: graph.get_collection(name) for name in names} if graph is not None else {}
        self.open_inputs: list[tuple[Tensor, Operation]] = []  # of loops: made after what takes them

    def new_name(self, name: str) -> str:
        """A name in the destination's scope.

        Raises:
          ValueError: it is not below the source's scope.
        """
        if not name.startswith(self.scope):
            raise ValueError(f"{name} does not belong to source scope: {self.scope}.")
        return self.scope_ + name[len(self.scope) :]


class Transformer:
    """Copies a view; its attributes are the steps, functions that can be replaced.

    `transform_op_handler(info, op, new_inputs)` copies an operation; `transform_control_input_handler(info, op)` finds
    what the copy waits for; `assign_collections_handler(info, old, new)` fills collections;
    `transform_external_input_handler(info, t)` makes the inputs of the copy and
    `transform_external_hidden_input_handler(info, t)` those that are no input of the view.
    """

    def __init__(self) -> None:
        self.transform_op_handler: Callable[..., Any] = copy_op_handler
        self.transform_control_input_handler: Callable[..., Any] = transform_op_if_inside_handler
        self.assign_collections_handler: Callable[..., Any] = assign_renamed_collections_handler
        self.transform_external_input_handler: Callable[..., Any] = replace_t_with_placeholder_handler
        self.transform_external_hidden_input_handler: Callable[..., Any] = keep_t_if_possible_handler
        self.transform_original_op_handler: Callable[..., Any] = transform_op_if_inside_handler

    def __call__(
        self, sgv: Any, dst_graph: Any, dst_scope: str, src_scope: str = "", reuse_dst_scope: bool = False
    ) -> tuple[SubGraphView, TransformerInfo]:
        """Copy a view.

        Args:
          sgv: what `make_view` takes.
          dst_graph: the graph to copy into.
          dst_scope: the name scope to copy into; it gets a number where it is taken, unless `reuse_dst_scope`.
          src_scope: the scope that is taken off the names.
          reuse_dst_scope: see above.

        Returns:
          A view of the copy, and which copy is whose.

        Raises:
          TypeError: `dst_graph` is no graph.
          ValueError: a step returned the original.
        """
        view = make_view(sgv)
        if not isinstance(dst_graph, Graph):
            raise TypeError(f"Expected a tf.Graph, got: {type(dst_graph)}")
        src_scope, dst_scope = scope_finalize(src_scope), scope_finalize(dst_scope)
        if dst_scope and not reuse_dst_scope:
            dst_scope = scope_finalize(dst_graph.unique_name(dst_scope[:-1]))
        info = _Copying(view, dst_graph, dst_scope, src_scope)
        self._copy(info)
        for t, taker in info.open_inputs:
            copy = info.transformed_ops[taker]
            for i, old in enumerate(taker.inputs):
                if old is t:
                    copy._update_input(i, info.transformed_ts[t])
        for op in view.ops:
            waits = [self.transform_control_input_handler(info, control) for control in op.control_inputs]
            reroute.add_control_inputs(info.transformed_ops[op], [w for w in waits if w is not None])
        return self._copied_view(info), TransformerInfo(info)

    def _copy(self, info: _Copying) -> None:
        for op in sorted(info.sgv.ops, key=lambda op: op._id):
            inputs = [self._input(info, t, op) for t in op.inputs]
            copied, outputs = self.transform_op_handler(info, op, inputs)
            if copied is op:
                raise ValueError("In-place transformation not allowed.")
            info.transformed_ops[op] = copied
            self.assign_collections_handler(info, op, copied)
            for old, new in zip(op.outputs, outputs):
                info.transformed_ts[old] = new
                self.assign_collections_handler(info, old, new)

    def _input(self, info: _Copying, t: Tensor, taker: Operation) -> Tensor:
        if t in info.transformed_ts:
            return info.transformed_ts[t]
        if t in info.sgv_inputs_set:
            return self.transform_external_input_handler(info, t)
        if t.op not in info.ops:
            return self.transform_external_hidden_input_handler(info, t)
        info.open_inputs.append((t, taker))  # until its copy exists, another takes its place
        if taker.type in ("Merge", "RefMerge"):
            return self._input(info, taker.inputs[0], taker)  # type: ignore[arg-type]
        with info.graph_.as_default():
            return elements.make_placeholder_from_tensor(t, scope=info.scope_, prefix="geph_tmp")

    @staticmethod
    def _copied_view(info: _Copying) -> SubGraphView:
        """A view of the copies whose inputs and outputs are in the order of the original's."""
        copied = SubGraphView(list(info.transformed_ops.values()))
        inputs = [info.transformed_ts.get(t) for t in info.sgv.inputs]
        outputs = [info.transformed_ts.get(t) for t in info.sgv.outputs]
        return copied.remap([t for t in inputs if t in copied.inputs], [t for t in outputs if t in copied.outputs])


# ---- copies -----------------------------------------------------------------------------------------------------


def copy(
    sgv: Any, dst_graph: Any = None, dst_scope: str = "", src_scope: str = "", reuse_dst_scope: bool = False
) -> tuple[SubGraphView, TransformerInfo]:
    """Copy a view, with placeholders for its inputs; arguments and results are those of `Transformer.__call__`."""
    view = make_view(sgv)
    graph = view.graph if dst_graph is None else dst_graph
    return Transformer()(view, graph, dst_scope, src_scope, reuse_dst_scope)


def copy_with_input_replacements(
    sgv: Any,
    replacement_ts: Mapping[Tensor, Tensor],
    dst_graph: Any = None,
    dst_scope: str = "",
    src_scope: str = "",
    reuse_dst_scope: bool = False,
) -> tuple[SubGraphView, TransformerInfo]:
    """Copy a view, with other tensors for its inputs; those that are not replaced are shared within one graph."""
    view = make_view(sgv)
    graph = view.graph if dst_graph is None else dst_graph
    copier = Transformer()

    def replaced(info: Any, t: Tensor) -> Tensor:
        return replacement_ts[t] if t in replacement_ts else keep_t_if_possible_handler(info, t)

    copier.transform_external_input_handler = replaced
    return copier(view, graph, dst_scope, src_scope, reuse_dst_scope)


def graph_replace(
    target_ts: Any,
    replacement_ts: Mapping[Tensor, Tensor],
    dst_scope: str = "",
    src_scope: str = "",
    reuse_dst_scope: bool = False,
) -> Any:
    """(Nested) tensors as they would be if others had come in: what depends on the replaced ones is copied.

    Args:
      target_ts: the tensors.
      replacement_ts: tensors -> the ones to take instead.
      dst_scope, src_scope, reuse_dst_scope: as in `Transformer.__call__`.

    Raises:
      ValueError: no target depends on any of the replaced tensors.

    >>> import tf1compat as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     x = tf.constant(2.0)
    ...     y = x * x + 1.0
    ...     z = tf.contrib.graph_editor.graph_replace(y, {x: tf.constant(5.0)})
    ...     print(*sess.run([y, z]))
    5.0 26.0
    """
    targets = elements.flatten_tree(target_ts)
    graph = elements.get_unique_graph(targets, check_types=Tensor)
    assert graph is not None
    control_ios = ControlOutputs(graph)
    ops = select.get_walks_intersection_ops(list(replacement_ts), targets, control_ios=control_ios)
    if not ops:
        raise ValueError("Targets and replacements are not connected!")
    elements.concatenate_unique(ops, _loops(ops, control_ios))
    _, info = copy_with_input_replacements(ops, replacement_ts, None, dst_scope, src_scope, reuse_dst_scope)
    return info.transformed(target_ts, lambda t: t)


def _loops(ops: list[Operation], control_ios: ControlOutputs) -> list[Operation]:
    """All of the loops that some operations stand in: they are copied whole."""
    found: list[Operation] = []
    for loop in dict.fromkeys(op._control_flow_context for op in ops):
        if loop is not None and loop.IsWhileContext():
            enters, exits = [t.op for t in loop.loop_enters], [t.op for t in loop.loop_exits]
            found += select.get_walks_intersection_ops(enters, exits, control_ios=control_ios)
    return found

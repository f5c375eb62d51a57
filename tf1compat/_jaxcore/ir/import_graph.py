"""Reading graphs: NodeDefs become nodes of a builder, in an order in which inputs come first.

    names a -> add(a, b) <- b, given in any order      ->   nodes a, b, add

The back edge of a loop (NextIteration -> Merge) is closed after both ends exist. Attrs that a NodeDef leaves out take
the op's defaults; an op that is not declared is an error that lists all such ops of the graph at once.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from tf1compat._jaxcore.base import dtypes, errors, shapes
from tf1compat._jaxcore.base.shapes import ShapeError
from tf1compat._jaxcore.ir import graphdef, own_ops
from tf1compat._jaxcore.ir.function import Library, references
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.schema import opdef
from tf1compat._jaxcore.schema.opdef import REQUIRED, OpDef

Source = tuple[str, int]
# adds a node: (op, name in the GraphDef, inputs, control inputs, attrs, device)
AddNode = Callable[[OpDef, str, tuple[Value, ...], tuple[Node, ...], dict[str, Any], str], Node]
_LOOP_ENDS = ("NextIteration", "RefNextIteration")
_MERGES = ("Merge", "RefMerge")
# TF1: handles and references whose shapes older releases recorded otherwise
_SHAPED_ANEW = """
    Barrier BarrierIncompleteSize BarrierReadySize ConditionalAccumulator FIFOQueue FixedLengthRecordReader HashTable
    IdentityReader LMDBReader Mutex MutableHashTable MutableHashTableOfTensors PaddingFIFOQueue PriorityQueue QueueSize
    RandomShuffleQueue RefEnter RefIdentity RefMerge RefNextIteration RefSwitch SparseConditionalAccumulator Stack
    TextLineReader TFRecordReader WholeFileReader
""".split()  # noqa: SIM905


class Imported(NamedTuple):
    """Nodes made, by their names in the GraphDef, and which replaced inputs were met."""

    nodes: dict[str, Node]
    used: set[Source | str]


def import_graph(
    node_defs: Sequence[Any],
    add_node: AddNode,
    inputs: Mapping[Source, Value],
    controls: Mapping[str, Node],
    library: Library | None = None,
) -> Imported:
    """Add the nodes of a GraphDef.

    Args:
      node_defs: NodeDef messages.
      add_node: how to add a node.
      inputs: tensors that take the place of `(node, index)` wherever that is an input.
      controls: operations that take the place of control inputs.
      library: the functions that nodes may refer to.

    Raises:
      UnimplementedError: ops that are not declared, all of them with their nodes.
      ValueError: the graph refers to what is not there, has a name twice, or a cycle that is no loop.
    """
    node_defs = [own_ops.restored(node) for node in node_defs]
    by_name = _indexed(node_defs)
    library = library if library is not None else Library()
    _check_ops(node_defs, library)
    parsed = {name: [_parse_input(text) for text in node.input] for name, node in by_name.items()}
    used: set[Source | str] = {
        source if source[1] >= 0 else source[0]
        for sources in parsed.values()
        for source in sources
        if source in inputs or (source[1] < 0 and source[0] in controls)
    }
    order = _ordered(by_name, parsed, inputs, controls)
    nodes: dict[str, Node] = {}
    open_edges: list[tuple[Node, int, Source]] = []
    for name in order:
        node = by_name[name]
        values: list[Value | None] = []
        control: list[Node] = []
        for source in parsed[name]:
            if source[1] < 0:
                control.append(controls[source[0]] if source[0] in controls else nodes[source[0]])
            else:
                values.append(inputs[source] if source in inputs else _output(nodes, source, name))
        made = _add(node, values, control, add_node, library)
        nodes[name] = made
        data = [s for s in parsed[name] if s[1] >= 0]
        open_edges += [(made, i, data[i]) for i, v in enumerate(values) if v is None]
    for made, i, source in open_edges:
        value = _output(nodes, source, made.name)
        assert value is not None
        made.inputs = (*made.inputs[:i], value, *made.inputs[i + 1 :])
    return Imported(nodes, used)


def _add(node: Any, values: list[Value | None], control: list[Node], add_node: AddNode, library: Library) -> Node:
    called = opdef.find(node.op) is None and library.get(node.op)
    declared = called.opdef if called else opdef.get(node.op)
    attrs = attrs_of(declared, node)
    first = next((v for v in values if v is not None), None)
    assert first is not None or not values, f"{node.name} has back edges only"
    # a back edge is closed later: until then its place is taken by the value that enters the loop
    given = tuple(v if v is not None else first for v in values if first is not None)
    _check_count(declared, node, given)
    try:
        made = add_node(declared, node.name, given, tuple(dict.fromkeys(control)), attrs, node.device)
    except (AttributeError, IndexError, KeyError, TypeError) as e:  # an attr of another kind than the op's
        raise ValueError(f"NodeDef is malformed; node {node.name} (op {node.op}): {e}") from e
    for reference in references(made):
        reference.library = library
    if any(v is None for v in values):
        made.outputs[0].dims = None  # what comes around may have another shape
    if "_output_shapes" in node.attr:
        _merge_shapes(made, node.attr["_output_shapes"].list.shape)
    _check_types(declared, made, given)
    return made


def _check_count(declared: OpDef, node: Any, given: Sequence[Value]) -> None:
    if not declared.has_lists and len(given) != len(declared.inputs):
        types = ", ".join(_type_text(a, node) for a in declared.inputs)
        raise ValueError(
            f"NodeDef expected inputs '{types}' do not match {len(given)} inputs specified; "
            f"node {node.name} (op {node.op})"
        )


def _type_text(arg: Any, node: Any) -> str:
    if arg.fixed is not None:
        return _cpp_name(arg.fixed)
    return _cpp_name(dtypes.as_dtype(node.attr[arg.type_attr].type)) if arg.type_attr in node.attr else arg.type_attr


def _cpp_name(dtype: dtypes.DType) -> str:
    return {"float32": "float", "float64": "double", "float16": "half"}.get(dtype.base.name, dtype.base.name)


def _check_types(declared: OpDef, made: Node, given: Sequence[Value]) -> None:
    if declared.has_lists:
        return
    for i, (arg, value) in enumerate(zip(declared.inputs, given)):
        if arg.fixed is not None and arg.fixed.base != value.dtype.base:
            raise ValueError(
                f"Input {i} of node {made.name} was passed {_cpp_name(value.dtype)} from {value.name} incompatible "
                f"with expected {_cpp_name(arg.fixed)}."
            )


def attrs_of(declared: OpDef, node: Any) -> dict[str, Any]:
    """The attrs of a NodeDef, with the op's defaults for those that it leaves out.

    Raises:
      ValueError: it leaves out one that has no default.
    """
    attrs = {k: v for k, v in declared.attrs.items() if k not in node.attr}
    missing = [k for k, v in attrs.items() if v is REQUIRED]
    if missing:
        raise ValueError(f"NodeDef missing attr '{missing[0]}' from {declared}; NodeDef: {node.name} (op {node.op})")
    for name, value in node.attr.items():
        if name == "_output_shapes":
            continue  # what the exporter knew: not an attr of the node, see _merge_shapes
        attrs[name] = graphdef.attr_from_proto(value)
    return attrs


def _merge_shapes(made: Node, known: Sequence[Any]) -> None:
    """Join what the exporter knew of the shapes with what is inferred here.

    Raises:
      ValueError: they contradict each other.
    """
    for value, shape in zip(made.outputs, known):
        if value.dtype == dtypes.resource:
            continue  # a handle's own shape, where inference asks for its variable's
        try:
            value.dims = shapes.merge(value.dims, graphdef.shape_from_proto(shape))
        except ShapeError as e:
            if made.type not in _SHAPED_ANEW:
                raise ValueError(
                    f"Node '{made.name}' has an _output_shapes attribute inconsistent with the GraphDef for output "
                    f"#{value.index}: {e}"
                ) from None


def _indexed(node_defs: Iterable[Any]) -> dict[str, Any]:
    by_name: dict[str, Any] = {}
    for node in node_defs:
        if node.name in by_name:
            raise ValueError(f"Node '{node.name}' is not unique")
        by_name[node.name] = node
    return by_name


def _check_ops(node_defs: Iterable[Any], library: Library) -> None:
    """All ops that are not declared, in one error, before anything is made."""
    unknown: dict[str, list[str]] = {}
    for node in node_defs:
        if opdef.find(node.op) is None and node.op not in library:
            unknown.setdefault(node.op, []).append(node.name)
    if not unknown:
        return
    lines: list[str] = []
    for op, names in sorted(unknown.items()):
        shown = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
        near = difflib.get_close_matches(op, opdef.all_ops(), n=2)
        lines.append(f"  {op}: nodes {shown}" + (f" (declared and similar: {', '.join(near)})" if near else ""))
    raise errors.UnimplementedError(
        None,
        None,
        f"The graph has {len(unknown)} op types that tf1compat does not have:\n"
        + "\n".join(lines)
        + "\ndocs/coverage.md lists what is supported; import a part of the graph with "
        "tf.graph_util.extract_sub_graph if these nodes are not needed.",
    )


def _parse_input(text: str) -> Source:
    """`"a:1"` -> ("a", 1), `"a"` -> ("a", 0), `"^a"` -> ("a", -1)."""
    if text.startswith("^"):
        return text[1:], -1
    name, colon, index = text.rpartition(":")
    return (name, int(index)) if colon and index.isdigit() else (text, 0)


def _ordered(
    by_name: Mapping[str, Any],
    parsed: Mapping[str, Sequence[Source]],
    inputs: Mapping[Source, Any],
    controls: Mapping[str, Any],
) -> list[str]:
    """Names in the order given, but inputs first; a Merge does not wait for its loop's end."""

    def needs(name: str) -> list[str]:
        found: list[str] = []
        for source, index in parsed[name]:
            if (source, index) in inputs or (index < 0 and source in controls):
                continue
            if source not in by_name:
                written = next(i for i in by_name[name].input if _parse_input(i) == (source, index))
                shown = written if ":" in written or index < 0 else f"{written}:{index}"
                raise ValueError(f"Node '{name}': Unknown input node '{shown}'")
            if by_name[name].op in _MERGES and by_name[source].op in _LOOP_ENDS and index >= 0:
                continue
            found.append(source)
        return found

    done: dict[str, bool] = {}
    order: list[str] = []
    for root in by_name:
        if root in done:
            continue
        done[root] = False
        stack = [(root, iter(needs(root)))]
        while stack:
            name, rest = stack[-1]
            for other in rest:
                state = done.get(other)
                if state is None:
                    done[other] = False
                    stack.append((other, iter(needs(other))))
                    break
                if state is False:
                    raise ValueError(f"The graph has a cycle through node '{other}'")
            else:
                stack.pop()
                done[name] = True
                order.append(name)
    return order


def _output(nodes: Mapping[str, Node], source: Source, user: str) -> Value | None:
    node = nodes.get(source[0])
    if node is None:
        return None  # the end of a loop, made later
    if source[1] >= len(node.outputs):
        raise ValueError(
            f"Node '{user}': Connecting to invalid output {source[1]} of source node {source[0]} which has "
            f"{len(node.outputs)} outputs."
        )
    return node.outputs[source[1]]

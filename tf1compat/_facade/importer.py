"""`tf.import_graph_def`: the nodes of a GraphDef join the default graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tf1compat._facade import context, convert, framework, graph_scopes, versions
from tf1compat._facade.graph import Graph, _user_frame
from tf1compat._facade.tensor import Operation, Tensor
from tf1compat._jaxcore import ops as _declared_ops
from tf1compat._jaxcore.base import devices
from tf1compat._jaxcore.ir import functiondef, import_graph
from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.schema import opdef
from tf1compat._jaxcore.schema.opdef import OpDef


def import_graph_def(
    graph_def: Any,
    input_map: Mapping[Any, Any] | None = None,
    return_elements: Sequence[Any] | None = None,
    name: str | None = None,
    op_dict: Any = None,
    producer_op_list: Any = None,
) -> list[Any] | None:
    """Add the nodes of a GraphDef to the default graph.

    Args:
      graph_def: a GraphDef message.
      input_map: names in `graph_def` (`"x:0"`, or `"^x"` for control inputs) -> tensors to use instead.
      return_elements: names in `graph_def` of what to return: `"op"` or `"op:0"`.
      name: name scope of the nodes, `"import"` if absent, `""` for none.
      op_dict: TF1 ignores it.
      producer_op_list: OpDefs of the program that wrote the graph: attrs unknown here that have the default value
        given there are dropped.

    Returns:
      Operations and tensors for `return_elements`; None if that is None.

    Raises:
      TypeError: an argument is of another type.
      ValueError: a name in `input_map` or `return_elements` is not in `graph_def`, or that is malformed.
      UnimplementedError: it has ops that are not supported; the message lists all of them.
    """
    message = _as_graph_def(graph_def)
    _check_versions(message.versions)
    mapping = _as_mapping(input_map)
    wanted = _as_names(return_elements)
    if producer_op_list is not None:
        message = _without_new_defaults(message, producer_op_list)
    graph = context.get_default_graph()
    functiondef.read_library(message.library, graph.functions)
    with framework.name_scope(name, "import", list(mapping.values())) as scope:
        mapping = _as_tensors(name, mapping)
    inputs, controls = _replacements(mapping)
    names = _free_names(graph, [scope + node.name for node in message.node])
    done = import_graph.import_graph(
        message.node,
        _Adder(graph, scope, names, _user_frame(), message.versions.producer),
        inputs,
        controls,
        graph.functions,
    )
    graph.scoped_state("imported_versions", list).append(message.versions)
    _rename_groups(scope, done.nodes)
    _place(graph, done.nodes, scope)
    _check_all_mapped(mapping, done)
    return None if wanted is None else [_element(done.nodes, inputs, w) for w in wanted]


def _replacements(mapping: Mapping[str, Any]) -> tuple[dict[tuple[str, int], Value], dict[str, Node]]:
    """What stands for outputs, and what for nodes as control inputs."""
    inputs: dict[tuple[str, int], Value] = {}
    controls: dict[str, Node] = {}
    for key, value in mapping.items():
        source = import_graph._parse_input(key)
        if source[1] < 0:
            controls[source[0]] = value.op
        else:
            inputs[source] = value
    return inputs, controls


def _check_all_mapped(mapping: Mapping[str, Any], done: Any) -> None:
    missing = [
        f"^{source}" if index < 0 else f"{source}:{index}"
        for source, index in map(import_graph._parse_input, mapping)
        if (source if index < 0 else (source, index)) not in done.used
        and (source not in done.nodes or index >= max(1, len(done.nodes[source].outputs)))
    ]
    if missing:
        raise ValueError(f"Attempted to map inputs that were not found in graph_def: [{', '.join(missing)}]")


_LAST_WITHOUT_RANKS = 21  # TF1: graphs up to this version wrote a scalar's shape for placeholders of any shape


class _Adder:
    """Adds imported nodes to a graph, under the scope of the import; names that are taken get a number."""

    def __init__(self, graph: Graph, scope: str, names: Mapping[str, str], frame: Any, producer: int) -> None:
        self.graph, self.scope, self.names, self.frame, self.producer = graph, scope, names, frame, producer

    def __call__(
        self,
        declared: OpDef,
        name: str,
        inputs: tuple[Value, ...],
        control: tuple[Node, ...],
        attrs: dict[str, Any],
        device: str,
    ) -> Node:
        graph = self.graph
        if graph._finalized:
            raise RuntimeError("Graph is finalized and cannot be modified.")
        full = self.names[self.scope + name]
        graph._names.setdefault(full.lower(), 1)
        if not all(isinstance(c, bytes) for c in attrs.get("_class", ())):
            raise ValueError(f"Node '{name}': attr '_class' is not a list of strings.")
        if self.scope and "_class" in attrs:
            attrs["_class"] = [self._moved(c) for c in attrs["_class"]]
        producers = graph_scopes.control_inputs(graph._stacks.control, inputs) if graph._stacks.control else ()
        made = graph.add_node(
            declared, full, inputs, attrs, tuple(dict.fromkeys((*control, *producers))), device, self.frame
        )
        if made.type == "Placeholder" and made.outputs[0].dims == () and self.producer <= _LAST_WITHOUT_RANKS:
            made.outputs[0].dims = None
        return made

    def _moved(self, group: bytes) -> bytes:
        return b"loc:@" + self.scope.encode() + group[5:] if group.startswith(b"loc:@") else group


def _free_names(graph: Graph, names: Sequence[str]) -> dict[str, str]:
    """Names of imported nodes -> the names they get: `_1`, `_2`… is added to those of nodes and of what is above nodes.

    TF1: unlike names of new nodes, a scope that was opened and is empty takes no name, and upper case is not lower case.
    """
    taken = set(graph.by_name)
    for name in graph.by_name:
        while "/" in name:
            name = name.rpartition("/")[0]
            if name in taken:
                break
            taken.add(name)
    wanted = set(names)

    def free(name: str) -> str:
        if name not in taken:
            return name
        count = 1
        while f"{name}_{count}" in taken or f"{name}_{count}" in wanted:
            count += 1
        return f"{name}_{count}"

    return {name: free(name) for name in names}


def _rename_groups(scope: str, nodes: Mapping[str, Node]) -> None:
    """Colocation groups follow nodes whose names were taken and that got a number."""
    moved = {f"loc:@{scope}{old}".encode(): f"loc:@{n.name}".encode() for old, n in nodes.items()}
    moved = {old: new for old, new in moved.items() if old != new}
    if not moved:
        return
    for node in nodes.values():
        if "_class" in node.attrs:
            node.attrs["_class"] = [moved.get(group, group) for group in node.attrs["_class"]]  # pyright: ignore


def _place(graph: Graph, nodes: Mapping[str, Node], scope: str) -> None:
    """Devices: those of the enclosing scopes on top of the node's own; colocated nodes stand where their group does."""
    colocated: list[tuple[Operation, list[str]]] = []
    for node in nodes.values():
        assert isinstance(node, Operation)
        groups = [g[5:].decode() for g in node.attrs.get("_class") or () if g.startswith(b"loc:@")]
        others = [g for g in groups if g != node.name]
        if others:
            node.device = ""
            colocated.append((node, others))
        elif graph._stacks.device:
            own, node.device = node.device, ""
            stack = (*graph._stacks.device, devices.parse(own)) if own else graph._stacks.device
            node.device = graph_scopes.device_for(stack, node)
        elif node.device:
            node.device = devices.canonical(node.device)
    for node, others in colocated:
        for other in others:
            found = graph.by_name.get(other)
            if found is None:
                raise ValueError(
                    f"Node '{node.name.removeprefix(scope)}' expects to be colocated with unknown node "
                    f"'{other.removeprefix(scope)}'"
                )
            if found.device:
                node.device = found.device
                break


def _element(nodes: Mapping[str, Node], inputs: Mapping[Any, Value], name: str) -> Any:
    source, colon, _ = name.partition(":")
    if colon:
        if name.count(":") > 1 or not name.rpartition(":")[2].isdecimal():
            raise ValueError(f"Cannot convert '{name}' to a tensor name.")
        key = import_graph._parse_input(name)
        if key in inputs:
            return inputs[key]  # TF1: what a name was mapped to is what comes back
        node = nodes.get(key[0])
        if node is None:
            raise ValueError(f"Requested return tensor '{name}' not found in graph def")
        if key[1] >= len(node.outputs):
            raise ValueError(
                f"Invalid return output {key[1]} of node '{key[0]}', which has {len(node.outputs)} output(s)"
            )
        return node.outputs[key[1]]
    if source not in nodes:
        raise ValueError(f"Requested return node '{name}' not found in graph def")
    return nodes[source]


# ---- arguments --------------------------------------------------------------------------------------------------


def _as_graph_def(graph_def: Any) -> Any:
    from tf1compat._formats import protos

    if isinstance(graph_def, protos.GraphDef):
        return graph_def
    message = protos.GraphDef()
    try:
        if getattr(getattr(graph_def, "DESCRIPTOR", None), "name", "") == "GraphDef":
            message.ParseFromString(graph_def.SerializeToString())  # a GraphDef of another package's
        else:
            message.MergeFrom(graph_def)
    except TypeError:
        raise TypeError("graph_def must be a GraphDef proto.") from None
    return message


def _check_versions(given: Any) -> None:
    current = versions.GRAPH_DEF_VERSION
    if given.producer < versions.GRAPH_DEF_VERSION_MIN_PRODUCER:
        raise ValueError(
            f"GraphDef producer version {given.producer} below min producer {versions.GRAPH_DEF_VERSION_MIN_PRODUCER} "
            f"supported by TensorFlow {versions.VERSION}.  Please regenerate your graph."
        )
    if given.min_consumer > current:
        raise ValueError(
            f"GraphDef min consumer version {given.min_consumer} above current version {current} for TensorFlow "
            f"{versions.VERSION}.  Please upgrade TensorFlow."
        )
    if current in given.bad_consumers:
        raise ValueError(
            f"GraphDef disallows consumer version {current}.  Please upgrade TensorFlow: this version is likely buggy."
        )


def _as_mapping(input_map: Any) -> dict[str, Any]:
    if input_map is None:
        return {}
    if not isinstance(input_map, dict) or not all(isinstance(k, (str, bytes)) for k in input_map):
        raise TypeError("input_map must be a dictionary mapping strings to Tensor objects.")
    return {k.decode() if isinstance(k, bytes) else k: v for k, v in input_map.items()}


def _as_names(return_elements: Any) -> list[str] | None:
    if return_elements is None:
        return None
    if not all(isinstance(x, (str, bytes)) for x in return_elements):
        raise TypeError("return_elements must be a list of strings.")
    return [x.decode() if isinstance(x, bytes) else x for x in return_elements]


def _as_tensors(name: str | None, mapping: dict[str, Any]) -> dict[str, Any]:
    """Values of the map that are no tensors become constants below the import's scope."""
    if all(isinstance(v, Tensor) for v in mapping.values()):
        return mapping
    if name == "":
        raise ValueError(
            "tf.import_graph_def() requires a non-empty `name` if `input_map` contains non-Tensor values. Try calling "
            "tf.convert_to_tensor() on `input_map` values before calling tf.import_graph_def()."
        )
    with framework.name_scope("_inputs"):
        return {k: convert.convert(v) for k, v in mapping.items()}


def _without_new_defaults(graph_def: Any, producer_op_list: Any) -> Any:
    """The graph without attrs that are unknown here and have the default value of their producer."""
    defaults = {op.name: {a.name: a for a in op.attr if a.HasField("default_value")} for op in producer_op_list.op}
    copy = type(graph_def)()
    copy.CopyFrom(graph_def)
    for node in copy.node:
        declared = opdef.find(node.op)
        for key in list(node.attr):
            if declared is None or key.startswith("_") or _knows(declared, key):
                continue
            theirs = defaults.get(node.op, {}).get(key)
            if theirs is not None and node.attr[key] == theirs.default_value:
                del node.attr[key]
    return copy


def _knows(declared: OpDef, attr: str) -> bool:
    args = (*declared.inputs, *declared.outputs)
    return attr in declared.attrs or any(attr in (a.type_attr, a.number_attr, a.type_list_attr) for a in args)

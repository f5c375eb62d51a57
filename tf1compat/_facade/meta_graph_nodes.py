"""Parts of a GraphDef for meta graphs: what is below a scope, without other Savers, without default attrs."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import Any

from tf1compat._facade.scope_names import prepend_name_scope, strip_name_scope
from tf1compat._jaxcore.ir import graphdef
from tf1compat._jaxcore.schema import opdef
from tf1compat._jaxcore.schema.opdef import REQUIRED

UNBOUND_PREFIX = "$unbound_inputs_"
_SAVER_OPS = frozenset(
    ("SaveV2", "Save", "SaveSlice", "LegacySave", "RestoreV2", "Restore", "RestoreSlice", "LegacyRestore")
)


def should_include(item: Any, export_scope: str | None, excluded: Container[str]) -> bool:
    """Is a node (or an item of a collection, or a name) part of what is exported? Items without names always are."""
    name = item if isinstance(item, str) else getattr(item, "name", None)
    if not isinstance(name, str):
        return True
    if name in excluded:
        return False
    return not export_scope or name.startswith((UNBOUND_PREFIX, export_scope))


def part(
    graph_def: Any, export_scope: str | None, excluded: Container[str], clear_devices: bool
) -> tuple[Any, list[str]]:
    """The nodes of a GraphDef below a scope, renamed, and the names of inputs that come from outside."""
    from tf1compat._formats import protos

    out = protos.GraphDef()
    out.versions.CopyFrom(graph_def.versions)
    out.library.CopyFrom(graph_def.library)
    unbound: list[str] = []
    for node in graph_def.node:
        if should_include(node.name, export_scope, excluded):
            _copy_node(out.node.add(), node, export_scope, unbound, clear_devices)
    return out, unbound


def _copy_node(copy: Any, node: Any, export_scope: str | None, unbound: list[str], clear_devices: bool) -> None:
    copy.CopyFrom(node)
    copy.name = strip_name_scope(node.name, export_scope)
    for i, source in enumerate(node.input):
        if export_scope and not source.lstrip("^").startswith(export_scope):
            copy.input[i] = re.sub(r"([\^]|^)(.*)", lambda m: m[1] + UNBOUND_PREFIX + m[2], source, count=1)
            unbound.append(copy.input[i])
        else:
            copy.input[i] = strip_name_scope(source, export_scope)
    if "_class" in node.attr:
        groups = [s.decode() for s in node.attr["_class"].list.s]
        kept = [g for g in groups if not export_scope or g.split("@")[1].startswith(export_scope)]
        del copy.attr["_class"].list.s[:]
        copy.attr["_class"].list.s.extend(strip_name_scope(g, export_scope).encode() for g in kept)
    if node.op in ("Enter", "RefEnter") and export_scope:
        copy.attr["frame_name"].s = strip_name_scope(node.attr["frame_name"].s.decode(), export_scope).encode()
    if clear_devices:
        copy.device = ""


def _scope(name: str) -> str:
    return name.rpartition("/")[0]


def extraneous_saver_nodes(graph_def: Any, saver_def: Any) -> set[str]:
    """Nodes in the scopes of Savers other than `saver_def`'s."""
    saving = {n.name for n in graph_def.node if n.op in _SAVER_OPS}
    scopes = {_scope(n) + "/" for n in saving if _scope(n) not in saving}
    if saver_def is not None:
        scopes -= {_scope(saver_def.save_tensor_name.partition(":")[0]) + "/", _scope(saver_def.restore_op_name) + "/"}
    return {n.name for n in graph_def.node if any(n.name.startswith(s) for s in scopes)}


def stripped_op_list_for_graph(graph_def: Any) -> Any:
    """The OpDefs of the ops that a GraphDef uses, in its functions too, by name."""
    from tf1compat._formats import protos

    used = {n.op for n in graph_def.node}
    used |= {n.op for f in graph_def.library.function for n in f.node_def}
    used -= {f.signature.name for f in graph_def.library.function}
    message = protos.OpList()
    for op in sorted(used):
        declared = opdef.find(op)
        if declared is not None:
            message.op.add().CopyFrom(graphdef.op_def(declared))
    return message


def strip_defaults(graph_def: Any) -> None:
    """Take out of nodes the attrs that have their op's default value."""
    nodes = [*graph_def.node, *(n for f in graph_def.library.function for n in f.node_def)]
    for node in nodes:
        declared = opdef.find(node.op)
        if declared is None:
            continue
        defaults = {**declared.attrs, **declared.type_defaults}
        for name in list(node.attr):
            default = defaults.get(name, REQUIRED)
            if default is REQUIRED:
                continue
            wanted = type(node.attr[name])()
            graphdef.set_attr(wanted, default)
            if wanted == node.attr[name]:
                del node.attr[name]


def debug_info(graph: Any, graph_def: Any, export_scope: str | None) -> Any:
    """A GraphDebugInfo: where in the user's program each node was created."""
    from tf1compat._formats import protos

    message = protos.GraphDebugInfo()
    files: dict[str, int] = {}
    for node in graph_def.node:
        found = graph.by_name.get(prepend_name_scope(node.name, export_scope))
        if found is None or found.location is None:
            continue
        path, line = found.location
        if path not in files:
            files[path] = len(files)
            message.files.append(path)
        place = message.traces[f"{node.name}@"].file_line_cols.add()
        place.file_index, place.line = files[path], line
    return message

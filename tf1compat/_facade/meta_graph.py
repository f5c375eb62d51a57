"""Meta graphs: a graph with its collections, its Saver and the ops it uses, written to and read from one message."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tf1compat._facade import context, importer, meta_graph_nodes, proto_functions, versions
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.graph import Graph
from tf1compat._facade.graph_io import write_graph
from tf1compat._facade.meta_graph_nodes import should_include, stripped_op_list_for_graph
from tf1compat._facade.platform import file_io, tf_logging
from tf1compat._facade.scope_names import prepend_name_scope, strip_name_scope
from tf1compat._jaxcore.base import errors

_UNBOUND = "unbound_inputs"
# TF1: what older releases wrote as names
_COMPAT_COLLECTIONS = (
    GraphKeys.LOCAL_VARIABLES,
    GraphKeys.MODEL_VARIABLES,
    GraphKeys.METRIC_VARIABLES,
)


def export_meta_graph(
    filename: str | None = None,
    meta_info_def: Any = None,
    graph_def: Any = None,
    saver_def: Any = None,
    collection_list: Any = None,
    as_text: bool = False,
    graph: Any = None,
    export_scope: str | None = None,
    clear_devices: bool = False,
    clear_extraneous_savers: bool = False,
    strip_default_attrs: bool = False,
    save_debug_info: bool = False,
    **kwargs: Any,
) -> Any:
    """A MetaGraphDef of a graph, also written to `filename` if given.

    Args:
      filename: path to write to.
      meta_info_def: a MetaInfoDef to start from.
      graph_def: a GraphDef to use instead of the graph's own.
      saver_def: the SaverDef to add.
      collection_list: names of the collections to write; all if None.
      as_text: write text instead of binary.
      graph: the graph; the default one if None.
      export_scope: only nodes below this name scope, which is taken off their names.
      clear_devices: forget where nodes stand.
      clear_extraneous_savers: leave out the nodes of Savers other than `saver_def`'s.
      strip_default_attrs: leave out attrs that have their default value.
      save_debug_info: also write where each node was created, to a file with the ending `.debug`.

    Raises:
      ValueError: more than 2 GB.
    """
    return export_scoped_meta_graph(
        filename=filename,
        graph_def=graph_def,
        graph=graph,
        export_scope=export_scope,
        as_text=as_text,
        clear_devices=clear_devices,
        saver_def=saver_def,
        clear_extraneous_savers=clear_extraneous_savers,
        strip_default_attrs=strip_default_attrs,
        save_debug_info=save_debug_info,
        meta_info_def=meta_info_def,
        collection_list=collection_list,
        **kwargs,
    )[0]


def export_scoped_meta_graph(
    filename: str | None = None,
    graph_def: Any = None,
    graph: Any = None,
    export_scope: str | None = None,
    as_text: bool = False,
    unbound_inputs_col_name: str | None = _UNBOUND,
    clear_devices: bool = False,
    saver_def: Any = None,
    clear_extraneous_savers: bool = False,
    strip_default_attrs: bool = False,
    save_debug_info: bool = False,
    **kwargs: Any,
) -> tuple[Any, dict[str, Any]]:
    """`export_meta_graph`, which also returns the variables exported, by their names without the scope."""
    graph = graph or context.get_default_graph()
    excluded: set[str] = set()
    if export_scope or clear_extraneous_savers or clear_devices:
        source = graph_def if graph_def is not None else graph.as_graph_def(add_shapes=True)
        if clear_extraneous_savers:
            excluded = meta_graph_nodes.extraneous_saver_nodes(source, saver_def)
        graph_def, unbound = meta_graph_nodes.part(source, export_scope, excluded, clear_devices)
        if unbound_inputs_col_name:
            graph._collections.pop(unbound_inputs_col_name, None)
            if unbound:
                graph._collections[unbound_inputs_col_name] = unbound
    variables = {
        strip_name_scope(v.name, export_scope): v
        for v in graph.get_collection(GraphKeys.GLOBAL_VARIABLES, scope=export_scope)
        if should_include(v, export_scope, excluded)
    }
    message = create_meta_graph_def(
        graph_def=graph_def,
        graph=graph,
        export_scope=export_scope,
        exclude_nodes=excluded,
        clear_extraneous_savers=clear_extraneous_savers,
        saver_def=saver_def,
        strip_default_attrs=strip_default_attrs,
        **kwargs,
    )
    if filename:
        folder, name = os.path.split(filename)
        write_graph(message, folder or ".", name, as_text=as_text)
        if save_debug_info:
            debug = meta_graph_nodes.debug_info(graph, message.graph_def, export_scope)
            write_graph(debug, folder or ".", os.path.splitext(name)[0] + ".debug", as_text=as_text)
    return message, variables


def create_meta_graph_def(
    meta_info_def: Any = None,
    graph_def: Any = None,
    saver_def: Any = None,
    collection_list: Any = None,
    graph: Any = None,
    export_scope: str | None = None,
    exclude_nodes: Any = None,
    clear_extraneous_savers: bool = False,
    strip_default_attrs: bool = False,
) -> Any:
    """The MetaGraphDef of its parts.

    Raises:
      TypeError: an argument is of another type.
    """
    from tf1compat._formats import protos

    if graph and not isinstance(graph, Graph):
        raise TypeError("graph must be of type Graph, not %s", type(graph))
    for value, name in ((meta_info_def, "MetaInfoDef"), (graph_def, "GraphDef"), (saver_def, "SaverDef")):
        if value is not None and type(value).__name__ != name:
            raise TypeError(f"{name} expected, not {type(value)}")
    graph = graph or context.get_default_graph()
    message = protos.MetaGraphDef()
    info = message.meta_info_def
    if meta_info_def is not None:
        info.MergeFrom(meta_info_def)
    info.tensorflow_version, info.tensorflow_git_version = versions.VERSION, versions.GIT_VERSION
    message.graph_def.MergeFrom(graph.as_graph_def(add_shapes=True) if graph_def is None else graph_def)
    if not info.stripped_op_list.op:
        info.stripped_op_list.MergeFrom(stripped_op_list_for_graph(message.graph_def))
    if strip_default_attrs:
        meta_graph_nodes.strip_defaults(message.graph_def)
        info.stripped_default_attrs = True
    if saver_def is not None:
        message.saver_def.MergeFrom(saver_def)
    for key in graph.get_all_collection_keys() if collection_list is None else collection_list:
        override = None
        if clear_extraneous_savers and key == GraphKeys.SAVERS:
            from_proto = proto_functions.get_from_proto_function(key)
            override = [from_proto(saver_def)]
        add_collection_def(message, key, graph, export_scope, exclude_nodes, override)
    return message


def add_collection_def(
    meta_graph_def: Any,
    key: Any,
    graph: Any = None,
    export_scope: str | None = None,
    exclude_nodes: Any = None,
    override_contents: Any = None,
) -> None:
    """Add a collection to a MetaGraphDef; one whose items have no form there is left out with a warning."""
    if not isinstance(key, (str, bytes)):
        tf_logging.warning("Only collections with string type keys will be serialized. This key has %s", type(key))
        return
    graph = graph or context.get_default_graph()
    items = [
        x
        for x in override_contents or graph.get_collection(key)
        if should_include(x, export_scope, exclude_nodes or ())
    ]
    if not items:
        return
    name = key.decode() if isinstance(key, bytes) else key
    try:
        _fill_collection(meta_graph_def.collection_def[name], name, items, export_scope)
    except Exception as e:
        tf_logging.warning(
            "Issue encountered when serializing %s.\nType is unsupported, or the types of the items don't match field "
            "type in CollectionDef. Note this is a warning and probably safe to ignore.\n%s",
            name,
            str(e),
        )
        meta_graph_def.collection_def.pop(name, None)


def _fill_collection(message: Any, key: str, items: Sequence[Any], export_scope: str | None) -> None:
    to_proto = proto_functions.get_to_proto_function(key)
    if to_proto:
        protos = [to_proto(x, export_scope=export_scope) for x in items]
        message.bytes_list.value.extend(p.SerializeToString() for p in protos if p)
        return
    first = items[0]
    if isinstance(first, (str, bytes)):
        message.bytes_list.value.extend(x.encode() if isinstance(x, str) else x for x in items)
    elif isinstance(first, int):
        message.int64_list.value.extend(items)
    elif isinstance(first, float):
        message.float_list.value.extend(items)
    elif type(first).__name__ == "Any":
        message.any_list.value.extend(items)
    else:
        for x in items:
            if not export_scope or x.name.startswith(export_scope):
                message.node_list.value.append(strip_name_scope(x.name, export_scope))


# ---- reading ----------------------------------------------------------------------------------------------------


def read_meta_graph_file(filename: Any) -> Any:
    """The MetaGraphDef in a file, binary or text.

    Raises:
      IOError: there is no such file, or it holds something else.
    """
    from google.protobuf import text_format
    from google.protobuf.message import DecodeError

    from tf1compat._formats import protos

    if not file_io.file_exists(filename):
        raise OSError(f"File {filename} does not exist.")
    with file_io.FileIO(filename, "rb") as file:
        content = file.read()
    message = protos.MetaGraphDef()
    try:
        message.ParseFromString(content)
        return message
    except DecodeError:
        message.Clear()
    try:
        text_format.Merge(content.decode("utf-8"), message)
    except (text_format.ParseError, UnicodeDecodeError) as e:
        raise OSError(f"Cannot parse file {filename}: {e}.") from None
    return message


def import_scoped_meta_graph(
    meta_graph_or_file: Any,
    clear_devices: bool = False,
    graph: Any = None,
    import_scope: str | None = None,
    input_map: Mapping[str, Any] | None = None,
    unbound_inputs_col_name: str | None = _UNBOUND,
    restore_collections_predicate: Callable[[str], bool] = lambda key: True,
) -> dict[str, Any]:
    """Add a meta graph to a graph; returns the variables below the scope, by their names without it."""
    return import_scoped_meta_graph_with_return_elements(
        meta_graph_or_file,
        clear_devices,
        graph,
        import_scope,
        input_map,
        unbound_inputs_col_name,
        restore_collections_predicate,
    )[0]


def import_scoped_meta_graph_with_return_elements(
    meta_graph_or_file: Any,
    clear_devices: bool = False,
    graph: Any = None,
    import_scope: str | None = None,
    input_map: Mapping[str, Any] | None = None,
    unbound_inputs_col_name: str | None = _UNBOUND,
    restore_collections_predicate: Callable[[str], bool] = lambda key: True,
    return_elements: Any = None,
) -> tuple[dict[str, Any], Any]:
    """`import_scoped_meta_graph`, which also returns the elements named in `return_elements`.

    Raises:
      ValueError: the graph needs inputs that `input_map` does not give.
    """
    message = meta_graph_or_file
    if type(message).__name__ != "MetaGraphDef":
        message = read_meta_graph_file(message)
    if unbound_inputs_col_name and unbound_inputs_col_name in message.collection_def:
        _check_unbound(message.collection_def[unbound_inputs_col_name], input_map or {})
    graph = graph or context.get_default_graph()
    with graph.as_default():
        info = message.meta_info_def
        if clear_devices:
            for node in message.graph_def.node:
                node.device = ""
        scope = graph.unique_name(import_scope or "", mark_as_used=False)
        elements = importer.import_graph_def(
            message.graph_def,
            name=import_scope or scope,
            input_map=None if input_map is None else dict(input_map),
            producer_op_list=info.stripped_op_list if info.HasField("stripped_op_list") else None,
            return_elements=return_elements,
        )
        keys = sorted(message.collection_def, key=lambda k: (k != GraphKeys.TRAINABLE_VARIABLES, k))
        known: dict[bytes, Any] = {}
        for key in keys:
            if key != unbound_inputs_col_name and restore_collections_predicate(key):
                _restore_collection(graph, key, message, scope, known)
    variables = graph.get_collection(GraphKeys.GLOBAL_VARIABLES, scope=scope)
    return {strip_name_scope(v.name, scope): v for v in variables}, elements


def _check_unbound(collection: Any, input_map: Mapping[str, Any]) -> None:
    names = [
        v.decode() if isinstance(v, bytes) else v for v in getattr(collection, collection.WhichOneof("kind")).value
    ]
    if names and sorted(names) != sorted(input_map):
        missing = ",".join(n for n in names if n not in input_map)
        raise ValueError(f"Graph contains unbound inputs: {missing}. Must provide these inputs through input_map.")


def _restore_collection(graph: Graph, key: str, meta_graph: Any, scope: str, known: dict[bytes, Any]) -> None:
    """One collection; a variable in several of them is one object."""
    message = meta_graph.collection_def[key]
    kind = message.WhichOneof("kind")
    if kind is None:
        tf_logging.error("Cannot identify data type for collection %s. Skipping.", key)
        return
    functions = proto_functions.functions_for(key)
    values = getattr(message, kind).value
    if functions is not None and functions.from_proto and kind == "bytes_list":
        is_variable = key in GraphKeys._VARIABLE_COLLECTIONS
        for value in values:
            item = known.get(value) if is_variable else None
            if item is None:
                proto = _read_message(functions.proto_type, value, key)
                if is_variable and not _says_trainable(meta_graph):
                    proto.trainable = key == GraphKeys.TRAINABLE_VARIABLES
                item = functions.from_proto(proto, import_scope=scope)
                if is_variable:
                    known[value] = item
            graph.add_to_collection(key, item)
        return
    if key in _COMPAT_COLLECTIONS:
        tf_logging.warning(
            "The saved meta_graph is possibly from an older release:\n"
            "'%s' collection should be of type 'byte_list', but instead is of type '%s'.",
            key,
            kind,
        )
    for value in values:
        graph.add_to_collection(key, _restored_item(graph, kind, value, scope))


def _read_message(kind: Any, data: bytes, key: str) -> Any:
    from google.protobuf.message import DecodeError

    try:
        return kind.FromString(data)
    except DecodeError as e:
        raise errors.DataLossError(None, None, f"Collection '{key}' holds a message that cannot be read: {e}") from None


def _restored_item(graph: Graph, kind: str, value: Any, scope: str) -> Any:
    if kind == "node_list":
        return graph.as_graph_element(prepend_name_scope(value, scope))
    if kind == "int64_list":
        return int(value)
    if kind == "bytes_list":
        return _prefixed(value, scope)
    return value


def _prefixed(value: bytes, scope: str) -> Any:
    """TF1: text in a collection is taken for a name: it moves below the import's scope, and becomes a str."""
    try:
        return prepend_name_scope(value.decode(), scope) if scope else value
    except UnicodeDecodeError:
        return value


def _says_trainable(meta_graph: Any) -> bool:
    """Releases before 1.9 left `trainable` out of VariableDefs."""
    version = meta_graph.meta_info_def.tensorflow_version
    if not version:
        return True
    numbers = [int(x) if x.isdigit() else 0 for x in version.split(".")[:2]]
    return numbers >= [1, 9]


def copy_scoped_meta_graph(
    from_scope: str, to_scope: str, from_graph: Any = None, to_graph: Any = None
) -> dict[str, Any]:
    """Copy what is below one name scope to another, possibly of another graph; returns the variables copied.

    Raises:
      ValueError: source and destination are the same.
    """
    from_graph = from_graph or context.get_default_graph()
    to_graph = to_graph or context.get_default_graph()
    if from_graph is to_graph and from_scope == to_scope:
        raise ValueError("'from_scope' and 'to_scope' need to be different when performing copy in the same graph.")
    message, _ = export_scoped_meta_graph(export_scope=from_scope, graph=from_graph)
    return import_scoped_meta_graph(message, graph=to_graph, import_scope=to_scope)

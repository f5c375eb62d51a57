"""strip_unused: the part of a GraphDef between inputs, which become placeholders, and outputs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from tf1compat._facade import graph_util
from tf1compat._facade.platform import file_io
from tf1compat._facade.tools.graph_files import read_message, write_message
from tf1compat._jaxcore.base import dtypes


def strip_unused(
    input_graph_def: Any, input_node_names: Sequence[str], output_node_names: Sequence[str], placeholder_type_enum: Any
) -> Any:
    """The GraphDef that outputs need when the nodes `input_node_names` are fed.

    Args:
      input_graph_def: the GraphDef.
      input_node_names: nodes that become placeholders.
      output_node_names: nodes to keep.
      placeholder_type_enum: number of the placeholders' dtype, or a list with one for each.

    Raises:
      ValueError: a name with an output number.
      KeyError: an input is not in the graph.
    """
    for name in input_node_names:
        if ":" in name:
            raise ValueError(f"Name '{name}' appears to refer to a Tensor, not a Operation.")
    missing = set(input_node_names)
    replaced = type(input_graph_def)()
    for node in input_graph_def.node:
        copy = replaced.node.add()
        if node.name not in missing:
            copy.CopyFrom(node)
            continue
        missing.discard(node.name)
        copy.op, copy.name = "Placeholder", node.name
        types = placeholder_type_enum
        copy.attr["dtype"].type = types[list(input_node_names).index(node.name)] if isinstance(types, list) else types
        for key in ("_output_shapes", "shape"):
            if key in node.attr:
                copy.attr[key].CopyFrom(node.attr[key])
    if missing:
        raise KeyError(f"The following input nodes were not found: {missing}")
    return graph_util._sub_graph(replaced, list(output_node_names))


def strip_unused_from_files(
    input_graph: Any,
    input_binary: bool,
    output_graph: Any,
    output_binary: bool,
    input_node_names: str,
    output_node_names: str,
    placeholder_type_enum: Any,
) -> int | None:
    """`strip_unused` of a file to a file, names separated by commas; -1 (and a line printed) if there is none."""
    from tf1compat._formats import protos

    if not file_io.file_exists(input_graph):
        print(f"Input graph file '{input_graph}' does not exist!")
        return -1
    if not output_node_names:
        print("You need to supply the name of a node to --output_node_names.")
        return -1
    graph_def = read_message(protos.GraphDef, input_graph, input_binary, "Input graph")
    out = strip_unused(graph_def, input_node_names.split(","), output_node_names.split(","), placeholder_type_enum)
    write_message(out, output_graph, output_binary)
    print(f"{len(out.node)} ops in the final graph.")
    return None


def main(argv: Sequence[str] | None = None) -> None:
    """The program."""
    parser = argparse.ArgumentParser(prog="strip_unused", description=(__doc__ or "").strip())
    for name in ("input_graph", "output_graph", "input_node_names", "output_node_names"):
        parser.add_argument(f"--{name}", default="")
    for name, default in (("input_binary", False), ("output_binary", True)):
        parser.add_argument(f"--{name}", nargs="?", const=True, default=default, type=lambda v: v.lower() == "true")
    number = dtypes.float32.as_datatype_enum
    parser.add_argument("--placeholder_type_enum", default=str(number), help="number of the placeholders' dtype")
    given = parser.parse_args(sys.argv[1:] if argv is None else argv)
    types = [int(t) for t in given.placeholder_type_enum.split(",")]
    strip_unused_from_files(
        given.input_graph,
        given.input_binary,
        given.output_graph,
        given.output_binary,
        given.input_node_names,
        given.output_node_names,
        types if len(types) > 1 else types[0],
    )


if __name__ == "__main__":
    main()

"""optimize_for_inference: a frozen GraphDef without what only training needs, batch normalisation in the weights."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tf1compat._facade import graph_util
from tf1compat._facade.platform import file_io, tf_logging
from tf1compat._facade.tensor_util import make_ndarray
from tf1compat._facade.tools.graph_files import read_message, write_message
from tf1compat._facade.tools.strip_unused import strip_unused
from tf1compat._formats import tensor_proto
from tf1compat._jaxcore.base import dtypes

# op -> its inputs after the convolution, by what they are; and where its epsilon stands
INPUT_ORDER = {
    "BatchNormWithGlobalNormalization": ["conv_op", "mean_op", "var_op", "beta_op", "gamma_op"],
    "FusedBatchNorm": ["conv_op", "gamma_op", "beta_op", "mean_op", "var_op"],
}
EPSILON_ATTR = {"BatchNormWithGlobalNormalization": "variance_epsilon", "FusedBatchNorm": "epsilon"}


def optimize_for_inference(
    input_graph_def: Any,
    input_node_names: Sequence[str],
    output_node_names: Sequence[str],
    placeholder_type_enum: Any,
    toco_compatible: bool = False,
) -> Any:
    """The frozen GraphDef between inputs and outputs, without training nodes and with batch norms folded.

    Resizing and padding stay nodes of their own, which XLA fuses with the convolution: `toco_compatible`, which asks
    for that, has nothing to change.

    Raises:
      ValueError: the graph has a name twice or an input that is not there.
      KeyError: an input is not in the graph.
    """
    del toco_compatible
    ensure_graph_is_valid(input_graph_def)
    out = strip_unused(input_graph_def, input_node_names, output_node_names, placeholder_type_enum)
    out = graph_util._without_training_nodes(out, output_node_names)
    out = fold_batch_norms(out)
    ensure_graph_is_valid(out)
    return out


def ensure_graph_is_valid(graph_def: Any) -> None:
    """Raise ValueError where a name occurs twice, or an input names nothing."""
    nodes = _by_name(graph_def)
    for node in graph_def.node:
        for name in node.input:
            if node_name_from_input(name) not in nodes:
                raise ValueError("Input for ", node.name, " not found: ", name)


def _by_name(graph_def: Any) -> dict[str, Any]:
    nodes: dict[str, Any] = {}
    for node in graph_def.node:
        if node.name in nodes:
            raise ValueError("Duplicate node names detected for ", node.name)
        nodes[node.name] = node
    return nodes


def node_name_from_input(node_name: str) -> str:
    """`^name` and `name:0` name the node `name`."""
    return re.sub(r":\d+$", "", node_name.removeprefix("^"))


def node_from_map(node_map: Mapping[str, Any], name: str) -> Any:
    """The node that an input names.

    Raises:
      ValueError: there is none.
    """
    stripped = node_name_from_input(name)
    if stripped not in node_map:
        raise ValueError(f"No node named '{name}' found in map.")
    return node_map[stripped]


def values_from_const(node_def: Any) -> Any:
    """The value of a Const node.

    Raises:
      ValueError: it is another one.
    """
    if node_def.op != "Const":
        raise ValueError(f"Node named '{node_def.name}' should be a Const op for values_from_const.")
    return make_ndarray(node_def.attr["value"].tensor)


def scale_after_normalization(node: Any) -> bool:
    """Is the result of this batch norm multiplied by gamma?"""
    return node.op != "BatchNormWithGlobalNormalization" or node.attr["scale_after_normalization"].b


def fold_batch_norms(input_graph_def: Any) -> Any:
    """The graph with batch norms behind convolutions as scaled weights and a bias; others stay, with a warning.

    Raises:
      ValueError: a name occurs twice.
    """
    nodes = _by_name(input_graph_def)
    replaced: set[str] = set()
    added: list[Any] = []
    for node in input_graph_def.node:
        if node.op in INPUT_ORDER:
            parts = _parts(nodes, node)
            if parts is not None:
                replaced.update({node.name, *(p.name for p in parts.values())})
                added.extend(_folded(node, parts))
    out = type(input_graph_def)()
    out.node.extend(n for n in input_graph_def.node if n.name not in replaced)
    out.node.extend(added)
    return out


def _parts(nodes: Mapping[str, Any], node: Any) -> dict[str, Any] | None:
    """The convolution, its weights and the four constants of a batch norm; None if it is built otherwise."""
    order = INPUT_ORDER[node.op]
    parts = {key: node_from_map(nodes, node.input[order.index(key)]) for key in order}
    conv = parts["conv_op"]
    if conv.op not in ("Conv2D", "DepthwiseConv2dNative"):
        tf_logging.warning(f"Didn't find expected Conv2D or DepthwiseConv2dNative input to '{node.name}'")
        return None
    weights = parts["weights_op"] = node_from_map(nodes, conv.input[1])
    if weights.op != "Const":
        tf_logging.warning(
            f"Didn't find expected conv Constant input to '{conv.name}', found {weights} instead. Maybe because "
            "freeze_graph wasn't run first?"
        )
        return None
    shape = values_from_const(weights).shape
    channels = shape[3] if conv.op == "Conv2D" else shape[2] * shape[3]
    for key in ("mean_op", "var_op", "beta_op", "gamma_op"):
        what, found = key.removesuffix("_op"), parts[key]
        if found.op != "Const":
            tf_logging.warning(
                f"Didn't find expected {what} Constant input to '{node.name}', found {found} instead. Maybe because "
                "freeze_graph wasn't run first?"
            )
            return None
        if values_from_const(found).shape != (channels,):
            tf_logging.warning(
                f"Incorrect shape for {what}, found {values_from_const(found).shape}, expected {(channels,)}, for node "
                f"{node.name}"
            )
            return None
    return parts


def _folded(node: Any, parts: Mapping[str, Any]) -> list[Any]:
    """Scaled weights, the convolution, the offset and the bias that together are the batch norm `node`."""
    mean, variance, beta, gamma = (values_from_const(parts[k]) for k in ("mean_op", "var_op", "beta_op", "gamma_op"))
    scale = 1.0 / np.sqrt(variance + node.attr[EPSILON_ATTR[node.op]].f)
    if scale_after_normalization(node):
        scale = scale * gamma
    conv, weights = parts["conv_op"], values_from_const(parts["weights_op"])
    by_channel = scale if conv.op == "Conv2D" else scale.reshape(weights.shape[2:])
    kind = type(node)
    scaled = _constant(
        kind, parts["weights_op"].name, (weights * by_channel).astype(weights.dtype), parts["weights_op"]
    )
    offset = _constant(kind, f"{conv.name}_bn_offset", (beta - mean * scale).astype(mean.dtype), parts["mean_op"])
    bias = kind(op="BiasAdd", name=node.name, input=[conv.name, offset.name])
    bias.attr["T"].CopyFrom(conv.attr["T"])
    bias.attr["data_format"].CopyFrom(conv.attr["data_format"])
    return [scaled, conv, offset, bias]


def _constant(kind: Any, name: str, value: Any, like: Any) -> Any:
    node = kind(op="Const", name=name)
    node.attr["dtype"].CopyFrom(like.attr["dtype"])
    node.attr["value"].tensor.CopyFrom(tensor_proto.make_tensor_proto(value, like.attr["dtype"].type))
    return node


def main(argv: Sequence[str] | None = None) -> int:
    """The program."""
    from tf1compat._formats import protos

    parser = argparse.ArgumentParser(prog="optimize_for_inference", description=(__doc__ or "").strip())
    for name in ("input", "output", "input_names", "output_names"):
        parser.add_argument(f"--{name}", default="")
    for name, default in (("frozen_graph", True), ("toco_compatible", False)):
        parser.add_argument(f"--{name}", nargs="?", const=True, default=default, type=lambda v: v.lower() == "true")
    number = str(dtypes.float32.as_datatype_enum)
    parser.add_argument("--placeholder_type_enum", default=number, help="numbers of the placeholders' dtypes")
    given = parser.parse_args(sys.argv[1:] if argv is None else argv)
    if not file_io.file_exists(given.input):
        print(f"Input graph file '{given.input}' does not exist!")
        return -1
    graph_def = read_message(protos.GraphDef, given.input, given.frozen_graph, "Input graph")
    types = [int(t) for t in given.placeholder_type_enum.split(",")]
    out = optimize_for_inference(
        graph_def,
        given.input_names.split(","),
        given.output_names.split(","),
        types if len(types) > 1 else types[0],
        given.toco_compatible,
    )
    write_message(out, given.output, given.frozen_graph)
    return 0


if __name__ == "__main__":
    sys.exit(main())

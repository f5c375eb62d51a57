"""freeze_graph: one GraphDef of a graph and a checkpoint, with the variables as constants."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from typing import Any

from tf1compat._facade import graph_util, importer
from tf1compat._facade.session import Session
from tf1compat._facade.tools import saved_model_files
from tf1compat._facade.tools.graph_files import names, read_message, write_message
from tf1compat._facade.train import checkpoint_management, checkpoint_reader
from tf1compat._facade.train.saver import Saver, import_meta_graph
from tf1compat._formats import protos

_V2 = 2


def freeze_graph_with_def_protos(
    input_graph_def: Any,
    input_saver_def: Any,
    input_checkpoint: Any,
    output_node_names: str,
    restore_op_name: Any,
    filename_tensor_name: Any,
    output_graph: Any,
    clear_devices: bool,
    initializer_nodes: str,
    variable_names_whitelist: str = "",
    variable_names_blacklist: str = "",
    input_meta_graph_def: Any = None,
    input_saved_model_dir: Any = None,
    saved_model_tags: Any = None,
    checkpoint_version: int = _V2,
) -> Any:
    """The GraphDef that outputs need, with the variables of a checkpoint as constants; adds to the default graph.

    Args:
      input_graph_def: the graph, unless there is a meta graph or a SavedModel.
      input_saver_def: its Saver; without, every variable that the checkpoint names is restored.
      input_checkpoint: prefix of the checkpoint.
      output_node_names: names of the outputs, separated by commas.
      restore_op_name, filename_tensor_name: TF1 does not use them.
      output_graph: file to write the result to, if any.
      clear_devices: forget where nodes stand.
      initializer_nodes: names of operations to run before, separated by commas.
      variable_names_whitelist, variable_names_blacklist: convert these only, do not convert these.
      input_meta_graph_def: the graph as a MetaGraphDef.
      input_saved_model_dir, saved_model_tags: a SavedModel, in place of graph and checkpoint, and its graph's tags.
      checkpoint_version: format of the Saver that is made; reading goes by what the files are.

    Raises:
      ValueError: no checkpoint, no outputs, or a graph without variables.
    """
    _check(input_checkpoint, input_saved_model_dir, output_node_names)
    graph_def = input_meta_graph_def.graph_def if input_meta_graph_def else input_graph_def
    for node in graph_def.node if clear_devices else ():
        node.device = ""
    if input_graph_def:
        importer.import_graph_def(input_graph_def, name="")
    with Session() as sess:
        if input_saved_model_dir and not input_saver_def and not input_meta_graph_def:
            from tf1compat._facade.saved_model import loader

            loader.SavedModelLoader(input_saved_model_dir).load(sess, saved_model_tags or [])
        else:
            _restore(sess, input_checkpoint, input_saver_def, input_meta_graph_def, checkpoint_version)
            if not input_saver_def:
                _initialize(sess, initializer_nodes)
        frozen = graph_util._frozen(
            sess,
            graph_def,
            names(output_node_names),
            *(names(x) if x else None for x in (variable_names_whitelist, variable_names_blacklist)),
        )
    if output_graph:
        write_message(frozen, output_graph, binary=True)
    return frozen


def _check(input_checkpoint: Any, input_saved_model_dir: Any, output_node_names: str) -> None:
    if not input_saved_model_dir and not checkpoint_management.checkpoint_exists_internal(input_checkpoint):
        raise ValueError(f"Input checkpoint '{input_checkpoint}' doesn't exist!")
    if not output_node_names:
        raise ValueError("You need to supply the name of a node to --output_node_names.")


def _restore(sess: Session, checkpoint: Any, saver_def: Any, meta_graph_def: Any, version: int) -> None:
    """Restore with the Saver given or that of a MetaGraphDef, if it has one, or all that the checkpoint names."""
    if saver_def:
        Saver(saver_def=saver_def, write_version=version).restore(sess, checkpoint)
        return
    if not meta_graph_def:
        _saver_of_names(sess, checkpoint, version).restore(sess, checkpoint)
        return
    saver = import_meta_graph(meta_graph_def, clear_devices=True)
    if saver is not None:
        saver.restore(sess, checkpoint)


def _initialize(sess: Session, initializer_nodes: str) -> None:
    if initializer_nodes:
        sess.run(names(initializer_nodes))


def _saver_of_names(sess: Session, checkpoint: Any, version: int) -> Saver:
    """A Saver of the graph's tensors that have names of the checkpoint's."""
    found: dict[str, Any] = {}
    for key in checkpoint_reader.load_checkpoint(checkpoint).get_variable_to_shape_map():
        try:
            found[key] = sess.graph.get_tensor_by_name(key + ":0")
        except KeyError:
            continue
    try:
        return Saver(found, write_version=version)
    except TypeError:
        parts = [t.name for op in sess.graph.get_operations() for t in op.outputs if re.search(r"/part_\d+/", t.name)]
        if any(key in name for key in found for name in parts):
            raise ValueError(
                "Models containing partition variables cannot be converted from checkpoint files. Please pass in a "
                "SavedModel using the flag --input_saved_model_dir."
            ) from None
        kinds = [op.type for op in sess.graph.get_operations()]
        if not any(k.startswith("Variable") or k.endswith("VariableOp") for k in kinds):
            raise ValueError(
                "No variables were found in this model. It is likely the model was frozen previously. You cannot "
                "freeze a graph twice."
            ) from None
        raise


def freeze_graph(
    input_graph: Any,
    input_saver: Any,
    input_binary: bool,
    input_checkpoint: Any,
    output_node_names: str,
    restore_op_name: Any,
    filename_tensor_name: Any,
    output_graph: Any,
    clear_devices: bool,
    initializer_nodes: str,
    variable_names_whitelist: str = "",
    variable_names_blacklist: str = "",
    input_meta_graph: Any = None,
    input_saved_model_dir: Any = None,
    saved_model_tags: str = "serve",
    checkpoint_version: int = _V2,
) -> Any:
    """`freeze_graph_with_def_protos` of files; `input_binary` says whether they are binary or text.

    Raises:
      IOError: a file is missing or holds something else.
      ValueError: no checkpoint, no outputs, or a graph without variables.
    """
    graph_def = meta_graph_def = saver_def = None
    if input_saved_model_dir:
        graph_def = saved_model_files.get_meta_graph_def(input_saved_model_dir, saved_model_tags).graph_def
    elif input_graph:
        graph_def = read_message(protos.GraphDef, input_graph, input_binary, "Input graph")
    if input_meta_graph:
        meta_graph_def = read_message(protos.MetaGraphDef, input_meta_graph, input_binary, "Input meta graph")
        print("Loaded meta graph file '" + input_meta_graph)
    if input_saver:
        saver_def = read_message(protos.SaverDef, input_saver, input_binary, "Input saver")
    return freeze_graph_with_def_protos(
        graph_def,
        saver_def,
        input_checkpoint,
        output_node_names,
        restore_op_name,
        filename_tensor_name,
        output_graph,
        clear_devices,
        initializer_nodes,
        variable_names_whitelist,
        variable_names_blacklist,
        meta_graph_def,
        input_saved_model_dir,
        names(saved_model_tags),
        checkpoint_version,
    )


_TEXTS = {
    "input_graph": "file with a GraphDef",
    "input_saver": "file with a SaverDef",
    "input_checkpoint": "prefix of the checkpoint",
    "output_graph": "file to write",
    "output_node_names": "names of the outputs, separated by commas",
    "restore_op_name": "not used",
    "filename_tensor_name": "not used",
    "initializer_nodes": "operations to run before, separated by commas",
    "variable_names_whitelist": "convert these variables only",
    "variable_names_blacklist": "do not convert these variables",
    "input_meta_graph": "file with a MetaGraphDef",
    "input_saved_model_dir": "folder of a SavedModel",
    "saved_model_tags": "tags of its graph, separated by commas",
}


def main(argv: Sequence[str] | None = None) -> None:
    """The program: flags have the names of the arguments of `freeze_graph`."""
    parser = argparse.ArgumentParser(prog="freeze_graph", description=(__doc__ or "").strip())
    defaults = {
        "restore_op_name": "save/restore_all",
        "filename_tensor_name": "save/Const:0",
        "saved_model_tags": "serve",
    }
    for name, text in _TEXTS.items():
        parser.add_argument(f"--{name}", default=defaults.get(name, ""), help=text)
    for name, default in (("input_binary", False), ("clear_devices", True)):
        parser.add_argument(f"--{name}", nargs="?", const=True, default=default, type=lambda v: v.lower() == "true")
    parser.add_argument("--checkpoint_version", type=int, default=_V2, choices=(1, 2))
    freeze_graph(**vars(parser.parse_args(sys.argv[1:] if argv is None else argv)))


run_main = main

if __name__ == "__main__":
    main()

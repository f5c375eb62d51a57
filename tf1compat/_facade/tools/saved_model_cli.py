"""saved_model_cli: shows the graphs and signatures of a SavedModel, runs one, looks for ops that reach files."""

from __future__ import annotations

import argparse
import os
import re
import sys
import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tf1compat._facade.graph import Graph
from tf1compat._facade.platform import file_io
from tf1compat._facade.saved_model.loader import SavedModelLoader
from tf1compat._facade.session import Session
from tf1compat._facade.tools.saved_model_files import get_meta_graph_def as get_meta_graph_def
from tf1compat._facade.tools.saved_model_files import get_saved_model_tag_sets, read_saved_model
from tf1compat._formats import protos
from tf1compat._jaxcore.base import errors

_OP_BLACKLIST = frozenset(("WriteFile", "ReadFile", "PrintV2"))


# ---- show -------------------------------------------------------------------------------------------------------


def _show_tag_sets(saved_model_dir: Any) -> None:
    print("The given SavedModel contains the following tag-sets:")
    for tag_set in sorted(get_saved_model_tag_sets(saved_model_dir)):
        print(", ".join(sorted(tag_set)))


def get_signature_def_map(saved_model_dir: Any, tag_set: str) -> Any:
    """The signatures of the graph with the tags `tag_set`, by name."""
    return get_meta_graph_def(saved_model_dir, tag_set).signature_def


def _show_signature_def_map_keys(saved_model_dir: Any, tag_set: str) -> None:
    print("The given SavedModel MetaGraphDef contains SignatureDefs with the following keys:")
    for key in sorted(get_signature_def_map(saved_model_dir, tag_set)):
        print(f'SignatureDef key: "{key}"')


def _show_inputs_outputs(saved_model_dir: Any, tag_set: str, signature_def_key: str, indent: int = 0) -> None:
    signature = _signature(saved_model_dir, tag_set, signature_def_key)
    space = "  " * indent
    for way, infos in (("input", signature.inputs), ("output", signature.outputs)):
        print(f"{space}The given SavedModel SignatureDef contains the following {way}(s):")
        for key in sorted(infos):
            print(f"{space}  {way}s['{key}'] tensor_info:")
            _print_tensor_info(infos[key], indent + 1)
    print(f"{space}Method name is: {signature.method_name}")


def _signature(saved_model_dir: Any, tag_set: str, key: str) -> Any:
    """TF1 shows an unknown signature as an empty one."""
    found = get_signature_def_map(saved_model_dir, tag_set)
    return found[key] if key in found else protos.SignatureDef()


def _print_tensor_info(tensor_info: Any, indent: int = 0) -> None:
    space = "  " * indent
    shape = tensor_info.tensor_shape
    dims = "unknown_rank" if shape.unknown_rank else f"({', '.join(str(d.size) for d in shape.dim)})"
    print(f"{space}    dtype: {protos.module('types_pb2').DataType.Name(tensor_info.dtype)}")
    print(f"{space}    shape: {dims}")
    print(f"{space}    name: {tensor_info.name}")


def _show_all(saved_model_dir: Any) -> None:
    for tag_set in sorted(get_saved_model_tag_sets(saved_model_dir)):
        print(f"\nMetaGraphDef with tag-set: '{', '.join(tag_set)}' contains the following SignatureDefs:")
        tags = ",".join(tag_set)
        for key in sorted(get_signature_def_map(saved_model_dir, tags)):
            print(f"\nsignature_def['{key}']:")
            _show_inputs_outputs(saved_model_dir, tags, key, indent=1)


def show(args: argparse.Namespace) -> None:
    """The command `show`."""
    if args.all:
        _show_all(args.dir)
    elif args.tag_set is None:
        _show_tag_sets(args.dir)
    elif args.signature_def is None:
        _show_signature_def_map_keys(args.dir, args.tag_set)
    else:
        _show_inputs_outputs(args.dir, args.tag_set, args.signature_def)


# ---- scan -------------------------------------------------------------------------------------------------------


def scan_meta_graph_def(meta_graph_def: Any) -> None:
    """Print which ops of a graph can reach files or the screen."""
    graph_def = meta_graph_def.graph_def
    nodes = [*graph_def.node, *(n for f in graph_def.library.function for n in f.node_def)]
    found = _OP_BLACKLIST & {node.op for node in nodes}
    tags = meta_graph_def.meta_info_def.tags
    if found:
        print(f"MetaGraph with tag set {tags} contains the following blacklisted ops:", set(found))
    else:
        print(f"MetaGraph with tag set {tags} does not contain blacklisted ops.")


def scan(args: argparse.Namespace) -> None:
    """The command `scan`."""
    if args.tag_set:
        scan_meta_graph_def(get_meta_graph_def(args.dir, args.tag_set))
        return
    for message in read_saved_model(args.dir).meta_graphs:
        scan_meta_graph_def(message)


# ---- run --------------------------------------------------------------------------------------------------------


def preprocess_inputs_arg_string(inputs_str: str) -> dict[str, tuple[str, str | None]]:
    """`"a=file.npz[x];b=file.npy"` as `{"a": ("file.npz", "x"), "b": ("file.npy", None)}`.

    Raises:
      RuntimeError: it has another form.
    """
    found: dict[str, tuple[str, str | None]] = {}
    for part in filter(bool, inputs_str.split(";")):
        match = re.match(r"([^=]+)=([^\[\]]+)(?:\[([^\[\]]+)\])?$", part)
        if match is None:
            raise RuntimeError(
                f'--inputs "{part}" format is incorrect. Please follow"<input_key>=<filename>", or'
                '"<input_key>=<filename>[<variable_name>]"'
            )
        found[match.group(1)] = (match.group(2), match.group(3))
    return found


def preprocess_input_exprs_arg_string(input_exprs_str: str) -> dict[str, Any]:
    """`"a=np.ones(2);b=[1, 2]"` as values by key: expressions that the user wrote on the command line, with `np`.

    Raises:
      RuntimeError: it has another form.
    """
    found: dict[str, Any] = {}
    for part in filter(bool, input_exprs_str.split(";")):
        if "=" not in part:
            raise RuntimeError(
                f'--input_exprs "{input_exprs_str}" format is incorrect. Please follow"<input_key>=<python expression>"'
            )
        key, _, expression = part.partition("=")
        found[key] = eval(expression, {"np": np, "numpy": np})
    return found


def preprocess_input_examples_arg_string(input_examples_str: str) -> dict[str, list[bytes]]:
    """`'a=[{"age": [22.0]}]'` as lists of serialized Examples by key.

    Raises:
      ValueError: it is no list of dictionaries, or a value has no Example form.
    """
    found = preprocess_input_exprs_arg_string(input_examples_str)
    for examples in found.values():
        if not isinstance(examples, list):
            raise ValueError(f'tf.Example input must be a list of dictionaries, but "{examples}" is {type(examples)}')
    return {key: [_create_example_string(e) for e in examples] for key, examples in found.items()}


def _create_example_string(example_dict: Mapping[str, Any]) -> bytes:
    example = protos.Example()
    for name, values in example_dict.items():
        if not isinstance(values, list):
            raise ValueError(f'feature value must be a list, but {name}: "{values}" is {type(values)}')
        feature = example.features.feature[name]
        if isinstance(values[0], float):
            feature.float_list.value.extend(values)
        elif isinstance(values[0], (str, bytes)):
            feature.bytes_list.value.extend(v.encode() if isinstance(v, str) else v for v in values)
        elif isinstance(values[0], int):
            feature.int64_list.value.extend(values)
        else:
            raise ValueError(f"Type {type(values[0])} for value {values[0]} is not supported for tf.train.Feature.")
    return example.SerializeToString()


def load_inputs_from_input_arg_string(inputs_str: str, input_exprs_str: str, input_examples_str: str) -> dict[str, Any]:
    """Values by input key, from files, expressions and examples; the later ones win, with a warning.

    Raises:
      RuntimeError: a file does not hold the one array that is meant.
      ValueError: a file of pickled objects, which could run anything.
    """
    found = {key: _from_file(*place) for key, place in preprocess_inputs_arg_string(inputs_str).items()}
    for key, value in preprocess_input_exprs_arg_string(input_exprs_str).items():
        if key in found:
            warnings.warn(
                f"input_key {key} has been specified with both --inputs and --input_exprs options. Value in "
                "--input_exprs will be used."
            )
        found[key] = value
    for key, value in preprocess_input_examples_arg_string(input_examples_str).items():
        if key in found:
            warnings.warn(
                f"input_key {key} has been specified in multiple options. Value in --input_examples will be used."
            )
        found[key] = value
    return found


def _from_file(filename: str, variable_name: str | None) -> Any:
    with file_io.FileIO(filename, "rb") as file:
        data = np.load(file, allow_pickle=False)
        if isinstance(data, np.ndarray):
            if variable_name:
                warnings.warn(f'Input file {filename} contains a single ndarray. Name key "{variable_name}" ignored.')
            return data
        if variable_name:
            if variable_name not in data:
                raise RuntimeError(f'Input file {filename} does not contain variable with name "{variable_name}".')
            return data[variable_name]
        if len(data.files) != 1:
            raise RuntimeError(
                f"Input file {filename} contains more than one ndarrays. Please specify the name of ndarray to use."
            )
        return data[data.files[0]]


def run_saved_model_with_feed_dict(
    saved_model_dir: Any,
    tag_set: str,
    signature_def_key: str,
    input_tensor_key_feed_dict: Mapping[str, Any],
    outdir: Any,
    overwrite_flag: bool,
    worker: Any = None,
    init_tpu: bool = False,
    tf_debug: bool = False,
) -> None:
    """Run a signature on values by input key; prints the outputs and writes them to `outdir` as .npy files.

    Raises:
      ValueError: an input key that the signature has not.
      RuntimeError: a file exists already, and `overwrite_flag` is not set.
      UnsupportedError: TPUs or the debugger are asked for.
    """
    for asked, what in ((init_tpu, "--init_tpu"), (tf_debug, "--tf_debug")):
        if asked:
            raise errors.unsupported(f"saved_model_cli {what}", advice="leave the option out")
    signature = _signature(saved_model_dir, tag_set, signature_def_key)
    for key in input_tensor_key_feed_dict:
        if key not in signature.inputs:
            known = '", "'.join(signature.inputs)
            raise ValueError(f'"{key}" is not a valid input key. Please choose from "{known}", or use --show option.')
    feeds = {signature.inputs[key].name: value for key, value in input_tensor_key_feed_dict.items()}
    keys = sorted(signature.outputs)
    with Session(worker or "", graph=Graph()) as sess:
        SavedModelLoader(saved_model_dir).load(sess, tag_set.split(","))
        outputs = sess.run([signature.outputs[key].name for key in keys], feeds)
    for key, output in zip(keys, outputs):
        print(f"Result for output key {key}:\n{output}")
        if outdir:
            _write_output(os.path.join(outdir, key + ".npy"), output, overwrite_flag)
            print(f"Output {key} is saved to {os.path.join(outdir, key + '.npy')}")


def _write_output(path: str, output: Any, overwrite: bool) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if not overwrite and os.path.exists(path):
        raise RuntimeError(
            f'Output file {path} already exists. Add "--overwrite" to overwrite the existing output files.'
        )
    output = np.asarray(output)
    np.save(path, output.astype(np.bytes_) if output.dtype == object else output)


def run(args: argparse.Namespace) -> None:
    """The command `run`.

    Raises:
      AttributeError: no input is given.
    """
    if not (args.inputs or args.input_exprs or args.input_examples):
        raise AttributeError("At least one of --inputs, --input_exprs or --input_examples must be required")
    feeds = load_inputs_from_input_arg_string(args.inputs, args.input_exprs, args.input_examples)
    run_saved_model_with_feed_dict(
        args.dir,
        args.tag_set,
        args.signature_def,
        feeds,
        args.outdir,
        args.overwrite,
        worker=args.worker,
        init_tpu=args.init_tpu,
        tf_debug=args.tf_debug,
    )


def create_parser() -> argparse.ArgumentParser:
    """The parser of the command line: show, run, scan."""
    parser = argparse.ArgumentParser(description="saved_model_cli: Command-line interface for SavedModel")
    parser.add_argument("-v", "--version", action="version", version="0.1.0")
    commands = parser.add_subparsers(title="commands", description="valid commands", help="additional help")

    shown = commands.add_parser("show", description="Print tag sets, signatures, inputs and outputs.")
    shown.add_argument("--dir", required=True, help="folder of the SavedModel")
    shown.add_argument("--all", action="store_true", help="show everything")
    shown.add_argument("--tag_set", default=None, help="tags of the graph, separated by ','")
    shown.add_argument("--signature_def", default=None, metavar="SIGNATURE_DEF_KEY", help="signature to show")
    shown.set_defaults(func=show)

    ran = commands.add_parser("run", description="Run a signature on inputs from files or expressions.")
    ran.add_argument("--dir", required=True, help="folder of the SavedModel")
    ran.add_argument("--tag_set", required=True, help="tags of the graph, separated by ','")
    ran.add_argument("--signature_def", required=True, metavar="SIGNATURE_DEF_KEY", help="signature to run")
    ran.add_argument("--inputs", default="", help="KEY=FILE or KEY=FILE[NAME] (.npy, .npz), separated by ';'")
    ran.add_argument("--input_exprs", default="", help="KEY=EXPRESSION with np, separated by ';'")
    ran.add_argument("--input_examples", default="", help="KEY=[{feature: list}], separated by ';'")
    ran.add_argument("--outdir", default=None, help="folder for the outputs, as .npy files")
    ran.add_argument("--worker", default=None, help="target of the session")
    for name in ("overwrite", "tf_debug", "init_tpu"):
        ran.add_argument(f"--{name}", action="store_true")
    ran.set_defaults(func=run)

    scanned = commands.add_parser("scan", description="Look for ops that reach files or the screen.")
    scanned.add_argument("--dir", required=True, help="folder of the SavedModel")
    scanned.add_argument("--tag_set", default=None, help="tags of the graph, separated by ','")
    scanned.set_defaults(func=scan)
    return parser


def main(argv: Sequence[str] | None = None) -> None:
    """The program."""
    parser = create_parser()
    args = parser.parse_args(sys.argv[1:] if argv is None else argv)
    if not hasattr(args, "func"):
        parser.error("too few arguments")
    args.func(args)


if __name__ == "__main__":
    main()

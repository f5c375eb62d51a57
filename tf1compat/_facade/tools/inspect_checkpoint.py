"""inspect_checkpoint: prints what is in a checkpoint of any format."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from tf1compat._facade.train import checkpoint_reader


def _count_total_params(reader: Any, count_exclude_pattern: str = "") -> int:
    shapes = reader.get_variable_to_shape_map()
    if count_exclude_pattern:
        out = {name: shape for name, shape in shapes.items() if re.search(count_exclude_pattern, name)}
        shapes = {name: shape for name, shape in shapes.items() if name not in out}
        print(
            f"# Excluding {len(out)} tensors ({int(sum(np.prod(s, dtype=np.int64) for s in out.values()))} params) that "
            f"match {count_exclude_pattern} when counting."
        )
    return int(sum(np.prod(s, dtype=np.int64) for s in shapes.values()))


def print_tensors_in_checkpoint_file(
    file_name: Any,
    tensor_name: str | None,
    all_tensors: bool,
    all_tensor_names: bool = False,
    count_exclude_pattern: str = "",
) -> None:
    """Print a checkpoint: names and shapes, one tensor's value, or all of them. Errors are printed, too.

    Args:
      file_name: prefix of the checkpoint.
      tensor_name: the one to print.
      all_tensors: print all values.
      all_tensor_names: print all names.
      count_exclude_pattern: regular expression of names that do not count in the number of parameters.
    """
    try:
        reader = checkpoint_reader.NewCheckpointReader(file_name)
        if all_tensors or all_tensor_names:
            for key in sorted(reader.get_variable_to_shape_map()):
                print("tensor_name: ", key)
                if all_tensors:
                    print(reader.get_tensor(key))
        elif not tensor_name:
            print(reader.debug_string().decode("utf-8"))
        else:
            print("tensor_name: ", tensor_name)
            print(reader.get_tensor(tensor_name))
        print(f"# Total number of params: {_count_total_params(reader, count_exclude_pattern)}")
    except Exception as e:  # TF1: whatever goes wrong is a line of output
        print(str(e))
        if re.search(r"\.(index|meta|data[^.]*)$", str(file_name)):
            print(
                "\nIt's likely that this is a V2 checkpoint and you need to provide the filename\n*prefix*.  Try "
                "removing the '.' and extension.  Try:\n"
                f"inspect checkpoint --file_name = {str(file_name).rpartition('.')[0]}"
            )


def parse_numpy_printoption(kv_str: str) -> None:
    """Set an option of NumPy's printing from `"threshold=100"`.

    Raises:
      ArgumentTypeError: it is none.
    """
    key, equal, text = kv_str.partition("=")
    if not equal or not key:
        raise argparse.ArgumentTypeError(f"'{kv_str}' is not in the form k=v.")
    known: dict[str, Any] = dict(np.get_printoptions())
    if key not in known:
        raise argparse.ArgumentTypeError(f"'{key}' is not a valid printoption.")
    kind = type(known[key])
    if known[key] is None:
        raise argparse.ArgumentTypeError(f"Setting '{key}' from the command line is not supported.")
    try:
        value = text.lower() in ("true", "1", "t", "yes") if kind is bool else kind(text)
    except ValueError as e:
        raise argparse.ArgumentTypeError(str(e)) from None
    set_options: Any = np.set_printoptions
    set_options(**{key: value})


def main(argv: Sequence[str] | None = None) -> None:
    """The program."""
    parser = argparse.ArgumentParser(prog="inspect_checkpoint", description=(__doc__ or "").strip())
    parser.add_argument("--file_name", default="", help="prefix of the checkpoint")
    parser.add_argument("--tensor_name", default="", help="tensor to print")
    parser.add_argument("--count_exclude_pattern", default="", help="names that do not count")
    for name in ("all_tensors", "all_tensor_names"):
        parser.add_argument(f"--{name}", nargs="?", const=True, default=False, type=lambda v: v.lower() == "true")
    parser.add_argument("--printoptions", nargs="*", type=parse_numpy_printoption, help="NumPy's, as k=v")
    given, _ = parser.parse_known_args(sys.argv[1:] if argv is None else argv)
    if not given.file_name:
        print(
            "Usage: inspect_checkpoint --file_name=checkpoint_file_name [--tensor_name=tensor_to_print] "
            "[--all_tensors] [--all_tensor_names] [--printoptions]"
        )
        sys.exit(1)
    print_tensors_in_checkpoint_file(
        given.file_name, given.tensor_name, given.all_tensors, given.all_tensor_names, given.count_exclude_pattern
    )


if __name__ == "__main__":
    main()

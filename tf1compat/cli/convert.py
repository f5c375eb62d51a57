"""`tf1compat convert SRC DST --to orbax|tensorflow`: a checkpoint in another format."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from collections.abc import Sequence


def convert(arguments: Sequence[str]) -> int:
    """Reads the checkpoint SRC (any format) and writes DST; 1 if that fails."""
    parser = argparse.ArgumentParser(prog="tf1compat convert", description="Write a checkpoint in another format.")
    parser.add_argument("source", help="prefix of the checkpoint, or a folder with one")
    parser.add_argument("destination", help="prefix of the checkpoint to write")
    parser.add_argument("--to", choices=("orbax", "tensorflow"), required=True, help="format to write")
    options = parser.parse_args(arguments)
    from tf1compat._facade.train import checkpoint_management, checkpoint_reader
    from tf1compat._jaxcore.base import errors
    from tf1compat._runtime import checkpoint

    try:
        source = checkpoint_reader._checkpoint_path(options.source)
        count = checkpoint.convert(source, options.destination, options.to)
        meta = checkpoint_management.meta_graph_filename(source)
        if os.path.isfile(meta) and not os.path.exists(f"{options.destination}.meta"):
            shutil.copyfile(meta, f"{options.destination}.meta")
    except (errors.OpError, OSError, ValueError) as error:
        print(f"tf1compat convert: {error}", file=sys.stderr)
        return 1
    print(f"{count} tensors written to {options.destination} ({options.to})")
    return 0

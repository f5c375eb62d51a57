"""`tf1compat export MODEL DST --to stablehlo`: a model as an artifact that JAX alone loads and runs."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

_AFTER = """
The artifact is loaded in any process with JAX, without tf1compat:

    from jax import export
    model = export.deserialize(open("DST", "rb").read())
    print(model.call({"x": x}))
"""


def export(arguments: Sequence[str]) -> int:
    """Writes the artifact and says what its inputs and outputs are; 1 if that fails."""
    parser = argparse.ArgumentParser(
        prog="tf1compat export",
        description="Write a model as an artifact that JAX alone loads and runs.",
        epilog=_AFTER,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("model", help="a SavedModel's folder, a checkpoint with its .meta, or a frozen graph (.pb)")
    parser.add_argument("destination", help="file to write")
    parser.add_argument("--to", choices=("stablehlo",), default="stablehlo", help="format to write")
    parser.add_argument("--tags", default="serve", help="tags of the SavedModel's graph, separated by commas")
    parser.add_argument("--signature", default="serving_default", help="signature of the SavedModel")
    parser.add_argument("--inputs", default="", help="name=tensor:0,… to feed, instead of a signature")
    parser.add_argument("--outputs", default="", help="name=tensor:0,… to compute, instead of a signature")
    parser.add_argument(
        "--shape", action="append", default=[], metavar="NAME=2,?,3", help="shape of an input; ? is any size"
    )
    parser.add_argument("--platforms", default="", help="cpu,cuda,rocm,tpu: where it shall run; here if absent")
    options = parser.parse_args(arguments)
    from tf1compat._facade import stablehlo
    from tf1compat._jaxcore.base import errors

    try:
        found = stablehlo.export(
            options.model,
            options.destination,
            tags=options.tags,
            signature=options.signature,
            inputs=_pairs(options.inputs),
            outputs=_pairs(options.outputs),
            shapes={key: _sizes(text) for key, text in map(_pair, options.shape)},
            platforms=options.platforms.split(",") if options.platforms else None,
        )
    except ImportError as error:
        print(f"tf1compat export: {error} (pip install flatbuffers)", file=sys.stderr)
        return 1
    except (errors.OpError, OSError, ValueError, KeyError) as error:
        print(f"tf1compat export: {error}", file=sys.stderr)
        return 1
    print(f"{options.destination} written")
    for way, lines in found.items():
        for line in lines:
            print(f"  {way[:-1]} {line}")
    return 0


def _pair(text: str) -> tuple[str, str]:
    key, equal, value = text.partition("=")
    return (key, value) if equal else (key.partition(":")[0], key)


def _pairs(text: str) -> dict[str, str]:
    return {key: value if ":" in value else f"{value}:0" for key, value in map(_pair, filter(None, text.split(",")))}


def _sizes(text: str) -> list[int | None]:
    return [None if part in ("?", "None", "-1") else int(part) for part in text.split(",") if part]

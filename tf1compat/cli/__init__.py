"""The command `tf1compat` (also `python -m tf1compat`): runs a program like `python` does, or one of its commands."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence

# command -> (module of this package, function, one line of help)
COMMANDS: dict[str, tuple[str, str, str]] = {
    "enable": ("environment", "enable", "make plain `python` and `pytest` of this virtual environment see the alias"),
    "disable": ("environment", "disable", "undo `enable`"),
    "status": ("environment", "status", "say whether this environment is enabled"),
    "inspect": ("inspect", "inspect", "show what is in a checkpoint, graph, SavedModel, TFRecord or event file"),
    "convert": ("convert", "convert", "write a checkpoint in another format (--to orbax or tensorflow)"),
    "export": ("export", "export", "write a model as an artifact that JAX alone runs (--to stablehlo)"),
    "launch": ("launch", "launch", "start a cluster of a script on this machine (--ps 1 --workers 2)"),
    "doctor": ("doctor", "doctor", "print versions, devices, folders and what answers `import tensorflow`"),
}

_USAGE = """\
usage: tf1compat script.py [arg] ...     run a TensorFlow 1 program (a file, or a folder or zip with __main__.py)
       tf1compat -m module [arg] ...     run a module as a program
       tf1compat -c code [arg] ...       run code
       tf1compat - [arg] ...             run what stands on standard input
       tf1compat command [option] ...    one of the commands below; write ./name for a script of that name

commands:
{commands}

Options of Python itself go before: python -u -m tf1compat script.py"""


def main(argv: Sequence[str] | None = None) -> None:
    """Runs what the command line says; returns at its end, or raises what the program raised.

    `argv` is the command line without the program's name (default: sys.argv[1:]).
    """
    from tf1compat.cli import run

    first, *rest = (sys.argv[1:] if argv is None else list(argv)) or ["--help-briefly"]
    if first in COMMANDS:
        module, function, _ = COMMANDS[first]
        sys.exit(getattr(importlib.import_module(f"{__name__}.{module}"), function)(rest))
    if first in ("-h", "--help"):
        print(usage())
    elif first in ("-V", "--version"):
        from tf1compat.cli.doctor import version

        print(f"tf1compat {version()}")
    elif first in ("-m", "-c") and not rest:
        _fail(f"argument expected for the {first} option")
    elif first == "-m":
        run.run_module(rest[0], rest[1:])
    elif first == "-c":
        run.run_code(rest[0], rest[1:])
    elif first == "-":
        run.run_stdin(rest)
    elif first == "--help-briefly":
        _fail("no program given")
    elif first.startswith("-"):
        _fail(f"unknown option: {first}")
    else:
        run.run_script(first, rest)


def usage() -> str:
    """The text of `tf1compat --help`."""
    return _USAGE.format(commands="\n".join(f"  {name:<10}{row[2]}" for name, row in COMMANDS.items()))


def _fail(message: str) -> None:
    print(f"tf1compat: {message}\n{usage()}", file=sys.stderr)
    sys.exit(2)

"""`tf.app`: run a program's `main` with its flags parsed."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

from tf1compat._facade.platform import flags as flags


def run(main: Callable[..., Any] | None = None, argv: Sequence[str] | None = None) -> None:
    """Parse the flags, call `main(argv)` and exit with what it returns.

    Args:
      main: `main` of the program itself if absent. It gets the command line without the flags that are defined;
        unknown flags stay in it.
      argv: command line, `sys.argv` if absent.
    """
    from absl import app

    app.run(main=main or sys.modules["__main__"].main, argv=None if argv is None else list(argv), flags_parser=_parse)


def _parse(argv: Sequence[str] | None) -> list[str]:
    return flags.FLAGS(sys.argv if argv is None else argv, known_only=True)

"""`tf.app.run`: parses the command line's flags and calls `main`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

from absl import app

from tf1compat._facade import flags


def _parse_known(argv: Sequence[str]) -> Any:
    # TF1: flags that nobody defined stay in argv instead of being an error
    return flags.FLAGS(sys.argv if argv is None else argv, known_only=True)


def run(main: Callable[[Any], Any] | None = None, argv: Sequence[str] | None = None) -> None:
    """Parse the flags of `argv` (default: `sys.argv`), call `main(rest of argv)` and exit with what it returns.

    `main` defaults to the function `main` of the script.
    """
    app.run(main=main or sys.modules["__main__"].main, argv=argv, flags_parser=_parse_known)

"""JAX: what it logs of its compilations stays out of the logs of programs that log everything (level DEBUG)."""

from __future__ import annotations

import logging

from . import replace


class _Logger:
    """A logger's level as an attribute."""

    def __init__(self, name: str) -> None:
        vars(self)["_logger"] = logging.getLogger(name)
        vars(self)["level"] = vars(self)["_logger"].level

    def __setattr__(self, name: str, value: int) -> None:
        vars(self)[name] = value
        vars(self)["_logger"].setLevel(value)


def quieten() -> None:
    """Warnings only, unless somebody has chosen a level; before JAX is imported, which it logs, too."""
    logger = _Logger("jax")
    if vars(logger)["level"] == logging.NOTSET:
        replace(logger, "level", logging.WARNING)

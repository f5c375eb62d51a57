"""`tensorflow.python.training.tensorboard_logging`: log messages that go to an events file, too."""

from __future__ import annotations

import time
from typing import Any

from tf1compat._facade import context
from tf1compat._facade.platform import tf_logging

DEBUG, INFO, WARN, ERROR, FATAL = "DEBUG", "INFO", "WARN", "ERROR", "FATAL"

_LEVELS = {DEBUG: "DEBUGGING", INFO: "INFO", WARN: "WARN", ERROR: "ERROR", FATAL: "FATAL"}


def get_verbosity() -> str:
    """The least level that goes to the events file."""
    return context.EVENT_LOG["verbosity"]


def set_verbosity(verbosity: str) -> None:
    """Set the least level that goes to the events file; the log itself has its own.

    Raises:
      ValueError: no such level.
    """
    _number(verbosity)
    context.EVENT_LOG["verbosity"] = verbosity


def set_summary_writer(summary_writer: Any) -> None:
    """Where messages go besides the log: a FileWriter, or None for nowhere."""
    context.EVENT_LOG["writer"] = summary_writer


def _clear_summary_writer() -> None:
    context.EVENT_LOG.pop("writer", None)


def log(level: str, message: str, *args: Any) -> None:
    """Log `message % args`, and write it to the events file if its level is high enough.

    Raises:
      ValueError: no such level.
      RuntimeError: `set_summary_writer` has not been called.
    """
    from tf1compat._formats import protos

    if "writer" not in context.EVENT_LOG:
        raise RuntimeError("Must call set_summary_writer before doing any logging from tensorboard_logging")
    number = _number(level)
    writer = context.EVENT_LOG["writer"]
    if writer and number >= _number(get_verbosity()):
        text = protos.LogMessage(level=number, message=message % args)
        writer.add_event(protos.Event(wall_time=time.time(), log_message=text))
    tf_logging.log(getattr(tf_logging, level), message, *args)


def debug(message: str, *args: Any) -> None:
    """`log` at the level DEBUG."""
    log(DEBUG, message, *args)


def info(message: str, *args: Any) -> None:
    """`log` at the level INFO."""
    log(INFO, message, *args)


def warn(message: str, *args: Any) -> None:
    """`log` at the level WARN."""
    log(WARN, message, *args)


def error(message: str, *args: Any) -> None:
    """`log` at the level ERROR."""
    log(ERROR, message, *args)


def fatal(message: str, *args: Any) -> None:
    """`log` at the level FATAL."""
    log(FATAL, message, *args)


def _number(level: str) -> int:
    from tf1compat._formats import protos

    if level not in _LEVELS:
        raise ValueError(f"Level {level} is not a valid tensorboard_logging level")
    return protos.LogMessage.Level.Value(_LEVELS[level])

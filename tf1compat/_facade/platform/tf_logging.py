"""`tf.logging`: the logger called `tensorflow`, with TF1's levels, format and helpers."""

from __future__ import annotations

import functools
import logging
import os
import sys
import threading
import time
from logging import DEBUG as DEBUG
from logging import ERROR as ERROR
from logging import FATAL as FATAL
from logging import INFO as INFO
from logging import WARN as WARN
from typing import Any

from tf1compat._facade import context

_LEVEL_LETTERS = {FATAL: "F", ERROR: "E", WARN: "W", INFO: "I", DEBUG: "D"}
_OWN_FRAMES = 2  # of these functions, above the caller's


class _Handler(logging.StreamHandler):
    """Writes a line unless the root logger has come by a handler that writes the same one (absl's logging does that)."""

    def emit(self, record: logging.LogRecord) -> None:
        if not any(_writes_the_same(h) for h in logging.getLogger().handlers):
            super().emit(record)


def _writes_the_same(handler: logging.Handler) -> bool:
    plain = type(handler) is logging.StreamHandler and handler.stream is sys.stderr
    return plain and handler.formatter is not None and handler.formatter._fmt == logging.BASIC_FORMAT


@functools.cache
def get_logger() -> logging.Logger:
    """The logger, writing `LEVEL:tensorflow:message` to the standard error stream.

    TF1: where the root logger has handlers already, they do the writing; in an interactive interpreter the level is
    INFO and lines go to the standard output stream.
    """
    logger = logging.getLogger("tensorflow")
    if not logging.getLogger().handlers:
        interactive = bool(getattr(sys, "ps1", sys.flags.interactive))
        if interactive:
            logger.setLevel(INFO)
        handler = _Handler(sys.stdout if interactive else sys.stderr)
        handler.setFormatter(logging.Formatter(logging.BASIC_FORMAT, None))
        logger.addHandler(handler)
    return logger


def log(level: int, msg: Any, *args: Any, **kwargs: Any) -> None:
    """Log `msg % args` at `level`."""
    get_logger().log(level, msg, *args, **{"stacklevel": _OWN_FRAMES, **kwargs})


def debug(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Log `msg % args` at level DEBUG."""
    get_logger().debug(msg, *args, **{"stacklevel": _OWN_FRAMES, **kwargs})


def info(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Log `msg % args` at level INFO."""
    get_logger().info(msg, *args, **{"stacklevel": _OWN_FRAMES, **kwargs})


def warn(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Log `msg % args` at level WARN."""
    get_logger().warning(msg, *args, **{"stacklevel": _OWN_FRAMES, **kwargs})


def warning(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Log `msg % args` at level WARN."""
    get_logger().warning(msg, *args, **{"stacklevel": _OWN_FRAMES, **kwargs})


def error(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Log `msg % args` at level ERROR."""
    get_logger().error(msg, *args, **{"stacklevel": _OWN_FRAMES, **kwargs})


def fatal(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Log `msg % args` at level FATAL; the program goes on."""
    get_logger().critical(msg, *args, **{"stacklevel": _OWN_FRAMES, **kwargs})


def vlog(level: int, msg: Any, *args: Any, **kwargs: Any) -> None:
    """Log `msg % args` at `level`."""
    get_logger().log(level, msg, *args, **{"stacklevel": _OWN_FRAMES, **kwargs})


def log_if(level: int, msg: Any, condition: Any, *args: Any) -> None:
    """Log `msg % args` at `level` if `condition` is true."""
    if condition:
        get_logger().log(level, msg, *args, stacklevel=_OWN_FRAMES)


def log_every_n(level: int, msg: Any, n: int, *args: Any) -> None:
    """Log the 1st, (n+1)st, (2n+1)st… call from this line of the program."""
    if _count_at(_caller()) % n == 0:
        get_logger().log(level, msg, *args, stacklevel=_OWN_FRAMES)


def log_first_n(level: int, msg: Any, n: int, *args: Any) -> None:
    """Log the first `n` calls from this line of the program."""
    if _count_at(_caller()) < n:
        get_logger().log(level, msg, *args, stacklevel=_OWN_FRAMES)


def TaskLevelStatusMessage(msg: Any) -> None:
    """Log `msg` at level ERROR."""
    get_logger().error(msg, stacklevel=_OWN_FRAMES)


def flush() -> None:
    """Not implemented, in TF1 neither."""
    raise NotImplementedError()


def get_verbosity() -> int:
    """The level from which on messages are shown."""
    return get_logger().getEffectiveLevel()


def set_verbosity(v: Any) -> None:
    """Show messages of level `v` and above only."""
    get_logger().setLevel(v)


def google2_log_prefix(level: int, timestamp: float | None = None, file_and_line: tuple[str, int] | None = None) -> str:
    """`I0131 23:59:59.123456 <thread> file.py:12] `, what Google's own logs put in front of a message."""
    now = timestamp or time.time()
    when = time.localtime(now)
    filename, line = file_and_line or _caller()
    thread = threading.get_ident() & (2 * sys.maxsize + 1)
    clock = f"{when.tm_hour:02d}:{when.tm_min:02d}:{when.tm_sec:02d}.{int(1e6 * (now % 1.0)):06d}"
    letter = _LEVEL_LETTERS.get(level, "I")
    return f"{letter}{when.tm_mon:02d}{when.tm_mday:02d} {clock} {thread:5d} {os.path.basename(filename)}:{line}] "


def _caller() -> tuple[str, int]:
    """File and line that called a function of this module."""
    frame = sys._getframe(2)
    return frame.f_code.co_filename, frame.f_lineno


def _count_at(place: tuple[str, int]) -> int:
    """How often `place` was counted before; TF 1.15 mistakes the caller's caller for the place."""
    found = context.LOG_COUNTS.get(place, 0)
    context.LOG_COUNTS[place] = found + 1
    return found

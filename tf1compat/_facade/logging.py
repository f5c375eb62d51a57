"""`tf.logging`: the log named `tensorflow`, printed to standard error unless the program set up logging itself."""

from __future__ import annotations

import logging
import sys
import threading
from collections import Counter
from logging import DEBUG as DEBUG
from logging import ERROR as ERROR
from logging import FATAL as FATAL
from logging import INFO as INFO
from logging import WARN as WARN
from typing import Any

_LOCK = threading.Lock()
_configured: list[logging.Logger] = []
_calls_of_line: Counter[tuple[str, int]] = Counter()


def get_logger() -> logging.Logger:
    """The logger called `tensorflow`; its first use adds a handler if the root logger has none.

    In an interactive interpreter it prints to standard output, from INFO on.
    """
    if not _configured:
        with _LOCK:
            if not _configured:
                _configured.append(_configure(logging.getLogger("tensorflow")))
    return _configured[0]


def _configure(logger: logging.Logger) -> logging.Logger:
    if logging.getLogger().handlers:
        return logger
    interactive = hasattr(sys, "ps1") or bool(sys.flags.interactive)
    if interactive:
        logger.setLevel(INFO)
    handler = logging.StreamHandler(sys.stdout if interactive else sys.stderr)
    handler.setFormatter(logging.Formatter(logging.BASIC_FORMAT, None))
    logger.addHandler(handler)
    return logger


def root_warning(message: str) -> None:
    """A warning of the root logger, where TF gives some of its own."""
    logging.warning(message, stacklevel=3)


def log(level: int, msg: Any, *args: Any, **kwargs: Any) -> None:
    """Log `msg % args` at `level`."""
    get_logger().log(level, msg, *args, **_above(kwargs))


def debug(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Log `msg % args` at level DEBUG."""
    get_logger().debug(msg, *args, **_above(kwargs))


def error(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Log `msg % args` at level ERROR."""
    get_logger().error(msg, *args, **_above(kwargs))


def fatal(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Log `msg % args` at level FATAL; the program goes on."""
    get_logger().fatal(msg, *args, **_above(kwargs))


def info(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Log `msg % args` at level INFO."""
    get_logger().info(msg, *args, **_above(kwargs))


def warn(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Log `msg % args` at level WARN."""
    get_logger().warning(msg, *args, **_above(kwargs))


def warning(msg: Any, *args: Any, **kwargs: Any) -> None:
    """Log `msg % args` at level WARN."""
    get_logger().warning(msg, *args, **_above(kwargs))


def vlog(level: int, msg: Any, *args: Any, **kwargs: Any) -> None:
    """Log `msg % args` at `level`."""
    get_logger().log(level, msg, *args, **_above(kwargs))


def _above(kwargs: dict[str, Any]) -> dict[str, Any]:
    """Name the caller of the functions of this module as the place of the message."""
    return {"stacklevel": 2, **kwargs}


def TaskLevelStatusMessage(msg: Any) -> None:  # noqa: N802 (TF's name)
    """Log an error."""
    get_logger().error(msg, stacklevel=2)


def flush() -> None:
    """NotImplementedError, as in TensorFlow."""
    raise NotImplementedError


def log_every_n(level: int, msg: Any, n: int, *args: Any) -> None:
    """Log at the first call from a line of the program, and at every n-th after it."""
    if _count_of_line() % n == 0:
        get_logger().log(level, msg, *args, stacklevel=2)


def log_first_n(level: int, msg: Any, n: int, *args: Any) -> None:
    """Log at the first `n` calls from a line of the program."""
    if _count_of_line() < n:
        get_logger().log(level, msg, *args, stacklevel=2)


def log_if(level: int, msg: Any, condition: Any, *args: Any) -> None:
    """Log if `condition` is true."""
    if condition:
        get_logger().log(level, msg, *args, stacklevel=2)


def _count_of_line() -> int:
    """How often this was called before for the line two calls up."""
    frame = sys._getframe(2)
    line = (frame.f_code.co_filename, frame.f_lineno)
    _calls_of_line[line] += 1
    return _calls_of_line[line] - 1


def get_verbosity() -> int:
    """The level from which messages are printed."""
    return get_logger().getEffectiveLevel()


def set_verbosity(v: int) -> None:
    """Set the level from which messages are printed."""
    get_logger().setLevel(v)

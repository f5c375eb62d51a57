"""Programs whose loops may never end can be left by Ctrl-C: they run in a thread, and the main thread waits for it.

XLA runs a program inside the call, where Python's signal handlers have to wait for its end.
"""

from __future__ import annotations

import _thread
import threading
from collections.abc import Callable, Sequence
from typing import Any, Final

from tf1compat._jaxcore.exec import compile as compiling

_PATIENCE: Final = 0.5  # seconds that a program has, after Ctrl-C, to end by itself
_NAME: Final = "tf1compat: a program that was left"


def interruptible(function: Callable[..., Any], endless: Sequence[Any]) -> Callable[..., Any]:
    """`function`, run apart on its first call (which traces it), and ever after if `endless` has become not empty."""
    traced: list[bool] = []

    def call(*args: Any) -> Any:
        if (traced and not endless) or threading.current_thread() is not threading.main_thread():
            return function(*args)
        result = _apart(function, args)
        traced.append(True)
        return result

    return call


def left_behind() -> bool:
    """Is there a program that was left and still runs?"""
    return any(t.name == _NAME for t in threading.enumerate())


def _apart(function: Callable[..., Any], args: Sequence[Any]) -> Any:
    found: list[Any] = []
    failed: list[BaseException] = []
    done = threading.Event()

    def work() -> None:
        try:
            with compiling.x64():
                found.append(function(*args))
        except BaseException as e:
            failed.append(e)
        finally:
            done.set()

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    try:
        done.wait()
    except KeyboardInterrupt:
        if not done.wait(_PATIENCE):
            thread.name = _NAME
            raise
        # it has given its arguments away: what it made must get where it belongs before Ctrl-C is seen
        later = threading.Timer(0.01, _thread.interrupt_main)
        later.daemon = True
        later.start()
    if failed:
        raise failed[0]
    return found[0]

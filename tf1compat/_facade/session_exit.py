"""The end of the process: threads that are inside `Session.run` come to rest before the interpreter goes away.

Daemon threads (those of queue runners, of programs that never join them) may still run steps when the main thread is
done. The interpreter ends a thread where it next asks for the interpreter's lock; inside XLA's C++ frames that aborts
the whole process. So sessions stop at exit, as TF1's do: what waits for a queue stays there, and whoever comes to
`run` waits for the end.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import sys
import threading
import time
from types import FrameType
from typing import Any, Final

from tf1compat._facade import context
from tf1compat._jaxcore.exec import interrupts

EXITING: Final = "the process ends"
_PATIENCE = 5.0  # seconds; a step that takes longer is left alone
_LOOK = 0.01  # seconds between two looks at the threads
# Modules in which a thread that does not move waits for others, on a lock of Python's, without C++ frames.
_WAITING = (__name__, "threading", "queue", "concurrent.futures", "tf1compat._runtime")


def watch(session: Any) -> None:
    """Stop `session` at exit. `_closed` of a stopped session is `EXITING`."""
    if not context.SESSIONS:
        atexit.unregister(stop)
        atexit.register(stop)
    context.SESSIONS.add(session)


def leave() -> None:
    """End the process at once where a program was left by Ctrl-C and still runs: XLA would wait for its end.

    This is asked after all that was registered later has been done. Without it JAX would wait for the program.
    """
    if not interrupts.left_behind():
        return
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):
            stream.flush()
    if getattr(sys, "last_type", None) is KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)
    os._exit(0 if getattr(sys, "last_type", None) is None else 1)


atexit.register(leave)


def park() -> None:
    """Where a daemon thread waits for the end of the process."""
    threading.Event().wait()


def stop() -> None:
    """Stop all sessions, and wait for the threads inside them."""
    for session in list(context.SESSIONS):
        session._closed = session._closed or EXITING
    end = time.monotonic() + _PATIENCE
    before: dict[int, tuple[int, int]] = {}
    while time.monotonic() < end:
        inside = _threads_inside()
        places = {ident: (id(frame), frame.f_lasti) for ident, frame in inside.items()}
        if all(_may_wait(frame) and before.get(ident) == places[ident] for ident, frame in inside.items()):
            return
        before = places
        time.sleep(_LOOK)


def _threads_inside() -> dict[int, FrameType]:
    """The innermost frames of other threads that are inside a session."""
    me = threading.get_ident()
    return {ident: frame for ident, frame in sys._current_frames().items() if ident != me and _is_inside(frame)}


def _may_wait(frame: FrameType) -> bool:
    name = frame.f_globals.get("__name__", "")
    return any(name == module or name.startswith(module + ".") for module in _WAITING)


def _is_inside(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_name == "run" and frame.f_globals.get("__name__") == "tf1compat._facade.session":
            return True
        frame = frame.f_back
    return False

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
_WAITS = frozenset({"park", "_perform"})  # functions in which a thread waits on a lock, without C++ frames


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
    while _busy() and time.monotonic() < end:
        time.sleep(0.002)


def _busy() -> bool:
    me = threading.get_ident()
    return any(_is_inside(frame) for ident, frame in sys._current_frames().items() if ident != me)


def _is_inside(frame: FrameType | None) -> bool:
    """Whether a thread with this innermost frame computes in a session."""
    if frame is None or frame.f_code.co_name in _WAITS or frame.f_back and frame.f_back.f_code.co_name in _WAITS:
        return False
    while frame is not None:
        if frame.f_code.co_name == "run" and frame.f_globals.get("__name__") == "tf1compat._facade.session":
            return True
        frame = frame.f_back
    return False

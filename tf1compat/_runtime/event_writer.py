"""Event files, `events.out.tfevents.<seconds>.<host><suffix>` as in TensorFlow 1.15, written by a thread of their own.

    writer = EventsWriter("logs")
    writer.add_event(protos.Event(wall_time=time.time(), step=1, summary=…))

Nothing is lost when the program ends without closing the writer: the rest is written when the writer is garbage
collected or the interpreter exits, be it by an exception or `sys.exit` (not by `os._exit` or a signal that kills).
"""

from __future__ import annotations

import os
import socket
import threading
import time
import weakref
from collections import deque
from typing import Any

from tf1compat._formats import protos, tfrecord

_FILE_VERSION = "brain.Event:2"
_BUFFER_BYTES = 1 << 16


class EventsWriter:
    """Appends Event messages to a new event file in `logdir`, which is created if needed.

    `max_queue` events may wait before `add_event` has to help writing (0: no limit); they reach the disk at least every
    `flush_secs` seconds. `filename_suffix` ends the file's name. All methods may be called from any thread. An OSError
    of the background thread is raised by the next call.
    """

    def __init__(
        self,
        logdir: str | os.PathLike[str],
        max_queue: int = 10,
        flush_secs: float = 120.0,
        filename_suffix: str | None = None,
    ) -> None:
        self._journal = _Journal(os.fspath(logdir), max_queue, flush_secs, filename_suffix or "")
        self._closed = False
        # The thread and this finalizer know only the journal: a forgotten writer is collected and its file completed.
        self._finalizer = weakref.finalize(self, self._journal.finish)

    @property
    def logdir(self) -> str:
        """The folder of the event file."""
        return self._journal.logdir

    @property
    def path(self) -> str | None:
        """The event file, None until the first event reaches it."""
        return self._journal.path

    @property
    def closed(self) -> bool:
        """True between `close` and `reopen`."""
        return self._closed

    def add_event(self, event: Any) -> None:
        """Queues an Event message (or one already serialized), as it is now."""
        if self._closed:
            return  # TF1: events for a closed writer vanish; FileWriter warns about them.
        self._journal.add(event if isinstance(event, bytes) else event.SerializeToString())

    def flush(self) -> None:
        """Returns when every event added so far is in the file."""
        if not self._closed:
            self._journal.flush()

    def close(self) -> None:
        """Writes what is queued and closes the file. Closing twice is harmless."""
        if not self._closed:
            self._closed = True
            self._journal.finish()
            self._journal.raise_error()

    def reopen(self) -> None:
        """After `close`, lets events be added again, into a new file; otherwise does nothing."""
        if self._closed:
            self._journal.restart()
            self._closed = False


class _Journal:
    """The queue, the file and the thread between them.

    `_state` guards the queue and flags and is held for moments only; `_disk` is held while writing, and taken first.
    """

    def __init__(self, logdir: str, max_queue: int, flush_secs: float, suffix: str) -> None:
        self.logdir = logdir
        self.path: str | None = None
        self._max_queue = max_queue
        self._flush_secs = flush_secs
        self._suffix = suffix
        os.makedirs(logdir, exist_ok=True)
        self._reset()
        if suffix:
            self._open()  # TF1: with a suffix the file exists at once, without one only from the first event on.
            self._write_buffer()

    def _reset(self) -> None:
        self._pid = os.getpid()
        # Reentrant, because `finish` may be called by the garbage collector at any point of this very thread.
        self._state = threading.Condition(threading.RLock())
        self._disk = threading.RLock()
        self._queue: deque[bytes] = deque()
        self._buffer = bytearray()
        self._file: int | None = None
        self.path = None
        self._worker: threading.Thread | None = None
        self._stopping = False
        self._error: OSError | None = None
        self._next_flush = 0.0  # the first event is flushed at once

    def add(self, record: bytes) -> None:
        self._leave_parent_process()
        self.raise_error()
        with self._state:
            self._queue.append(record)
            full = 0 < self._max_queue < len(self._queue)
            finished = self._stopping
            if not finished:
                self._ensure_worker()
                self._state.notify()
        if finished:
            self._append_after_exit()
        elif full:
            self._drain()

    def flush(self) -> None:
        self._leave_parent_process()
        with self._disk:
            self._drain()
            self._write_buffer()
        self._forget_error()

    def finish(self) -> None:
        """Has everything written and the file closed, by the thread if there is one; for `close`, collection, exit."""
        if self._pid != os.getpid():
            return  # a forked child leaves the parent's events to the parent
        with self._state:
            self._stopping = True
            self._state.notify_all()
            worker = self._worker
        if worker is None:
            self._close_file()
        elif worker is not threading.current_thread():
            worker.join()

    def restart(self) -> None:
        self._reset()

    def raise_error(self) -> None:
        with self._state:
            error, self._error = self._error, None
        if error is not None:
            raise error

    def _forget_error(self) -> None:
        """Everything is written: what failed before was tried again with success."""
        with self._state:
            self._error = None

    def _ensure_worker(self) -> None:
        if self._worker is None:
            worker = threading.Thread(target=self._work, name=f"events {self.logdir}", daemon=True)
            try:
                worker.start()
            except RuntimeError:
                return  # no more threads, as in exit handlers: full queues, `flush` and `finish` write without one
            self._worker = worker

    def _work(self) -> None:
        try:
            while not self._stopping:
                with self._state:
                    if not self._queue and not self._stopping:
                        self._state.wait(self._seconds_to_flush())
                with self._disk:
                    self._drain()
                    if time.monotonic() >= self._next_flush:
                        self._write_buffer()
                        self._next_flush = time.monotonic() + self._flush_secs
            self._close_file()
        except OSError as error:
            # What could not be written stays queued; a later call raises the error, and the one after that tries again.
            with self._state:
                self._error = error
                self._worker = None

    def _seconds_to_flush(self) -> float | None:
        return max(0.0, self._next_flush - time.monotonic()) if self._buffer else None

    def _drain(self) -> None:
        with self._disk:
            if not self._queue:
                return
            if self._file is None:
                self._open()
            with self._state:
                records = list(self._queue)
                self._queue.clear()
            for record in records:
                self._buffer += tfrecord.frame(record)
            if len(self._buffer) >= _BUFFER_BYTES:
                self._write_buffer()

    def _open(self) -> None:
        os.makedirs(self.logdir, exist_ok=True)
        now = int(time.time())
        second = now
        while True:
            name = f"events.out.tfevents.{second:010d}.{socket.gethostname()}{self._suffix}"
            path = os.path.join(self.logdir, name)
            try:
                self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
                break
            except FileExistsError:
                # TF1 would empty the file of a writer opened within the same second; the next free second keeps both.
                second += 1
        self.path = path
        first = protos.Event(wall_time=float(now), file_version=_FILE_VERSION)
        self._buffer += tfrecord.frame(first.SerializeToString())

    def _write_buffer(self) -> None:
        if self._file is None:
            return
        while self._buffer:
            written = os.write(self._file, self._buffer)
            del self._buffer[:written]

    def _close_file(self) -> None:
        with self._disk:
            try:
                self._drain()
                self._write_buffer()
            finally:
                if self._file is not None:
                    os.close(self._file)
                    self._file = None
        self._forget_error()

    def _append_after_exit(self) -> None:
        """Writes events added by exit handlers that run after this journal's own."""
        with self._disk:
            if self._file is None and self.path is not None:
                self._file = os.open(self.path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))
            self._close_file()

    def _leave_parent_process(self) -> None:
        """In a forked child: neither the parent's thread nor its file; the child's events get a file of their own."""
        if self._pid != os.getpid():
            if self._file is not None:
                os.close(self._file)
            self._reset()

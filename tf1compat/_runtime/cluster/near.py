"""Steps between tasks of one machine: the messages of `frames` through Unix sockets, without gRPC in between.

gRPC takes milliseconds for a megabyte between two Python processes, a socket a tenth of one. Each connection carries one
call at a time, and belongs to one thread of the server, which reads a request, runs it and answers. Who closes a connection
cancels what runs for it.

The socket has a random name that a task tells its clients over gRPC, belongs to no file and to no network, and takes
connections of the same user only. Where there is none (other machines, other systems than Linux), calls go over gRPC.
"""

from __future__ import annotations

import contextlib
import os
import select
import socket
import struct
import sys
import threading
import uuid
from collections.abc import Callable, Sequence
from typing import Any

from tf1compat._formats import own_memory
from tf1compat._jaxcore.base.dtypes import uint8
from tf1compat._runtime.cluster import frames

_HEAD = struct.Struct("<4sIQ")  # magic, bytes of the header, bytes of the tensors
_MAGIC = b"TF1C"
_CREDENTIALS = struct.Struct("3i")  # process, user, group
_CONNECTIONS = 512  # each has a thread; further clients use gRPC
_PIECES = 512  # what one system call takes is limited (IOV_MAX)
_HELLO_SECONDS = 5.0
_FIRST = 4096  # bytes that are asked for at first
_HEADER_LIMIT = 1 << 26  # it says types and shapes; the tensors come after it

Pieces = tuple[bytes, list[Any], int]  # see `frames.encode_pieces`
Answer = Callable[[Any, memoryview, "Connection"], Pieces]


def is_possible() -> bool:
    """Whether this system has what is needed; `TF1COMPAT_UNIX_SOCKETS=0` says no."""
    return sys.platform == "linux" and os.environ.get("TF1COMPAT_UNIX_SOCKETS") != "0"


def _send(to: socket.socket, message: Pieces) -> None:
    head, pieces, size = message
    pieces = [_HEAD.pack(_MAGIC, len(head), size) + head, *pieces]
    for start in range(0, len(pieces), _PIECES):
        some = pieces[start : start + _PIECES]
        sent = to.sendmsg(some)
        for piece in some:
            if sent < len(piece):
                to.sendall(memoryview(piece)[sent:])
            sent = max(0, sent - len(piece))


def _receive(source: socket.socket) -> tuple[Any, memoryview]:
    """The bytes of a message's header, and those of its tensors.

    Raises:
      EOFError: the other side has closed the connection.
      WireError: this is no message of the protocol.
    """
    first = memoryview(bytearray(_FIRST))  # as a rule the whole of a small message
    got = _fill(source, first, _HEAD.size)
    magic, head_size, size = _HEAD.unpack_from(first)
    if magic != _MAGIC or head_size > _HEADER_LIMIT:
        raise frames.WireError("not a message between tf1compat tasks")
    start = _HEAD.size + head_size
    if start > got:
        head = memoryview(bytearray(head_size))
        there = got - _HEAD.size
        head[:there] = first[_HEAD.size : got]
        _fill(source, head[there:])
        got = start
    else:
        head = first[_HEAD.size : start]
    try:
        body = own_memory.empty((size,), uint8.np).data
    except (ValueError, MemoryError):
        raise frames.WireError(f"tensors of {size} bytes") from None
    there = min(got - start, size)
    if there:
        body[:there] = first[start : start + there]
    if there < size:
        _fill(source, body[there:])
    return head, body.toreadonly()


def _fill(source: socket.socket, buffer: memoryview, least: int | None = None) -> int:
    """Wait until `least` bytes (all, if that is not said) are in the buffer; returns how many there are."""
    at, least = 0, len(buffer) if least is None else least
    while at < least:
        got = source.recv_into(buffer[at:], 0, socket.MSG_WAITALL if least == len(buffer) else 0)
        if not got:
            raise EOFError
        at += got
    return at


# ---- the server -----------------------------------------------------------------------------------------------------


class Connection:
    """A client's connection, with its own thread. Stands where gRPC has its context."""

    def __init__(self, to: socket.socket, answer: Answer) -> None:
        self.socket = to
        self._answer = answer
        self._gone = False
        self._unwatched = threading.Event()
        self._callback: Callable[[], None] | None = None

    def start(self) -> None:
        threading.Thread(target=self._serve, daemon=True, name="tf1compat-near").start()

    def add_callback(self, callback: Callable[[], None]) -> bool:
        """Run `callback` when the client goes away; False if it has gone."""
        self._callback = callback
        return not self._gone

    def leave(self) -> None:
        """The client has gone, or has to; nobody watches this any more."""
        self._gone = True
        self._unwatched.set()
        _shut(self.socket)
        callback = self._callback
        if callback is not None:
            callback()

    def _serve(self) -> None:
        try:
            self.socket.sendall(_MAGIC)
            while True:
                _send(self.socket, self._answer(*_receive(self.socket), self))
                self._callback = None
        except (OSError, EOFError, frames.WireError):
            pass
        finally:
            _shut(self.socket)  # the watcher sees it
            self._unwatched.wait()
            self.socket.close()  # not before: its number may soon be that of another


class NearServer:
    """Listens on a Unix socket. `answer` makes answers of the bytes of requests.

    Attributes:
      name: what clients connect to.
    """

    def __init__(self, answer: Answer) -> None:
        self.name = f"tf1compat-{uuid.uuid4().hex}"
        self._answer = answer
        self._started = False
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listener.bind(f"\0{self.name}")
        self._listener.listen(128)

    def start(self) -> None:
        self._started = True
        threading.Thread(target=self._watch, daemon=True, name="tf1compat-near").start()

    def stop(self) -> None:
        """Close all connections."""
        _shut(self._listener)
        if not self._started:
            self._listener.close()

    def _watch(self) -> None:
        """Accepts clients, and notices those that go away while their request runs."""
        connections: dict[int, Connection] = {}
        with select.epoll() as events, self._listener as listener:
            events.register(listener, select.EPOLLIN)
            while True:
                for number, _ in events.poll():
                    if number != listener.fileno():
                        events.unregister(number)
                        connections.pop(number).leave()
                        continue
                    try:
                        client, _ = listener.accept()
                    except OSError:  # this server is stopped
                        for connection in connections.values():
                            connection.leave()
                        return
                    if len(connections) >= _CONNECTIONS or not _is_mine(client):
                        client.close()
                        continue
                    connection = connections[client.fileno()] = Connection(client, self._answer)
                    events.register(client, select.EPOLLRDHUP)
                    connection.start()


def _is_mine(client: socket.socket) -> bool:
    """Does a process of this user ask?"""
    credentials = client.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    return _CREDENTIALS.unpack(credentials)[1] == os.getuid()


def _shut(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)


# ---- the client -----------------------------------------------------------------------------------------------------


class NearTask:
    """Connections to the task whose socket is called `name`, as many as there are calls at the same time."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._idle: list[socket.socket] = []
        self._running: set[NearCall] = set()
        self._closed = False

    def connection(self) -> socket.socket | None:
        """A connection for one call, or None where there is no such socket on this machine."""
        with contextlib.suppress(IndexError):
            return self._idle.pop()
        found = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            found.settimeout(_HELLO_SECONDS)
            found.connect(f"\0{self._name}")
            if found.recv(len(_MAGIC), socket.MSG_WAITALL) == _MAGIC:
                found.settimeout(None)
                return found
        except OSError:
            pass
        found.close()
        return None

    def start(self, connection: socket.socket, request: Any, arrays: Sequence[Any]) -> NearCall:
        """Send a request; raises OSError when the task is gone."""
        message = frames.encode_pieces(request, arrays)
        call = NearCall(self, connection)
        self._running.add(call)
        try:
            _send(connection, message)
        except BaseException:
            self.done(call, None)
            raise
        return call

    def done(self, call: NearCall, connection: socket.socket | None) -> None:
        """`call` has ended; its connection is given back if it is of further use."""
        self._running.discard(call)
        if connection is None or self._closed:
            call.end()
        else:
            self._idle.append(connection)

    def close(self) -> None:
        """End all calls."""
        self._closed = True
        for call in list(self._running):
            call.cancel()
        while self._idle:
            self._idle.pop().close()


class NearCall:
    """A call that waits for its answer.

    Attributes:
      cancelled: whether somebody has cancelled it.
    """

    def __init__(self, task: NearTask, connection: socket.socket) -> None:
        self._task = task
        self._connection = connection
        self._lock = threading.Lock()
        self._ended = False
        self.cancelled = False

    def cancel(self) -> None:
        with self._lock:
            self.cancelled = True
            if not self._ended:
                _shut(self._connection)

    def end(self) -> None:
        """Close the connection."""
        with self._lock:
            self._ended = True
            self._connection.close()

    def answer(self, name: str) -> tuple[Any, list[Any]]:
        """The answer, a message called `name`, and its tensors.

        Raises:
          OSError, EOFError: the task is gone, or the call was cancelled.
          WireError: it is no such message.
        """
        connection = None
        try:
            head, body = _receive(self._connection)
            with self._lock:
                self._ended = True
                connection = None if self.cancelled else self._connection
        finally:
            self._task.done(self, connection)
        return frames.read(head, body, name)

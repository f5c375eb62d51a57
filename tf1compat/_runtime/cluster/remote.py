"""`RemoteTask`: a task of a cluster as seen from another process."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import grpc

from tf1compat._formats import cluster_protos
from tf1compat._jaxcore.base import errors
from tf1compat._runtime.cluster import frames, near
from tf1compat._runtime.cluster.server import SERVICE

_OPTIONS = (
    ("grpc.max_receive_message_length", -1),
    ("grpc.max_send_message_length", -1),
    ("grpc.http2.max_frame_size", (1 << 24) - 1),  # large tensors in few pieces
    ("grpc.enable_http_proxy", 0),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1000),
    ("grpc.keepalive_time_ms", 20000),  # a machine that is gone is noticed
    ("grpc.keepalive_timeout_ms", 20000),
    ("grpc.use_local_subchannel_pool", 1),
)
_METHODS = {
    "Info": "InfoReply",
    "Register": "RegisterReply",
    "Run": "RunReply",
    "Close": "EmptyReply",
    "Reset": "EmptyReply",
    "Finish": "EmptyReply",
}
_LOG_SECONDS = 10.0


class NodeName:
    """The node that failed in another task, of which only the name is known here."""

    def __init__(self, name: str) -> None:
        self.name = name


class RemoteTask:
    """Calls one task. `name` is TF1's name of it."""

    def __init__(self, name: str, address: str) -> None:
        self.name = name
        self.address = address
        self.incarnation = 0
        self._channel: Any = grpc.insecure_channel(address, options=_OPTIONS)
        self._near: near.NearTask | None = None  # where the task runs on this machine
        self._calls: dict[str, Any] = {m: self._channel.unary_unary(f"/{SERVICE}/{m}") for m in _METHODS}

    def connect(self, timeout: float, log: Callable[[str], None]) -> Any:
        """What the task says about itself, waiting for it to come up.

        Raises:
          UnavailableError: it cannot be reached within `timeout` seconds.
        """
        deadline = time.monotonic() + timeout
        while True:
            left = deadline - time.monotonic()
            try:
                request = cluster_protos.message("InfoRequest")()
                info, _ = self.call("Info", request, timeout=max(0.1, min(_LOG_SECONDS, left)), wait=True)
            except (errors.UnavailableError, errors.DeadlineExceededError):
                if time.monotonic() >= deadline:
                    raise errors.UnavailableError(
                        None,
                        None,
                        f"No answer from {self.name} at {self.address} within {timeout:.0f} seconds. Is it started, "
                        "and is that its address? TF1COMPAT_CONNECT_TIMEOUT sets how long to wait",
                    ) from None
                log(f"CreateSession still waiting for response from worker: {self.name} ({self.address})")
                continue
            if info.incarnation != self.incarnation:
                self.incarnation = info.incarnation
                self._near = near.NearTask(info.near) if info.near and near.is_possible() else None
            return info

    def call(
        self, method: str, request: Any, arrays: Sequence[Any] = (), timeout: float | None = None, wait: bool = False
    ) -> tuple[Any, list[Any]]:
        """Send a frame and wait for the answer, a message and its tensors."""
        if method == "Run" and self._near is not None:
            return self.start(method, request, arrays)[1]()
        frame = frames.encode(request, arrays)
        try:
            answer = self._calls[method](frame, timeout=timeout, wait_for_ready=wait)
        except grpc.RpcError as e:
            raise self._failure(e) from None
        return self._read(method, answer)

    def start(self, method: str, request: Any, arrays: Sequence[Any] = ()) -> tuple[Any, Callable[[], Any]]:
        """Send a frame; returns the pending call, and a function that waits for the answer."""
        task = self._near
        if method == "Run" and task is not None:
            connection = task.connection()
            if connection is not None:
                return self._start_near(task, connection, request, arrays)
            self._near = None  # it is on another machine, or gone
        pending = self._calls[method].future(frames.encode(request, arrays))

        def finish() -> tuple[Any, list[Any]]:
            try:
                answer = pending.result()
            except grpc.RpcError as e:
                raise self._failure(e) from None
            except grpc.FutureCancelledError:
                raise errors.CancelledError(None, None, "Step was cancelled") from None
            return self._read(method, answer)

        return pending, finish

    def _start_near(
        self, task: near.NearTask, connection: Any, request: Any, arrays: Sequence[Any]
    ) -> tuple[near.NearCall, Callable[[], Any]]:
        try:
            pending = task.start(connection, request, arrays)
        except OSError:
            raise self._gone() from None

        def finish() -> tuple[Any, list[Any]]:
            try:
                return self._checked(lambda: pending.answer(_METHODS["Run"]))
            except (OSError, EOFError):
                if pending.cancelled:
                    raise errors.CancelledError(None, None, "Step was cancelled") from None
                raise self._gone() from None

        return pending, finish

    def close(self) -> None:
        if self._near is not None:
            self._near.close()
        self._channel.close()

    def _read(self, method: str, frame: bytes) -> tuple[Any, list[Any]]:
        return self._checked(lambda: frames.decode(frame, _METHODS[method]))

    def _checked(self, read: Callable[[], tuple[Any, list[Any]]]) -> tuple[Any, list[Any]]:
        """What `read` returns; what has failed in the task is raised here."""
        try:
            reply, tensors = read()
        except frames.WireError as e:
            raise errors.FailedPreconditionError(None, None, f"{self.name} at {self.address}: {e}") from None
        if reply.code:
            op: Any = NodeName(reply.node) if reply.node else None
            raise errors.exception_from_status(None, op, reply.text, reply.code)
        return reply, tensors

    def _gone(self) -> errors.OpError:
        return errors.UnavailableError(None, None, f"Socket closed ({self.name} at {self.address})")

    def _failure(self, error: Any) -> errors.OpError:
        """What went wrong with the connection, in TF1's terms."""
        code, details = error.code(), error.details()
        where = f"{self.name} at {self.address}"
        if code is grpc.StatusCode.UNIMPLEMENTED:
            return errors.FailedPreconditionError(
                None, None, f"What answers as {where} is no task of tf1compat: run the same program in all tasks"
            )
        number = code.value[0] if code is not None else errors.UNKNOWN
        return errors.exception_from_status(None, None, f"{details} ({where})", number)

"""`TaskServer`: lets other processes run their parts of steps in this task, over gRPC.

It listens on the one address that it was given, and understands six calls with frames of `frames`.
Nothing that arrives is executed but graphs of declared ops.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping
from typing import Any

import grpc

from tf1compat._formats import cluster_protos, protos
from tf1compat._jaxcore.base import errors, waiting
from tf1compat._runtime import local_devices
from tf1compat._runtime.cluster import frames, near
from tf1compat._runtime.cluster.task import TaskRuntime
from tf1compat._runtime.cluster.threads import Threads

SERVICE = "tf1compat.Task"
Cluster = Mapping[str, Mapping[int, str]]
# a call that waits for a queue occupies a thread; more calls than this wait for their turn
_THREADS = 512
_OPTIONS = (
    ("grpc.max_receive_message_length", -1),
    ("grpc.max_send_message_length", -1),
    ("grpc.http2.max_frame_size", (1 << 24) - 1),  # large tensors in few pieces
    ("grpc.so_reuseport", 0),  # a port that is in use is an error
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.min_ping_interval_without_data_ms", 5000),
)


def task_name(job: str, index: int) -> str:
    """TF1's name of a task."""
    return f"/job:{job}/replica:0/task:{index}"


class TaskServer:
    """A task of a cluster, reachable at the address that the cluster gives it.

    Attributes:
      address: where it listens; a port 0 has become a real one.
      finished: set when somebody has said that the training is over.
    """

    def __init__(self, cluster: Cluster, job: str, index: int) -> None:
        self.job, self.index = job, index
        self.runtime = TaskRuntime(task_name(job, index))
        self.finished = threading.Event()
        self.started = False
        threads: Any = Threads(_THREADS)  # grpc only submits to it
        self._server: Any = grpc.server(threads, options=_OPTIONS)
        self._server.add_generic_rpc_handlers((self._handlers(),))
        self.address = self._bind(cluster[job][index])
        self.cluster = {j: dict(tasks) for j, tasks in cluster.items()}
        self.cluster[job][index] = self.address
        self._near = near.NearServer(self._answer_near) if near.is_possible() else None

    def _bind(self, address: str) -> str:
        host, _, port = address.rpartition(":")
        if not host or not port.isdigit():
            raise errors.InvalidArgumentError(
                None, None, f'Could not parse port for local server from host: "{address}" (expected "host:port")'
            )
        listen = f"{os.environ.get('TF1COMPAT_BIND', host)}:{port}"
        try:
            bound = self._server.add_insecure_port(listen)
        except RuntimeError:
            bound = 0
        if not bound:
            raise errors.UnknownError(
                None,
                None,
                f"Could not start gRPC server: {task_name(self.job, self.index)} cannot listen on {listen} (is the port "
                "in use, or is this the address of another machine? TF1COMPAT_BIND sets another host to listen on)",
            )
        return f"{host}:{bound}"

    def start(self) -> None:
        """Answer calls from now on."""
        if not self.started:
            self.started = True
            self._server.start()
            if self._near is not None:
                self._near.start()

    def stop(self, grace: float | None = None) -> None:
        """Stop answering, and end all sessions."""
        self._server.stop(grace)
        if self._near is not None:
            self._near.stop()
        self.runtime.reset(())

    # ---- calls --------------------------------------------------------------------------------------------------

    def _handlers(self) -> Any:
        calls: dict[str, Callable[[bytes, Any], bytes]] = {
            "Info": self._answer("InfoRequest", "InfoReply", self._info),
            "Register": self._answer("RegisterRequest", "RegisterReply", self._register),
            "Run": self._answer("RunRequest", "RunReply", self._run),
            "Close": self._answer("CloseRequest", "EmptyReply", self._close),
            "Reset": self._answer("ResetRequest", "EmptyReply", self._reset),
            "Finish": self._answer("FinishRequest", "EmptyReply", self._finish),
        }
        return grpc.method_handlers_generic_handler(
            SERVICE, {name: grpc.unary_unary_rpc_method_handler(call) for name, call in calls.items()}
        )

    def _answer(self, asked: str, answered: str, call: Any) -> Callable[[bytes, Any], bytes]:
        """A call from frame to frame; what goes wrong is part of the answer."""

        def answer(frame: bytes, context: Any) -> bytes:
            return self._reply(lambda: frames.decode(frame, asked), answered, call, frames.encode, context)

        return answer

    def _answer_near(self, head: Any, body: memoryview, connection: near.Connection) -> near.Pieces:
        """A step's part for a task of this machine."""
        return self._reply(
            lambda: frames.read(head, body, "RunRequest"), "RunReply", self._run, frames.encode_pieces, connection
        )

    def _reply(self, read: Any, answered: str, call: Any, encode: Any, context: Any) -> Any:
        reply = cluster_protos.message(answered)()
        try:
            request, tensors = read()
            return encode(reply, call(request, tensors, reply, context) or ())
        except frames.WireError as e:
            failed = errors.InvalidArgumentError(None, None, f"{self.runtime.name}: {e}")
        except errors.OpError as e:
            failed = e
        except Exception as e:
            failed = errors.InternalError(None, None, f"{self.runtime.name}: {type(e).__name__}: {e}")
        reply = cluster_protos.message(answered)(code=failed.error_code, text=failed.message)
        reply.node = getattr(failed.op, "name", "")
        return encode(reply)

    def _info(self, request: Any, tensors: Any, reply: Any, context: Any) -> None:
        reply.incarnation = self.runtime.incarnation
        reply.cluster.CopyFrom(cluster_def(self.cluster))
        reply.job, reply.task = self.job, self.index
        reply.near = "" if self._near is None else self._near.name
        for device in local_devices.list_devices():
            kind = device.name.partition("/device:")[2]
            reply.devices.add(
                name=f"{self.runtime.name}/device:{kind}",
                device_type=device.device_type,
                memory_limit=device.memory_limit_bytes,
                incarnation=self.runtime.incarnation,
            )

    def _register(self, request: Any, tensors: Any, reply: Any, context: Any) -> None:
        self._check_incarnation(request)
        for part in request.parts:
            reply.parts.append(
                self.runtime.register(
                    request.session, part.graph, part.feeds, part.fetches, part.targets, request.isolated, part.once
                )
            )

    def _run(self, request: Any, tensors: Any, reply: Any, context: Any) -> Any:
        self._check_incarnation(request)
        cancellation = waiting.Cancellation()
        if not context.add_callback(cancellation.cancel):  # the caller is gone, or has given up
            cancellation.cancel()
        return self.runtime.run(request.session, request.part, tensors, cancellation)

    def _check_incarnation(self, request: Any) -> None:
        if request.incarnation != self.runtime.incarnation:
            raise self.runtime.unknown_session(request.session)

    def _close(self, request: Any, tensors: Any, reply: Any, context: Any) -> None:
        self.runtime.close_session(request.session)

    def _reset(self, request: Any, tensors: Any, reply: Any, context: Any) -> None:
        self.runtime.reset(set(request.containers))

    def _finish(self, request: Any, tensors: Any, reply: Any, context: Any) -> None:
        self.finished.set()


def cluster_def(cluster: Cluster) -> Any:
    """The ClusterDef message of a cluster."""
    message = protos.ClusterDef()
    for job in sorted(cluster):
        entry = message.job.add(name=job)
        for index, address in sorted(cluster[job].items()):
            entry.tasks[index] = address
    return message

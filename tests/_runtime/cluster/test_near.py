"""Steps through Unix sockets: tensors come back, what is no request is survived, whoever leaves cancels, gRPC stands in."""

import socket
import struct
import threading
import time

import numpy as np
import pytest

from tf1compat._formats import cluster_protos
from tf1compat._jaxcore.base import errors
from tf1compat._runtime.cluster import near, remote, server

pytestmark = pytest.mark.skipif(not near.is_possible(), reason="no Unix sockets without files")


class Echo:
    """Stands for the runtime of a task: answers with what it gets, and waits where a part says so."""

    def __init__(self):
        self.cancelled = threading.Event()
        self.running = threading.Event()
        self.threads = set()

    def run(self, handle, part, values, cancellation):
        self.threads.add(threading.current_thread().name)
        if part == 1:
            raise errors.NotFoundError(None, None, "no such thing")
        if part == 2:
            stop = threading.Event()
            with cancellation.listening(stop.set):
                self.running.set()
                stop.wait(20)
            self.cancelled.set()
            raise errors.CancelledError(None, None, "stopped")
        return values


@pytest.fixture
def task(monkeypatch):
    made = server.TaskServer({"ps": {0: "127.0.0.1:0"}}, "ps", 0)
    echo = Echo()
    monkeypatch.setattr(made.runtime, "run", echo.run)
    made.start()
    client = remote.RemoteTask("/job:ps/replica:0/task:0", made.address)
    client.connect(20, print)
    yield made, echo, client
    client.close()
    made.stop()


def _request(client, part=0):
    return cluster_protos.message("RunRequest")(session="s", incarnation=client.incarnation, part=part)


def _hello(made):
    raw = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    raw.settimeout(20)
    raw.connect(f"\0{made._near.name}")
    assert raw.recv(4) == b"TF1C"
    return raw


def test_tensors_come_back(task):
    _, echo, client = task
    large = np.random.RandomState(0).rand(700, 1000)  # more than a socket holds
    many = [np.float32(i) for i in range(1500)]  # more pieces than a system call takes
    _, found = client.call("Run", _request(client), [large, np.array([b"x", b""], object), np.zeros((0, 2)), *many])
    np.testing.assert_array_equal(found[0], large)
    assert found[1].tolist() == [b"x", b""] and found[2].shape == (0, 2)
    assert found[3:] == many and not found[0].flags.writeable
    assert echo.threads == {"tf1compat-near"}


def test_calls_at_the_same_time_and_errors(task):
    _, _, client = task
    pending = [client.start("Run", _request(client), [np.int32(i)]) for i in range(3)]
    assert [int(finish()[1][0]) for _, finish in reversed(pending)] == [2, 1, 0]
    assert len(client._near._idle) == 3
    with pytest.raises(errors.NotFoundError, match="no such thing"):
        client.call("Run", _request(client, 1))
    assert client.call("Run", _request(client), [np.int32(4)])[1] == [4]  # the connection is as good as before


@pytest.mark.parametrize("end", ["cancel", "close", "vanish"])
def test_whoever_leaves_cancels(task, end):
    made, echo, client = task
    if end == "vanish":
        raw = _hello(made)
        head = _request(client, 2)
        head.version = 1
        head = head.SerializeToString()
        raw.sendall(struct.pack("<4sIQ", b"TF1C", len(head), 0) + head)
    else:
        pending, finish = client.start("Run", _request(client, 2))
    assert echo.running.wait(20)
    {"cancel": lambda: pending.cancel(), "close": lambda: client.close(), "vanish": lambda: raw.close()}[end]()
    assert echo.cancelled.wait(20)
    if end != "vanish":
        with pytest.raises(errors.CancelledError):
            finish()


@pytest.mark.parametrize(
    "sent",
    [
        b"GET / HTTP/1.1\r\n\r\n",
        b"TF1C\xff\xff\xff\xff" + b"\xff" * 8 + b"x",
        struct.pack("<4sIQ", b"TF1C", 1, 1 << 62),
    ],
)
def test_what_is_no_request_is_survived(task, sent):
    made, _, client = task
    raw = _hello(made)
    raw.sendall(sent.ljust(17, b"\0"))
    raw.shutdown(socket.SHUT_WR)
    try:
        assert raw.recv(1) == b""
    except ConnectionResetError:
        pass  # it is closed with something unread
    raw.close()
    assert client.call("Run", _request(client), [np.int32(7)])[1] == [7]


def test_a_malformed_message_is_answered(task):
    made, _, _ = task
    raw = _hello(made)
    raw.sendall(struct.pack("<4sIQ", b"TF1C", 3, 0) + b"\xff\xff\xff")
    _, size, _ = struct.unpack("<4sIQ", raw.recv(16, socket.MSG_WAITALL))
    assert b"malformed RunRequest" in raw.recv(size, socket.MSG_WAITALL)
    raw.close()


def test_a_task_that_goes_away_is_unavailable(task):
    made, echo, client = task
    _, finish = client.start("Run", _request(client, 2))
    assert echo.running.wait(20)
    made.stop()
    with pytest.raises(errors.UnavailableError, match=r"Socket closed \(/job:ps/replica:0/task:0 at "):
        finish()


def test_grpc_stands_in(task, monkeypatch):
    made, echo, client = task
    client._near = near.NearTask("tf1compat-elsewhere")
    assert client.call("Run", _request(client), [np.int32(3)])[1] == [3]
    assert client._near is None and echo.threads == {"tf1compat-task"}
    monkeypatch.setattr(near, "_CONNECTIONS", 0)
    client._near = near.NearTask(made._near.name)
    assert client.call("Run", _request(client), [np.int32(4)])[1] == [4]


def test_other_users_are_refused(task, monkeypatch):
    made, _, client = task
    monkeypatch.setattr(near.os, "getuid", lambda: -7)
    assert near.NearTask(made._near.name).connection() is None


def test_many_connections_come_and_go(task):
    made, _, client = task
    before = threading.active_count()
    for _ in range(40):
        _hello(made).close()
    for _ in range(100):
        if threading.active_count() <= before:
            return
        time.sleep(0.05)
    raise AssertionError("threads of clients that are gone")

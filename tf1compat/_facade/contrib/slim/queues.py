"""`tf.contrib.slim.queues`: threads that fill the queues of a graph while a block runs."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import Any

from tf1compat._facade import collections as graph_collections
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.train.coordinator import Coordinator

_QUEUE_RUNNER_LOCK = threading.Lock()


class NestedQueueRunnerError(Exception):
    """`QueueRunners` was used inside of itself."""


@contextlib.contextmanager
def QueueRunners(session: Any) -> Iterator[None]:
    """Run the graph's queue runners in a session as long as the block runs.

    Raises:
      NestedQueueRunnerError: another such block is running.
    """
    if not _QUEUE_RUNNER_LOCK.acquire(blocking=False):
        raise NestedQueueRunnerError("QueueRunners cannot be nested")
    coord = Coordinator()
    threads: list[Any] = []
    for runner in graph_collections.get_collection(GraphKeys.QUEUE_RUNNERS):
        threads.extend(runner.create_threads(session, coord=coord, daemon=True, start=True))
    try:
        yield
    finally:
        coord.request_stop()
        try:
            coord.join(threads, stop_grace_period_secs=120)
        except RuntimeError:
            session.close()
        _QUEUE_RUNNER_LOCK.release()

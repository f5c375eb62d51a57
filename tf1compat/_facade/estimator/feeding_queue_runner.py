"""A QueueRunner whose threads feed what they enqueue."""

from __future__ import annotations

import threading
from typing import Any

from tf1compat._facade.platform import tf_logging
from tf1compat._facade.train.queue_runner import QueueRunner
from tf1compat._jaxcore.base import errors

_ENDS = (errors.OutOfRangeError, errors.CancelledError)


class _FeedingQueueRunner(QueueRunner):
    """Runs each enqueue operation with feeds from its own function, until that says OutOfRangeError."""

    def __init__(
        self,
        queue: Any = None,
        enqueue_ops: Any = None,
        close_op: Any = None,
        cancel_op: Any = None,
        feed_fns: Any = None,
        queue_closed_exception_types: Any = None,
    ) -> None:
        super().__init__(queue, enqueue_ops, close_op, cancel_op, queue_closed_exception_types or _ENDS)
        if feed_fns is not None and len(feed_fns) != len(enqueue_ops):
            raise ValueError("If feed_fns is not None, it must have the same length as enqueue_ops.")
        self._feed_fns = [None for _ in enqueue_ops] if feed_fns is None else feed_fns

    def _run_fed(self, sess: Any, enqueue_op: Any, feed_fn: Any, coord: Any = None) -> None:
        """What a thread does."""
        if coord:
            coord.register_thread(threading.current_thread())
        counted = True
        try:
            while not (coord and coord.should_stop()):
                try:
                    sess.run(enqueue_op, feed_dict=None if feed_fn is None else feed_fn())
                except _ENDS:
                    counted = False
                    self._ended(sess)
                    return
        except Exception as e:
            if coord:
                coord.request_stop(e)
                return
            tf_logging.error("Exception in QueueRunner: %s", str(e))
            with self._lock:
                self._exceptions_raised.append(e)
            raise
        finally:
            if counted:
                with self._lock:
                    self._runs_per_session[sess] -= 1

    def create_threads(
        self, sess: Any, coord: Any = None, daemon: bool = False, start: bool = False
    ) -> list[threading.Thread]:
        """The threads, and one that closes the queue when `coord` stops; none while earlier ones run in `sess`."""
        with self._lock:
            if self._runs_per_session.get(sess, 0) > 0:
                return []
            self._runs_per_session[sess] = len(self._enqueue_ops)
            self._exceptions_raised = []
        threads = [
            threading.Thread(target=self._run_fed, args=(sess, op, feed_fn, coord))
            for op, feed_fn in zip(self._enqueue_ops, self._feed_fns)
        ]
        if coord:
            threads.append(threading.Thread(target=self._close_on_stop, args=(sess, self._cancel_op, coord)))
        for thread in threads:
            if daemon:
                thread.daemon = True
            if start:
                thread.start()
        return threads

    def _init_from_proto(self, message: Any, import_scope: str | None = None) -> None:
        raise NotImplementedError(f"{type(self).__name__} does not support initialization from proto.")

    def to_proto(self, export_scope: str | None = None) -> Any:
        """Not possible: the functions that feed cannot be written down."""
        raise NotImplementedError(f"{type(self).__name__} does not support serialization to proto.")

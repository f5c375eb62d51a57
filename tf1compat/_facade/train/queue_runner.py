"""`tf.train.QueueRunner`: threads that keep a queue filled."""

from __future__ import annotations

import threading
import weakref
from typing import Any

from tf1compat._facade import context
from tf1compat._facade.collections import GraphKeys
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.scope_names import prepend_name_scope, strip_name_scope
from tf1compat._facade.train.coordinator import Coordinator
from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.base.quiet import quietly
from tf1compat._jaxcore.exec.compile import x64
from tf1compat._runtime.turns import Turns

_MODULE = "tensorflow.python.training.queue_runner_impl"
_ADVICE = "To construct input pipelines, use the `tf.data` module."


class QueueRunner:
    """A queue and the operations that fill it, each to be run again and again by a thread of its own.

    When all threads have come to the end (OutOfRangeError), the queue is closed.

    Args:
      queue: a `tf.QueueBase`.
      enqueue_ops: the operations, one thread for each.
      close_op, cancel_op: operations that close the queue, and that also cancel what waits; made if absent.
      queue_closed_exception_types: tuple of the errors that mean the end, `(tf.errors.OutOfRangeError,)` if absent.
      queue_runner_def: a QueueRunnerDef message instead of all this.
      import_scope: name scope in front of the names in the message.

    Raises:
      ValueError: neither a queue with operations nor a message is given, or both.
      TypeError: `queue_closed_exception_types` are none.
    """

    @deprecated(None, _ADVICE, _MODULE)
    def __init__(
        self,
        queue: Any = None,
        enqueue_ops: Any = None,
        close_op: Any = None,
        cancel_op: Any = None,
        queue_closed_exception_types: Any = None,
        queue_runner_def: Any = None,
        import_scope: str | None = None,
    ) -> None:
        if queue_runner_def:
            if queue or enqueue_ops:
                raise ValueError("queue_runner_def and queue are mutually exclusive.")
            self._init_from_proto(queue_runner_def, import_scope)
        else:
            self._init_from_args(queue, enqueue_ops, close_op, cancel_op, queue_closed_exception_types)
        self._lock = threading.Lock()
        self._runs_per_session: weakref.WeakKeyDictionary[Any, int] = weakref.WeakKeyDictionary()
        self._exceptions_raised: list[Exception] = []
        self._turns = Turns()

    def _init_from_args(self, queue: Any, enqueue_ops: Any, close_op: Any, cancel_op: Any, ends: Any) -> None:
        if not queue or not enqueue_ops:
            raise ValueError("Must provide queue and enqueue_ops.")
        if ends is not None and not (
            isinstance(ends, tuple) and ends and all(issubclass(t, errors.OpError) for t in ends)
        ):
            raise TypeError(
                f"queue_closed_exception_types, when provided, must be a tuple of tf.error types, but saw: {ends}"
            )
        self._queue = queue
        self._enqueue_ops = enqueue_ops
        self._close_op = queue.close() if close_op is None else close_op
        self._cancel_op = queue.close(cancel_pending_enqueues=True) if cancel_op is None else cancel_op
        self._queue_closed_exception_types = ends or (errors.OutOfRangeError,)

    def _init_from_proto(self, message: Any, import_scope: str | None) -> None:
        graph = context.get_default_graph()

        def find(name: str) -> Any:
            return graph.as_graph_element(prepend_name_scope(name, import_scope))

        self._queue = find(message.queue_name)
        self._enqueue_ops = [find(name) for name in message.enqueue_op_name]
        self._close_op = find(message.close_op_name)
        self._cancel_op = find(message.cancel_op_name)
        codes = message.queue_closed_exception_types
        found = tuple(errors.exception_type_from_error_code(code) for code in codes)
        self._queue_closed_exception_types = found or (errors.OutOfRangeError,)

    @property
    def queue(self) -> Any:
        """The queue."""
        return self._queue

    @property
    def enqueue_ops(self) -> Any:
        """The operations that fill it."""
        return self._enqueue_ops

    @property
    def close_op(self) -> Any:
        """The operation that closes it."""
        return self._close_op

    @property
    def cancel_op(self) -> Any:
        """The operation that closes it and cancels what waits."""
        return self._cancel_op

    @property
    def queue_closed_exception_types(self) -> Any:
        """The errors that mean the end."""
        return self._queue_closed_exception_types

    @property
    def exceptions_raised(self) -> list[Exception]:
        """Exceptions in threads without a coordinator."""
        return self._exceptions_raised

    @property
    def name(self) -> str:
        """Name of the queue's node."""
        return self._queue.name

    def _run(self, sess: Any, enqueue_op: Any, coord: Coordinator | None = None) -> None:
        """What a thread does: run `enqueue_op` until the end or a request to stop."""
        counted = True
        try:
            enqueue = sess.make_callable(enqueue_op)
            with x64(), quietly():  # opened once, not for every record
                try:
                    self._turns.repeat(enqueue, lambda: not (coord and coord.should_stop()))
                except self._queue_closed_exception_types:
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

    def _ended(self, sess: Any) -> None:
        """One thread has come to the end; the last one closes the queue."""
        with self._lock:
            self._runs_per_session[sess] -= 1
            if self._runs_per_session[sess] == 0:
                _try_run(sess, self._close_op)

    @staticmethod
    def _close_on_stop(sess: Any, cancel_op: Any, coord: Coordinator) -> None:
        coord.wait_for_stop()
        _try_run(sess, cancel_op)

    def create_threads(
        self, sess: Any, coord: Coordinator | None = None, daemon: bool = False, start: bool = False
    ) -> list[threading.Thread]:
        """Threads that run the enqueue operations in `sess`, and one that closes the queue when `coord` stops.

        Nothing is made while those of an earlier call run in the session.

        Args:
          sess: a `tf.Session`.
          coord: reports errors and says when to stop.
          daemon: whether the threads may be left running when the program ends.
          start: start them.
        """
        with self._lock:
            if self._runs_per_session.get(sess, 0) > 0:
                return []
            self._runs_per_session[sess] = len(self._enqueue_ops)
            self._exceptions_raised = []
        threads = [
            threading.Thread(target=self._run, args=(sess, op, coord), name=f"QueueRunnerThread-{self.name}-{op.name}")
            for op in self._enqueue_ops
        ]
        if coord:
            name = f"QueueRunnerThread-{self.name}-close_on_stop"
            closing = (sess, self._cancel_op, coord)
            threads.append(threading.Thread(target=self._close_on_stop, args=closing, name=name))
        for thread in threads:
            if coord:
                coord.register_thread(thread)
            if daemon:
                thread.daemon = True
            if start:
                thread.start()
        return threads

    def to_proto(self, export_scope: str | None = None) -> Any:
        """A QueueRunnerDef message; None if the queue is not in `export_scope`."""
        from tf1compat._formats import protos

        if export_scope is not None and not self.queue.name.startswith(export_scope):
            return None
        message = protos.QueueRunnerDef()
        message.queue_name = strip_name_scope(self.queue.name, export_scope)
        message.enqueue_op_name.extend(strip_name_scope(op.name, export_scope) for op in self.enqueue_ops)
        message.close_op_name = strip_name_scope(self.close_op.name, export_scope)
        message.cancel_op_name = strip_name_scope(self.cancel_op.name, export_scope)
        message.queue_closed_exception_types.extend(
            errors.error_code_from_exception_type(t) for t in self._queue_closed_exception_types
        )
        return message

    @staticmethod
    def from_proto(queue_runner_def: Any, import_scope: str | None = None) -> QueueRunner:
        """The QueueRunner of a message, in the default graph."""
        return QueueRunner(queue_runner_def=queue_runner_def, import_scope=import_scope)


def _try_run(sess: Any, op: Any) -> None:
    try:
        sess.run(op)
    except Exception as e:  # TF1: closed already, or the session is gone
        tf_logging.vlog(1, "Ignored exception: %s", str(e))


@deprecated(None, _ADVICE, _MODULE)
def add_queue_runner(qr: QueueRunner, collection: str = GraphKeys.QUEUE_RUNNERS) -> None:
    """Add a QueueRunner to a collection of the graph, from which `start_queue_runners` starts it."""
    context.get_default_graph().add_to_collection(collection, qr)


@deprecated(None, _ADVICE, _MODULE)
def start_queue_runners(
    sess: Any = None,
    coord: Coordinator | None = None,
    daemon: bool = True,
    start: bool = True,
    collection: str = GraphKeys.QUEUE_RUNNERS,
) -> list[threading.Thread]:
    """Make, and start, the threads of all QueueRunners of the graph.

    Args:
      sess: the session to run them in; the default one if absent.
      coord: a `tf.train.Coordinator` for all of them.
      daemon: whether the threads may be left running when the program ends.
      start: start the threads.
      collection: where the QueueRunners are.

    Returns:
      The threads.

    Raises:
      ValueError: there is no session.
      TypeError: `sess` is none.
    """
    from tf1compat._facade.session import BaseSession

    if sess is None:
        sess = context.get_default_session()
        if not sess:
            raise ValueError(
                "Cannot start queue runners: No default session is registered. Use `with sess.as_default()` or pass "
                "an explicit session to tf.start_queue_runners(sess=sess)"
            )
    if not isinstance(sess, BaseSession):
        if type(sess).__name__ in ("MonitoredSession", "SingularMonitoredSession"):
            return []  # TF1: these start the queue runners themselves
        raise TypeError(f"sess must be a `tf.Session` object. Given class: {type(sess)}")
    graph = sess.graph
    runners = context.get_default_graph().get_collection(collection)
    if not runners:
        tf_logging.warning(
            "`tf.train.start_queue_runners()` was called when no queue runners were defined. You can safely remove the "
            "call to this deprecated function."
        )
    with graph.as_default():
        return [
            thread
            for runner in graph.get_collection(collection)
            for thread in runner.create_threads(sess, coord=coord, daemon=daemon, start=start)
        ]

"""`tf.test.TestCase`: a test case with a graph, sessions, threads and a folder of its own."""

from __future__ import annotations

import contextlib
import os
import random
import tempfile
import threading
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tf1compat._facade import context, framework
from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.platform import temp_dir
from tf1compat._facade.platform.array_assertions import ArrayAssertions
from tf1compat._facade.session import Session

_SEED = 87654321


class TestCase(ArrayAssertions):
    """A test case; each test starts with an empty default graph and fixed seeds.

    >>> import tf1compat as tf
    >>> class SquareTest(tf.test.TestCase):
    ...     def testSquare(self):
    ...         with self.cached_session():
    ...             self.assertAllClose(tf.square([2.0, 3.0]), [4.0, 9.0])
    """

    __test__ = True

    def __init__(self, methodName: str = "runTest") -> None:
        super().__init__(methodName)
        self._threads: list[_CheckedThread] = []
        self._folder: str | None = None
        self._cached_session: Any = None
        self._cached_arguments: tuple[Any, Any, bool] = (None, None, False)

    def setUp(self) -> None:
        super().setUp()
        self._close_cached_session()
        random.seed(_SEED)
        np.random.seed(_SEED)
        context.leave_all_graphs()
        context.reset_default_graph()
        framework.set_random_seed(_SEED)
        if self.id().endswith(".test_session"):
            self.skipTest("Not a test.")

    def tearDown(self) -> None:
        for thread in self._threads:
            thread.check_termination()
        self._close_cached_session()
        super().tearDown()

    def get_temp_dir(self) -> str:
        """A folder for this test, deleted when the program ends."""
        if self._folder is None:
            self._folder = tempfile.mkdtemp(dir=temp_dir.get_temp_dir())
        return self._folder

    def evaluate(self, tensors: Any) -> Any:
        """Values of tensors (nested, if need be) in the default session, or in the cached one."""
        session = context.get_default_session()
        if session is not None:
            return session.run(tensors)
        with self.cached_session() as session:
            return session.run(tensors)

    @contextlib.contextmanager
    def session(
        self, graph: Any = None, config: Any = None, use_gpu: bool = False, force_gpu: bool = False
    ) -> Iterator[Session]:
        """A new session as the default one, its graph as the default graph, closed at the end of the block.

        Operations made inside stand on the CPU unless `use_gpu`, and on the GPU with `force_gpu`.
        """
        with Session(graph=graph, config=config) as made, _default(made, use_gpu, force_gpu):
            yield made

    @contextlib.contextmanager
    def cached_session(
        self, graph: Any = None, config: Any = None, use_gpu: bool = False, force_gpu: bool = False
    ) -> Iterator[Session]:
        """The one session that all blocks of a test share; arguments as in `session`.

        Raises:
          ValueError: the arguments are not those of the first block.
        """
        cached = self._get_cached_session(graph, config, force_gpu, must_agree=True)
        with _default(cached, use_gpu, force_gpu):
            yield cached

    @deprecated(
        None, "Use `self.session()` or `self.cached_session()` instead.", "tensorflow.python.framework.test_util"
    )
    def test_session(
        self, graph: Any = None, config: Any = None, use_gpu: bool = False, force_gpu: bool = False
    ) -> Any:
        """`session` if a graph is given, else `cached_session`."""
        if graph is not None:
            return self.session(graph, config, use_gpu, force_gpu)
        return self._shared_session(config, use_gpu, force_gpu)

    @contextlib.contextmanager
    def _shared_session(self, config: Any, use_gpu: bool, force_gpu: bool) -> Iterator[Session]:
        if self.id().endswith(".test_session"):
            self.skipTest("Not a test.")
        cached = self._get_cached_session(None, config, force_gpu, must_agree=False)
        with _default(cached, use_gpu, force_gpu):
            yield cached

    def _get_cached_session(self, graph: Any, config: Any, force_gpu: bool, must_agree: bool) -> Session:
        given = (graph, config, force_gpu)
        if self._cached_session is None:
            self._cached_session = Session(graph=graph, config=config)
            self._cached_arguments = given
        elif must_agree:
            for name, new, old in zip(("graph", "config", "force_gpu value"), given, self._cached_arguments):
                if new is not old:
                    raise ValueError(
                        f"The {name} used to get the cached session is different than the one that was used to create "
                        "the session. Maybe create a new session with self.session()"
                    )
        return self._cached_session

    def _close_cached_session(self) -> None:
        if self._cached_session is not None:
            self._cached_session.close()
            self._cached_session = None

    def checkedThread(self, target: Callable[..., Any], args: Any = None, kwargs: Any = None) -> _CheckedThread:
        """A thread that makes the test fail if `target` raises; it must be joined."""
        thread = _CheckedThread(self, target, args, kwargs)
        self._threads.append(thread)
        return thread

    @contextlib.contextmanager
    def captureWritesToStream(self, stream: Any) -> Iterator[CapturedWrites]:
        """What is written to `stream`, by C code too, goes to a file whose `contents()` the result gives."""
        stream.flush()
        descriptor = stream.fileno()
        handle, path = tempfile.mkstemp(dir=self.get_temp_dir())
        original = os.dup(descriptor)
        os.dup2(handle, descriptor)
        try:
            yield CapturedWrites(path)
        finally:
            stream.flush()
            os.dup2(original, descriptor)
            os.close(original)
            os.close(handle)


class CapturedWrites:
    """What went to a captured stream."""

    def __init__(self, capture_location: str) -> None:
        self.capture_location = capture_location

    def contents(self) -> str:
        """All of it so far."""
        with open(self.capture_location) as file:
            return file.read()


class _CheckedThread:
    """A thread whose failure is the test's."""

    def __init__(self, case: TestCase, target: Callable[..., Any], args: Any, kwargs: Any) -> None:
        self._case = case
        self._target = target
        self._args = args or ()
        self._kwargs = kwargs or {}
        self._error: Exception | None = None
        self._thread = threading.Thread(target=self._protected)
        self._joined = False

    def _protected(self) -> None:
        try:
            self._target(*self._args, **self._kwargs)
        except Exception as e:
            self._error = e

    def start(self) -> None:
        """Start the thread; if the test does not join it, it does not keep the program alive."""
        self._thread.daemon = True
        self._thread.start()

    def join(self) -> None:
        """Wait for the end; fails the test if `target` raised."""
        self._joined = True
        self._thread.join()
        if self._error is not None:
            self._case.fail(f"Error in checkedThread: {self._error}")

    def is_alive(self) -> bool:
        """Whether the thread is running."""
        return self._thread.is_alive()

    def check_termination(self) -> None:
        """Fails the test if nobody joined the thread."""
        if not self._joined:
            state = "started" if self.is_alive() else "run"
            self._case.fail(f"A checked thread was {state} and not joined before the end of the test.")


@contextlib.contextmanager
def _default(session: Session, use_gpu: bool, force_gpu: bool) -> Iterator[None]:
    with session.graph.as_default(), session.as_default():
        if use_gpu and not force_gpu:
            yield
            return
        with session.graph.device("/device:GPU:0" if force_gpu else "/device:CPU:0"):
            yield

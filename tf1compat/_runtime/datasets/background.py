"""Work in other threads: prefetching, and functions of several elements at once.

A thread costs more than a short function, so it is started only when elements turn out to take long to make.
"""

from __future__ import annotations

import collections
import concurrent.futures
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from typing import Any

from tf1compat._jaxcore.base import errors
from tf1compat._runtime.datasets.dataset import UNKNOWN, Dataset, Element, Function, Run, Unary, invalid
from tf1compat._runtime.datasets.transforming import end_of_map

_WORTH_A_THREAD = 2e-4  # seconds
_MEASURED = 4  # calls before anybody decides
_DEFAULT_SIZE = 8


class Prefetch(Unary):
    """The elements, made before they are asked for; `size` of them at most, a few where it is negative."""

    def __init__(self, source: Dataset, size: int) -> None:
        super().__init__(source)
        if size < -1:
            raise invalid("buffer_size must be >= 0 or set buffer_size to be -1 for auto-tuning")
        self._size = size

    def iterate(self, run: Run) -> Iterator[Element]:
        source = self.source.iterate(run)
        if self._size == 0:
            return source
        made = _Prefetched(source, self._size if self._size > 0 else _DEFAULT_SIZE, run)
        made.at_once = self.source.has_effects()
        return made

    def cardinality(self) -> int:
        return self.source.cardinality()


class _Buffer:
    """What the thread that makes elements and the one that takes them share."""

    def __init__(self, source: Iterator[Element], size: int) -> None:
        self.source, self.size = source, size
        self.made: collections.deque[tuple[Any, BaseException | None]] = collections.deque()
        self.changed = threading.Condition()
        self.stopped = False

    def work(self) -> None:
        """Make elements until the end, or until nobody wants them any more."""
        while True:
            with self.changed:
                while len(self.made) >= self.size and not self.stopped:
                    self.changed.wait()
                if self.stopped:
                    return
            found: tuple[Any, BaseException | None]
            try:
                found = next(self.source), None
            except BaseException as e:  # given to whoever asks for the element
                found = None, e
            with self.changed:
                self.made.append(found)
                self.changed.notify_all()
            if isinstance(found[1], StopIteration):
                return

    def take(self) -> Element:
        """The next element, waiting for it."""
        with self.changed:
            while not self.made:
                if self.stopped:
                    raise errors.CancelledError(None, None, "Operation was cancelled")
                self.changed.wait()
            element, error = self.made[0]
            if not isinstance(error, StopIteration):
                self.made.popleft()
            self.changed.notify_all()
        if error is not None:
            raise StopIteration if isinstance(error, StopIteration) else error
        return element

    def stop(self) -> None:
        with self.changed:
            self.stopped = True
            self.changed.notify_all()


class _Prefetched:
    def __init__(self, source: Iterator[Element], size: int, run: Run) -> None:
        self._source, self._size, self._run = source, size, run
        self._times: list[float] = []
        self._buffer: _Buffer | None = None
        self.at_once = False  # where the program sees what is done ahead

    def __iter__(self) -> Iterator[Element]:
        return self

    def __next__(self) -> Element:
        if self.at_once and self._buffer is None:
            self._start()
        if self._buffer is not None:
            return self._buffer.take()
        begin = time.perf_counter()
        element = next(self._source)
        if len(self._times) < _MEASURED:
            self._times.append(time.perf_counter() - begin)
            if len(self._times) == _MEASURED and min(self._times) > _WORTH_A_THREAD:
                self._start()
        return element

    def _start(self) -> None:
        self._buffer = buffer = _Buffer(self._source, self._size)
        weakref.finalize(self, buffer.stop)
        self._run.stop_with(buffer)
        threading.Thread(target=buffer.work, name="tf_data_prefetch", daemon=True).start()


class ParallelMap(Unary):
    """A function of each element, several at a time; results and errors keep the order of the elements."""

    function: Function

    def __init__(self, source: Dataset, function: Function, calls: int, preserve_cardinality: bool = False) -> None:
        super().__init__(source)
        if calls < 1 and calls != -1:
            raise invalid("num_parallel_calls must be greater than zero.")
        self.function, self._calls, self._preserves = function, calls, preserve_cardinality
        self.sloppy = False  # results in the order in which they come

    def iterate(self, run: Run) -> Iterator[Element]:
        calls = self._calls if self._calls > 0 else _DEFAULT_SIZE
        function = self.function.for_run(run)
        made = _InParallel(self.source.iterate(run), function, min(calls, 64), self._preserves, run)
        if self.function.has_effects and calls > 1:
            made.start()
        made.sloppy = self.sloppy
        return made

    def cardinality(self) -> int:
        return self.source.cardinality() if self._preserves else UNKNOWN


class _InParallel:
    def __init__(
        self,
        source: Iterator[Element],
        function: Callable[[Element], Element],
        calls: int,
        preserves: bool,
        run: Run,
    ) -> None:
        self._source, self._function, self._calls, self._preserves, self._run = source, function, calls, preserves, run
        self._times: list[float] = []
        self._pool: concurrent.futures.ThreadPoolExecutor | None = None
        self._waiting: collections.deque[concurrent.futures.Future[Element]] = collections.deque()
        self._ended: BaseException | None = None
        self.sloppy = False

    def __iter__(self) -> Iterator[Element]:
        return self

    def __next__(self) -> Element:
        try:
            return self._next_of_pool() if self._pool is not None else self._next_here()
        except errors.OutOfRangeError as e:
            raise end_of_map(e, self._preserves) from None

    def _next_here(self) -> Element:
        element = next(self._source)
        if len(self._times) == _MEASURED:
            return self._function(element)
        begin = time.perf_counter()
        try:
            return self._function(element)
        finally:
            self._times.append(time.perf_counter() - begin)
            if len(self._times) == _MEASURED and min(self._times) > _WORTH_A_THREAD and self._calls > 1:
                self.start()

    def start(self) -> None:
        """Begin to work in other threads."""
        self._pool = pool = concurrent.futures.ThreadPoolExecutor(self._calls, "tf_data_map")
        weakref.finalize(self, pool.shutdown, wait=False, cancel_futures=True)

    def _next_of_pool(self) -> Element:
        assert self._pool is not None
        while self._ended is None and len(self._waiting) < self._calls:
            try:
                element = next(self._source)
            except BaseException as e:  # comes up when all elements before it have
                self._ended = e
                break
            self._waiting.append(self._pool.submit(self._function, element))
        if self._waiting:
            return self._first().result()
        error = self._ended
        assert error is not None
        if not isinstance(error, StopIteration):
            self._ended = None  # the source may go on
        raise error

    def _first(self) -> concurrent.futures.Future[Element]:
        if not self.sloppy:
            return self._waiting.popleft()
        done, _ = concurrent.futures.wait(self._waiting, return_when=concurrent.futures.FIRST_COMPLETED)
        found = next(f for f in self._waiting if f in done)
        self._waiting.remove(found)
        return found

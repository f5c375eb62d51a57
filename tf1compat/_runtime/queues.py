"""Queues of tuples of arrays that threads put into and take from: first in first out, shuffled, padded, by priority.

An operation that cannot finish at once becomes an *attempt* in line behind earlier ones of its sort; whoever changes the
queue serves both lines as far as they go. So a thread that wants many elements takes them as they come, and the order
of those who wait is kept, as in TF 1.15.5.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tf1compat._jaxcore.base import dtypes, errors, shapes, waiting
from tf1compat._jaxcore.base.dtypes import DType
from tf1compat._jaxcore.base.shapes import Shape
from tf1compat._runtime.queue_specs import DIFFERENCES
from tf1compat._runtime.tied_heap import TiedHeap
from tf1compat._runtime.word_stream import WordStream

Element = tuple[Any, ...]
_UNBOUNDED = 2**31 - 1


class _Attempt:
    """An operation in line: `advance(attempt)` does what it can and returns whether anything changed."""

    __slots__ = ("advance", "done", "error", "result", "signal", "taken", "wanted")

    def __init__(self, wanted: int, advance: Callable[[_Attempt], bool]) -> None:
        self.wanted = wanted
        self.advance = advance
        self.taken: list[Element] = []
        self.done = False
        self.error: errors.OpError | None = None
        self.result: Any = None
        self.signal: threading.Lock | None = None

    def finish(self, result: Any = None, error: errors.OpError | None = None) -> bool:
        self.done, self.result, self.error = True, result, error
        return True


class FIFOQueue:
    """Elements leave in the order in which they came."""

    kind = "FIFOQueue"

    def __init__(
        self, name: str, component_types: Sequence[DType], shapes: Sequence[Shape], capacity: int, **spec: Any
    ) -> None:
        self.name = name
        self.types = tuple(component_types)
        self.shapes = tuple(shapes)
        self.capacity = capacity if capacity >= 0 else _UNBOUNDED
        self.closed = False
        self._cancelled = False
        self._lock = threading.Lock()
        self._putting: deque[_Attempt] = deque()
        self._taking: deque[_Attempt] = deque()
        self._start(**spec)

    def _start(self) -> None:
        self._elements: Any = deque()

    def size(self) -> int:
        """Number of elements now."""
        return len(self._elements)

    # ---- operations ---------------------------------------------------------------------------------------------

    def enqueue(self, components: Sequence[Any]) -> None:
        """Put one element, waiting for room.

        Raises:
          InvalidArgumentError: its shapes are not those of the queue.
          CancelledError: the queue is closed, or gets closed with cancelling, or the session is closed.
        """
        element = tuple([_own(x) for x in components])
        sizes = tuple([x.shape if hasattr(x, "shape") else np.shape(x) for x in element])
        if sizes != self.shapes:  # most often that is all there is to check
            self._check_components(element, ())
        with self._lock:
            if not self._putting and not self.closed and not self._cancelled and self.size() < self.capacity:
                self._push(element)
                if self._taking:
                    self._serve()
                return
        self._put([element])

    def enqueue_many(self, components: Sequence[Any]) -> None:
        """Put the rows of `components` one by one; errors as in `enqueue`."""
        arrays = [np.asarray(x) for x in components]
        n = self._check_many(arrays)
        if n:
            self._put([tuple(_own(a[i]) for a in arrays) for i in range(n)])

    def dequeue(self) -> Element:
        """Take one element, waiting for it.

        Raises:
          OutOfRangeError: the queue is closed and empty.
          CancelledError: the session is closed.
        """

        def advance(attempt: _Attempt) -> bool:
            if self._available() > 0:
                return attempt.finish(self._pop())
            return attempt.finish(error=self._insufficient(1)) if self.closed else False

        taken = self._perform(self._taking, _Attempt(1, advance), "Dequeue")
        return tuple(_scalar(x, t) for x, t in zip(taken, self.types))

    def dequeue_many(self, n: int, fewer: bool = False) -> list[Any]:
        """Take `n` elements as batches, waiting for them; with `fewer`, what is left once the queue is closed.

        Raises:
          InvalidArgumentError: `n` is negative, or the queue does not know its shapes.
          OutOfRangeError: the queue is closed and has not enough.
          CancelledError: the session is closed.
        """
        if n < 0:
            op = "DequeueUpToOp" if fewer else "DequeueManyOp"
            raise errors.InvalidArgumentError(None, None, f"{op} requested {n} < 0 elements")
        self._check_batches()
        if n == 0:
            return [np.empty((0, *(d or 0 for d in s or ())), t.np) for s, t in zip(self.shapes, self.types)]
        attempt = _Attempt(n, lambda a: self._advance_many(a, fewer))
        return self._batch(self._perform(self._taking, attempt, "Dequeue"))

    def close(self, cancel_pending_enqueues: bool = False) -> None:
        """Refuse further elements, once those that wait for room are in, or cancelling them.

        Raises:
          CancelledError: the queue is closed already (without `cancel_pending_enqueues`).
        """
        if cancel_pending_enqueues:
            with self._lock:
                self.closed = True
                self._abandon(self._putting, "Enqueue")
                self._serve()
            return

        def advance(attempt: _Attempt) -> bool:
            if self.closed:
                return attempt.finish(
                    error=errors.CancelledError(None, None, f"Queue '{self.name}' is already closed.")
                )
            self.closed = True
            return attempt.finish()

        self._perform(self._putting, _Attempt(0, advance), "Enqueue")

    def cancel(self) -> None:
        """End everything that waits: the session is closed."""
        with self._lock:
            self._cancelled = True
            self._abandon(self._putting, "Enqueue")
            self._abandon(self._taking, "Dequeue")

    # ---- lines --------------------------------------------------------------------------------------------------

    def _put(self, elements: list[Element]) -> None:
        total = len(elements)

        def advance(attempt: _Attempt) -> bool:
            if self.closed:
                return attempt.finish(error=errors.CancelledError(None, None, f"{self.kind} '{self.name}' is closed."))
            moved = False
            while self.size() < self.capacity:
                self._push(elements[total - attempt.wanted])
                attempt.wanted -= 1
                moved = True
                if not attempt.wanted:
                    return attempt.finish()
            return moved

        self._perform(self._putting, _Attempt(total, advance), "Enqueue")

    def _advance_many(self, attempt: _Attempt, fewer: bool) -> bool:
        size = self.size()
        if self.closed and size < attempt.wanted:
            self._put_back(attempt.taken)
            attempt.taken = []
            if not fewer or not self.size():
                if fewer and self._putting:
                    return True  # those in line may still bring something
                # TF1: how many were still wanted and how many there were, not counting what had been taken before
                return attempt.finish(error=self._insufficient(attempt.wanted, size))
            attempt.wanted = self.size()
        moved = False
        while self._available() > 0:
            attempt.taken.append(self._pop())
            attempt.wanted -= 1
            moved = True
            if not attempt.wanted:
                return attempt.finish(attempt.taken)
        return moved

    def _perform(self, line: deque[_Attempt], attempt: _Attempt, action: str) -> Any:
        with self._lock:
            if self._cancelled:
                raise _cancelled(action)
            line.append(attempt)
            self._serve()
            if not attempt.done:
                attempt.signal = threading.Lock()
                attempt.signal.acquire()
        if attempt.signal is not None:
            try:
                with waiting.listening(lambda: self._give_up(line, attempt, action)):
                    attempt.signal.acquire()
            except BaseException:  # Ctrl-C: nothing is lost
                self._withdraw(line, attempt)
                raise
        if attempt.error is not None:
            raise attempt.error
        return attempt.result

    def _serve(self) -> None:
        """Let both lines go on until neither can."""
        moved = True
        while moved:
            moved = bool(self._putting) and self._serve_line(self._putting)
            moved = bool(self._taking) and self._serve_line(self._taking) or moved
            if not self._putting:
                return  # a line goes as far as it can by itself

    @staticmethod
    def _serve_line(line: deque[_Attempt]) -> bool:
        moved = False
        while line:
            attempt = line[0]
            moved = attempt.advance(attempt) or moved
            if not attempt.done:
                break
            line.popleft()
            if attempt.signal is not None:
                attempt.signal.release()
        return moved

    def _abandon(self, line: deque[_Attempt], action: str) -> None:
        while line:
            attempt = line.popleft()
            self._put_back(attempt.taken)
            attempt.finish(error=_cancelled(action))
            if attempt.signal is not None:
                attempt.signal.release()

    def _give_up(self, line: deque[_Attempt], attempt: _Attempt, action: str) -> None:
        """The step that waits is cancelled."""
        with self._lock:
            if attempt.done or attempt.signal is None:
                return
            line.remove(attempt)
            self._put_back(attempt.taken)
            attempt.finish(error=_cancelled(action))
            attempt.signal.release()
            self._serve()

    def _withdraw(self, line: deque[_Attempt], attempt: _Attempt) -> None:
        with self._lock:
            if not attempt.done:
                line.remove(attempt)
                self._put_back(attempt.taken)
                self._serve()

    def _insufficient(self, wanted: int, size: int = 0) -> errors.OpError:
        return errors.OutOfRangeError(
            None,
            None,
            f"{self.kind} '{self.name}' is closed and has insufficient elements "
            f"(requested {wanted}, current size {size})",
        )

    # ---- elements -----------------------------------------------------------------------------------------------

    def _available(self) -> int:
        """How many elements may be taken now."""
        return self.size()

    def _push(self, element: Element) -> None:
        self._elements.append(element)

    def _pop(self) -> Element:
        return self._elements.popleft()

    def _put_back(self, elements: list[Element]) -> None:
        self._elements.extendleft(reversed(elements))

    def _batch(self, elements: list[Element]) -> list[Any]:
        return [
            _stacked([e[i] for e in elements], (len(elements), *(shape or ())), dtype)
            for i, (shape, dtype) in enumerate(zip(self.shapes, self.types))
        ]

    def _check_batches(self) -> None:
        if not self.shapes:
            raise errors.InvalidArgumentError(
                None,
                None,
                f"{self.kind}'s DequeueMany and DequeueUpTo require the components to have specified shapes.",
            )

    def _check_components(self, components: Sequence[Any], batch: tuple[int, ...]) -> None:
        if len(components) != len(self.types):
            raise errors.InvalidArgumentError(
                None,
                None,
                f"Wrong number of components in tuple. Expected {len(self.types)}, got {len(components)}",
            )
        for i, (x, shape) in enumerate(zip(components, self.shapes)):
            expected = None if shape is None else (*batch, *shape)
            if not shapes.is_compatible(expected, np.shape(x)):
                raise errors.InvalidArgumentError(
                    None,
                    None,
                    f"Shape mismatch in tuple component {i}. Expected {shapes.debug_text(expected)}, "
                    f"got {shapes.debug_text(np.shape(x))}",
                )

    def _check_many(self, arrays: list[Any]) -> int:
        if any(not a.ndim for a in arrays):
            raise errors.InvalidArgumentError(None, None, "enqueue_many needs components with a first dimension")
        n = len(arrays[0])
        self._check_components(arrays, (n,))
        for i, a in enumerate(arrays):
            if len(a) != n:
                raise errors.InvalidArgumentError(
                    None,
                    None,
                    "All input tensors must have the same size in the 0th dimension. "
                    f"Component {i} has {len(a)}, and should have {n}",
                )
        return n

    def check_spec(self, made: dict[str, Any], asked: dict[str, Any]) -> None:
        """Refuse a second node of the same shared name that wants another queue (TF1's words)."""
        for key, text in DIFFERENCES.items():
            if key == "seeds" and not any(asked.get(key, ())):
                continue  # who names no seeds takes any
            if made.get(key) != asked.get(key):
                raise errors.InvalidArgumentError(
                    None, None, f"Shared queue '{self.name}' has {text(made[key], asked[key])}"
                )


class RandomShuffleQueue(FIFOQueue):
    """Elements leave in random order, while it keeps at least `min_after_dequeue` of them to choose from.

    TF1's order: word % size picks the element, the last one fills its place.
    """

    kind = "RandomShuffleQueue"

    def _start(self, min_after_dequeue: int, seeds: tuple[int, int]) -> None:
        self._elements = []
        self._keep = min_after_dequeue
        self._words = WordStream(*seeds)

    def _available(self) -> int:
        return len(self._elements) if self.closed else len(self._elements) - self._keep

    def _pop(self) -> Element:
        elements = self._elements
        at = self._words.next() % len(elements)
        chosen, last = elements[at], elements.pop()
        if chosen is not last:
            elements[at] = last
        return chosen

    def _put_back(self, elements: list[Element]) -> None:
        self._elements.extend(reversed(elements))


class PaddingFIFOQueue(FIFOQueue):
    """Dimensions of unknown size may vary; batches pad them with zeros at the end."""

    kind = "PaddingFIFOQueue"

    def _start(self) -> None:
        super()._start()
        if len(self.shapes) != len(self.types):
            raise errors.InvalidArgumentError(
                None,
                None,
                f"Shapes must be provided for all components, but received {len(self.types)} dtypes and "
                f"{len(self.shapes)} shapes.",
            )

    def _batch(self, elements: list[Element]) -> list[Any]:
        return [
            self._padded([e[i] for e in elements], shape, dtype)
            for i, (shape, dtype) in enumerate(zip(self.shapes, self.types))
        ]

    @staticmethod
    def _padded(parts: list[Any], shape: Shape, dtype: DType) -> Any:
        sizes = [np.shape(p) for p in parts]
        full = tuple(max(s[i] for s in sizes) if d is None else d for i, d in enumerate(shape or ()))
        if all(s == full for s in sizes):
            return _stacked(parts, (len(parts), *full), dtype)
        batch = np.full((len(parts), *full), b"" if dtype is dtypes.string else 0, dtype.np)
        for i, part in enumerate(parts):
            batch[(i, *(slice(n) for n in np.shape(part)))] = part
        return batch


class PriorityQueue(FIFOQueue):
    """The element with the least first component leaves first."""

    kind = "PriorityQueue"

    def __init__(
        self, name: str, component_types: Sequence[DType], shapes: Sequence[Shape], capacity: int, **spec: Any
    ) -> None:
        super().__init__(name, (dtypes.int64, *component_types), ((), *shapes) if shapes else (), capacity, **spec)

    def _start(self) -> None:
        self._elements = TiedHeap()

    def _push(self, element: Element) -> None:
        self._elements.push(int(element[0]), element)

    def _pop(self) -> Element:
        return self._elements.pop()

    def _put_back(self, elements: list[Element]) -> None:
        for element in elements:
            self._push(element)

    def _check_components(self, components: Sequence[Any], batch: tuple[int, ...]) -> None:
        super()._check_components(components, batch)
        shape = np.shape(components[0])[len(batch) :]
        if shape:
            raise errors.InvalidArgumentError(
                None,
                None,
                f"Expected the priority element to be a scalar, but received shape: {shapes.debug_text(shape)}",
            )

    def _check_batches(self) -> None:
        if not self.shapes:
            raise errors.InvalidArgumentError(
                None, None, "PriorityQueue's DequeueMany requires the components to have specified shapes."
            )

    def _advance_many(self, attempt: _Attempt, fewer: bool) -> bool:
        size = self.size()
        if size < attempt.wanted:  # all at once, so that a batch is sorted
            if not self.closed:
                return False
            if not size or not fewer:
                return attempt.finish(error=self._insufficient(attempt.wanted, size))
            attempt.wanted = size  # TF1 fails here with OutOfRangeError, and the elements are lost
        return attempt.finish([self._pop() for _ in range(attempt.wanted)])


def _cancelled(action: str) -> errors.OpError:
    return errors.CancelledError(None, None, f"{action} operation was cancelled")


def _own(x: Any) -> Any:
    """A component that nobody else writes to: scalars as such, arrays copied."""
    if isinstance(x, np.ndarray):
        return x.copy() if x.ndim else x[()]
    return x


def _scalar(x: Any, dtype: DType) -> Any:
    """A component as an array."""
    if isinstance(x, np.ndarray):
        return x
    out = np.empty((), dtype.np)
    out[()] = x
    return out


def _stacked(parts: list[Any], shape: tuple[Any, ...], dtype: DType) -> Any:
    if len(shape) > 1 and dtype.np.kind in "biufc" and {p.dtype for p in parts} == {dtype.np}:
        # without letting go of Python's lock, as NumPy does for every part: another thread would keep it for a while
        return np.frombuffer(bytearray().join(parts), dtype.np).reshape(shape)
    batch = np.empty(shape, dtype.np)
    if len(shape) > 1 and batch.size:
        np.concatenate(parts, out=batch.reshape(-1, *shape[2:]), casting="unsafe")
    else:
        for i, part in enumerate(parts):
            batch[i] = part
    return batch


KINDS: dict[str, Callable[..., Any]] = {
    c.kind: c for c in (FIFOQueue, RandomShuffleQueue, PaddingFIFOQueue, PriorityQueue)
}

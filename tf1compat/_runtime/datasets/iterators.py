"""The iterators of a session: a place in a dataset that `get_next` moves on, and the handles that name them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

from tf1compat._jaxcore.base import errors
from tf1compat._runtime.datasets.dataset import Dataset, Element, Run

_NOT_STARTED = (
    "GetNext() failed because the iterator has not been initialized. Ensure that you have run the initializer "
    "operation for this iterator before getting the next element."
)


class SessionIterator:
    """An iterator that is a resource of a session; `make_iterator` starts it on a dataset, and later on another."""

    def __init__(self, name: str, output_types: Sequence[Any] = (), output_shapes: Sequence[Any] = ()) -> None:
        self.name = name
        self.types, self.shapes = list(output_types), list(output_shapes)
        self._lock = threading.Lock()
        self._run: Run | None = None
        self._dataset: Dataset | None = None
        self._source: Any = None
        self._taken = 0
        self._factory: Callable[[], Dataset] | None = None

    def start_from(self, factory: Callable[[], Dataset]) -> None:
        """Start on what `factory` makes when the first element is asked for (one-shot iterators)."""
        with self._lock:
            if self._factory is None and self._source is None:
                self._factory = factory

    def start(self, dataset: Dataset) -> None:
        """Begin at the first element of a dataset."""
        run = Run()
        source = dataset.iterate(run)
        with self._lock:
            self._begin(dataset, run, source)

    def _begin(self, dataset: Dataset, run: Run, source: Any) -> None:
        if self._run is not None:
            self._run.stop()
        self._dataset, self._run, self._source, self._taken = dataset, run, source, 0

    def next(self) -> Element:
        """The next element.

        Raises:
          OutOfRangeError: there is none.
          FailedPreconditionError: the iterator was not started.
        """
        with self._lock:
            source = self._source
            if source is None:
                source = self._first_source()
            try:
                element = next(source)
            except StopIteration:
                raise errors.OutOfRangeError(None, None, "End of sequence") from None
            finally:
                self._taken += 1
            return element

    def _first_source(self) -> Any:
        if self._factory is None:
            raise errors.FailedPreconditionError(None, None, _NOT_STARTED)
        dataset = self._factory()
        run = Run()
        self._begin(dataset, run, dataset.iterate(run))
        return self._source

    def state(self) -> dict[str, Any]:
        """Where it stands: how many elements were asked for, and the seeds that were drawn meanwhile."""
        with self._lock:
            if self._run is None:
                raise errors.FailedPreconditionError(
                    None,
                    None,
                    "Save() failed because the iterator has not been initialized. Ensure that you have run "
                    "the initializer operation for this iterator before saving it.",
                )
            return {"taken": self._taken, "seeds": [list(s) for s in self._run.seeds]}

    def restore(self, state: dict[str, Any]) -> None:
        """Go to where `state` says, by going through the elements before it once more."""
        with self._lock:
            dataset = self._dataset
            if dataset is None:
                raise errors.FailedPreconditionError(
                    None,
                    None,
                    "Restore() failed because the iterator has not been initialized. Ensure that you have "
                    "run the initializer operation for this iterator before restoring it.",
                )
            run = Run([(int(a), int(b)) for a, b in state["seeds"]])
            source = dataset.iterate(run)
            for _ in range(state["taken"]):
                try:
                    next(source)
                except (StopIteration, errors.OpError):  # as it was the first time
                    continue
            self._begin(dataset, run, source)
            self._taken = state["taken"]

    def check_spec(self, made: dict[str, Any], asked: dict[str, Any]) -> None:
        """A shared iterator keeps the types that it was made with."""
        if made.get("output_types") != asked.get("output_types"):
            raise errors.InvalidArgumentError(None, None, f"Shared iterator {self.name!r} has elements of other types")

    def cancel(self) -> None:
        """The session ends: stop all background work."""
        run = self._run
        if run is not None:
            run.stop()


class Handles:
    """The iterators of a session by the strings that stand for them."""

    def __init__(self, name: str) -> None:
        self._iterators: dict[bytes, Any] = {}

    def handle_of(self, iterator: Any) -> bytes:
        """The string of an iterator."""
        handle = b"\n\x14/device:CPU:0 " + iterator.name.encode()
        self._iterators[handle] = iterator
        return handle

    def find(self, handle: bytes) -> Any:
        """The iterator of a string.

        Raises:
          InvalidArgumentError: it is no handle.
        """
        found = self._iterators.get(handle)
        if found is None:
            raise errors.InvalidArgumentError(
                None, None, "Could not parse string_handle as a valid ResourceHandle of this session"
            )
        return found

    def check_spec(self, made: dict[str, Any], asked: dict[str, Any]) -> None:
        """All ask for the same."""

    def cancel(self) -> None:
        """Nothing waits here."""


KINDS: dict[str, Callable[..., Any]] = {"Iterator": SessionIterator, "IteratorHandles": Handles}

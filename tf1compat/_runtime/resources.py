"""What a session owns besides variables: queues and readers, found by node name or shared name."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Collection
from typing import Any

from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.ops.candidate_sampling import UnigramWeights
from tf1compat._runtime import (
    accumulators,
    barriers,
    mutexes,
    queues,
    readers,
    sparse_maps,
    stages,
    summary_writers,
    tables,
)
from tf1compat._runtime.datasets import iterators as dataset_iterators

# kind of resource -> how to make one: (name shown in messages, specification) -> the resource
MAKERS: dict[str, Callable[..., Any]] = {
    **queues.KINDS,
    **barriers.KINDS,
    **readers.KINDS,
    **sparse_maps.KINDS,
    **stages.KINDS,
    **tables.KINDS,
    **accumulators.KINDS,
    **mutexes.KINDS,
    **summary_writers.KINDS,
    **dataset_iterators.KINDS,
    "UnigramWeights": UnigramWeights,
}
_numbers = itertools.count()


class LocalResources:
    """The resources of one session.

    A node without a shared name has its resource for itself; messages call it `_N_node`, N counting such resources
    in this process (TF1's names, which scripts see in the text of OutOfRangeError).
    """

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], Any] = {}
        self._specs: dict[tuple[str, str], tuple[str, dict[str, Any]]] = {}
        self._lock = threading.Lock()
        self._closed = False
        self.version: Any = 0

    def find_or_make(self, kind: str, node: str, shared_name: str, container: str, **spec: Any) -> Any:
        """See `base.host_context.Resources`.

        Raises:
          InvalidArgumentError: the shared name belongs to a resource of another kind or specification.
          CancelledError: the session has been closed.
        """
        key = (container, shared_name) if shared_name else ("", f"node {node}")
        found = self._found.get(key)
        if found is None:
            with self._lock:
                found = self._found.get(key)
                if found is None:
                    if self._closed:
                        raise errors.CancelledError(None, None, "Session has been closed.")
                    name = shared_name or f"_{next(_numbers)}_{node}"
                    found = self._found[key] = MAKERS[kind](name, **spec)
                    self._specs[key] = (kind, spec)
                    return found
        if shared_name:
            self._check(key, kind, node, spec)
        return found

    def _check(self, key: tuple[str, str], kind: str, node: str, spec: dict[str, Any]) -> None:
        known, made = self._specs[key]
        if known != kind:
            raise errors.InvalidArgumentError(None, None, f"Expected {known}, found {kind}V2")
        self._found[key].check_spec(made, spec)

    def reset(self, containers: Collection[str]) -> None:
        """Drop the resources of `containers` (of all, if there are none), and cancel what waits for them."""
        with self._lock:
            self.version += 1
            gone = [key for key in self._found if not containers or key[0] in containers]
            found = [self._found.pop(key) for key in gone]
            for key in gone:
                self._specs.pop(key, None)
        for resource in found:
            resource.cancel()

    def close(self) -> None:
        """Cancel everything that waits."""
        with self._lock:
            self._closed = True
            self.version += 1
            found = list(self._found.values())
        for resource in found:
            resource.cancel()


class SharedResources:
    """What a session on a server sees: resources with a shared name are the task's, the others its own."""

    def __init__(self, task: LocalResources) -> None:
        self._task = task
        self._own = LocalResources()

    def find_or_make(self, kind: str, node: str, shared_name: str, container: str, **spec: Any) -> Any:
        """See `base.host_context.Resources`."""
        owner = self._task if shared_name else self._own
        return owner.find_or_make(kind, node, shared_name, container, **spec)

    @property
    def version(self) -> Any:
        """Of both."""
        return self._task.version, self._own.version

    def close(self) -> None:
        """Cancel everything that waits for the session's own."""
        self._own.close()

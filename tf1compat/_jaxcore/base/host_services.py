"""Services of the host that kernels reach by name: files of checkpoints, handed in by whoever runs the kernels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

Array = np.ndarray[Any, Any]


class OpenCheckpoint(Protocol):
    """A checkpoint opened for reading."""

    @property
    def tensors(self) -> Any:
        """Name -> (DType number, shape, slices)."""
        ...

    def read(self, name: str, extents: Any = None) -> Array:
        """A tensor, or a part of it."""
        ...

    def read_many(self, names: Sequence[str]) -> dict[str, Array]:
        """Several whole tensors."""
        ...


class CheckpointStore(Protocol):
    """Where SaveV2 and RestoreV2 keep their tensors."""

    def save(self, prefix: str, tensors: Sequence[tuple[str, str, Array, int]], version: int = 2) -> None:
        """Write (name, slice, value, DType number) of each tensor under `prefix`."""
        ...

    def open(self, prefix: str) -> OpenCheckpoint:
        """Open the checkpoint at `prefix`."""
        ...

    def merge(self, prefixes: Sequence[str], destination: str, delete_old_dirs: bool) -> None:
        """Make one checkpoint of several."""
        ...


class FileStore(Protocol):
    """Files by name."""

    def read(self, path: bytes) -> bytes:
        """The contents of a file."""
        ...

    def write(self, path: bytes, contents: bytes) -> None:
        """Write a file, making its directory."""
        ...

    def matching(self, pattern: bytes) -> Sequence[bytes]:
        """The names that match a pattern."""
        ...


_PROVIDERS: dict[str, Callable[[], Any]] = {}


def provide(name: str, provider: Callable[[], Any]) -> None:
    """Answer `get(name)` with what `provider()` returns."""
    _PROVIDERS[name] = provider


def get(name: str) -> Any:
    """The service called `name`; LookupError where nobody provides it."""
    if name not in _PROVIDERS:
        raise LookupError(f"no host service {name!r}; there are {sorted(_PROVIDERS)}")
    return _PROVIDERS[name]()

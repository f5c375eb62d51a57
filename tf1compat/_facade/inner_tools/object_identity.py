"""`tensorflow.python.util.object_identity`: dictionaries and sets that compare keys by identity."""

from __future__ import annotations

import collections.abc
from collections.abc import Iterable, Iterator
from typing import Any


class _ObjectIdentityWrapper:
    """An object that is equal to itself only."""

    __slots__ = ("_wrapped",)

    def __init__(self, wrapped: Any) -> None:
        self._wrapped = wrapped

    @property
    def unwrapped(self) -> Any:
        return self._wrapped

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ObjectIdentityWrapper) and self._wrapped is other._wrapped

    def __hash__(self) -> int:
        return id(self._wrapped)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} wrapping {self._wrapped!r}>"


class ObjectIdentityDictionary(collections.abc.MutableMapping[Any, Any]):
    """A dictionary whose keys are compared by identity; they need not be hashable."""

    def __init__(self, items: Any = ()) -> None:
        self._storage: dict[_ObjectIdentityWrapper, Any] = {}
        self.update(items)

    def __getitem__(self, key: Any) -> Any:
        return self._storage[_ObjectIdentityWrapper(key)]

    def __setitem__(self, key: Any, value: Any) -> None:
        self._storage[_ObjectIdentityWrapper(key)] = value

    def __delitem__(self, key: Any) -> None:
        del self._storage[_ObjectIdentityWrapper(key)]

    def __len__(self) -> int:
        return len(self._storage)

    def __iter__(self) -> Iterator[Any]:
        return (key.unwrapped for key in self._storage)


class ObjectIdentitySet(collections.abc.MutableSet[Any]):
    """A set whose elements are compared by identity, in the order in which they came."""

    def __init__(self, items: Iterable[Any] = ()) -> None:
        self._storage: dict[_ObjectIdentityWrapper, None] = {}
        self.update(items)

    def __contains__(self, item: object) -> bool:
        return _ObjectIdentityWrapper(item) in self._storage

    def add(self, value: Any) -> None:
        self._storage[_ObjectIdentityWrapper(value)] = None

    def discard(self, value: Any) -> None:
        self._storage.pop(_ObjectIdentityWrapper(value), None)

    def update(self, items: Iterable[Any]) -> None:
        """Add all of them."""
        for item in items:
            self.add(item)

    def __len__(self) -> int:
        return len(self._storage)

    def __iter__(self) -> Iterator[Any]:
        return (item.unwrapped for item in self._storage)

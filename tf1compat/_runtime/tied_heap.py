"""A heap that leaves elements of equal priority in TF1's order, which is not that in which they came."""

from __future__ import annotations

from typing import Any


class TiedHeap:
    """Gives the element of least priority; among equals it moves elements as C++'s `std::priority_queue` does."""

    def __init__(self) -> None:
        self._items: list[tuple[int, Any]] = []

    def __len__(self) -> int:
        return len(self._items)

    def push(self, priority: int, element: Any) -> None:
        """Add an element."""
        self._items.append((priority, element))
        self._rise(len(self._items) - 1, (priority, element))

    def pop(self) -> Any:
        """Take the element of least priority."""
        items = self._items
        top, last = items[0], items.pop()
        if items:
            self._rise(self._sink(), last)
        return top[1]

    def _sink(self) -> int:
        """Move the gap at the top to the bottom, each time filling it with the lesser child (the right of equals)."""
        items = self._items
        size, gap = len(items), 0
        while (child := 2 * gap + 2) <= size:
            if child == size or items[child][0] > items[child - 1][0]:
                child -= 1
            items[gap] = items[child]
            gap = child
        return gap

    def _rise(self, gap: int, item: tuple[int, Any]) -> None:
        """Put `item` where `gap` is, or above it."""
        items = self._items
        while gap and items[(gap - 1) // 2][0] > item[0]:
            items[gap] = items[(gap - 1) // 2]
            gap = (gap - 1) // 2
        items[gap] = item

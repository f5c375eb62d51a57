"""Keeps the alias's own frames out of the tracebacks that Python prints."""

from __future__ import annotations

import sys

from .hook import own_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any


def activate() -> None:
    """Wraps sys.excepthook once."""
    if not isinstance(sys.excepthook, _Hook):
        sys.excepthook = _Hook(sys.excepthook)


def deactivate() -> None:
    """Puts back the excepthook found, unless somebody has wrapped ours since."""
    if isinstance(sys.excepthook, _Hook):
        sys.excepthook = sys.excepthook.previous


class _Hook:
    def __init__(self, previous: Any):
        self.previous = previous

    def __call__(self, kind: type[BaseException], error: BaseException, traceback: TracebackType | None) -> None:
        traceback = without_own_frames(traceback)
        strip(error)
        error.__traceback__ = traceback
        self.previous(kind, error, traceback)


def strip(error: BaseException) -> None:
    """Removes the import wrapper's frames from an exception and from those it was raised from."""
    pending: list[BaseException | None] = [error]
    seen: set[int] = set()
    while pending:
        current = pending.pop()
        if current is None or id(current) in seen:
            continue
        seen.add(id(current))
        current.__traceback__ = without_own_frames(current.__traceback__)
        pending += [current.__cause__, current.__context__]
        pending += getattr(current, "exceptions", ())


def without_own_frames(traceback: TracebackType | None) -> TracebackType | None:
    """The same traceback, linked past the frames of the import wrappers and of what they call in this package."""
    own = own_files()
    kept: list[TracebackType] = []
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename not in own:
            kept.append(traceback)
        traceback = traceback.tb_next
    for index, entry in enumerate(kept):
        entry.tb_next = kept[index + 1] if index + 1 < len(kept) else None
    return kept[0] if kept else None

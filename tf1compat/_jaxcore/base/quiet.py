"""NumPy without warnings, as TensorFlow computes: a scope that is cheap to enter again where it is open already.

Opening NumPy's own scope takes as long as an operation on a record, and most operations of a plan need it.
"""

from __future__ import annotations

import threading
from types import TracebackType
from typing import Any

import numpy as np


class _State(threading.local):
    before: dict[str, Any] | None = None  # what NumPy did about errors when the outermost scope was opened


_state = _State()


class quietly:
    """`with quietly():` nothing is said about division by zero, overflow and invalid values."""

    __slots__ = ("_scope",)

    _scope: Any

    def __enter__(self) -> None:
        self._scope = None
        if _state.before is None:
            before = np.geterr()
            self._scope = np.errstate(all="ignore")
            self._scope.__enter__()
            _state.before = dict(before)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._scope is not None:
            _state.before = None
            self._scope.__exit__(kind, error, traceback)


class aloud:
    """`with aloud():` inside `quietly`, the user's own code runs with the user's own settings."""

    __slots__ = ("_scope", "_before")

    _scope: Any
    _before: dict[str, Any] | None

    def __enter__(self) -> None:
        self._scope, self._before = None, _state.before
        if self._before is not None:
            self._scope = np.errstate(**self._before)
            self._scope.__enter__()
            _state.before = None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._scope is not None:
            _state.before = self._before
            self._scope.__exit__(kind, error, traceback)


def is_quiet() -> bool:
    """Has this thread opened the scope?"""
    return _state.before is not None

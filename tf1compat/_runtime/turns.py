"""Threads that do short things in Python take turns, so that they do not hand Python's lock over for each of them.

NumPy lets go of Python's lock for every operation on a few hundred elements. Two threads that enqueue records take it
from each other at each of these, and half of their time goes to the system for waking them up.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Final

_TURN: Final = 1e-3  # seconds
_SHORT: Final = 2e-4  # seconds: longer calls (the decoding of images, files) may run at the same time
_PATIENCE: Final = 1e-2  # seconds: whose turn it is may be waiting for something


class Turns:
    """The turns of some threads; one of them at a time has the turn, unless it waits itself."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._line: deque[threading.Lock] = deque()
        self._is_taken = False
        self._is_stuck = False

    def repeat(self, call: Callable[[], object], goes_on: Callable[[], bool]) -> None:
        """Run `call` again and again while `goes_on`; where it takes little time, only when it is this thread's turn."""
        is_short = False  # the first call prepares things
        while goes_on():
            has_turn = is_short and self._begin()
            calls, start = 0, time.perf_counter()
            end = start
            try:
                while end - start < _TURN and goes_on():
                    call()
                    calls += 1
                    end = time.perf_counter()
            finally:
                if has_turn:
                    self._end()
            is_short = end - start < calls * _SHORT

    def _begin(self) -> bool:
        """Wait for the turn; False if whoever has it does not go on."""
        with self._guard:
            if not self._is_taken:
                self._is_taken = True
                return True
            if self._is_stuck:
                return False
            given = threading.Lock()
            given.acquire()
            self._line.append(given)
        if given.acquire(timeout=_PATIENCE):
            return True
        with self._guard:
            if given not in self._line:  # it came in the last moment
                return True
            self._line.remove(given)
            self._is_stuck = True
            return False

    def _end(self) -> None:
        with self._guard:
            self._is_stuck = False
            if self._line:
                self._line.popleft().release()
            else:
                self._is_taken = False

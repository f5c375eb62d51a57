"""`Progbar`: a line that shows how far a loop has come."""

from __future__ import annotations

import math
import os
import sys
import time
from typing import Any

import numpy as np


class Progbar:
    """A progress bar on the standard output.

    Args:
      target: number of steps, None if unknown.
      width: of the bar, in characters.
      verbose: 0 silent, 1 a bar, 2 one line at the end.
      interval: seconds between two updates of the line.
      stateful_metrics: names of values to show as they are; others are averaged.
      unit_name: what is counted.
    """

    def __init__(
        self,
        target: int | None,
        width: int = 30,
        verbose: int = 1,
        interval: float = 0.05,
        stateful_metrics: Any = None,
        unit_name: str = "step",
    ) -> None:
        self.target, self.width, self.verbose, self.interval = target, width, verbose, interval
        self.unit_name = unit_name
        self.stateful_metrics = set(stateful_metrics or ())
        self._dynamic = (
            (hasattr(sys.stdout, "isatty") and sys.stdout.isatty())
            or "ipykernel" in sys.modules
            or "posix" in sys.modules
            or "PYCHARM_HOSTED" in os.environ
        )
        self._total_width = 0
        self._seen_so_far = 0
        self._values: dict[str, Any] = {}
        self._start = time.time()
        self._last_update = 0.0

    def add(self, n: int, values: Any = None) -> None:
        """`n` steps further."""
        self.update(self._seen_so_far + n, values)

    def update(self, current: int, values: Any = None) -> None:
        """Show that `current` steps are done, with values: pairs (name, value)."""
        for name, value in values or []:
            if name in self.stateful_metrics:
                self._values[name] = [value, 1]
            else:
                more = max(current - self._seen_so_far, 1)
                total, count = self._values.get(name, [0, 0])
                self._values[name] = [total + value * more, count + more]
        self._seen_so_far = current
        now = time.time()
        done = self.target is not None and current >= self.target
        if self.verbose == 1:
            if now - self._last_update < self.interval and not done:
                return
            self._draw(current, now, done)
        elif self.verbose == 2 and done:
            count = str(self.target)
            width = len(count)
            text = f"{current:>{width}}/{count}" + f" - {now - self._start:.0f}s" + self._numbers(2)
            sys.stdout.write(text + "\n")
            sys.stdout.flush()
        self._last_update = now

    def _numbers(self, verbose: int) -> str:
        text = ""
        for name, (total, count) in self._values.items():
            mean = np.mean(total / max(1, count))
            text += f" - {name}: " + (f"{mean:.4f}" if verbose == 2 or abs(mean) > 1e-3 else f"{mean:.4e}")
        return text

    def _draw(self, current: int, now: float, done: bool) -> None:
        before = self._total_width
        sys.stdout.write("\b" * before + "\r" if self._dynamic else "\n")
        if self.target is None:
            bar = f"{current:>7d}/Unknown"
        else:
            digits = int(math.log10(self.target)) + 1 if self.target else 1
            bar = f"{current:>{digits}d}/{self.target} ["
            filled = int(self.width * current / self.target) if self.target else self.width
            if filled > 0:
                bar += "=" * (filled - 1) + (">" if current < self.target else "=")
            bar += "." * (self.width - filled) + "]"
        self._total_width = len(bar)
        sys.stdout.write(bar)
        info = self._pace(current, now, done) + self._numbers(1)
        self._total_width += len(info)
        if before > self._total_width:
            info += " " * (before - self._total_width)
        sys.stdout.write(info + ("\n" if done else ""))
        sys.stdout.flush()

    def _pace(self, current: int, now: float, done: bool) -> str:
        each = (now - self._start) / current if current else 0
        if self.target is not None and not done:
            rest = each * (self.target - current)
            if rest > 3600:
                text = f"{rest // 3600:.0f}:{rest % 3600 // 60:02.0f}:{rest % 60:02.0f}"
            else:
                text = f"{rest // 60:.0f}:{rest % 60:02.0f}" if rest > 60 else f"{rest:.0f}s"
            return f" - ETA: {text}"
        unit = self.unit_name
        if each >= 1 or each == 0:
            pace = f"{each:.0f}s/{unit}"
        else:
            pace = f"{each * 1e3:.0f}ms/{unit}" if each >= 1e-3 else f"{each * 1e6:.0f}us/{unit}"
        return f" - {now - self._start:.0f}s {pace}"

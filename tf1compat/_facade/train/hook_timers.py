"""When a hook acts: every so many steps or seconds."""

from __future__ import annotations

import time


class SecondOrStepTimer:
    """Triggers every `every_secs` seconds or every `every_steps` steps, first at once.

    Raises:
      ValueError: not exactly one of the two is given.
    """

    def __init__(self, every_secs: float | None = None, every_steps: int | None = None) -> None:
        self.reset()
        if every_secs is None and every_steps is None:
            raise ValueError("Either every_secs or every_steps should be provided.")
        if every_secs is not None and every_steps is not None:
            raise ValueError("Can not provide both every_secs and every_steps.")
        self._every_secs = every_secs
        self._every_steps = every_steps

    def reset(self) -> None:
        """Forget when it was triggered."""
        self._last_triggered_step: int | None = None
        self._last_triggered_time: float | None = None

    def should_trigger_for_step(self, step: int) -> bool:
        """Whether it is time; never twice for one step."""
        if self._last_triggered_step is None or self._last_triggered_time is None:
            return True
        if self._last_triggered_step == step:
            return False
        if self._every_secs is not None:
            return time.time() >= self._last_triggered_time + self._every_secs
        assert self._every_steps is not None
        return step >= self._last_triggered_step + self._every_steps

    def update_last_triggered_step(self, step: int) -> tuple[float | None, int | None]:
        """Note that it was triggered; seconds and steps since the last time, None the first time."""
        now = time.time()
        seconds = steps = None
        if self._last_triggered_time is not None and self._last_triggered_step is not None:
            seconds, steps = now - self._last_triggered_time, step - self._last_triggered_step
        self._last_triggered_time, self._last_triggered_step = now, step
        return seconds, steps

    def last_triggered_step(self) -> int | None:
        """The step at which it was triggered last."""
        return self._last_triggered_step


class NeverTriggerTimer:
    """Never triggers."""

    def reset(self) -> None:
        """Nothing to forget."""

    def should_trigger_for_step(self, step: int) -> bool:
        """No."""
        return False

    def update_last_triggered_step(self, step: int) -> tuple[float | None, int | None]:
        """Nothing is known about the last time."""
        return None, None

    def last_triggered_step(self) -> int | None:
        """None."""
        return None

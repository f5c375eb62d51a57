"""`tf.train.basic_train_loop`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tf1compat._jaxcore.base import errors


def basic_train_loop(
    supervisor: Any,
    train_step_fn: Callable[..., Any],
    args: Sequence[Any] | None = None,
    kwargs: Mapping[str, Any] | None = None,
    master: str = "",
) -> None:
    """Calls `train_step_fn(session, *args, **kwargs)` until the supervisor stops; after an AbortedError in a new session.

    Args:
      supervisor: a `tf.train.Supervisor`.
      train_step_fn: one step of training.
      args, kwargs: its further arguments.
      master: target of the session.
    """
    while True:
        try:
            with supervisor.managed_session(master) as session:
                while not supervisor.should_stop():
                    train_step_fn(session, *(args or ()), **(kwargs or {}))
            return
        except errors.AbortedError:
            continue

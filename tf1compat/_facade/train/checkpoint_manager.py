"""`tf.train.CheckpointManager`: keeps the last few checkpoints of a `tf.train.Checkpoint`."""

from __future__ import annotations

import os
from typing import Any

from tf1compat._facade import context
from tf1compat._facade.platform import tf_logging
from tf1compat._facade.train import checkpoint_management
from tf1compat._facade.train.object_checkpoint import number_of_checkpoint
from tf1compat._jaxcore.base import errors


class CheckpointManager:
    """Saves a checkpoint and deletes old ones; goes on where an earlier manager of the folder stopped.

    Args:
      checkpoint: the `tf.train.Checkpoint`.
      directory: the folder.
      max_to_keep: how many to keep; None for all.
      keep_checkpoint_every_n_hours: keep one of every so many hours for good.
      checkpoint_name: beginning of the names.

    Raises:
      ValueError: `max_to_keep` is not positive.
    """

    def __init__(
        self,
        checkpoint: Any,
        directory: Any,
        max_to_keep: int | None,
        keep_checkpoint_every_n_hours: float | None = None,
        checkpoint_name: str = "ckpt",
    ) -> None:
        if max_to_keep is not None and max_to_keep <= 0:
            raise ValueError(f"Expected a positive integer or `None` for `max_to_max_to_keep`, got {max_to_keep}.")
        self._checkpoint = checkpoint
        self._increment: Any = None
        self._max_to_keep = max_to_keep
        self._keep_checkpoint_every_n_hours = keep_checkpoint_every_n_hours
        self._directory = os.fspath(directory)
        self._prefix = os.path.join(self._directory, checkpoint_name)
        self._latest_checkpoint: str | None = None
        self._maybe_delete: dict[str, float] = {}
        now = checkpoint_management.time.time()
        self._last_preserved_timestamp = now - 1.0
        state = checkpoint_management.get_checkpoint_state(self._directory)
        if state is not None:
            self._recover(state, now)

    def _recover(self, state: Any, now: float) -> None:
        self._latest_checkpoint = state.model_checkpoint_path
        self._last_preserved_timestamp = state.last_preserved_timestamp
        if now < self._last_preserved_timestamp:
            tf_logging.warning(
                "time.time() returned a value %f seconds behind the last preserved checkpoint timestamp.",
                self._last_preserved_timestamp - now,
            )
            self._last_preserved_timestamp = now
        paths = state.all_model_checkpoint_paths
        times = state.all_model_checkpoint_timestamps or [self._last_preserved_timestamp] * len(paths)
        for path, when in zip(paths, times):
            when = min(when, now)
            if when > self._last_preserved_timestamp:
                self._maybe_delete[path] = when

    @property
    def latest_checkpoint(self) -> str | None:
        """The newest checkpoint, None if there is none."""
        return self._latest_checkpoint

    @property
    def checkpoints(self) -> list[str]:
        """The checkpoints that may be deleted later, oldest first."""
        return list(self._maybe_delete)

    def save(self, checkpoint_number: Any = None) -> str:
        """Write a checkpoint, numbered by its counter (or by `checkpoint_number`), and delete old ones.

        Raises:
          ValueError: there is no default session.
        """
        session = context.get_default_session()
        if session is None:
            raise ValueError("CheckpointManager.save needs a default session: use `with sess.as_default():`")
        with session.graph.as_default():
            is_new = self._checkpoint._save_counter is None
            counter = self._checkpoint.save_counter
            if is_new:
                session.run(counter.initializer)
            if self._increment is None:
                self._increment = counter.assign_add(1)
            count = session.run(self._increment)
        number = count if checkpoint_number is None else number_of_checkpoint(session, checkpoint_number)
        path = self._checkpoint.write(f"{self._prefix}-{number}", session)
        self._maybe_delete.pop(path, None)
        self._maybe_delete[path] = checkpoint_management.time.time()
        self._latest_checkpoint = path
        self._record()
        self._sweep()
        self._record()
        return path

    def _sweep(self) -> None:
        while self._max_to_keep and len(self._maybe_delete) > self._max_to_keep:
            path = next(iter(self._maybe_delete))
            when = self._maybe_delete.pop(path)
            hours = self._keep_checkpoint_every_n_hours
            if hours and when - hours * 3600.0 >= self._last_preserved_timestamp:
                self._last_preserved_timestamp = when
                continue
            try:
                checkpoint_management.delete_checkpoint(path)
            except (OSError, errors.OpError) as e:
                tf_logging.warning("Ignoring: %s", str(e))

    def _record(self) -> None:
        assert self._latest_checkpoint is not None
        checkpoint_management.update_checkpoint_state_internal(
            self._directory,
            self._latest_checkpoint,
            list(self._maybe_delete),
            all_model_checkpoint_timestamps=list(self._maybe_delete.values()),
            last_preserved_timestamp=self._last_preserved_timestamp,
            save_relative_paths=True,
        )

"""`tf.contrib.training`: waiting for the checkpoints that a training run writes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

from tf1compat._facade.platform import tf_logging
from tf1compat._facade.train.checkpoint_management import latest_checkpoint


def wait_for_new_checkpoint(
    checkpoint_dir: Any, last_checkpoint: str | None = None, seconds_to_sleep: float = 1, timeout: float | None = None
) -> str | None:
    """The newest checkpoint of a folder, as soon as it is not `last_checkpoint`; None after `timeout` seconds."""
    tf_logging.info("Waiting for new checkpoint at %s", checkpoint_dir)
    stop_time = None if timeout is None else time.time() + timeout
    while True:
        path = latest_checkpoint(checkpoint_dir)
        if path is not None and path != last_checkpoint:
            tf_logging.info("Found new checkpoint at %s", path)
            return path
        if stop_time is not None and time.time() + seconds_to_sleep > stop_time:
            return None
        time.sleep(seconds_to_sleep)


def checkpoints_iterator(
    checkpoint_dir: Any,
    min_interval_secs: float = 0,
    timeout: float | None = None,
    timeout_fn: Callable[[], bool] | None = None,
) -> Iterator[str]:
    """Each newest checkpoint of a folder in turn, while there are new ones.

    Args:
      min_interval_secs: least time between two.
      timeout: how long to wait for the next one; None for ever.
      timeout_fn: called after such a time; the iteration goes on if it gives False.
    """
    path: str | None = None
    while True:
        newest = wait_for_new_checkpoint(checkpoint_dir, path, timeout=timeout)
        if newest is None:
            if not timeout_fn or timeout_fn():
                tf_logging.info("Timed-out waiting for a checkpoint.")
                return
            continue
        started = time.time()
        path = newest
        yield path
        wait = started + min_interval_secs - time.time()
        if wait > 0:
            time.sleep(wait)

"""Log messages in events files."""

from __future__ import annotations

from pathlib import Path

import pytest

import tf1compat as tf
from tf1compat._facade import tensorboard_logging as log


def test_messages_of_the_level_are_written(tmp_path: Path) -> None:
    writer = tf.summary.FileWriter(str(tmp_path))
    log.set_summary_writer(writer)
    try:
        log.info("below the level")
        log.error("for%s", "mat")
        log.set_verbosity(log.DEBUG)
        log.debug("debug")
    finally:
        log.set_verbosity(log.WARN)
        log._clear_summary_writer()
        writer.close()
    (path,) = tmp_path.iterdir()
    events = [e for e in tf.train.summary_iterator(str(path)) if e.HasField("log_message")]
    assert [(e.log_message.level, e.log_message.message) for e in events] == [(40, "format"), (10, "debug")]


def test_refused() -> None:
    with pytest.raises(RuntimeError, match="Must call set_summary_writer"):
        log.warn("nowhere")
    with pytest.raises(ValueError, match="Level failure is not a valid tensorboard_logging level"):
        log.set_verbosity("failure")

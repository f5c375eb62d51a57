"""tf.logging: levels, format, counting, and where a message says it comes from."""

from __future__ import annotations

import logging
import re
import subprocess
import sys
from typing import Any

import pytest

from tf1compat._facade.platform import tf_logging

PROGRAM = """
from tf1compat._facade.platform import tf_logging as log
log.info("hidden")
log.warn("before %d", 1)
log.set_verbosity(log.INFO)
log.info("shown %s", "x")
log.error("wrong")
log.fatal("goes on")
log.vlog(log.DEBUG, "hidden")
print(log.get_verbosity(), log.DEBUG, log.INFO, log.WARN, log.ERROR, log.FATAL)
"""


def test_format_and_levels() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert done.stderr.splitlines() == [
        "WARNING:tensorflow:before 1",
        "INFO:tensorflow:shown x",
        "ERROR:tensorflow:wrong",
        "CRITICAL:tensorflow:goes on",
    ]
    assert done.stdout.split() == ["20", "10", "20", "30", "40", "50"]


@pytest.fixture
def records(caplog: Any) -> Any:
    logger = tf_logging.get_logger()
    level = logger.level
    tf_logging.set_verbosity(tf_logging.INFO)
    with caplog.at_level(logging.INFO, "tensorflow"):
        yield caplog
    logger.setLevel(level)


def test_counting(records: Any) -> None:
    for i in range(5):
        tf_logging.log_every_n(tf_logging.INFO, "every %d", 2, i)
        tf_logging.log_first_n(tf_logging.INFO, "first %d", 2, i)
        tf_logging.log_if(tf_logging.INFO, "if %d", i == 3, i)
    assert records.messages == ["every 0", "first 0", "first 1", "every 2", "if 3", "every 4"]


def test_place_is_the_callers(records: Any) -> None:
    tf_logging.info("here")
    tf_logging.warning("here")
    tf_logging.log_every_n(tf_logging.INFO, "here", 1)
    assert {record.filename for record in records.records} == {"test_logging.py"}


def test_prefix() -> None:
    prefix = tf_logging.google2_log_prefix(tf_logging.WARN, 0.25, ("/some/file.py", 12))
    assert re.fullmatch(r"W\d{4} \d\d:\d\d:00\.250000 +\d+ file\.py:12\] ", prefix)
    with pytest.raises(NotImplementedError):
        tf_logging.flush()

"""`tf.contrib.testing`: what stands in event files, for tests."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np


def assert_summary(
    expected_tags: Iterable[str], expected_simple_values: Mapping[str, float], summary_proto: Any
) -> None:
    """Compare the tags of a summary, and some of its values to two digits.

    Raises:
      ValueError: the tags are others.
      AssertionError: a value is another.
    """
    tags = {value.tag for value in summary_proto.value}
    for value in summary_proto.value:
        if value.tag in expected_simple_values:
            np.testing.assert_almost_equal(
                value.simple_value, expected_simple_values[value.tag], decimal=2, err_msg=value.tag
            )
    if set(expected_tags) != tags:
        raise ValueError(f"Expected tags {set(expected_tags)}, got {tags}.")


def to_summary_proto(summary_str: bytes) -> Any:
    """A Summary message from its bytes."""
    from tf1compat._formats.protos import Summary

    return Summary.FromString(summary_str)


def latest_event_file(base_dir: str) -> str | None:
    """The newest event file of a folder, or None."""
    found = sorted(glob.glob(os.path.join(base_dir, "events.*")))
    return found[-1] if found else None


def latest_events(base_dir: str) -> Iterable[Any]:
    """The events of the newest event file of a folder; nothing where there is none."""
    from tf1compat._facade.train.summary_iterator import summary_iterator

    path = latest_event_file(base_dir)
    return summary_iterator(path) if path else []


def latest_summaries(base_dir: str) -> list[Any]:
    """Those of `latest_events` that are summaries."""
    return [event for event in latest_events(base_dir) if event.HasField("summary")]


def simple_values_from_events(events: Iterable[Any], tags: Iterable[str]) -> dict[str, float]:
    """The newest value of each tag.

    Raises:
      ValueError: a summary with such a tag holds something else.
    """
    newest: dict[str, tuple[int, float]] = {}
    wanted = frozenset(tags)
    for event in events:
        for value in event.summary.value if event.HasField("summary") else ():
            if value.tag not in wanted:
                continue
            if not value.HasField("simple_value"):
                raise ValueError(f"Summary for {value.tag} is not a simple_value.")
            if value.tag not in newest or event.step > newest[value.tag][0]:
                newest[value.tag] = event.step, value.simple_value
    return {tag: value for tag, (_, value) in newest.items()}

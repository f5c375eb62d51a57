"""`tf.train.summary_iterator`: the events of an event file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tf1compat._facade.platform.tf_record import tf_record_iterator


def summary_iterator(path: Any) -> Iterator[Any]:
    """Yield the `Event` messages of the event file `path`."""
    from tf1compat._formats import protos

    for record in tf_record_iterator(path):
        yield protos.Event.FromString(record)

"""`tf.train.summary_iterator`: the events of a file, one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tf1compat._facade.platform.tf_record import tf_record_iterator
from tf1compat._formats import protos


def summary_iterator(path: Any) -> Iterator[Any]:
    """The `Event` messages of an event file.

    Raises:
      DataLossError: a record is damaged.
      NotFoundError: there is no such file.

    >>> import glob, tempfile
    >>> import tf1compat as tf
    >>> folder = tempfile.mkdtemp()
    >>> with tf.summary.FileWriter(folder) as writer:
    ...     writer.add_summary(tf.Summary(value=[tf.Summary.Value(tag="loss", simple_value=0.5)]), 7)
    >>> events = tf.train.summary_iterator(glob.glob(folder + "/*")[0])
    >>> print([(e.step, e.summary.value[0].tag) for e in events if e.summary.value])
    [(7, 'loss')]
    """
    from google.protobuf.message import DecodeError

    from tf1compat._jaxcore.base import errors

    for record in tf_record_iterator(path):
        try:
            yield protos.Event.FromString(record)
        except DecodeError:
            raise errors.DataLossError(None, None, f"{path} holds a record that is no tf.Event") from None

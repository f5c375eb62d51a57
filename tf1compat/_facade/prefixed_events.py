"""`pywrap_tensorflow.EventsWriter`: an event file under a prefix of its own, written by the thread that calls."""

from __future__ import annotations

import os
import socket
import time
from typing import Any, BinaryIO

from tf1compat._formats import protos, tfrecord
from tf1compat._jaxcore.base import errors


class EventsWriter:
    """Writes Event messages to `<prefix>.out.tfevents.<seconds>.<host>`, which TensorBoard finds by its name.

    >>> import os, tempfile
    >>> import tf1compat as tf
    >>> writer = EventsWriter(os.path.join(tempfile.mkdtemp(), "events").encode())
    >>> writer.WriteEvent(tf.Event(step=1, summary=tf.Summary(value=[tf.Summary.Value(tag="loss", simple_value=2.0)])))
    >>> writer.Close()
    >>> [event.step for event in tf.train.summary_iterator(writer.FileName().decode())]
    [0, 1]

    Raises:
      TypeError: the prefix is not bytes, as in TensorFlow.
    """

    def __init__(self, file_prefix: bytes) -> None:
        if not isinstance(file_prefix, bytes):
            raise TypeError(f"expected bytes, {type(file_prefix).__name__} found")
        self._prefix = os.fsdecode(file_prefix)
        self._suffix = ""
        self._path = ""
        self._file: BinaryIO | None = None

    def InitWithSuffix(self, suffix: bytes) -> None:
        """Go on in a new file whose name ends with `suffix`."""
        self.Close()
        self._suffix, self._path = os.fsdecode(suffix), ""

    def FileName(self) -> bytes:
        """The path of the event file, which is made if there is none yet."""
        self._open()
        return os.fsencode(self._path)

    def WriteEvent(self, event: Any) -> None:
        """Append an Event message.

        Raises:
          TypeError: it is something else.
          NotFoundError: the folder of the file is not there.
        """
        if not isinstance(event, protos.Event):
            raise TypeError(f"Expected an event_pb2.Event proto,  but got {type(event)}")
        self._open().write(tfrecord.frame(event.SerializeToString()))

    def Flush(self) -> None:
        """What was written is in the file after this."""
        if self._file is not None:
            self._file.flush()

    def Close(self) -> None:
        """Flush, and close the file; a later event opens it again."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _open(self) -> BinaryIO:
        if self._file is None:
            started = time.time()
            self._path = (
                self._path or f"{self._prefix}.out.tfevents.{int(started):010d}.{socket.gethostname()}{self._suffix}"
            )
            try:
                self._file = open(self._path, "ab")  # noqa: SIM115  # closed when the writer is, or collected
            except FileNotFoundError:
                raise errors.NotFoundError(None, None, f"{self._path}; No such file or directory") from None
            if not self._file.tell():
                first = protos.Event(wall_time=started, file_version="brain.Event:2")
                self._file.write(tfrecord.frame(first.SerializeToString()))
                self._file.flush()
        return self._file

"""Files as `tf.gfile.GFile` opens them: opened at the first read or write, errors as `tf.errors`."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterator
from typing import Any, BinaryIO

from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.text import as_bytes, as_str_any
from tf1compat._jaxcore.base import errors

_KINDS = {
    errno.ENOENT: errors.NotFoundError,
    errno.EEXIST: errors.AlreadyExistsError,
    errno.EISDIR: errors.FailedPreconditionError,
    errno.ENOTDIR: errors.FailedPreconditionError,
    errno.ENOTEMPTY: errors.FailedPreconditionError,
    errno.EACCES: errors.PermissionDeniedError,
    errno.EPERM: errors.PermissionDeniedError,
    errno.EINVAL: errors.InvalidArgumentError,
    errno.ENOSPC: errors.ResourceExhaustedError,
}


def local_path(name: Any) -> str:
    """The name of a local file, from text or bytes.

    Raises:
      TypeError: it is neither.
      tf.errors.UnimplementedError: it names a remote file system (`gs://…`).
    """
    path = as_bytes(name).decode("utf-8", "surrogateescape")
    scheme, separator, rest = path.partition("://")
    if not separator or not scheme.isalnum():
        return path
    if scheme != "file":
        raise errors.UnimplementedError(
            None, None, f"File system scheme '{scheme}' not implemented (file: '{path}'): copy the file to a local folder"
        )
    return rest


@contextlib.contextmanager
def as_tf_errors(path: str) -> Iterator[None]:
    """Turn an OSError into the `tf.errors` exception that TF raises: `/x/y; No such file or directory`."""
    try:
        yield
    except OSError as e:
        kind = _KINDS.get(e.errno or 0, errors.UnknownError)
        raise kind(None, None, f"{path}; {e.strerror}") from None


class FileIO:
    """A file in one of the modes r, w, a, r+, w+, a+; with `b`, reads give bytes, else text.

    Reading and writing have positions of their own: writes go to the end of what was written.

    >>> import tempfile, os
    >>> path = os.path.join(tempfile.mkdtemp(), "x")
    >>> with FileIO(path, "w") as f:
    ...     f.write("one line")
    >>> FileIO(path, "r").read()
    'one line'

    Raises:
      tf.errors.InvalidArgumentError: another mode.
      tf.errors.PermissionDeniedError: reading a file opened for writing, or the reverse.
    """

    def __init__(self, name: Any, mode: str) -> None:
        self.__name = name
        self.__mode = mode
        self._binary = "b" in mode
        plain = mode.replace("b", "")
        if plain not in ("r", "w", "a", "r+", "w+", "a+"):
            message = "mode is not 'r' or 'w' or 'a' or 'r+' or 'w+' or 'a+'"
            raise errors.InvalidArgumentError(None, None, message)
        self._readable = plain in ("r", "r+", "w+", "a+")
        self._writable = plain != "r"
        self._source: BinaryIO | None = None
        self._target: BinaryIO | None = None

    @property
    def name(self) -> Any:
        """The name given."""
        return self.__name

    @property
    def mode(self) -> str:
        """The mode given."""
        return self.__mode

    def _reader(self) -> BinaryIO:
        if self._source is None:
            if not self._readable:
                raise errors.PermissionDeniedError(None, None, "File isn't open for reading")
            path = local_path(self.__name)
            with as_tf_errors(path):
                self._source = open(path, "rb")
        return self._source

    def _writer(self) -> BinaryIO:
        if self._target is None:
            if not self._writable:
                raise errors.PermissionDeniedError(None, None, "File isn't open for writing")
            path = local_path(self.__name)
            # TF1: the first write empties the file in mode r+ too
            with as_tf_errors(path):
                self._target = open(path, "ab" if "a" in self.__mode else "wb")
        return self._target

    def _value(self, data: bytes) -> Any:
        return data if self._binary else as_str_any(data)

    def size(self) -> int:
        """The size in bytes."""
        path = local_path(self.__name)
        with as_tf_errors(path):
            return os.stat(path).st_size

    def write(self, file_content: bytes | str) -> None:
        """Append text or bytes to what was written."""
        self._writer().write(as_bytes(file_content))

    def read(self, n: int = -1) -> Any:
        """The next `n` bytes, or all that remain for -1, decoded in text mode."""
        return self._value(self._reader().read(n))

    def readline(self) -> Any:
        """The next line with its line end; empty at the end of the file."""
        return self._value(self._reader().readline())

    def readlines(self) -> list[Any]:
        """All remaining lines."""
        return [self._value(line) for line in self._reader()]

    def seek(self, offset: int | None = None, whence: int = 0, position: int | None = None) -> None:
        """Move the reading position: from the start (0), the present position (1) or the end (2).

        `position` is the old name of `offset`.

        Raises:
          tf.errors.OutOfRangeError: behind the end of the file, where it then stands.
          tf.errors.InvalidArgumentError: before the start, or another `whence`.
        """
        reader = self._reader()
        if (offset is None) == (position is None):
            both = "offset and position may not be set simultaneously."
            raise TypeError("seek(): offset argument required" if offset is None else f"seek(): {both}")
        if offset is None:
            offset = _position_argument(position)
        if whence not in (0, 1, 2):
            message = f"Invalid whence argument: {whence}. Valid values are 0, 1, or 2."
            raise errors.InvalidArgumentError(None, None, message)
        target = offset + (0, reader.tell(), self.size())[whence]
        if target < 0:
            raise errors.InvalidArgumentError(None, None, f"Seeking to a negative position: {target}")
        reader.seek(min(target, self.size()))
        if target > self.size():
            raise errors.OutOfRangeError(None, None, "reached end of file")

    def seekable(self) -> bool:
        """True."""
        return True

    def tell(self) -> int:
        """The reading position, or how much stands before the next write in a file that is only written."""
        return self._reader().tell() if self._readable else self._writer().tell()

    def __enter__(self) -> FileIO:
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()

    def __iter__(self) -> FileIO:
        return self

    def __next__(self) -> Any:
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    next = __next__

    def flush(self) -> None:
        """Hand what was written to the operating system."""
        if self._target is not None:
            with as_tf_errors(local_path(self.__name)):
                self._target.flush()

    def close(self) -> None:
        """Close the file; the next read or write opens it again."""
        source, target = self._source, self._target
        self._source = self._target = None
        if source is not None:
            source.close()
        if target is not None:
            with as_tf_errors(local_path(self.__name)):
                target.close()

    def __del__(self) -> None:
        with contextlib.suppress(Exception):  # at the end of the interpreter, or half made
            self.close()


@deprecated(
    None,
    "position is deprecated in favor of the offset argument.",
    "tensorflow.python.lib.io.file_io",
)
def _position_argument(position: int | None) -> int:
    return position or 0


class GFile(FileIO):
    """A file; `mode` is one of r, w, a, r+, w+, a+, with `b` for bytes."""

    def __init__(self, name: Any, mode: str = "r") -> None:
        super().__init__(name=name, mode=mode)


class FastGFile(FileIO):
    """The old name of `GFile`."""

    @deprecated(None, "Use tf.gfile.GFile.", "tensorflow.python.platform.gfile")
    def __init__(self, name: Any, mode: str = "r") -> None:
        super().__init__(name=name, mode=mode)

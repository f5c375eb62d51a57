"""`tf.gfile` and `tf.io.gfile`: local files and those behind URLs, with `tf.errors`."""

from __future__ import annotations

import binascii
import os
import uuid
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from tf1compat._facade.deprecation import deprecated
from tf1compat._facade.platform.compat import as_bytes, as_str_any
from tf1compat._jaxcore.base import errors
from tf1compat._runtime import local_files

_BUFFER = 512 * 1024
_BLOCK = 16 * 1024 * 1024
_MODES = ("r", "w", "a", "r+", "w+", "a+")


class FileIO:
    """A file for reading, writing, or both; opened by the first read or write.

    Args:
      name: path.
      mode: `r`, `w`, `a`, `r+`, `w+` or `a+`; with a `b`, reads give bytes.

    Raises:
      InvalidArgumentError: another mode.
    """

    def __init__(self, name: Any, mode: str) -> None:
        self._reader: Any = None
        self._writer: Any = None
        self._name = name
        self._mode = mode
        self._binary = "b" in mode
        plain = mode.replace("b", "")
        if plain not in _MODES:
            raise errors.InvalidArgumentError(None, None, "mode is not 'r' or 'w' or 'a' or 'r+' or 'w+' or 'a+'")
        self._readable = plain in ("r", "r+", "w+", "a+")
        self._writable = plain != "r"

    @property
    def name(self) -> Any:
        """The path."""
        return self._name

    @property
    def mode(self) -> str:
        """The mode given."""
        return self._mode

    def size(self) -> int:
        """Size of the file in bytes."""
        return stat(self._name).length

    def read(self, n: int | None = -1) -> Any:
        """`n` bytes (as text in text mode), or the rest of the file."""
        data = self._open_reader().read(-1 if n is None else n)
        return data if self._binary else data.decode()

    def readline(self) -> Any:
        """The next line with its line feed; empty at the end.

        TF1: carriage returns are dropped.
        """
        line = self._open_reader().readline().replace(b"\r", b"")
        return line if self._binary else line.decode()

    def readlines(self) -> list[Any]:
        """All lines that are left."""
        return list(self)

    def seek(self, offset: int | None = None, whence: int = 0, position: int | None = None) -> None:
        """Move the reading position: from the start, with `whence` 1 from here, with 2 from the end.

        `position` is an old name of `offset`.
        """
        reader = self._open_reader()
        if offset is None and position is None:
            raise TypeError("seek(): offset argument required")
        if offset is not None and position is not None:
            raise TypeError("seek(): offset and position may not be set simultaneously.")
        if whence not in (0, 1, 2):
            message = f"Invalid whence argument: {whence}. Valid values are 0, 1, or 2."
            raise errors.InvalidArgumentError(None, None, message)
        start = 0 if whence == 0 else self.tell() if whence == 1 else self.size()
        target = start + int(position if offset is None else offset)  # type: ignore[arg-type]
        if target < 0:
            raise errors.InvalidArgumentError(None, None, f"Seeking to a negative position: {target}")
        reader.seek(target)

    def tell(self) -> int:
        """The reading position; in files for writing only, the writing position."""
        return self._open_reader().tell() if self._readable else self._open_writer().tell()

    def write(self, file_content: str | bytes) -> None:
        """Append text (as UTF-8) or bytes."""
        writer = self._open_writer()
        writer.write(as_bytes(file_content))

    def flush(self) -> None:
        """Hand what was written to the operating system."""
        if self._writer is not None:
            with local_files.translated(str(self._name)):
                self._writer.flush()

    def close(self) -> None:
        """Flush and close; a later read or write opens the file again."""
        if self._reader is not None:
            self._reader.close()
            self._reader = None
        if self._writer is not None:
            writer, self._writer = self._writer, None
            with local_files.translated(str(self._name)):
                writer.close()

    def seekable(self) -> bool:
        """True."""
        return True

    def next(self) -> Any:
        """The next line; StopIteration at the end."""
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    __next__ = next

    def __iter__(self) -> Iterator[Any]:
        return self

    def __enter__(self) -> FileIO:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()

    def _open_reader(self) -> Any:
        if self._reader is None:
            if not self._readable:
                raise errors.PermissionDeniedError(None, None, "File isn't open for reading")
            self._reader = local_files.open_file(self._name, "rb", _BUFFER)
        return self._reader

    def _open_writer(self) -> Any:
        if self._writer is None:
            if not self._writable:
                raise errors.PermissionDeniedError(None, None, "File isn't open for writing")
            # TF1: r+ empties the file as w+ does
            self._writer = local_files.open_file(self._name, "ab" if "a" in self._mode else "wb")
        return self._writer


class GFile(FileIO):
    """`FileIO` with mode `r` as default.

    >>> import tempfile, os
    >>> import tf1compat as tf
    >>> path = os.path.join(tempfile.mkdtemp(), "note.txt")
    >>> with tf.gfile.GFile(path, "w") as f:
    ...     f.write("hello")
    >>> tf.gfile.GFile(path).read()
    'hello'
    """

    def __init__(self, name: Any, mode: str = "r") -> None:
        super().__init__(name, mode)


class FastGFile(FileIO):
    """The old name of `GFile`."""

    @deprecated(None, "Use tf.gfile.GFile.", "tensorflow.python.platform.gfile")
    def __init__(self, name: Any, mode: str = "r") -> None:
        super().__init__(name, mode)


class FileStatistics(NamedTuple):
    """What `stat` tells about a path."""

    length: int
    mtime_nsec: int
    is_directory: bool


def file_exists(filename: Any) -> bool:
    """Whether there is a file or directory at this path."""
    return local_files.exists(filename)


def delete_file(filename: Any) -> None:
    """Delete a file, or a checkpoint (which is a folder here); NotFoundError if there is none."""
    if local_files.is_checkpoint(filename):
        local_files.delete_recursively(filename)
    else:
        local_files.remove(filename)


def read_file_to_string(filename: Any, binary_mode: bool = False) -> Any:
    """Contents of a file as text, or bytes with `binary_mode`."""
    with FileIO(filename, "rb" if binary_mode else "r") as file:
        return file.read()


def write_string_to_file(filename: Any, file_content: str | bytes) -> None:
    """Write a file with these contents."""
    with FileIO(filename, "w") as file:
        file.write(file_content)


def get_matching_files(filename: Any) -> list[str]:
    """Paths that match a glob pattern, or one of several."""
    patterns = [filename] if isinstance(filename, (str, os.PathLike)) else filename
    return [path for pattern in patterns for path in local_files.matching(pattern)]


def create_dir(dirname: Any) -> None:
    """Make one directory; the one above must exist."""
    local_files.make_directory(dirname)


def recursive_create_dir(dirname: Any) -> None:
    """Make a directory and those above it; it may exist."""
    local_files.make_directories(dirname)


def copy(oldpath: Any, newpath: Any, overwrite: bool = False) -> None:
    """Copy a file's contents, or a checkpoint; AlreadyExistsError if `newpath` exists and `overwrite` is false."""
    if local_files.is_checkpoint(oldpath):
        local_files.copy_checkpoint(oldpath, newpath, overwrite)
    else:
        local_files.copy(oldpath, newpath, overwrite)


def rename(oldname: Any, newname: Any, overwrite: bool = False) -> None:
    """Move a file or directory; AlreadyExistsError if `newname` exists and `overwrite` is false."""
    local_files.rename(oldname, newname, overwrite)


def atomic_write_string_to_file(filename: str, contents: str | bytes, overwrite: bool = True) -> None:
    """Write a file so that it appears with all of its contents."""
    temporary = f"{filename}.tmp{uuid.uuid4().hex}"
    write_string_to_file(temporary, contents)
    try:
        rename(temporary, filename, overwrite)
    except errors.OpError:
        delete_file(temporary)
        raise


def delete_recursively(dirname: Any) -> None:
    """Delete a directory and everything in it."""
    local_files.delete_recursively(dirname)


def is_directory(dirname: Any) -> bool:
    """Whether there is a directory at this path."""
    return local_files.is_directory(dirname)


def list_directory(dirname: Any) -> list[str]:
    """Names of what is in a directory; NotFoundError if there is none."""
    return local_files.list_directory(dirname)


def walk(top: Any, in_order: bool = True) -> Iterator[tuple[str, list[str], list[str]]]:
    """`(directory, its directories, its files)` for `top` and all below it, itself first unless `in_order` is false."""
    return walk_v2(top, in_order)


def walk_v2(
    top: Any, topdown: bool = True, onerror: Callable[[Any], Any] | None = None
) -> Iterator[tuple[str, list[str], list[str]]]:
    """`walk` with a function that is told of directories that cannot be listed."""
    top = as_str_any(top)
    try:
        listing = list_directory(top)
    except errors.NotFoundError as e:
        if onerror is not None:
            onerror(e)
        return
    folders = [name for name in listing if is_directory(os.path.join(top, name))]
    here = (top, folders, [name for name in listing if name not in folders])
    if topdown:
        yield here
    for folder in folders:
        yield from walk_v2(os.path.join(top, folder), topdown, onerror)
    if not topdown:
        yield here


def stat(filename: Any) -> FileStatistics:
    """Size, time of the last change and kind of a path; NotFoundError if it does not exist."""
    return FileStatistics(*local_files.stat(filename))


def filecmp(filename_a: Any, filename_b: Any) -> bool:
    """Whether two files have the same contents."""
    if stat(filename_a).length != stat(filename_b).length:
        return False
    return file_crc32(filename_a) == file_crc32(filename_b)


def file_crc32(filename: Any, block_size: int = _BLOCK) -> str:
    """The CRC-32 of a file, in hexadecimal; read in blocks, or at once for -1."""
    crc = 0
    with FileIO(filename, "rb") as file:
        for block in _blocks(file, block_size):
            crc = binascii.crc32(block, crc)
    return hex(crc)


def _blocks(file: FileIO, size: int) -> Iterable[bytes]:
    while block := file.read(size):
        yield block

"""`tf.io.gfile`: TF2's names of the file functions, with its argument names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tf1compat._facade.platform import file_io
from tf1compat._facade.platform.file_io import FileStatistics
from tf1compat._facade.platform.file_io import GFile as GFile


def copy(src: Any, dst: Any, overwrite: bool = False) -> None:
    """Copy a file's contents; AlreadyExistsError if `dst` exists and `overwrite` is false."""
    file_io.copy(src, dst, overwrite)


def exists(path: Any) -> bool:
    """Whether there is a file or directory at this path."""
    return file_io.file_exists(path)


def glob(pattern: Any) -> list[str]:
    """Paths that match a pattern, or one of several."""
    return file_io.get_matching_files(pattern)


def isdir(path: Any) -> bool:
    """Whether there is a directory at this path."""
    return file_io.is_directory(path)


def listdir(path: Any) -> list[str]:
    """Names of what is in a directory; NotFoundError if there is none."""
    return file_io.list_directory(path)


def makedirs(path: Any) -> None:
    """Make a directory and those above it; it may exist."""
    file_io.recursive_create_dir(path)


def mkdir(path: Any) -> None:
    """Make one directory; the one above must exist."""
    file_io.create_dir(path)


def remove(path: Any) -> None:
    """Delete a file; NotFoundError if there is none."""
    file_io.delete_file(path)


def rename(src: Any, dst: Any, overwrite: bool = False) -> None:
    """Move a file or directory; AlreadyExistsError if `dst` exists and `overwrite` is false."""
    file_io.rename(src, dst, overwrite)


def rmtree(path: Any) -> None:
    """Delete a directory and everything in it."""
    file_io.delete_recursively(path)


def stat(path: Any) -> FileStatistics:
    """Size, time of the last change and kind of a path; NotFoundError if it does not exist."""
    return file_io.stat(path)


def walk(
    top: Any, topdown: bool = True, onerror: Callable[[Any], Any] | None = None
) -> Iterator[tuple[str, list[str], list[str]]]:
    """`(directory, its directories, its files)` for `top` and all below it."""
    return file_io.walk_v2(top, topdown, onerror)

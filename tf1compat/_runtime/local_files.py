"""Files with TensorFlow's errors and pattern matching: local ones here, URLs of other systems by `url_files`."""

from __future__ import annotations

import contextlib
import errno
import fnmatch
import os
import shutil
from collections.abc import Iterator
from typing import Any

from tf1compat._jaxcore.base import errors
from tf1compat._runtime import url_files

Path = str | bytes | os.PathLike[Any]

_FAILED_PRECONDITION = (
    errno.ENOTEMPTY, errno.EISDIR, errno.ENOTDIR, errno.EBUSY, errno.EPIPE, errno.EADDRINUSE, errno.EBADF,
    errno.ECHILD, errno.ETXTBSY,
)  # fmt: skip
_INVALID_ARGUMENT = (errno.EINVAL, errno.ENAMETOOLONG, errno.E2BIG, errno.EDOM, errno.ELOOP, errno.EFAULT)
_EXHAUSTED = (errno.ENOSPC, errno.EMFILE, errno.ENFILE, errno.EMLINK, errno.EDQUOT, errno.ENOMEM, errno.ENOBUFS)
_CODES: dict[int | None, Any] = {
    errno.ENOENT: errors.NotFoundError,
    errno.ENODEV: errors.NotFoundError,
    errno.ENXIO: errors.NotFoundError,
    errno.EEXIST: errors.AlreadyExistsError,
    errno.EACCES: errors.PermissionDeniedError,
    errno.EPERM: errors.PermissionDeniedError,
    errno.EROFS: errors.PermissionDeniedError,
    errno.EXDEV: errors.UnimplementedError,
    **dict.fromkeys(_FAILED_PRECONDITION, errors.FailedPreconditionError),
    **dict.fromkeys(_INVALID_ARGUMENT, errors.InvalidArgumentError),
    **dict.fromkeys(_EXHAUSTED, errors.ResourceExhaustedError),
}


def local_path(path: Path) -> str:
    """`path` as text, without `file://`.

    Raises:
      UnimplementedError: it is on another file system (`gs://…`), and what asks can only use local files.
      TypeError: it is no path.
    """
    if not isinstance(path, (str, bytes, os.PathLike)):
        raise TypeError(f"Expected binary or unicode string, got {path!r}")
    text = os.fsdecode(path)
    scheme, separator, rest = text.partition("://")
    if not separator or not scheme.isalnum():
        return text
    if scheme != "file":
        raise errors.UnimplementedError(None, None, f"File system scheme '{scheme}' not implemented (file: '{text}')")
    return rest


@contextlib.contextmanager
def translated(path: str) -> Iterator[None]:
    """Turns an OSError into the `tf.errors` class of its number, with the message `path; reason`."""
    try:
        yield
    except OSError as e:
        kind = _CODES.get(e.errno, errors.UnknownError)
        raise kind(None, None, f"{path}; {os.strerror(e.errno) if e.errno else e}") from None


def open_file(path: Path, mode: str, buffering: int = -1) -> Any:
    """A file in binary mode; NotFoundError where there is none to read."""
    remote = url_files.of(path)
    if remote is not None:
        return remote.open(mode)
    name = local_path(path)
    with translated(name):
        return open(name, mode, buffering)


def exists(path: Path) -> bool:
    remote = url_files.of(path)
    return os.path.exists(local_path(path)) if remote is None else remote.exists()


def is_directory(path: Path) -> bool:
    remote = url_files.of(path)
    return os.path.isdir(local_path(path)) if remote is None else remote.is_directory()


def remove(path: Path) -> None:
    """Delete a file."""
    remote = url_files.of(path)
    if remote is not None:
        return remote.remove()
    name = local_path(path)
    with translated(name):
        os.remove(name)


def make_directory(path: Path) -> None:
    """Make one directory; nothing if the path exists."""
    remote = url_files.of(path)
    if remote is not None:
        return remote.make_directory()
    name = local_path(path)
    if not os.path.exists(name):
        with translated(name):
            os.mkdir(name)


def make_directories(path: Path) -> None:
    """Make a directory and those above it; nothing if the path exists."""
    remote = url_files.of(path)
    if remote is not None:
        return remote.make_directory()
    name = local_path(path)
    if name and not os.path.exists(name):
        with translated(name):
            os.makedirs(name, exist_ok=True)


def list_directory(path: Path) -> list[str]:
    """Names in a directory, sorted."""
    remote = url_files.of(path)
    if remote is not None:
        return remote.list_directory()
    name = local_path(path)
    if not os.path.isdir(name):
        raise errors.NotFoundError(None, None, f"Could not find directory {os.fsdecode(path)}")
    with translated(name):
        return sorted(os.listdir(name))


def delete_recursively(path: Path) -> None:
    """Delete a directory and everything in it."""
    remote = url_files.of(path)
    if remote is not None:
        return remote.delete_recursively()
    name = local_path(path)
    if not os.path.exists(name):
        raise errors.NotFoundError(None, None, f"{name} not found")
    with translated(name):
        shutil.rmtree(name)


def copy(source: Path, target: Path, overwrite: bool) -> None:
    """Copy the contents of a file, from one file system to another, too."""
    _check_free(target, overwrite)
    with open_file(source, "rb") as reader, open_file(target, "wb") as writer:
        shutil.copyfileobj(reader, writer)


def is_checkpoint(path: Path) -> bool:
    """Is it the folder of a checkpoint (`orbax_files`), which scripts take for a file?"""
    if url_files.of(path) is not None:
        return False
    return any(os.path.isfile(os.path.join(local_path(path), name)) for name in ("_METADATA", "tf1compat.json"))


def copy_checkpoint(source: Path, target: Path, overwrite: bool) -> None:
    """Copy the folder of a checkpoint; one that is there is replaced."""
    _check_free(target, overwrite)
    old, new = local_path(source), local_path(target)
    with translated(old):
        if is_checkpoint(target):
            shutil.rmtree(new)
        shutil.copytree(old, new)


def rename(source: Path, target: Path, overwrite: bool) -> None:
    """Move a file or directory.

    Raises:
      UnimplementedError: to another file system.
    """
    _check_free(target, overwrite)
    old, new = url_files.of(source), url_files.of(target)
    if old is not None and new is not None and old.scheme == new.scheme:
        return old.rename(new)
    if old is not None or new is not None:
        names = f"{os.fsdecode(source)} to {os.fsdecode(target)}"
        raise errors.UnimplementedError(None, None, f"Renaming {names} not implemented")
    with translated(local_path(source)):
        os.replace(local_path(source), local_path(target))


def _check_free(path: Path, overwrite: bool) -> None:
    if not overwrite and exists(path):
        raise errors.AlreadyExistsError(None, None, "file already exists")


def stat(path: Path) -> tuple[int, int, bool]:
    """Size, time of the last change in nanoseconds, whether it is a directory."""
    remote = url_files.of(path)
    if remote is not None:
        return remote.stat()
    name = local_path(path)
    with translated(name):
        found = os.stat(name)
    return found.st_size, found.st_mtime_ns, os.path.isdir(name)


def matching(pattern: Path) -> list[str]:
    """Paths that match a pattern of `*`, `?`, `[…]`, none of which match a slash; sorted.

    TF1: hidden files match `*`; a relative pattern gives paths that begin with `./`; a missing directory in front of
    the first wildcard is an error.
    """
    remote = url_files.of(pattern)
    if remote is not None:
        return remote.matching()
    text = local_path(pattern)
    first = next((i for i, c in enumerate(text) if c in "*?[\\"), None)
    if first is None:
        return [text] if os.path.exists(text) else []
    folder, slash, _ = text[:first].rpartition("/")
    rest = text[len(folder) + len(slash) :]
    start = folder or ("/" if slash else ".")
    with translated(start):
        os.listdir(start)
    found = [start]
    for part in rest.split("/"):
        found = [
            os.path.join(above, name)
            for above in found
            if os.path.isdir(above)
            for name in sorted(os.listdir(above))
            if fnmatch.fnmatchcase(name, part)
        ]
    return found

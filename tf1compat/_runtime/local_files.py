"""The local file system with TensorFlow's errors and pattern matching."""

from __future__ import annotations

import contextlib
import errno
import fnmatch
import os
import shutil
from collections.abc import Iterator
from typing import Any

from tf1compat._jaxcore.base import errors

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
      UnimplementedError: it is on a remote file system (`gs://…`).
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


def exists(path: Path) -> bool:
    return os.path.exists(local_path(path))


def is_directory(path: Path) -> bool:
    return os.path.isdir(local_path(path))


def remove(path: Path) -> None:
    """Delete a file."""
    name = local_path(path)
    with translated(name):
        os.remove(name)


def make_directory(path: Path) -> None:
    """Make one directory; nothing if the path exists."""
    name = local_path(path)
    if not os.path.exists(name):
        with translated(name):
            os.mkdir(name)


def make_directories(path: Path) -> None:
    """Make a directory and those above it; nothing if the path exists."""
    name = local_path(path)
    if name and not os.path.exists(name):
        with translated(name):
            os.makedirs(name, exist_ok=True)


def list_directory(path: Path) -> list[str]:
    """Names in a directory, sorted."""
    name = local_path(path)
    if not os.path.isdir(name):
        raise errors.NotFoundError(None, None, f"Could not find directory {os.fsdecode(path)}")
    with translated(name):
        return sorted(os.listdir(name))


def delete_recursively(path: Path) -> None:
    """Delete a directory and everything in it."""
    name = local_path(path)
    if not os.path.exists(name):
        raise errors.NotFoundError(None, None, f"{name} not found")
    with translated(name):
        shutil.rmtree(name)


def copy(source: Path, target: Path, overwrite: bool) -> None:
    """Copy the contents of a file."""
    old, new = local_path(source), local_path(target)
    _check_free(new, overwrite)
    with translated(old):
        reader = open(old, "rb")  # noqa: SIM115 (closed below)
    with reader, translated(new), open(new, "wb") as writer:
        shutil.copyfileobj(reader, writer)


def rename(source: Path, target: Path, overwrite: bool) -> None:
    """Move a file or directory."""
    old, new = local_path(source), local_path(target)
    _check_free(new, overwrite)
    with translated(old):
        os.replace(old, new)


def _check_free(path: str, overwrite: bool) -> None:
    if not overwrite and os.path.exists(path):
        raise errors.AlreadyExistsError(None, None, "file already exists")


def stat(path: Path) -> os.stat_result:
    """What the operating system knows about a path."""
    name = local_path(path)
    with translated(name):
        return os.stat(name)


def matching(pattern: Path) -> list[str]:
    """Paths that match a pattern of `*`, `?`, `[…]`, none of which match a slash; sorted.

    TF1: hidden files match `*`; a relative pattern gives paths that begin with `./`; a missing directory in front of
    the first wildcard is an error.
    """
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

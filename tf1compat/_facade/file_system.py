"""`tf.gfile` and `tf.io.gfile`: folders, copies, patterns and statistics of files."""

from __future__ import annotations

import glob as _glob
import os
import re
import shutil
import stat as _stat
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from tf1compat._facade.file_io import as_tf_errors, local_path
from tf1compat._jaxcore.base import errors


class FileStatistics(NamedTuple):
    """Length in bytes, time of the last change in nanoseconds, and whether it is a folder."""

    length: int
    mtime_nsec: int
    is_directory: bool


def exists_v2(path: Any) -> bool:
    """Whether a file or folder of that name exists."""
    return os.path.exists(local_path(path))


def isdir_v2(path: Any) -> bool:
    """Whether the path is a folder."""
    return os.path.isdir(local_path(path))


def remove_v2(path: Any) -> None:
    """Delete a file; NotFoundError where there is none."""
    file = local_path(path)
    with as_tf_errors(file):
        os.remove(file)


def rmtree_v2(path: Any) -> None:
    """Delete a folder with all in it; NotFoundError where there is none."""
    folder = local_path(path)
    if not os.path.exists(folder):
        raise errors.NotFoundError(None, None, f"{folder} not found")
    with as_tf_errors(folder):
        shutil.rmtree(folder)


def glob_v2(pattern: Any) -> list[str]:
    """The paths that match one pattern, or any of several, sorted for each.

    Raises:
      tf.errors.NotFoundError: the folder before the first wildcard does not exist.
    """
    if not isinstance(pattern, str | bytes):
        return [path for single in pattern for path in glob_v2(single)]
    text = local_path(pattern)
    fixed = re.split(r"[*?\[\\]", text, maxsplit=1)[0]
    folder = os.path.dirname(fixed)
    if folder and not os.path.isdir(folder):
        raise errors.NotFoundError(None, None, f"{folder}; No such file or directory")
    found = sorted(_glob.glob(text, include_hidden=True))
    return found if folder else [os.path.join(".", path) for path in found]  # TF1: "x*" gives "./x1"


def mkdir_v2(path: Any) -> None:
    """Make a folder in an existing one; an existing path is left as it is."""
    folder = local_path(path)
    if not os.path.exists(folder):
        with as_tf_errors(folder):
            os.mkdir(folder)


def makedirs_v2(path: Any) -> None:
    """Make a folder and those above it; an existing path is left as it is."""
    folder = local_path(path)
    if not os.path.exists(folder):
        with as_tf_errors(folder):
            os.makedirs(folder, exist_ok=True)


def copy_v2(src: Any, dst: Any, overwrite: bool = False) -> None:
    """Copy a file; AlreadyExistsError if `dst` exists, unless `overwrite`."""
    source, target = local_path(src), local_path(dst)
    _check_free(target, overwrite)
    with as_tf_errors(source):
        shutil.copyfile(source, target)


def rename_v2(src: Any, dst: Any, overwrite: bool = False) -> None:
    """Move a file or folder; AlreadyExistsError if `dst` exists, unless `overwrite`."""
    source, target = local_path(src), local_path(dst)
    _check_free(target, overwrite)
    with as_tf_errors(source):
        os.replace(source, target)


def _check_free(target: str, overwrite: bool) -> None:
    if not overwrite and os.path.exists(target):
        raise errors.AlreadyExistsError(None, None, "file already exists")


def listdir_v2(path: Any) -> list[str]:
    """The names in a folder, sorted; NotFoundError where there is none."""
    if not isdir_v2(path):
        raise errors.NotFoundError(None, None, f"Could not find directory {path}")
    folder = local_path(path)
    with as_tf_errors(folder):
        return sorted(os.listdir(folder))


def walk_v2(
    top: Any, topdown: bool = True, onerror: Callable[[Exception], None] | None = None
) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield (folder, its folders, its files) for `top` and every folder below, before or after those below it."""
    folder = local_path(top)
    try:
        names = listdir_v2(folder)
    except errors.NotFoundError as e:
        if onerror:
            onerror(e)
        return
    below = [name for name in names if isdir_v2(os.path.join(folder, name))]
    here = (folder, below, [name for name in names if name not in set(below)])
    if topdown:
        yield here
    for name in below:
        yield from walk_v2(os.path.join(folder, name), topdown, onerror)
    if not topdown:
        yield here


def stat_v2(path: Any) -> FileStatistics:
    """Length, time and kind of a file or folder; NotFoundError where there is none."""
    file = local_path(path)
    with as_tf_errors(file):
        found = os.stat(file)
    return FileStatistics(found.st_size, found.st_mtime_ns, _stat.S_ISDIR(found.st_mode))


# The names and argument names of tf.gfile.


def file_exists(filename: Any) -> bool:
    """Whether a file or folder of that name exists."""
    return exists_v2(filename)


def is_directory(dirname: Any) -> bool:
    """Whether the path is a folder."""
    return isdir_v2(dirname)


def delete_file(filename: Any) -> None:
    """Delete a file; NotFoundError where there is none."""
    remove_v2(filename)


def delete_recursively(dirname: Any) -> None:
    """Delete a folder with all in it; NotFoundError where there is none."""
    rmtree_v2(dirname)


def get_matching_files(filename: Any) -> list[str]:
    """The paths that match one pattern, or any of several."""
    return glob_v2(filename)


def create_dir(dirname: Any) -> None:
    """Make a folder in an existing one."""
    mkdir_v2(dirname)


def recursive_create_dir(dirname: Any) -> None:
    """Make a folder and those above it."""
    makedirs_v2(dirname)


def copy(oldpath: Any, newpath: Any, overwrite: bool = False) -> None:
    """Copy a file; AlreadyExistsError if `newpath` exists, unless `overwrite`."""
    copy_v2(oldpath, newpath, overwrite)


def rename(oldname: Any, newname: Any, overwrite: bool = False) -> None:
    """Move a file or folder; AlreadyExistsError if `newname` exists, unless `overwrite`."""
    rename_v2(oldname, newname, overwrite)


def list_directory(dirname: Any) -> list[str]:
    """The names in a folder, sorted; NotFoundError where there is none."""
    return listdir_v2(dirname)


def walk(top: Any, in_order: bool = True) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield (folder, its folders, its files) for `top` and every folder below."""
    return walk_v2(top, in_order)


def stat(filename: Any) -> FileStatistics:
    """Length, time and kind of a file or folder; NotFoundError where there is none."""
    return stat_v2(filename)

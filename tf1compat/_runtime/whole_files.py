"""Whole files for the graph's ReadFile, WriteFile and MatchingFiles (`base.host_services.FileStore`)."""

from __future__ import annotations

import os

from tf1compat._runtime import local_files


def read(path: bytes) -> bytes:
    """The contents of a file; NotFoundError where there is none."""
    with local_files.open_file(path, "rb") as file:
        return file.read()


def write(path: bytes, contents: bytes) -> None:
    """Write a file, making its directory."""
    local_files.make_directories(os.path.dirname(path))
    with local_files.open_file(path, "wb") as file:
        file.write(contents)


def matching(pattern: bytes) -> list[bytes]:
    """The names that match a pattern; none where its directory does not exist."""
    from tf1compat._jaxcore.base import errors

    try:
        return [os.fsencode(name) for name in local_files.matching(pattern)]
    except errors.NotFoundError:
        return []

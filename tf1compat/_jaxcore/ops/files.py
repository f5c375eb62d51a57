"""Whole files, and names of files by pattern; the files themselves are reached through the service `files`."""

from __future__ import annotations

from typing import Any

import numpy as np

from tf1compat._jaxcore.base import host_services
from tf1compat._jaxcore.schema import shape_rules
from tf1compat._jaxcore.schema.opdef import op


def _files() -> host_services.FileStore:
    return host_services.get("files")


@op("ReadFile", "filename: string -> contents: string", host=True, grad="none", shape=shape_rules.scalar)
def read_file(filename: Any) -> Any:
    """The contents of a file."""
    out = np.empty((), object)
    out[()] = _files().read(np.asarray(filename).item())
    return out


@op("WriteFile", "filename: string, contents: string ->", effect="io", host=True, grad="none",
    shape=shape_rules.nothing)  # fmt: skip
def write_file(filename: Any, contents: Any) -> Any:
    """Write a file, making its directory."""
    _files().write(np.asarray(filename).item(), np.asarray(contents).item())
    return ()


@op("MatchingFiles", "pattern: string -> filenames: string", host=True, grad="none", shape=shape_rules.vector)
def matching_files(pattern: Any) -> Any:
    """The names of the files that match one of the patterns, sorted."""
    found = sorted({name for p in np.ravel(np.asarray(pattern, object)) for name in _files().matching(p)})
    out = np.empty(len(found), object)
    out[:] = found
    return out

"""Files in the graph: `tf.read_file`, `tf.write_file`, `tf.matching_files`."""

from __future__ import annotations

from typing import Any

from tf1compat._facade.apply import apply_op
from tf1compat._facade.tensor import Operation, Tensor


def read_file(filename: Any, name: str | None = None) -> Tensor:
    """The contents of a file as a string scalar.

    Raises (when it runs):
      tf.errors.NotFoundError: there is no such file.
    """
    return apply_op("ReadFile", filename, name=name)


def write_file(filename: Any, contents: Any, name: str | None = None) -> Operation:
    """An operation that writes a string to a file, making its directory if there is none."""
    return apply_op("WriteFile", filename, contents, name=name)


def matching_files(pattern: Any, name: str | None = None) -> Tensor:
    """The names of the files that match one of the patterns, a string vector, sorted.

    `*` and `?` do not match a slash.
    """
    return apply_op("MatchingFiles", pattern, name=name)

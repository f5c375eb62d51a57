"""`tf.resource_loader`: data files beside the program."""

from __future__ import annotations

import os
import sys
from typing import Any

from tf1compat._jaxcore.base import errors


def get_data_files_path() -> str:
    """The folder of the calling file."""
    return _folder_of_caller()


def get_path_to_datafile(path: str) -> str:
    """`path` beside the calling file."""
    return os.path.join(_folder_of_caller(), path)


def get_root_dir_with_all_resources() -> str:
    """The `.runfiles` folder of a Bazel build that holds the calling file; else the file's own folder."""
    folder = _folder_of_caller()
    below = folder
    while True:
        above = os.path.dirname(below)
        if above == below:
            return folder
        if ".runfiles" in os.path.basename(above):
            return below
        below = above


def readahead_file_path(path: str, readahead: Any = "128M") -> str:
    """`path`; TF1 does nothing with `readahead` either."""
    return path


def load_resource(path: str) -> bytes:
    """Contents of a file of TensorFlow's own source tree, which does not come with tf1compat."""
    raise errors.unsupported(
        f"tf.resource_loader.load_resource({path!r})",
        advice="paths are relative to TensorFlow's own files, which are not here; open a file of yours instead",
    )


def _folder_of_caller() -> str:
    return os.path.dirname(sys._getframe(2).f_code.co_filename)

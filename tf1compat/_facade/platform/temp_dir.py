"""The folder for files of tests, deleted when the program ends."""

from __future__ import annotations

import atexit
import functools
import os
import shutil
import sys
import tempfile


@functools.cache
def get_temp_dir() -> str:
    """A folder for this run of the program, below the environment's `TEST_TMPDIR` if that is set."""
    base = os.environ.get("TEST_TMPDIR")
    if base:
        folder = tempfile.mkdtemp(prefix=base)
    else:
        program = os.path.basename(sys.argv[0] or "python").removesuffix(".py")
        folder = tempfile.mkdtemp(prefix=os.path.join(tempfile.gettempdir(), program))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder

"""`tf.load_op_library` and its neighbours: compiled operations of others cannot be loaded; the error says what to do."""

from __future__ import annotations

import os
from typing import Any

from tf1compat._facade.refusals import refused
from tf1compat._jaxcore.base import errors

_ADVICE = "write the operation in Python with tf.py_func (and tf.custom_gradient), or declare it with tf1compat's @op"


def load_op_library(library_filename: str) -> Any:
    """Always an error: the kernels of such a library are made for TensorFlow's runtime.

    Raises:
      NotFoundError: there is no such file.
      UnsupportedError: there is.
    """
    if not os.path.exists(library_filename):
        text = f"{library_filename}: cannot open shared object file: No such file or directory"
        raise errors.NotFoundError(None, None, text)
    raise errors.unsupported(
        f"tf.load_op_library({library_filename!r}): its kernels are compiled for TensorFlow's runtime", advice=_ADVICE
    )


def load_library(library_location: str) -> None:
    """As `load_op_library`."""
    load_op_library(library_location)


load_file_system_library = refused(
    "tf.load_file_system_library",
    "file systems of others are compiled for TensorFlow's runtime",
    "copy the files first",
)
my_fact = refused("tf.user_ops.my_fact", "the example of an operation of one's own is not declared", _ADVICE)

"""`tf.sysconfig`: where TensorFlow's headers and library are, of which tf1compat has none."""

from __future__ import annotations

from typing import Any, NoReturn

from tf1compat._jaxcore.base import errors


def get_include() -> Any:
    """The folder of C++ headers; there is none."""
    _no_library("get_include")


def get_lib() -> Any:
    """The folder of TensorFlow's library; there is none."""
    _no_library("get_lib")


def get_compile_flags() -> Any:
    """Compiler flags for custom ops, which cannot be loaded."""
    _no_library("get_compile_flags")


def get_link_flags() -> Any:
    """Linker flags for custom ops, which cannot be loaded."""
    _no_library("get_link_flags")


def _no_library(function: str) -> NoReturn:
    raise errors.unsupported(
        f"tf.sysconfig.{function}: tf1compat has no C++ library, so custom ops in C++ cannot be built for it.",
        advice="write the op in Python: a function of tensors, tf.py_func, or tf.custom_gradient",
    )

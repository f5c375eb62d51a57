"""`tf.flags`: absl's flags, with TF1's old argument names and with parsing at the first look."""

from __future__ import annotations

import functools
import logging
import sys
from collections.abc import Callable
from typing import Any

from absl import flags as _absl

# TF1's module shows all of absl's names
from absl.flags import *  # noqa: F403  # pyright: ignore[reportWildcardImportFromLibrary]

_absl.disclaim_key_flags()  # what is defined through this module belongs to the module that calls it

_OLD_NAMES = {"flag_name": "name", "default_value": "default", "docstring": "help"}


def _with_old_names(define: Callable[..., Any]) -> Callable[..., Any]:
    """`define`, which also takes the argument names of TF 0.x."""

    @functools.wraps(define)
    def call(*args: Any, **kwargs: Any) -> Any:
        given = {_OLD_NAMES.get(key, key): value for key, value in kwargs.items()}
        if given.keys() != kwargs.keys():
            logging.warning(
                "Use of the keyword argument names (flag_name, default_value, docstring) is deprecated, please use "
                "(name, default, help) instead."
            )
        return define(*args, **given)

    return call


class _Flags:
    """absl's FLAGS, parsed from `sys.argv` when a flag is read before anybody parsed them.

    Raises:
      absl.flags.Error: the command line has a flag that nobody defined, or a value that does not fit.
    """

    def __init__(self, values: Any) -> None:
        object.__setattr__(self, "_values", values)

    def __getattribute__(self, name: str) -> Any:
        values = object.__getattribute__(self, "_values")
        if name.startswith("__"):
            return getattr(values, name)
        if hasattr(type(values), name):  # a method
            return getattr(values, name)
        if not values.is_parsed():
            values(sys.argv)
        return getattr(values, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(object.__getattribute__(self, "_values"), name, value)

    def __delattr__(self, name: str) -> None:
        delattr(object.__getattribute__(self, "_values"), name)

    def __dir__(self) -> Any:
        return dir(object.__getattribute__(self, "_values"))

    def __getitem__(self, name: str) -> Any:
        return object.__getattribute__(self, "_values")[name]

    def __setitem__(self, name: str, flag: Any) -> None:
        object.__getattribute__(self, "_values")[name] = flag

    def __contains__(self, name: object) -> bool:
        return name in object.__getattribute__(self, "_values")

    def __len__(self) -> int:
        return len(object.__getattribute__(self, "_values"))

    def __iter__(self) -> Any:
        return iter(object.__getattribute__(self, "_values"))

    def __str__(self) -> str:
        return str(object.__getattribute__(self, "_values"))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return object.__getattribute__(self, "_values")(*args, **kwargs)


DEFINE_string = _with_old_names(_absl.DEFINE_string)
DEFINE_boolean = _with_old_names(_absl.DEFINE_boolean)
DEFINE_bool = DEFINE_boolean
DEFINE_float = _with_old_names(_absl.DEFINE_float)
DEFINE_integer = _with_old_names(_absl.DEFINE_integer)

FLAGS: Any = _Flags(_absl.FLAGS)

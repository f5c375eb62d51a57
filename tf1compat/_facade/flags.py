"""`tf.flags`: absl's flags with the argument names of old TensorFlow, parsed at the first reading of a value."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any

from absl import flags as _absl
from absl.flags import ArgumentParser as ArgumentParser
from absl.flags import ArgumentSerializer as ArgumentSerializer
from absl.flags import BaseListParser as BaseListParser
from absl.flags import BooleanFlag as BooleanFlag
from absl.flags import BooleanParser as BooleanParser
from absl.flags import CantOpenFlagFileError as CantOpenFlagFileError
from absl.flags import CsvListSerializer as CsvListSerializer
from absl.flags import DEFINE as DEFINE
from absl.flags import DEFINE_alias as DEFINE_alias
from absl.flags import DEFINE_enum as DEFINE_enum
from absl.flags import DEFINE_enum_class as DEFINE_enum_class
from absl.flags import DEFINE_flag as DEFINE_flag
from absl.flags import DEFINE_list as DEFINE_list
from absl.flags import DEFINE_multi as DEFINE_multi
from absl.flags import DEFINE_multi_enum as DEFINE_multi_enum
from absl.flags import DEFINE_multi_enum_class as DEFINE_multi_enum_class
from absl.flags import DEFINE_multi_float as DEFINE_multi_float
from absl.flags import DEFINE_multi_integer as DEFINE_multi_integer
from absl.flags import DEFINE_multi_string as DEFINE_multi_string
from absl.flags import DEFINE_spaceseplist as DEFINE_spaceseplist
from absl.flags import DuplicateFlagError as DuplicateFlagError
from absl.flags import EnumClassFlag as EnumClassFlag
from absl.flags import EnumClassListSerializer as EnumClassListSerializer
from absl.flags import EnumClassParser as EnumClassParser
from absl.flags import EnumClassSerializer as EnumClassSerializer
from absl.flags import EnumFlag as EnumFlag
from absl.flags import EnumParser as EnumParser
from absl.flags import Error as Error
from absl.flags import Flag as Flag
from absl.flags import FlagHolder as FlagHolder
from absl.flags import FlagNameConflictsWithMethodError as FlagNameConflictsWithMethodError
from absl.flags import FlagValues as FlagValues
from absl.flags import FloatParser as FloatParser
from absl.flags import IllegalFlagValueError as IllegalFlagValueError
from absl.flags import IntegerParser as IntegerParser
from absl.flags import ListParser as ListParser
from absl.flags import ListSerializer as ListSerializer
from absl.flags import MultiEnumClassFlag as MultiEnumClassFlag
from absl.flags import MultiFlag as MultiFlag
from absl.flags import UnparsedFlagAccessError as UnparsedFlagAccessError
from absl.flags import UnrecognizedFlagError as UnrecognizedFlagError
from absl.flags import ValidationError as ValidationError
from absl.flags import WhitespaceSeparatedListParser as WhitespaceSeparatedListParser
from absl.flags import adopt_module_key_flags as adopt_module_key_flags
from absl.flags import declare_key_flag as declare_key_flag
from absl.flags import disclaim_key_flags as disclaim_key_flags
from absl.flags import doc_to_help as doc_to_help
from absl.flags import flag_dict_to_args as flag_dict_to_args
from absl.flags import get_help_width as get_help_width
from absl.flags import mark_bool_flags_as_mutual_exclusive as mark_bool_flags_as_mutual_exclusive
from absl.flags import mark_flag_as_required as mark_flag_as_required
from absl.flags import mark_flags_as_mutual_exclusive as mark_flags_as_mutual_exclusive
from absl.flags import mark_flags_as_required as mark_flags_as_required
from absl.flags import multi_flags_validator as multi_flags_validator
from absl.flags import override_value as override_value
from absl.flags import register_multi_flags_validator as register_multi_flags_validator
from absl.flags import register_validator as register_validator
from absl.flags import set_default as set_default
from absl.flags import text_wrap as text_wrap
from absl.flags import validator as validator

from tf1compat._facade import logging

_absl.disclaim_key_flags()  # flags belong to the module that calls DEFINE_…, not to this one
_OLD_ARGUMENTS = {"flag_name": "name", "default_value": "default", "docstring": "help"}


def _with_old_arguments(define: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(define)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        if not _OLD_ARGUMENTS.keys().isdisjoint(kwargs):
            logging.root_warning(
                "Use of the keyword argument names (flag_name, default_value, docstring) is deprecated, "
                "please use (name, default, help) instead."
            )
        return define(*args, **{_OLD_ARGUMENTS.get(key, key): value for key, value in kwargs.items()})

    return wrapper


class _Flags:
    """absl's FLAGS, which parses `sys.argv` by itself when a value is read before `tf.app.run`."""

    def __init__(self, values: _absl.FlagValues) -> None:
        self.__dict__["_values"] = values

    def __getattr__(self, name: str) -> Any:
        values: _absl.FlagValues = self.__dict__["_values"]
        if not name.startswith("__") and name not in dir(type(values)) and not values.is_parsed():
            values(sys.argv)
        return getattr(values, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self.__dict__["_values"], name, value)

    def __delattr__(self, name: str) -> None:
        delattr(self.__dict__["_values"], name)

    def __dir__(self) -> list[str]:
        return dir(self.__dict__["_values"])

    def __getitem__(self, name: str) -> Any:
        return self.__dict__["_values"][name]

    def __setitem__(self, name: str, flag: Any) -> None:
        self.__dict__["_values"][name] = flag

    def __contains__(self, name: str) -> bool:
        return name in self.__dict__["_values"]

    def __len__(self) -> int:
        return len(self.__dict__["_values"])

    def __iter__(self) -> Any:
        return iter(self.__dict__["_values"])

    def __str__(self) -> str:
        return str(self.__dict__["_values"])

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.__dict__["_values"](*args, **kwargs)


DEFINE_string = _with_old_arguments(_absl.DEFINE_string)
DEFINE_boolean = DEFINE_bool = _with_old_arguments(_absl.DEFINE_boolean)
DEFINE_float = _with_old_arguments(_absl.DEFINE_float)
DEFINE_integer = _with_old_arguments(_absl.DEFINE_integer)
FLAGS = _Flags(_absl.FLAGS)

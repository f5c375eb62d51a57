"""`tensorflow.python.util.tf_inspect`: the standard library's inspect, which sees through decorators."""

from __future__ import annotations

import inspect as _inspect
from inspect import (
    currentframe as currentframe,
)
from inspect import getcallargs as _getcallargs
from inspect import getframeinfo as getframeinfo
from inspect import getmembers as getmembers
from inspect import getmodule as _getmodule
from inspect import getmro as getmro
from inspect import isabstract as isabstract
from inspect import isbuiltin as isbuiltin
from inspect import isclass as isclass
from inspect import iscode as iscode
from inspect import isframe as isframe
from inspect import isfunction as _isfunction
from inspect import isgenerator as isgenerator
from inspect import isgeneratorfunction as isgeneratorfunction
from inspect import ismethod as _ismethod
from inspect import ismodule as ismodule
from inspect import isroutine as isroutine
from inspect import stack as stack
from typing import Any, NamedTuple

FullArgSpec = _inspect.FullArgSpec


class ArgSpec(NamedTuple):
    """Names of arguments, of the starred ones, and defaults."""

    args: Any
    varargs: Any
    keywords: Any
    defaults: Any


def getfullargspec(obj: Any) -> _inspect.FullArgSpec:
    """`inspect.getfullargspec` of the decorated function."""
    function = _inspect.unwrap(obj) if callable(obj) else obj
    found = _inspect.getfullargspec(function)
    # TF1: its own functions have no annotations, and libraries compare the whole of this with theirs
    is_ours = (getattr(function, "__module__", None) or "").startswith("tf1compat.")
    return found._replace(annotations={}) if is_ours else found


def getargspec(obj: Any) -> ArgSpec:
    """Arguments of a function, of a class's `__init__`, or of an object's `__call__`."""
    found = getfullargspec(obj.__init__ if isclass(obj) else obj)
    return ArgSpec(found.args, found.varargs, found.varkw, found.defaults)


def getcallargs(*func_and_positional: Any, **named: Any) -> dict[str, Any]:
    """What each argument of a call would be."""
    return _getcallargs(_inspect.unwrap(func_and_positional[0]), *func_and_positional[1:], **named)


def getdoc(obj: Any) -> str | None:
    """The docstring of the decorated function."""
    return _inspect.getdoc(obj)


def getfile(obj: Any) -> str:
    """The file of the decorated function."""
    return _inspect.getfile(_inspect.unwrap(obj) if callable(obj) else obj)


def getsource(obj: Any) -> str:
    """The source of the decorated function."""
    return _inspect.getsource(_inspect.unwrap(obj) if callable(obj) else obj)


def getsourcefile(obj: Any) -> str | None:
    """The source file of the decorated function."""
    return _inspect.getsourcefile(_inspect.unwrap(obj) if callable(obj) else obj)


def getsourcelines(obj: Any) -> Any:
    """The lines of the decorated function, and where they begin."""
    return _inspect.getsourcelines(_inspect.unwrap(obj) if callable(obj) else obj)


def getmodule(obj: Any) -> Any:
    """The module that defines it."""
    return _getmodule(obj)


def isfunction(obj: Any) -> bool:
    """Whether it is a function of Python, decorated or not."""
    return _isfunction(_inspect.unwrap(obj) if callable(obj) else obj)


def ismethod(obj: Any) -> bool:
    """Whether it is a bound method, decorated or not."""
    return _ismethod(_inspect.unwrap(obj) if callable(obj) else obj)


def signature(obj: Any) -> _inspect.Signature:
    """`inspect.signature` of the decorated function."""
    return _inspect.signature(obj)

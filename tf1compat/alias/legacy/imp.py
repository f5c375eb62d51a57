"""Stands in for the module `imp`, dropped in Python 3.12: the functions that scripts call."""

from __future__ import annotations

import importlib
import importlib.machinery
import importlib.util
import os
import sys
import tokenize
from types import ModuleType
from typing import Any

SEARCH_ERROR, PY_SOURCE, PY_COMPILED, C_EXTENSION = 0, 1, 2, 3
PKG_DIRECTORY, C_BUILTIN, PY_FROZEN = 5, 6, 7

reload = importlib.reload

cache_from_source = importlib.util.cache_from_source
source_from_cache = importlib.util.source_from_cache


def get_magic() -> bytes:
    """The magic number of .pyc files."""
    return importlib.util.MAGIC_NUMBER


def new_module(name: str) -> ModuleType:
    """A new empty module that is not in sys.modules."""
    return ModuleType(name)


def get_suffixes() -> list[tuple[str, str, int]]:
    """(suffix, mode, kind) of the files that can be modules."""
    machinery = importlib.machinery
    rows = [(suffix, "rb", C_EXTENSION) for suffix in machinery.EXTENSION_SUFFIXES]
    rows += [(suffix, "r", PY_SOURCE) for suffix in machinery.SOURCE_SUFFIXES]
    return rows + [(suffix, "rb", PY_COMPILED) for suffix in machinery.BYTECODE_SUFFIXES]


def load_source(name: str, pathname: str, file: Any = None) -> ModuleType:
    """Loads a Python file as the module `name` and puts it into sys.modules."""
    return _load(name, importlib.machinery.SourceFileLoader(name, pathname))


def load_compiled(name: str, pathname: str, file: Any = None) -> ModuleType:
    """Loads a .pyc file as the module `name`."""
    return _load(name, importlib.machinery.SourcelessFileLoader(name, pathname))


def load_dynamic(name: str, path: str, file: Any = None) -> ModuleType:
    """Loads an extension module."""
    return _load(name, importlib.machinery.ExtensionFileLoader(name, path))


def load_package(name: str, path: str) -> ModuleType:
    """Loads the package in the folder `path` as `name`."""
    return load_source(name, os.path.join(path, "__init__.py"))


def find_module(name: str, path: Any = None) -> tuple[Any, str, tuple[str, str, int]]:
    """(open file or None, path, (suffix, mode, kind)) of a module that is not inside a package.

    Raises ImportError if there is none.
    """
    spec = importlib.machinery.PathFinder.find_spec(name, path)
    if path is None and spec is None and name in sys.builtin_module_names:
        return None, name, ("", "", C_BUILTIN)
    if spec is None or spec.origin is None:
        raise ImportError(f"No module named {name!r}", name=name)
    if spec.submodule_search_locations is not None:
        return None, os.path.dirname(spec.origin), ("", "", PKG_DIRECTORY)
    row = next(row for row in get_suffixes() if spec.origin.endswith(row[0]))
    opened = tokenize.open(spec.origin) if row[2] == PY_SOURCE else open(spec.origin, "rb")  # noqa: SIM115
    return opened, spec.origin, row


def load_module(name: str, file: Any, filename: str, details: tuple[str, str, int]) -> ModuleType:
    """Loads what find_module has found."""
    kind = details[2]
    if kind == PKG_DIRECTORY:
        return load_package(name, filename)
    if kind == C_BUILTIN:
        return importlib.import_module(name)
    loaders = {PY_SOURCE: load_source, PY_COMPILED: load_compiled, C_EXTENSION: load_dynamic}
    if kind not in loaders:
        raise ImportError(f"Don't know how to import {name} (type code {kind})", name=name)
    return loaders[kind](name, filename, file)


def acquire_lock() -> None:
    """Does nothing: today's imports lock by module."""


def release_lock() -> None:
    """Does nothing."""


def lock_held() -> bool:
    """False: there is no global import lock any more."""
    return False


def _load(name: str, loader: Any) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, loader.path, loader=loader)
    if spec is None or spec.loader is None:
        raise ImportError(f"cannot load {name!r} from {loader.path!r}", name=name)
    module = importlib.util.module_from_spec(spec)
    previous = sys.modules.get(name)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        sys.modules.pop(name, None)
        if previous is not None:
            sys.modules[name] = previous
        raise
    return sys.modules[name]

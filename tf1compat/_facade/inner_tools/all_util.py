"""`tensorflow.python.util.all_util`: lists of a module's public names."""

from __future__ import annotations

import inspect
import re
import sys
from typing import Any

_reference_pattern = re.compile(r"^@@(\w+)$", flags=re.MULTILINE)


def make_all(module_name: str, doc_string_modules: Any = None) -> list[str]:
    """The public names that docstrings mark by `@@`."""
    modules = [sys.modules[module_name]] if doc_string_modules is None else doc_string_modules
    marked = {name for module in modules for name in _reference_pattern.findall(module.__doc__ or "")}
    present = [name for name, _ in inspect.getmembers(sys.modules[module_name]) if not name.startswith("_")]
    return sorted(marked.intersection(present))


def remove_undocumented(module_name: str, allowed_exception_list: Any = None, doc_string_modules: Any = None) -> None:
    """Deletes public names from a module that its docstrings do not mark by `@@` and that are not listed."""
    module = sys.modules[module_name]
    kept = {*make_all(module_name, doc_string_modules), *(allowed_exception_list or ())}
    for name in list(vars(module)):
        if not name.startswith("_") and name not in kept:
            delattr(module, name)

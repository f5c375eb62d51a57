"""`tensorflow.python.util.lazy_loader`: modules imported when they are first used."""

from __future__ import annotations

import importlib
import types
from typing import Any


class LazyLoader(types.ModuleType):
    """Stands for a module until somebody asks for one of its names.

    Args:
      local_name: its name in the module that uses it.
      parent_module_globals: the variables of that module.
      name: which module to import.
      warning: logged then.
    """

    def __init__(
        self, local_name: str, parent_module_globals: dict[str, Any], name: str, warning: str | None = None
    ) -> None:
        super().__init__(name)
        self._local_name = local_name
        self._parent_module_globals = parent_module_globals
        self._warning = warning

    def _load(self) -> types.ModuleType:
        module = importlib.import_module(self.__name__)
        self._parent_module_globals[self._local_name] = module
        if self._warning:
            from tf1compat._facade.platform import tf_logging

            tf_logging.warning(self._warning)
            self._warning = None
        self.__dict__.update(module.__dict__)  # later look-ups find everything here
        return module

    def __getattr__(self, item: str) -> Any:
        return getattr(self._load(), item)

    def __dir__(self) -> list[str]:
        return dir(self._load())

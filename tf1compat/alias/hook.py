"""Answers `import tensorflow…`: the wrapped `__import__`, the wrapped `importlib.import_module` and the finder.

Light on purpose (standard library only): the `.pth` file of `tf1compat enable` loads it in every process. What a path
means is decided in `resolve.py`, loaded when `tensorflow` is first imported.
"""

from __future__ import annotations

import builtins
import importlib
import importlib.machinery
import sys

from .importers import calling_globals, is_prober, real_tensorflow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import CodeType, ModuleType
    from typing import Any

_active = False
_in_chain = {"__import__": False, "import_module": False}  # another wrapper may keep ours alive below it
_leftovers: set[str] = set()  # names that importlib itself put into sys.modules
_original_import = builtins.__import__
_original_import_module = importlib.import_module


def is_aliased(name: str) -> bool:
    """True for `tensorflow` and everything below it (`tensorflow_datasets` is another package)."""
    return name == "tensorflow" or name.startswith("tensorflow.")


def _import(
    name: str,
    globals: Mapping[str, object] | None = None,
    locals: Mapping[str, object] | None = None,
    fromlist: Sequence[str] | None = (),
    level: int = 0,
) -> ModuleType:
    """Stands in for `builtins.__import__`; every import of the process comes by, so the first test is cheap."""
    if name[:10] != "tensorflow" or level or not _active or not is_aliased(name):
        return _original_import(name, globals, locals, fromlist, level)
    importer = calling_globals() if globals is None else globals
    if is_prober(importer):
        return _as_if_absent(_original_import, name, globals, locals, fromlist, level)
    from . import resolve

    _forget_leftovers()
    return resolve.import_path(name, fromlist or ())


def _import_module(name: str, package: str | None = None) -> ModuleType:
    """Stands in for `importlib.import_module`, which does not go through `__import__`."""
    if name[:10] != "tensorflow" or not _active or not is_aliased(name):
        return _original_import_module(name, package)
    if is_prober(calling_globals()):
        return _as_if_absent(_original_import_module, name, package)
    from . import resolve

    _forget_leftovers()
    return resolve.bound(name)


def _as_if_absent(original: Any, name: str, *arguments: Any) -> ModuleType:
    """What a prober gets: the real TensorFlow where one is installed, else the usual ModuleNotFoundError."""
    if real_tensorflow():
        return original(name, *arguments)
    raise ModuleNotFoundError("No module named 'tensorflow'", name="tensorflow")


def _forget_leftovers() -> None:
    # An `import_module` bound before install() goes through the finder, which must leave its result in sys.modules.
    # Out with it: "tensorflow" in sys.modules is how some packages probe.
    while _leftovers:
        sys.modules.pop(_leftovers.pop(), None)


class _Loader:
    """Loads a `tensorflow…` name for those who bypass the wrappers (find_spec, runpy, early-bound import_module)."""

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        # importlib takes from sys.modules what is there after this call: our module keeps its own name and spec.
        from . import resolve

        sys.modules[module.__name__] = resolve.bound(module.__name__)
        _leftovers.add(module.__name__)

    def get_code(self, fullname: str) -> CodeType | None:
        """Code for `python -m tensorflow.python.tools.…` (runpy asks for it)."""
        from . import resolve

        module = resolve.bound(fullname)
        loader: Any = getattr(module.__spec__, "loader", None)
        return loader.get_code(module.__name__) if hasattr(loader, "get_code") else None


class _Finder:
    """First on sys.meta_path: gives a spec to those who get the alias, None to those who probe."""

    @staticmethod
    def find_spec(
        fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname[:10] != "tensorflow" or not is_aliased(fullname):
            return None
        if is_prober(calling_globals()):
            return None
        is_package = True
        if fullname != "tensorflow":
            from . import resolve

            try:
                is_package = hasattr(resolve.bound(fullname), "__path__")
            except ModuleNotFoundError:
                return None
        loader: Any = _Loader()
        return importlib.machinery.ModuleSpec(fullname, loader, origin="tf1compat", is_package=is_package)


_finder = _Finder()


def is_active() -> bool:
    """True while `import tensorflow` is answered by tf1compat."""
    return _active


def activate() -> None:
    """Puts the wrappers and the finder in place; does nothing if they are."""
    global _active, _original_import, _original_import_module
    if _finder not in sys.meta_path:
        sys.meta_path.insert(0, _finder)
    if not _in_chain["__import__"]:
        _original_import = builtins.__import__
        builtins.__import__ = _import
    if not _in_chain["import_module"]:
        _original_import_module = importlib.import_module
        importlib.import_module = _import_module
    _in_chain.update({"__import__": True, "import_module": True})
    _active = True


def deactivate() -> None:
    """Takes them away; a wrapper that others have wrapped in turn stays, passing everything through."""
    global _active
    _active = False
    if _finder in sys.meta_path:
        sys.meta_path.remove(_finder)
    if builtins.__import__ is _import:
        builtins.__import__ = _original_import
        _in_chain["__import__"] = False
    if importlib.import_module is _import_module:
        importlib.import_module = _original_import_module
        _in_chain["import_module"] = False
    _forget_leftovers()


def own_files() -> frozenset[str]:
    """The files whose frames do not belong into a user's traceback."""
    here = __file__.rpartition("hook.py")[0]
    return frozenset({_import.__code__.co_filename, f"{here}resolve.py", f"{here}legacy/__init__.py"})

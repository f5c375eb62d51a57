"""The legacy environment: names that libraries have dropped since 2019 come back when the library is imported.

One file per library holds the patches, as rows with a reason; this one knows when to apply them (right after the
library's own import, or at once if it is imported already) and how to take them back. A name that a library still
has is never replaced, except where its present behaviour cannot serve old callers; each such row says why.
Python 2 spellings (xrange, unicode, raw_input) stay out: a script that Python 3.7 could not run is not run here.
"""

from __future__ import annotations

import importlib
import importlib.machinery
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import ModuleType
    from typing import Any

# Library module -> "file in this folder:function that patches it".
PATCHES: dict[str, str] = {
    "PIL.Image": "pillow:patch_image",
    "PIL.ImageDraw": "pillow:patch_draw",
    "PIL.ImageFont": "pillow:patch_font",
    "array": "stdlib:patch_array",
    "base64": "stdlib:patch_base64",
    "cgi": "stdlib:patch_cgi",
    "collections": "stdlib:patch_collections",
    "configparser": "stdlib:patch_configparser",
    "fractions": "stdlib:patch_fractions",
    "html.parser": "stdlib:patch_html_parser",
    "inspect": "stdlib:patch_inspect",
    "matplotlib": "matplotlib:patch_root",
    "matplotlib.axes._base": "matplotlib:patch_axes_base",
    "matplotlib.axes": "matplotlib:patch_axes",
    "matplotlib.backend_bases": "matplotlib:patch_backend_bases",
    "matplotlib.backends.backend_agg": "matplotlib:patch_agg",
    "matplotlib.cm": "matplotlib:patch_cm",
    "matplotlib.figure": "matplotlib:patch_figure",
    "matplotlib.mlab": "matplotlib:patch_mlab",
    "matplotlib.pyplot": "matplotlib:patch_pyplot",
    "matplotlib.style": "matplotlib:patch_style",
    "numpy": "numpy:patch",
    "random": "stdlib:patch_random",
    "scipy.misc": "scipy:patch_misc",
    "scipy.sparse.linalg.eigen": "scipy:patch_eigen",
    "threading": "stdlib:patch_threading",
    "time": "stdlib:patch_time",
    "unittest": "stdlib:patch_unittest",
    "unittest.case": "stdlib:patch_unittest_case",
}

# Modules that are gone altogether -> the file in this folder that stands in (only where nothing else provides them).
STAND_INS: dict[str, str] = {
    "gast": "gast.py",
    "imp": "imp.py",
    "scipy.misc": "scipy_misc.py",
    "scipy.sparse.linalg.eigen.arpack": "scipy_arpack.py",
}

_ABSENT = object()
_active = False
_extra: dict[str, Callable[[ModuleType], None]] = {}
_applied: set[str] = set()
_undo: list[tuple[Any, str, Any]] = []


def activate() -> None:
    """Arms the patches; those of modules that are imported already are applied now."""
    global _active
    _active = True
    importlib.import_module(f"{__name__}.jax_logs").quieten()
    importlib.import_module(f"{__name__}.old_protos").activate()
    if _watcher not in sys.meta_path:
        sys.meta_path.insert(0, _watcher)
        sys.meta_path.append(_stand_in_finder)
    for name in [name for name in (*PATCHES, *_extra) if name in sys.modules]:
        _apply(name, sys.modules[name])


def deactivate() -> None:
    """Disarms the patches and undoes those applied."""
    global _active
    _active = False
    importlib.import_module(f"{__name__}.old_protos").deactivate()
    for finder in (_watcher, _stand_in_finder):
        if finder in sys.meta_path:
            sys.meta_path.remove(finder)
    while _undo:
        owner, name, old = _undo.pop()
        if old is _ABSENT:
            if name in vars(owner):
                _delete(owner, name)
        else:
            _set(owner, name, old)
    _applied.clear()
    for name in STAND_INS:
        if isinstance(getattr(getattr(sys.modules.get(name), "__spec__", None), "loader", None), _StandInLoader):
            del sys.modules[name]


def watch(name: str, patch: Callable[[ModuleType], None]) -> None:
    """Calls `patch(module)` once the module of that name has been imported, or now if it is."""
    _extra[name] = patch
    if _active and name in sys.modules:
        _apply(name, sys.modules[name])


def unwatch(name: str) -> None:
    """Forgets a `watch`."""
    _extra.pop(name, None)


def add(owner: Any, name: str, value: object) -> None:
    """Gives a module or class an attribute it lacks; leaves one that it has."""
    if name not in vars(owner):
        replace(owner, name, value)


def replace(owner: Any, name: str, value: Any) -> None:
    """Sets an attribute of a module or class, to be put back by `deactivate`."""
    if "<locals>" in getattr(value, "__qualname__", ""):  # can be pickled by its name in the library
        value.__module__ = owner.__name__ if isinstance(owner, type(sys)) else owner.__module__
        value.__qualname__ = name if isinstance(owner, type(sys)) else f"{owner.__qualname__}.{name}"
    _undo.append((owner, name, vars(owner).get(name, _ABSENT)))
    _set(owner, name, value)


def _set(owner: Any, name: str, value: object) -> None:
    try:
        setattr(owner, name, value)
    except TypeError:  # a class written in C
        _type_dict(owner)[name] = value
        _forget_method_cache(owner)


def _delete(owner: Any, name: str) -> None:
    try:
        delattr(owner, name)
    except TypeError:
        del _type_dict(owner)[name]
        _forget_method_cache(owner)


def _type_dict(owner: type) -> dict[str, object]:
    # np.ndarray.tostring is in every script that writes TFRecords; a class written in C can get it back only here.
    import gc

    (found,) = [entry for entry in gc.get_referents(vars(owner)) if isinstance(entry, dict)]
    return found


def _forget_method_cache(owner: type) -> None:
    import ctypes

    ctypes.pythonapi.PyType_Modified(ctypes.py_object(owner))


def _apply(name: str, module: ModuleType) -> None:
    if not _active or name in _applied:
        return
    _applied.add(name)
    try:
        if name in _extra:
            _extra[name](module)
        if name in PATCHES:
            file, _, function = PATCHES[name].partition(":")
            patches = importlib.import_module(f"{__name__}.{file}")
            getattr(patches, function)(module)
    except Exception as error:  # a new version of the library must still be importable
        import warnings

        message = f"tf1compat could not restore the old names of {name} ({type(error).__name__}: {error})"
        warnings.warn(message, RuntimeWarning, stacklevel=2)


class _PatchingLoader:
    """Loads like the library's own loader, then applies the patches."""

    def __init__(self, loader: Any, name: str):
        self._loader = loader
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        return getattr(self._loader, attribute)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        module.__loader__ = self._loader
        if module.__spec__ is not None:
            module.__spec__.loader = self._loader
        self._loader.exec_module(module)
        _apply(self._name, sys.modules.get(self._name, module))


class _Watcher:
    """First on sys.meta_path: lets the others find a watched module and wraps the loader they give."""

    @staticmethod
    def find_spec(
        fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname not in PATCHES and fullname not in _extra:
            return None
        for finder in sys.meta_path:
            find = None if finder is _watcher else getattr(finder, "find_spec", None)
            spec = find(fullname, path, target) if find else None
            if spec is not None:
                if hasattr(spec.loader, "exec_module"):
                    spec.loader = _PatchingLoader(spec.loader, fullname)  # type: ignore[assignment]
                return spec
        return None


class _StandInLoader(importlib.machinery.SourceFileLoader):
    """Loads one of the files of STAND_INS."""


class _StandInFinder:
    """Last on sys.meta_path: provides a module that nothing else has."""

    @staticmethod
    def find_spec(
        fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname not in STAND_INS:
            return None
        file = __file__.rpartition("__init__.py")[0] + STAND_INS[fullname]
        spec = importlib.machinery.ModuleSpec(fullname, _StandInLoader(fullname, file), origin=file)
        spec.has_location = True
        return spec


_watcher = _Watcher()
_stand_in_finder = _StandInFinder()

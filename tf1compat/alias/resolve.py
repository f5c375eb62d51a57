"""Finds the tf1compat module that answers a `tensorflow…` path, and binds it as an attribute of its parent.

A path is answered, in this order, by: the attribute of its parent, if that is a module; its row in `paths.ROWS`;
the nearest row above it plus the rest of the path; `tf1compat.X.Y` for `tensorflow.X.Y`; for the inner paths of
contrib (`tensorflow.contrib.NAME.python.…`) the module that answers the parent; a namespace, if rows lie below.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import Any

from . import paths

_COVERAGE = "docs/coverage.md lists what tf1compat has"
_modules: dict[str, ModuleType] = {}  # by `tensorflow…` path; setdefault keeps one object per path without a lock


class Namespace(ModuleType):
    """A package of TensorFlow's that only holds other modules (`tensorflow.python.ops`)."""

    def __init__(self, path: str):
        super().__init__(path, f"The modules below {path}, answered by tf1compat.")
        self.__path__ = []

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("__"):
            try:
                return bound(f"{self.__name__}.{name}")
            except ModuleNotFoundError as missing:
                reason = str(missing)
            fallback = paths.NAMESPACE_NAMES.get(self.__name__)
            if fallback and hasattr(root := importlib.import_module(fallback), name):
                return getattr(root, name)
        else:
            reason = f"module {self.__name__!r} has no attribute {name!r}"
        raise AttributeError(reason, name=name, obj=self)

    def __dir__(self) -> Iterable[str]:
        prefix = self.__name__ + "."
        below = {path[len(prefix) :].partition(".")[0] for path in paths.ROWS if path.startswith(prefix)}
        return sorted(below | set(super().__dir__()))


class View(ModuleType):
    """One TensorFlow module answered by several of ours: a name is looked up in them in turn."""

    def __init__(self, path: str, targets: Sequence[ModuleType]):
        super().__init__(path, f"{path}, answered by {', '.join(t.__name__ for t in targets)}.")
        self.__dict__["_targets"] = tuple(targets)
        self.__dict__["_owners"] = {}
        self.__dict__["_covered"] = {}

    def _owner(self, name: str) -> ModuleType:
        targets: tuple[ModuleType, ...] = self.__dict__["_targets"]
        found = next((target for target in targets if hasattr(target, name)), None)
        return found or self.__dict__["_owners"].get(name) or targets[0]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}", name=name, obj=self)
        path = f"{self.__name__}.{name}"
        if path in paths.ROWS or path in paths.NAMESPACES:  # the inner module, not the public one of the same name
            return bound(path)
        try:
            return getattr(self._owner(name), name)
        except AttributeError:
            targets = " and ".join(target.__name__ for target in self.__dict__["_targets"])
            message = f"module {self.__name__!r} has no attribute {name!r}: not in {targets}; {_COVERAGE}"
            raise AttributeError(message, name=name, obj=self) from None

    def __setattr__(self, name: str, value: Any) -> None:
        # Scripts and mock.patch set module globals and mean the module that reads them.
        if name.startswith("__"):
            super().__setattr__(name, value)
        else:
            owner = self._owner(name)
            if hasattr(owner, name):
                self.__dict__["_covered"].setdefault(name, []).append(getattr(owner, name))
            setattr(owner, name, value)

    def __delattr__(self, name: str) -> None:
        owner = self.__dict__["_owners"][name] = self._owner(name)
        if covered := self.__dict__["_covered"].get(name):  # as if what was set had covered the module's own value
            setattr(owner, name, covered.pop())
        else:
            delattr(owner, name)

    def __dir__(self) -> Iterable[str]:
        return sorted({name for target in self.__dict__["_targets"] for name in dir(target)})


def import_path(path: str, fromlist: Sequence[str]) -> ModuleType:
    """What `__import__(path, fromlist=…)` returns: the top module, or the last one with the names of fromlist bound.

    Raises ModuleNotFoundError for a path that nothing answers, ImportError for a name that is neither an attribute
    nor a module.
    """
    leaf = bound(path)
    if not fromlist:
        return module("tensorflow")
    for name in fromlist:
        if name != "*" and not hasattr(leaf, name):
            _import_name(leaf, path, name)
    return leaf


def bound(path: str) -> ModuleType:
    """The module for `path`, after binding every module on the way as an attribute of the one above it."""
    parent = module("tensorflow")
    if path == "tensorflow":
        return parent
    prefix = "tensorflow"
    for name in path.split(".")[1:]:
        prefix = f"{prefix}.{name}"
        child = module(prefix)
        if name not in vars(parent):
            parent.__dict__[name] = child
        parent = child
    return parent


def module(path: str) -> ModuleType:
    """The module for `path`: always the same object.

    Raises ModuleNotFoundError, naming the missing part, if nothing answers it.
    """
    known = _modules.get(path)
    return _modules.setdefault(path, _find(path)) if known is None else known


def missing_targets() -> dict[str, tuple[str, ...]]:
    """The rows of the table that no module answers yet: path -> the targets tried."""
    return {path: row.targets for path, row in paths.ROWS.items() if not any(map(_try_import, row.targets))}


def _import_name(leaf: ModuleType, path: str, name: str) -> None:
    inner = f"{path}.{name}"
    try:
        bound(inner)
    except ModuleNotFoundError as missing:
        if inner in paths.ROWS:
            raise
        try:
            getattr(leaf, name)
        except AttributeError as reason:
            message = f"cannot import name {name!r} from {path!r}: {reason}"
            if _COVERAGE not in message and "docs/" not in message:
                message = f"{message}; {_COVERAGE}"
            raise ImportError(message, name=path) from missing


def _find(path: str) -> ModuleType:
    if path == "tensorflow":
        return importlib.import_module("tf1compat")
    above, _, name = path.rpartition(".")
    parent = module(above)
    row = paths.ROWS.get(path)
    if not isinstance(parent, Namespace | View) and not paths.is_private(path):
        attribute = getattr(parent, name, None)
        if isinstance(attribute, ModuleType) and (row is None or attribute.__name__ not in row.targets):
            return attribute
    if row is not None:
        return _from_row(path, row.targets)
    if (found := _below_nearest_row(path)) is not None:
        return found
    if paths.is_contrib_internal(path):
        return module(".".join(path.split(".")[:3])) if name == "python" else parent
    if path in paths.NAMESPACES:
        return Namespace(path)
    raise ModuleNotFoundError(f"No module named {path!r}: tf1compat has no counterpart; {_COVERAGE}", name=path)


def _from_row(path: str, targets: tuple[str, ...]) -> ModuleType:
    found = [target for name in targets if (target := _try_import(name)) is not None]
    if not found:
        wanted = " or ".join(targets)
        message = f"No module named {path!r}: it would be answered by {wanted}, which does not exist; {_COVERAGE}"
        raise ModuleNotFoundError(message, name=path)
    return found[0] if len(found) == 1 else View(path, found)


def _below_nearest_row(path: str) -> ModuleType | None:
    parts = path.split(".")
    for length in range(len(parts) - 1, 0, -1):
        above, rest = ".".join(parts[:length]), parts[length:]
        targets = ("tf1compat",) if above == "tensorflow" else getattr(paths.ROWS.get(above), "targets", ())
        if targets and not (above == "tensorflow" and paths.is_private(path)):
            candidates = (_try_import(".".join([target, *rest])) for target in targets)
            return next((found for found in candidates if found is not None), None)
    return None


def _try_import(name: str) -> ModuleType | None:
    """The module of that name, or that module attribute of a module; None if there is none.

    An ImportError that comes from inside an existing module is passed on: it is a fault, not an absence.
    """
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or not (name + ".").startswith(error.name + "."):
            raise
    above, _, attribute = name.rpartition(".")
    parent = _try_import(above) if above else None
    if isinstance(parent, Namespace | View):  # bound there by us: asking it would lead back here
        return None
    found = getattr(parent, attribute, None)
    return found if isinstance(found, ModuleType) else None

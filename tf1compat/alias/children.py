"""Gives worker processes the alias: multiprocessing's spawn and forkserver start a new interpreter without it."""

from __future__ import annotations

from .legacy import replace, unwatch, watch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any


class _Installer:
    """Unpickled by the child before it imports the user's main module: unpickling it installs the alias."""

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return _install_in_child, ("parent process",)


def _install_in_child(by: str) -> None:
    import tf1compat.alias

    tf1compat.alias.install(by)


def activate() -> None:
    """Watches for multiprocessing.spawn."""
    watch("multiprocessing.spawn", _patch_spawn)


def deactivate() -> None:
    """Stops watching; legacy.deactivate() puts the original function back."""
    unwatch("multiprocessing.spawn")


def _patch_spawn(spawn: ModuleType) -> None:
    original = spawn.get_preparation_data

    def get_preparation_data(name: str) -> dict[str, Any]:
        return {"tf1compat": _Installer(), **original(name)}

    replace(spawn, "get_preparation_data", get_preparation_data)

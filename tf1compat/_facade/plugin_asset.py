"""Assets of TensorBoard plugins: objects that a graph keeps one of each, and whose files go with its event file."""

from __future__ import annotations

import abc
import os
from typing import Any

from tf1compat._facade import context
from tf1compat._facade.platform import file_io

PLUGINS_DIR = "plugins"
_PLUGIN_ASSET_PREFIX = "__tensorboard_plugin_asset__"


class PluginAsset(abc.ABC):
    """Base class: subclasses have a `plugin_name` and say which files to write."""

    plugin_name: str | None = None

    @abc.abstractmethod
    def assets(self) -> dict[str, Any]:
        """Names of files -> their contents."""


def get_plugin_asset(plugin_asset_cls: Any, graph: Any = None) -> Any:
    """The graph's one object of the class, made at the first call.

    Raises:
      ValueError: the class has no plugin name, or another class has the same.
    """
    graph = graph or context.get_default_graph()
    if not plugin_asset_cls.plugin_name:
        raise ValueError(f"Class {plugin_asset_cls.__name__} has no plugin_name")
    name = _PLUGIN_ASSET_PREFIX + plugin_asset_cls.plugin_name
    found = graph.get_collection(name)
    if not found:
        made = plugin_asset_cls()
        graph.add_to_collection(name, made)
        graph.add_to_collection(_PLUGIN_ASSET_PREFIX, plugin_asset_cls.plugin_name)
        return made
    (instance,) = _one(name, found)
    if not isinstance(instance, plugin_asset_cls):
        raise ValueError(
            f"Plugin name collision between classes {plugin_asset_cls.__name__} and {type(instance).__name__}"
        )
    return instance


def _one(name: str, found: list[Any]) -> list[Any]:
    if len(found) != 1:
        raise ValueError(f"Collection for {name} had {len(found)} items, expected 1")
    return found


def get_all_plugin_assets(graph: Any = None) -> list[Any]:
    """All plugin assets of a graph.

    Raises:
      ValueError: a collection holds something else.
    """
    graph = graph or context.get_default_graph()
    names = graph.get_collection(_PLUGIN_ASSET_PREFIX)
    return [_one(n, graph.get_collection(_PLUGIN_ASSET_PREFIX + n))[0] for n in names]


def write_assets(graph: Any, logdir: str) -> None:
    """Write the assets of a graph below `logdir/plugins`."""
    for plugin in get_all_plugin_assets(graph):
        folder = os.path.join(logdir, PLUGINS_DIR, plugin.plugin_name)
        file_io.recursive_create_dir(folder)
        for name, contents in plugin.assets().items():
            file_io.write_string_to_file(os.path.join(folder, name), contents)

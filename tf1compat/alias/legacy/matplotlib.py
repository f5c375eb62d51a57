"""Matplotlib: mutable artist lists (gone in 3.7), hold, and keywords and functions renamed or dropped since 2.0.

What cannot come back: `hold(False)` (it warns), and pictures that look different by today's defaults.
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any

from . import add, replace

# Keyword renamed: owner's method -> {old: today's}.
_AXES_BASE_KEYWORDS = {
    "grid": {"b": "visible"},  # dropped in 3.6
    "set_xscale": {"nonposx": "nonpositive", "basex": "base", "subsx": "subs"},  # dropped in 3.5
    "set_yscale": {"nonposy": "nonpositive", "basey": "base", "subsy": "subs"},
}
_AXES_KEYWORDS = {"hist": {"normed": "density"}}  # dropped in 3.1
_FIGURE_KEYWORDS = {"add_subplot": {"axisbg": "facecolor"}, "add_axes": {"axisbg": "facecolor"}}  # dropped in 2.2

# How an artist enters each of an Axes' lists.
_ADDERS = {"lines": "add_line", "patches": "add_patch", "collections": "add_collection", "images": "add_image",
           "tables": "add_table", "texts": "add_artist", "artists": "add_artist"}  # fmt: skip


def patch_root(module: ModuleType) -> None:
    """matplotlib.use(backend, warn=…) lost `warn` in 3.3."""
    original = module.use

    @functools.wraps(original)
    def use(backend: Any, *args: Any, warn: Any = None, **kwargs: Any) -> None:
        original(backend, *args, **kwargs)

    replace(module, "use", use)


def patch_axes_base(module: ModuleType) -> None:
    """ax.lines.remove(line) and its kin, ax.lines = [], ax.hold, set_axis_bgcolor, renamed keywords."""
    base = module._AxesBase
    for name, method in (("remove", _remove), ("pop", _pop), ("append", _append), ("extend", _extend),
                         ("clear", _clear), ("__delitem__", _delete_item)):  # fmt: skip
        add(base.ArtistList, name, method)
    for name in _ADDERS:
        present = vars(base).get(name)
        if isinstance(present, property) and present.fset is None:
            replace(base, name, present.setter(functools.partial(_set_list, name)))
    add(base, "hold", lambda self, b=None: _hold(b))
    add(base, "ishold", lambda self: True)
    add(base, "set_axis_bgcolor", lambda self, color: self.set_facecolor(color))
    add(base, "get_axis_bgcolor", lambda self: self.get_facecolor())
    _rename_keywords(base, _AXES_BASE_KEYWORDS)


def patch_axes(module: ModuleType) -> None:
    """ax.hist(normed=…)."""
    _rename_keywords(module.Axes, _AXES_KEYWORDS)


def patch_figure(module: ModuleType) -> None:
    """fig.gca(projection=…) (dropped in 3.6) and subplot(axisbg=…)."""
    base = module.FigureBase
    original = base.gca

    @functools.wraps(original)
    def gca(self: Any, **kwargs: Any) -> Any:
        return original(self) if self.axes or not kwargs else self.add_subplot(1, 1, 1, **kwargs)

    replace(base, "gca", gca)
    _rename_keywords(base, _FIGURE_KEYWORDS)


def patch_pyplot(module: ModuleType) -> None:
    """plt.hold and plt.ishold (dropped in 3.0), plt.gca(projection=…)."""
    add(module, "hold", _hold)
    add(module, "ishold", lambda: True)

    @functools.wraps(module.gca)
    def gca(**kwargs: Any) -> Any:
        return module.gcf().gca(**kwargs)

    replace(module, "gca", gca)


def patch_cm(module: ModuleType) -> None:
    """cm.get_cmap and cm.register_cmap were dropped in 3.9."""

    def get_cmap(name: Any = None, lut: int | None = None) -> Any:
        """A colormap by name, with `lut` entries if given."""
        import matplotlib

        found = matplotlib.colormaps.get_cmap(name)
        return found if lut is None else found.resampled(lut)

    def register_cmap(name: str | None = None, cmap: Any = None, *, override_builtin: bool = False) -> None:
        """Makes a colormap known by name."""
        import matplotlib

        matplotlib.colormaps.register(cmap, name=name, force=override_builtin)

    add(module, "get_cmap", get_cmap)
    add(module, "register_cmap", register_cmap)


def patch_style(module: ModuleType) -> None:
    """The styles `seaborn…` are called `seaborn-v0_8…` since 3.6."""
    for name in list(module.library):
        if name.startswith("seaborn-v0_8"):
            module.library.setdefault(name.replace("-v0_8", "", 1), module.library[name])


def patch_mlab(module: ModuleType) -> None:
    """mlab.normpdf was dropped in 3.1."""

    def normpdf(x: Any, *args: float) -> Any:
        """Density of the normal distribution with mean and standard deviation args at x."""
        import numpy as np

        mu, sigma = args
        return np.exp(-0.5 * ((np.asarray(x) - mu) / sigma) ** 2) / (np.sqrt(2 * np.pi) * sigma)

    add(module, "normpdf", normpdf)


def patch_backend_bases(module: ModuleType) -> None:
    """canvas.set_window_title moved to the manager in 3.6."""

    def set_window_title(self: Any, title: str) -> None:
        if self.manager is not None:
            self.manager.set_window_title(title)

    add(module.FigureCanvasBase, "set_window_title", set_window_title)


def patch_agg(module: ModuleType) -> None:
    """canvas.tostring_rgb was dropped in 3.10."""

    def tostring_rgb(self: Any) -> bytes:
        import numpy as np

        return np.asarray(self.buffer_rgba())[..., :3].tobytes()

    add(module.FigureCanvasAgg, "tostring_rgb", tostring_rgb)


def _remove(artists: Any, artist: Any) -> None:
    if artist not in list(artists):
        raise ValueError("list.remove(x): x not in list")
    artist.remove()


def _pop(artists: Any, index: int = -1) -> Any:
    artist = artists[index]
    artist.remove()
    return artist


def _append(artists: Any, artist: Any) -> None:
    getattr(artists._axes, _ADDERS[artists._prop_name])(artist)


def _extend(artists: Any, more: Iterable[Any]) -> None:
    for artist in list(more):
        _append(artists, artist)


def _clear(artists: Any) -> None:
    for artist in list(artists):
        artist.remove()


def _delete_item(artists: Any, index: int | slice) -> None:
    chosen: Any = list(artists)[index]
    for artist in chosen if isinstance(index, slice) else [chosen]:
        artist.remove()


def _set_list(name: str, axes: Any, artists: Iterable[Any]) -> None:
    wanted, present = list(artists), getattr(axes, name)
    for artist in list(present):
        if artist not in wanted:
            artist.remove()
    _extend(present, [artist for artist in wanted if artist not in list(present)])


def _hold(b: bool | None = None) -> None:
    """Every plotting call adds to what is there: `hold(True)`, Matplotlib's only behaviour since 3.0."""
    if b is not None and not b:
        message = "hold(False) has no effect in today's Matplotlib: call plt.cla() before the next plot instead"
        warnings.warn(message, UserWarning, stacklevel=2)


def _rename_keywords(owner: type, table: dict[str, dict[str, str]]) -> None:
    for method, names in table.items():
        replace(owner, method, _renaming(getattr(owner, method), names))


def _renaming(original: Callable[..., Any], names: dict[str, str]) -> Callable[..., Any]:
    @functools.wraps(original)
    def method(*args: Any, **kwargs: Any) -> Any:
        for old in names.keys() & kwargs.keys():
            kwargs[names[old]] = kwargs.pop(old)
        return original(*args, **kwargs)

    return method

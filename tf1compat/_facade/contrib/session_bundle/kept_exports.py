"""Which exported versions are kept: filters of paths, made of each other."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tf1compat._facade.platform import file_io


class Path(NamedTuple):
    """A path, and the version that it is of (None if it is of none)."""

    path: str
    export_version: Any


Filter = Callable[[Sequence[Path]], list[Path]]


def largest_export_versions(n: int) -> Filter:
    """Keeps the `n` paths of the largest versions."""

    def keep(paths: Sequence[Path]) -> list[Path]:
        versions = [(p.export_version, i) for i, p in enumerate(paths) if p.export_version is not None]
        return sorted(paths[i] for _, i in sorted(versions, reverse=True)[:n])

    return keep


def one_of_every_n_export_versions(n: int) -> Filter:
    """Keeps the largest version of each interval [0, n], (n, 2n], (2n, 3n] …"""

    def keep(paths: Sequence[Path]) -> list[Path]:
        kept: dict[int, Path] = {}
        for path in paths:
            version = path.export_version
            if version is None:
                continue
            interval = (version - 1) // n if version else 0
            if interval not in kept or kept[interval].export_version < version:
                kept[interval] = path
        return sorted(kept.values())

    return keep


def mod_export_version(n: int) -> Filter:
    """Keeps the versions that `n` divides."""
    return lambda paths: sorted(p for p in paths if p.export_version % n == 0)


def union(lf: Filter, rf: Filter) -> Filter:
    """Keeps what either filter keeps."""
    return lambda paths: sorted({*lf(paths), *rf(paths)})


def negation(f: Filter) -> Filter:
    """Keeps what `f` does not."""
    return lambda paths: sorted({*paths} - {*f(paths)})


def get_paths(base_dir: Any, parser: Callable[[Path], Path | None]) -> list[Path]:
    """What `parser` makes of the paths in a folder, sorted; those of which it makes None are left out."""
    names = (os.path.join(base_dir, name) for name in file_io.list_directory(base_dir))
    parsed = (parser(Path(name, None)) for name in names)
    return sorted(p for p in parsed if p)

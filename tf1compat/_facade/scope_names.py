"""Names relative to a scope: what export takes off and import puts in front."""

from __future__ import annotations

import re


def strip_name_scope(name: str, export_scope: str | None) -> str:
    """`name` without the leading `export_scope` (a control mark `^` or `loc:@` stays in front)."""
    if not export_scope:
        return name
    return re.sub(r"([\^]|loc:@|^)" + export_scope.removesuffix("/") + r"[\/]+(.*)", r"\1\2", name, count=1)


def prepend_name_scope(name: str, import_scope: str | None) -> str:
    """`name` under `import_scope` (a control mark `^` or `loc:@` stays in front)."""
    if not import_scope:
        return name
    return re.sub(r"([\^]|loc:@|^)(.*)", r"\1" + import_scope.removesuffix("/") + r"/\2", name, count=1)


def name_from_scope_name(name: str) -> str:
    """A scope's name without its trailing slash."""
    return name.removesuffix("/")

"""Writes the table of supported names into docs/coverage.md, or with `--check` says whether it is up to date.

    python tools/coverage.py [--check]

A name of TensorFlow 1.15 counts as supported if tf1compat answers it with more than a refusal.
`tf1compat/_facade/tf115_names.txt` lists them.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from types import FunctionType

import tf1compat

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "coverage.md"
NAMES = ROOT / "tf1compat" / "_facade" / "tf115_names.txt"
BEGIN, END = "<!-- table begin -->\n", "<!-- table end -->\n"


def answers(path: str) -> bool:
    """Whether `tf.x.y` exists in tf1compat."""
    value: object = tf1compat
    for part in path.split(".")[1:]:
        if not hasattr(value, part):
            return False
        value = getattr(value, part)
    return not (
        isinstance(value, (type, FunctionType)) and getattr(value, "only_a_name", False)
    )  # refuses to do anything


def namespace_of(module: str) -> str:
    """The row a module belongs to: contrib has one for each of its parts, others one for all below them."""
    parts = module.split(".")
    return ".".join(["tf", *parts[: 2 if parts[0] == "contrib" else 1]]) if module else "tf"


def table() -> str:
    """Rows `namespace | supported | of | missing`, the namespaces with nothing in one line at the end."""
    supported: Counter[str] = Counter()
    total: Counter[str] = Counter()
    missing: dict[str, list[str]] = {}
    modules = [line.partition(":") for line in NAMES.read_text().splitlines()]
    inner = {f"tf.{module}" for module, _, _ in modules if module}
    for module, _, names in modules:
        row = namespace_of(module)
        prefix = f"tf.{module}." if module else "tf."
        for path in (prefix + name for name in names.split()):
            if path in inner:
                continue
            total[row] += 1
            if answers(path):
                supported[row] += 1
            else:
                missing.setdefault(row, []).append(path.removeprefix(row + "."))
    lines = ["| namespace | supported | of | missing |", "|---|---:|---:|---|"]
    rows = [row for row in total if supported[row]]
    for row in sorted(rows):
        lines.append(f"| `{row}` | {supported[row]} | {total[row]} | {shown(missing.get(row, []))} |")
    lines.append(f"| **all of these** | **{sum(supported.values())}** | **{sum(total[row] for row in rows)}** | |")
    nothing = ", ".join(f"`{row}` ({total[row]})" for row in sorted(total) if not supported[row])
    return "\n".join(lines) + f"\n\nNothing yet of: {nothing}.\n"


def shown(names: list[str], most: int = 40) -> str:
    """The names in a table cell, shortened."""
    more = f" … and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def main(arguments: list[str]) -> int:
    text = PAGE.read_text()
    before, rest = text.split(BEGIN)
    wanted = before + BEGIN + table() + END + rest.split(END)[1]
    if text == wanted:
        return 0
    if arguments == ["--check"]:
        print("docs/coverage.md is out of date: run python tools/coverage.py")
        return 1
    PAGE.write_text(wanted)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Rows recorded from TensorFlow 1.15 by tests/golden/record/base.py, and the names their expressions use."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

GOLDEN = Path(__file__).parents[2] / "golden"
_recorder = runpy.run_path(str(GOLDEN / "record" / "base_names.py"), run_name="base_names")
outcome = _recorder["outcome"]


def rows(name: str, table: str = "expressions") -> list[Any]:
    """One table of one recorded file."""
    return json.loads((GOLDEN / "base" / f"{name}.json").read_text())[table]


def names(**more: Any) -> dict[str, Any]:
    """What an expression may use."""
    return {**_recorder["NAMES"], **more}

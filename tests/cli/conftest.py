"""The fixtures of tests/alias: the stand-in package and Python runs with it."""

from __future__ import annotations

import importlib.util
from pathlib import Path

_file = Path(__file__).resolve().parents[1] / "alias" / "conftest.py"
_spec = importlib.util.spec_from_file_location("alias_fixtures", _file)
assert _spec is not None and _spec.loader is not None
_fixtures = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_fixtures)

fake_root = _fixtures.fake_root
run = _fixtures.run

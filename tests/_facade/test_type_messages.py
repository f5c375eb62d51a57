"""Arguments of types that ops do not take are refused with TF 1.15.5's words."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

from type_messages import CALLS, refusal  # noqa: E402

import tf1compat as tf  # noqa: E402

GOLDEN = json.loads((HERE.parent / "golden" / "type_messages.json").read_text())


@pytest.mark.parametrize("name", sorted(CALLS))
def test_refusal(name: str) -> None:
    assert GOLDEN[name] is not None
    assert refusal(tf, CALLS[name]) == GOLDEN[name]

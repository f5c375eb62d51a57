"""Values recorded from TensorFlow 1.15.5 by tests/golden/record/events.py."""

from __future__ import annotations

import base64
import functools
import json
from pathlib import Path
from typing import Any

import numpy as np

FOLDER = Path(__file__).parents[1] / "golden" / "events"


@functools.cache
def recorded() -> dict[str, Any]:
    return json.loads((FOLDER / "events.json").read_text())


@functools.cache
def arrays() -> dict[str, np.ndarray[Any, Any]]:
    with np.load(FOLDER / "events.npz") as file:
        return dict(file)


def unpack(text: str) -> bytes:
    return base64.b64decode(text)

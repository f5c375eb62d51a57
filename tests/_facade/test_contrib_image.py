"""`tf.contrib.image` gives what TF 1.15.5 gives."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import contrib_image_runs  # noqa: E402

import tf1compat as tf  # noqa: E402

GOLDEN = json.loads((HERE.parent / "golden" / "contrib_image_runs.json").read_text())


@pytest.mark.parametrize("run", contrib_image_runs.RUNS, ids=[r.__name__ for r in contrib_image_runs.RUNS])
def test_run(run: Any) -> None:
    with tf.Graph().as_default():
        found = run(tf)
    for i, (ours, theirs) in enumerate(zip(found, GOLDEN[run.__name__], strict=True)):
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=2e-3, err_msg=str(i))

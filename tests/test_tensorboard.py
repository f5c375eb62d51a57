"""TensorBoard, opened in a browser without a screen on the logs of an example: a chart of every scalar, and the graph.

`TF1COMPAT_SCREENSHOTS=docs python -m pytest tests/test_tensorboard.py` also keeps the pictures.
"""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from PIL import Image

ROOT = pathlib.Path(__file__).parent.parent
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

pytestmark = pytest.mark.skipif(BROWSER is None, reason="no Chromium here (Debian: apt-get install chromium)")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """TensorBoard on what the example wrote."""
    folder = tmp_path_factory.mktemp("tensorboard")
    example = ROOT / "examples" / "logistic_regression_tensorboard.py"
    subprocess.run([sys.executable, "-m", "tf1compat", str(example)], cwd=folder, check=True, timeout=300)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "tensorboard.main", "--logdir", str(folder / "logs"), "--port", str(port)]
    server = subprocess.Popen([*command, "--host", "127.0.0.1"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield _answering(f"http://127.0.0.1:{port}")
    finally:
        server.kill()
        server.wait()


def _answering(address: str) -> str:
    for _ in range(240):
        try:
            with urllib.request.urlopen(f"{address}/data/runs", timeout=5) as answer:
                if b"logistic_regression" in answer.read():
                    return address
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            pass
        time.sleep(0.5)
    raise AssertionError("TensorBoard does not answer")


def browse(url: str, *options: str) -> str:
    """What the browser prints of a page, after its scripts have run for a while."""
    assert BROWSER is not None
    flags = [
        "--headless=new",
        "--no-sandbox",
        "--enable-unsafe-swiftshader",
        "--hide-scrollbars",
        "--window-size=1000,720",
    ]
    command = [BROWSER, *flags, "--virtual-time-budget=30000", *options, url]
    return subprocess.run(command, capture_output=True, text=True, timeout=300).stdout


def picture(url: str, path: pathlib.Path) -> np.ndarray[Any, Any]:
    """A page as an array of pixels; the file is kept if one asks for it."""
    browse(url, f"--screenshot={path}")
    if "TF1COMPAT_SCREENSHOTS" in os.environ:
        shutil.copy(path, os.environ["TF1COMPAT_SCREENSHOTS"])
    with Image.open(path) as image:
        return np.asarray(image.convert("RGB"))


def test_scalars_have_charts(address: str) -> None:
    page = browse(f"{address}/#timeseries", "--dump-dom")
    assert page.count("<scalar-card-component") == 2
    assert {"cross_entropy", "accuracy_1"} <= set(re.findall(r'title="([^"]*)"', page))
    assert page.count("<line-chart") >= 2 and "logistic_regression" in page


def test_the_graph_is_drawn(address: str, tmp_path: pathlib.Path) -> None:
    """Boxes and arrows, which are drawn where no text of the page shows them, fill a part of the middle."""
    drawn = picture(f"{address}/#graphs&run=logistic_regression", tmp_path / "tensorboard_graph.png")
    middle = drawn[110:, 300:]
    assert 0.005 < (middle.min(-1) < 200).mean() < 0.5
    with urllib.request.urlopen(f"{address}/data/plugin/graphs/graph?run=logistic_regression") as answer:
        graph = answer.read().decode()
    assert 'name: "model/weights"' in graph and 'op: "VariableV2"' in graph

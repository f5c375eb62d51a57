"""A small stand-in for the tf1compat package around the real alias and cli, and a way to run Python with it.

The stand-in makes these tests independent of what the public namespace holds, and fast: it does not import jax.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]

# An editable install has a finder that would fill the stand-in's gaps from the real package.
ALONE = (
    "import sys\nsys.meta_path[:] = [f for f in sys.meta_path if '__editable__' not in getattr(f, '__module__', '')]\n"
)

# file of the stand-in -> its text
FAKE_MODULES = {
    "__init__.py": ALONE
    + "from tf1compat.alias import install as install\nimport tf1compat.nn as nn\nfloat32 = 'float32'\n",
    "nn.py": "def relu(x):\n    return x\n",
    "train.py": "class Saver:\n    pass\n",
    "keras/__init__.py": "",
    "keras/layers.py": "",
    "contrib/__init__.py": "from tf1compat.contrib import slim as slim\n",
    "contrib/slim/__init__.py": "from tf1compat.contrib.slim import nets as nets\nconv2d = 1\n",
    "contrib/slim/nets.py": "",
    "contrib/rnn.py": "LSTMCell = 1\n",
    "contrib/framework.py": "def arg_scope():\n    pass\n",
    "examples/__init__.py": "",
    "examples/tutorials/__init__.py": "",
    "examples/tutorials/mnist/__init__.py": "",
    "examples/tutorials/mnist/input_data.py": "def read_data_sets():\n    return 'data'\n",
    "_facade/__init__.py": "",
    "_facade/math_ops.py": "_private = 'private'\nSWITCH = False\ndef switch():\n    return SWITCH\n",
    "broken.py": "import a_library_that_is_not_installed\n",
}

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def fake_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for PYTHONPATH with the stand-in package, and a fake site-packages below it."""
    root = tmp_path_factory.mktemp("fake")
    for name, text in FAKE_MODULES.items():
        file = root / "tf1compat" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    ignored = shutil.ignore_patterns("__pycache__")
    for folder in ("alias", "cli"):
        shutil.copytree(REPOSITORY / "tf1compat" / folder, root / "tf1compat" / folder, ignore=ignored)
    shutil.copy(REPOSITORY / "tf1compat" / "__main__.py", root / "tf1compat")
    return root


@pytest.fixture
def run(fake_root: Path, tmp_path: Path) -> Run:
    """`run(arguments…, python=…)`: runs Python with the stand-in on its path, in an empty folder."""

    def run_python(*arguments: str, python: str = sys.executable, **options: Any) -> subprocess.CompletedProcess[str]:
        env = {**os.environ, "PYTHONPATH": str(fake_root), "MPLBACKEND": "Agg", **options.pop("env", {})}
        env.pop("PYTHONDONTWRITEBYTECODE", None)  # the stand-in is compiled once, not in each of a hundred runs
        command = [python, *arguments]
        return subprocess.run(
            command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=60, check=False, **options
        )

    return run_python


@pytest.fixture
def passes(run: Run, tmp_path: Path) -> Callable[..., str]:
    """`passes(code)`: runs code as a script under the runner, expects success, gives its output."""

    def run_script(code: str, *arguments: str, **options: object) -> str:
        script = tmp_path / "script.py"
        script.write_text(textwrap.dedent(code))
        done = run("-m", "tf1compat", str(script), *arguments, **options)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run_script


@pytest.fixture
def installed_package(tmp_path: Path) -> Callable[[str, str], dict[str, str]]:
    """`installed_package(name, code)`: a package in a folder called site-packages; gives the env to find it."""
    site = tmp_path / "lib" / "site-packages"

    def write(name: str, code: str) -> dict[str, str]:
        package = site / name
        package.mkdir(parents=True)
        (package / "__init__.py").write_text(textwrap.dedent(code))
        return {"SITE": str(site)}

    return write

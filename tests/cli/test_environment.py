"""`tf1compat enable`, `disable`, `status` and `doctor`, in a virtual environment made for the test."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]


_NOT_INHERITED = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")


class Environment:
    """A virtual environment that finds this one's packages, and the stand-in while `command` runs."""

    def __init__(self, folder: Path, fake_root: Path):
        venv.create(folder, with_pip=False, symlinks=True)
        self.python = str(folder / "bin" / "python")
        (self.site,) = folder.glob("lib/python*/site-packages")
        (self.site / "zz_shared.pth").write_text(sysconfig.get_path("purelib") + "\n")
        self.folder, self.fake_root = folder, fake_root

    def run(self, *arguments: str, path: str | None = None) -> subprocess.CompletedProcess[str]:
        env = {name: value for name, value in os.environ.items() if name not in _NOT_INHERITED}
        if path:
            env["PYTHONPATH"] = path
        return subprocess.run(
            [self.python, *arguments], env=env, capture_output=True, text=True, timeout=60, check=False, cwd=self.folder
        )

    def command(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return self.run("-m", "tf1compat", *arguments, path=str(self.fake_root))


@pytest.fixture
def environment(tmp_path: Path, fake_root: Path) -> Iterator[Environment]:
    made = Environment(tmp_path / "venv", fake_root)
    yield made
    made.command("disable")


def test_enable_then_disable(environment: Environment) -> None:
    assert "enabled:" in environment.command("status").stdout
    assert environment.run("-c", "import tensorflow").returncode == 1
    done = environment.command("enable")
    assert done.returncode == 0 and "tf1compat disable" in done.stdout, done.stderr
    code = "import tensorflow as tf, tf1compat.alias as a; print(tf.__name__, a.installed_by()); tf.float32"
    assert environment.run("-c", code).stdout == "tf1compat ('tf1compat enable',)\n"
    assert "yes, by " in environment.command("status").stdout
    assert environment.command("enable").returncode == 0  # twice is fine
    done = environment.command("disable")
    assert done.returncode == 0 and not list(environment.site.glob("*tf1compat*"))
    assert environment.run("-c", "import tensorflow").returncode == 1
    assert "was not enabled" in environment.command("disable").stdout


def test_enabled_python_starts_without_tf1compat_and_jax(environment: Environment) -> None:
    environment.command("enable")
    heavy = "{'tf1compat', 'jax', 'numpy', 'typing', 'importlib.util'}"
    code = f"import sys; print(sorted(set(sys.modules) & {heavy}), 'tf1compat.alias' in sys.modules)"
    plain = environment.run("-S", "-c", code).stdout
    assert environment.run("-c", code).stdout == plain.replace("False", "True")


def test_enabled_everything_is_as_with_the_runner(environment: Environment, tmp_path: Path) -> None:
    environment.command("enable")
    script = tmp_path / "train.py"
    script.write_text(
        "import tensorflow as tf, numpy as np\n"
        "from tensorboard.compat import tf as stub\n"
        "print(tf.__name__, np.float(1), stub.__version__, tf.alias.is_installed())\n"
        "import no_such_module\n"
    )
    done = environment.run(str(script))
    assert done.stdout == "tf1compat 1.0 stub True\n", done.stderr
    assert "alias" not in done.stderr and "No module named 'no_such_module'" in done.stderr
    done = environment.run("-m", "tensorboard.main", "--version_tb")
    assert done.returncode == 0, done.stderr
    script.with_name("test_it.py").write_text(
        "import unittest\nclass A(unittest.TestCase):\n"
        "    def test(self):\n        import tensorflow\n        self.assertItemsEqual([1, 2], [2, 1])\n"
    )
    done = environment.run("-m", "pytest", "-q", "-p", "no:cacheprovider", str(script.with_name("test_it.py")))
    assert done.returncode == 0, done.stdout


def test_enabled_but_tf1compat_is_gone(environment: Environment) -> None:
    environment.command("enable")
    hook = environment.site / "_tf1compat_enabled.py"
    hook.write_text(re.sub(r"_install\('.*'\)", "_install('/no/such/folder')", hook.read_text()))
    done = environment.run("-c", "print('works')")
    assert (done.stdout, done.stderr) == ("works\n", "")
    assert "another tf1compat" in environment.command("status").stdout
    hook.unlink()
    assert "half" in environment.command("status").stdout


def test_it_refuses_beside_a_real_tensorflow(environment: Environment) -> None:
    info = environment.site / "tensorflow_cpu-2.21.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tensorflow-cpu\nVersion: 2.21.0\n")
    done = environment.command("enable")
    assert done.returncode == 1 and not list(environment.site.glob("*tf1compat*"))
    assert "tensorflow-cpu 2.21.0" in done.stderr and "--force" in done.stderr
    assert environment.command("enable", "--force").returncode == 0
    assert environment.run("-c", "import tensorflow; print(tensorflow.__name__)").stdout == "tf1compat\n"


def test_it_refuses_outside_a_virtual_environment(fake_root: Path) -> None:
    python = Path(sys.base_prefix) / "bin" / f"python3.{sys.version_info.minor}"
    if not python.exists() or sys.prefix == sys.base_prefix:
        pytest.skip("needs the interpreter this virtual environment was made from")
    env = {**os.environ, "PYTHONPATH": str(fake_root)}
    done = subprocess.run(
        [python, "-m", "tf1compat", "enable"],
        env=env,
        cwd=fake_root,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,  # fmt: skip
    )
    assert done.returncode == 1 and "not a virtual environment" in done.stderr and "--force" in done.stderr


def test_doctor(run: Run) -> None:
    done = run("-m", "tf1compat", "doctor", env={"JAX_PLATFORMS": "cpu"})
    assert done.returncode == 0, done.stderr
    for key in ("tf1compat:", "python:", "jax:", "numpy:", "devices:", "cache folder:", "enabled:", "this process:"):
        assert key in done.stdout
    assert "cpu:0" in done.stdout


@pytest.mark.parametrize("command", ["enable", "disable", "status", "doctor"])
def test_wrong_options(run: Run, command: str) -> None:
    done = run("-m", "tf1compat", command, "--no-such-option")
    assert done.returncode == 2 and f"tf1compat {command}" in done.stderr

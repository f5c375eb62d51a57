"""`tf1compat enable`, `disable` and `status`: plain `python` and `pytest` of a virtual environment see the alias.

Enabling writes two files into site-packages: a `.pth` file, which Python reads at every start, and the small module it
imports. That module loads `tf1compat.alias` by its file name, so that neither tf1compat nor jax is imported before a
program asks for `tensorflow`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path

from tf1compat import alias
from tf1compat.alias import importers

_PTH = "tf1compat_enabled.pth"
_HOOK = "_tf1compat_enabled.py"
_HOOK_TEXT = '''\
"""Written by `tf1compat enable`: makes `import tensorflow` mean tf1compat; `tf1compat disable` removes it."""


def _install(folder):
    import os
    import sys

    file = os.path.join(folder, "__init__.py")
    if not os.path.exists(file) or "tf1compat.alias" in sys.modules:  # tf1compat has been uninstalled or moved
        return
    from importlib.machinery import ModuleSpec, SourceFileLoader

    name = "tf1compat.alias"  # importlib.util would be shorter, and take as long as all the rest
    loader = SourceFileLoader(name, file)
    spec = ModuleSpec(name, loader, origin=file, is_package=True)
    spec.has_location = True
    spec.submodule_search_locations.append(folder)
    sys.modules[name] = module = type(sys)(name)
    module.__dict__.update(__spec__=spec, __loader__=loader, __file__=file, __path__=[folder], __package__=name)
    loader.exec_module(module)
    module.install(by="tf1compat enable")


_install({folder!r})
'''


def enable(arguments: Sequence[str]) -> int:
    """Writes the `.pth` file; 1 if it refuses, with the reason on stderr."""
    options = _parse("enable", "Make `import tensorflow` mean tf1compat in this virtual environment.", arguments)
    real = importers.real_tensorflow()
    if real and not options.force:
        return _refuse(
            f"a real TensorFlow is installed here ({real}), which the alias would hide from your programs. "
            "Use another virtual environment, uninstall it, or add --force."
        )
    if not _is_virtual() and not options.force:
        return _refuse(
            f"{sys.prefix} is not a virtual environment, and enabling would change every program of this Python. "
            "Make one (python -m venv venv), or add --force; `tf1compat script.py` works without enabling."
        )
    folder, lines = _importable_alias(), ["import _tf1compat_enabled"]
    if folder is None:  # a checkout, found now by PYTHONPATH or the current folder
        folder = Path(alias.__file__).resolve().parent
        lines.insert(0, str(folder.parent.parent))
    site = _site_packages()
    try:
        (site / _HOOK).write_text(_HOOK_TEXT.replace("{folder!r}", repr(str(folder))), encoding="utf-8")
        (site / _PTH).write_text("\n".join(lines) + "\n", encoding="utf-8")
    except OSError as error:
        return _refuse(f"cannot write to {site}: {error.strerror}")
    print(f"enabled: `import tensorflow` means tf1compat for every program of {sys.prefix}")
    print(f"  written: {site / _PTH}\n  undo:    tf1compat disable")
    return 0


def disable(arguments: Sequence[str]) -> int:
    """Removes what `enable` wrote."""
    _parse("disable", "Undo `tf1compat enable`.", arguments, force=False)
    found = [path for path in _files() if path.exists()]
    try:
        for path in found:
            path.unlink()
    except OSError as error:
        return _refuse(f"cannot remove {error.filename}: {error.strerror}")
    print(f"disabled for {sys.prefix}" if found else f"was not enabled for {sys.prefix}")
    return 0


def status(arguments: Sequence[str]) -> int:
    """Prints what holds in this environment."""
    _parse("status", "Say whether this environment is enabled.", arguments, force=False)
    for key, value in describe().items():
        print(f"{key + ':':<18}{value}")
    return 0


def describe() -> dict[str, str]:
    """What `status` prints: the environment, whether it is enabled, whether TensorFlow is installed."""
    pth, hook = _files()
    if pth.exists() and hook.exists():
        folder = Path(alias.__file__).resolve().parent
        mine = repr(str(folder)) in hook.read_text(encoding="utf-8")
        state = f"yes, by {pth}" if mine else f"by another tf1compat; run `tf1compat enable` again ({pth})"
    elif pth.exists() or hook.exists():
        state = f"half: one of {pth} and {hook.name} is missing; run `tf1compat enable` or `disable`"
    else:
        state = "no; `tf1compat script.py` works all the same"
    return {
        "environment": f"{sys.prefix}{'' if _is_virtual() else ' (not a virtual environment)'}",
        "enabled": state,
        "this process": f"alias installed by {', '.join(alias.installed_by())}" if alias.is_installed() else "no alias",
        "real TensorFlow": importers.real_tensorflow() or "not installed",
    }


def _files() -> tuple[Path, Path]:
    return _site_packages() / _PTH, _site_packages() / _HOOK


def _site_packages() -> Path:
    return Path(sysconfig.get_path("purelib"))


def _is_virtual() -> bool:
    conda = Path(sys.prefix)
    return sys.prefix != sys.base_prefix or ((conda / "conda-meta").is_dir() and conda.parent.name == "envs")


def _importable_alias() -> Path | None:
    """The folder of the tf1compat.alias that a plain start finds (no PYTHONPATH, no current folder), or None."""
    code = "import importlib.util as u; found = u.find_spec('tf1compat'); print(found.origin if found else '')"
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=False)
    origin = done.stdout.strip()
    return Path(origin).resolve().parent / "alias" if done.returncode == 0 and origin else None


def _parse(command: str, description: str, arguments: Sequence[str], force: bool = True) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog=f"tf1compat {command}", description=description)
    if force:
        parser.add_argument("--force", action="store_true", help="also where it would refuse")
    return parser.parse_args(arguments)


def _refuse(reason: str) -> int:
    print(f"tf1compat: {reason}", file=sys.stderr)
    return 1

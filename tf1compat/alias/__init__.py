"""Answers `import tensorflow` by tf1compat: `install()`, `uninstall()`, and who gets the alias.

**What it answers.** `tensorflow` is the module object `tf1compat`; `tensorflow.X.Y` is `tf1compat.X.Y`; the inner
paths of old code (`tensorflow.python.ops.math_ops`, `tensorflow.contrib.layers.python.layers`,
`tensorflow.core.framework.graph_pb2`) are answered by the table in `paths.py`. Every way to write an import gives
the same module objects as attribute access.

**Who gets it.** The *importing module* decides. Packages that only probe for TensorFlow — TensorBoard and its
compatibility layer, Keras 3, transformers, orbax, jax, torch, pandas …: the table `PROBERS` in `importers.py` — see
what they would see without tf1compat: `ModuleNotFoundError` from `import` and `importlib.import_module`, None from
`importlib.util.find_spec`, no `tensorflow` in `sys.modules`; or the real TensorFlow, where one is installed. All
others get the alias: scripts, notebooks, tests, and TF1 libraries such as tf_slim, tflearn and sonnet. Only *installed*
packages (in site-packages or dist-packages) count as probers: a folder `datasets/` beside a script is the user's own.
Order does not matter: a prober imported after the user's `import tensorflow` still does not see it.

For that, `tensorflow` never stays in `sys.modules`. Code that looks it up there, or unpickles objects that name a
`tensorflow` module, does not find it.

**Where a real TensorFlow is installed**, `install()` still makes the alias win for everybody but the probers.

**Child processes**: workers of multiprocessing get the alias from their parent, however they are started. Other Python
processes that a program starts (subprocess, the workers of pytest-xdist) have it only where `tf1compat enable` was run.

**The legacy environment** (`legacy/`) comes with `install()`: names that NumPy, Matplotlib, SciPy and Python have
dropped since 2019 (`np.float`, `ax.lines.remove`, `scipy.misc.imread`, `assertEquals`, `time.clock`) come back when the
library in question is imported. A plain `import tf1compat` changes nothing.

Light on purpose: the `.pth` file of `tf1compat enable` loads this package in every process, without `tf1compat`.
"""

from __future__ import annotations

import sys

# `from . import x` would import the parent package tf1compat, and jax with it.
from .children import activate as _activate_children
from .children import deactivate as _deactivate_children
from .hook import activate as _activate_hook
from .hook import deactivate as _deactivate_hook
from .hook import is_active
from .legacy import activate as _activate_legacy
from .legacy import deactivate as _deactivate_legacy
from .legacy import watch
from .tracebacks import activate as _activate_tracebacks
from .tracebacks import deactivate as _deactivate_tracebacks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_installed_by: list[str] = []


def install(by: str = "tf1compat.install()") -> None:
    """Makes `import tensorflow` mean tf1compat in this process, and arms the legacy environment.

    Does nothing if it is installed already. `by` is what `status` and `doctor` name as the cause.

    Example:
        >>> import tf1compat.alias
        >>> tf1compat.alias.install()
        >>> import tensorflow as tf
        >>> tf.__name__
        'tf1compat'
        >>> tf1compat.alias.uninstall()
    """
    _installed_by.append(by)
    _activate_hook()
    _activate_legacy()
    _activate_children()
    _activate_tracebacks()
    watch("tf1compat", _bind_to_package)


def uninstall() -> None:
    """Takes the alias and the legacy names away again; modules that have imported them keep what they have."""
    _deactivate_tracebacks()
    _deactivate_children()
    _deactivate_legacy()
    _deactivate_hook()
    _installed_by.clear()


def _bind_to_package(package: Any) -> None:
    # Loaded by the `.pth` file, this package is older than its parent: importlib has not bound it there.
    package.__dict__.setdefault("alias", sys.modules[__name__])


def is_installed() -> bool:
    """True while `import tensorflow` is answered by tf1compat."""
    return is_active()


def installed_by() -> tuple[str, ...]:
    """Who installed the alias in this process, first caller first; empty if nobody did."""
    return tuple(_installed_by)


def load_ipython_extension(ipython: Any) -> None:
    """`%load_ext tf1compat`: installs the alias in the notebook's kernel."""
    del ipython
    install(by="%load_ext tf1compat")


def unload_ipython_extension(ipython: Any) -> None:
    """`%unload_ext tf1compat`: takes the alias away again."""
    del ipython
    uninstall()

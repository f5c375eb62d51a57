"""`tensorflow.python.util.tf_contextlib`: context managers of generators."""

from __future__ import annotations

import contextlib
from typing import Any

from tf1compat._facade.inner_tools.tf_decorator import make_decorator


def contextmanager(target: Any) -> Any:
    """`contextlib.contextmanager`, known as a decorator to `tf_decorator.unwrap`."""
    return make_decorator(target, contextlib.contextmanager(target), "contextmanager")

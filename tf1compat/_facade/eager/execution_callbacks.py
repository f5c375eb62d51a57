"""`tensorflow.python.eager.execution_callbacks`: what would watch eager execution, which is not here."""

from __future__ import annotations

import enum
from typing import Any

from tf1compat._jaxcore.base import errors


class ExecutionCallback(enum.Enum):
    """What to do when an eager operation gives an infinity or NaN."""

    IGNORE = "ignore"
    PRINT = "print"
    RAISE = "raise"
    WARN = "warn"


def errstate(inf_or_nan: Any = None) -> Any:
    """UnsupportedError: there is no eager execution to watch."""
    raise errors.unsupported(
        "errstate: watching eager execution", advice="use tf.check_numerics or tf.add_check_numerics_ops in the graph"
    )

"""`tf.autograph`: Python statements that depend on tensors are not converted; what only marks functions is here."""

from __future__ import annotations

import enum
import sys
from collections.abc import Callable
from typing import Any

from tf1compat._facade.refusals import refused

_WHY = "AutoGraph rewrites the source of functions, and tf1compat does not"
_ADVICE = "write the branch with tf.cond and the loop with tf.while_loop"

to_graph = refused("tf.autograph.to_graph", _WHY, _ADVICE)
to_code = refused("tf.autograph.to_code", _WHY, _ADVICE)
convert = refused("tf.contrib.autograph.convert", _WHY, _ADVICE)
converted_call = refused("tf.contrib.autograph.converted_call", _WHY, _ADVICE)
stack = refused("tf.contrib.autograph.stack", _WHY, "use tf.stack or a TensorArray")


class AutoGraphError(Exception):
    """Base of AutoGraph's errors; nothing here raises it."""


class Feature(enum.Enum):
    """What AutoGraph may convert besides branches and loops."""

    ALL = "ALL"
    AUTO_CONTROL_DEPS = "AUTO_CONTROL_DEPS"
    ASSERT_STATEMENTS = "ASSERT_STATEMENTS"
    BUILTIN_FUNCTIONS = "BUILTIN_FUNCTIONS"
    EQUALITY_OPERATORS = "EQUALITY_OPERATORS"
    LISTS = "LISTS"
    NAME_SCOPES = "NAME_SCOPES"


def do_not_convert(func: Callable[..., Any] | None = None) -> Any:
    """`func` as it is, or a decorator that gives functions back as they are: none is converted."""
    return (lambda f: f) if func is None else func


def set_loop_options(
    parallel_iterations: Any = None, back_prop: Any = None, swap_memory: Any = None, maximum_iterations: Any = None
) -> None:
    """Nothing: as in TensorFlow, for loops that Python runs."""
    del parallel_iterations, back_prop, swap_memory, maximum_iterations  # options of a loop that was converted


def set_element_type(entity: Any, dtype: Any, shape: Any = None) -> None:
    """Nothing: as in TensorFlow, for lists that are Python's."""
    del entity, dtype, shape


def set_verbosity(level: int, alsologtostdout: bool = False) -> None:
    """Nothing: the converter whose messages this would show is not here."""
    del level, alsologtostdout


def trace(*args: Any) -> None:
    """Print the arguments while the graph is built.

    >>> trace("x", 1)
    x 1
    """
    print(*args, file=sys.stdout)

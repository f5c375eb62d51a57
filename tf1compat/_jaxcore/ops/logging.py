"""Ops that talk: print values, check a condition, tell the time."""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np

from tf1compat._formats.value_text import summarize as summarize_value
from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.base.host_context import HostContext, Unattached
from tf1compat._jaxcore.schema import shape_rules
from tf1compat._jaxcore.schema.opdef import op


def _print_gradient(inputs: Any, outputs: Any, cotangents: Any, **attrs: Any) -> list[Any]:
    return [cotangents[0], *(None for _ in inputs[1:])]


@op(
    "Print",
    "input: T, data: [U] -> output: T",
    effect="io",
    host=True,
    shape=shape_rules.unchanged,
    grad=_print_gradient,
)
def print_values(
    input: Any,
    data: Any,
    *,
    message: bytes = b"",
    first_n: int = -1,
    summarize: int = 3,
    context: HostContext = Unattached(),
) -> Any:
    """The input; prints `data` to the standard error stream, at most `first_n` times per session (negative: always)."""
    if first_n < 0 or context.next_run() < first_n:
        text = "".join(summarize_value(np.asarray(x), summarize) for x in data)
        sys.stderr.write(f"{_decoded(message)}{text}\n")
        sys.stderr.flush()
    return input


@op("Assert", "condition: bool, data: [T] ->", effect="io", host=True, grad="none", shape=shape_rules.nothing)
def assert_condition(condition: Any, data: Any, *, summarize: int = 3) -> Any:
    """Nothing, or an error that shows `data` if the condition is false."""
    value = np.asarray(condition)
    if value.ndim:
        shape = ",".join(map(str, value.shape))
        raise errors.InvalidArgumentError(None, None, f"In[0] should be a scalar: [{shape}]")
    if not value:
        shown = " ".join(summarize_value(np.asarray(x), summarize) for x in data)
        raise errors.InvalidArgumentError(None, None, f"assertion failed: {shown}")
    return ()


@op("Timestamp", "-> ts: float64", host=True, stateful=True, grad="none", shape=shape_rules.scalar)
def timestamp() -> Any:
    """Seconds since the epoch."""
    return np.float64(time.time())


def _decoded(text: Any) -> str:
    return text.decode("utf-8", "replace") if isinstance(text, bytes) else str(text)

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
from tf1compat._jaxcore.schema.checks import Check
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


def _holds(condition: Any, data: Any, *, summarize: int = 3) -> Check:
    if np.ndim(condition):
        shape = ",".join(map(str, np.shape(condition)))
        raise errors.InvalidArgumentError(None, None, f"In[0] should be a scalar: [{shape}]")
    texts = {i: x for i, x in enumerate(data) if x.dtype == object}

    def shown(_: Any, *numbers: Any) -> str:
        rest = iter(numbers)
        values = [texts[i] if i in texts else next(rest) for i in range(len(data))]
        return "assertion failed: " + " ".join(summarize_value(np.asarray(x), summarize) for x in values)

    numbers = [x for x in data if x.dtype != object]
    return Check((condition, *numbers), lambda condition, *_: condition == False, shown)  # noqa: E712 (traced)


@op(
    "Assert",
    "condition: bool, data: [T] ->",
    effect="io",
    host=True,
    grad="none",
    shape=shape_rules.nothing,
    check=_holds,
    attrs={"summarize": 3},
)
def assert_condition(condition: Any, data: Any) -> Any:
    """Nothing, or an error that shows `data` if the condition is false."""
    return ()


_LEVELS = {b"log(info)": "info", b"log(warning)": "warning", b"log(error)": "error"}


@op("PrintV2", "input: string ->", effect="io", host=True, grad="none", shape=shape_rules.nothing)
def print_v2(input: Any, *, output_stream: bytes = b"stderr", end: bytes = b"\n") -> Any:
    """Nothing; the text goes to the standard output or error stream, the log, or the end of a file."""
    text = _decoded(np.asarray(input, object).item())
    if output_stream in _LEVELS:
        from absl import logging  # heavy, and few programs log in a step

        getattr(logging, _LEVELS[output_stream])("%s", text)
        return ()
    text += _decoded(end)
    if output_stream.startswith(b"file://"):
        with open(output_stream[len(b"file://") :], "a", encoding="utf-8") as file:
            file.write(text)
    elif output_stream in (b"stdout", b"stderr"):
        stream = sys.stdout if output_stream == b"stdout" else sys.stderr
        stream.write(text)
        stream.flush()
    else:
        raise errors.InvalidArgumentError(None, None, f"Unknown output stream: {_decoded(output_stream)}")
    return ()


@op("Timestamp", "-> ts: float64", host=True, stateful=True, grad="none", shape=shape_rules.scalar)
def timestamp() -> Any:
    """Seconds since the epoch."""
    return np.float64(time.time())


def _decoded(text: Any) -> str:
    return text.decode("utf-8", "replace") if isinstance(text, bytes) else str(text)

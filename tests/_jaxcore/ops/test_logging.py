"""Ops that print, check and tell the time, called as kernels."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

from tf1compat._jaxcore.base import errors
from tf1compat._jaxcore.base.host_context import Unattached
from tf1compat._jaxcore.schema import opdef


def run(op_type: str, *inputs: Any, context: Any = None, **attrs: Any) -> Any:
    declared = opdef.get(op_type)
    more = {"context": context or Unattached("case")} if declared.wants_context else {}
    return declared(inputs, {**declared.attrs, **attrs}, **more)


def test_timestamp_is_now() -> None:
    before = time.time()
    (found,) = run("Timestamp")
    assert found.dtype == np.float64
    assert before <= found <= time.time()


def test_print_shows_and_passes_on(capsys: Any) -> None:
    value = np.float32([1.0, 2.0])
    context = Unattached("case")
    for _ in range(3):
        (found,) = run("Print", value, np.int32([7, 8, 9, 10]), message=b"m: ", first_n=2, summarize=2, context=context)
        assert found is value
    assert capsys.readouterr().err == "m: [7 8...]\n" * 2


def test_assert_names_what_it_saw() -> None:
    assert run("Assert", np.bool_(True), np.int32(1)) == ()
    with pytest.raises(errors.InvalidArgumentError, match=r"assertion failed: \[text\] \[1 2\.\.\.\]"):
        run("Assert", np.bool_(False), np.array(b"text", object), np.int32([1, 2, 3]), summarize=2)

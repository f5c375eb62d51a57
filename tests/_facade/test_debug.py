"""The debugger's names can be imported; using them says that it is not supported."""

from __future__ import annotations

import numpy as np
import pytest

from tf1compat._facade import debug
from tf1compat._jaxcore.base import errors

CLASSES = [value for value in vars(debug).values() if isinstance(value, type) and issubclass(value, debug._Debugger)]


@pytest.mark.parametrize("part", CLASSES[1:])
def test_parts_of_the_debugger_say_so(part: type) -> None:
    with pytest.raises(errors.UnsupportedError, match=part.__name__):
        part("anything", thread_name_filter=None)


@pytest.mark.parametrize("values, wanted", [([1.0, np.nan], True), ([np.inf], True), ([1.0], False), ([1, 2], False)])
def test_filter(values: list[float], wanted: bool) -> None:
    assert debug.has_inf_or_nan(None, np.array(values)) is wanted
    assert debug.has_inf_or_nan(None, np.array(["a"])) is False

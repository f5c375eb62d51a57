"""Which types the type attrs of an op take: `Value passed to parameter 'x' has DataType string not in list …`."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path

from tf1compat._jaxcore.base import dtypes
from tf1compat._jaxcore.base.dtypes import DType

Allowed = Mapping[str, tuple[DType, ...]]


def of(op_type: str) -> Allowed:
    """The types that each restricted type attr of `op_type` takes, by attr; the others take any."""
    return _table().get(op_type, {})


def check(allowed: Allowed, attr: str, dtype: DType, parameter: str) -> None:
    """Refuse a type that `attr` does not take.

    Raises:
      TypeError: it is none of the allowed types; the message names the argument that brought it.
    """
    types = allowed.get(attr)
    if types is not None and dtype not in types:
        raise TypeError(
            f"Value passed to parameter '{parameter}' has DataType {dtype.name} not in list of allowed values: "
            f"{', '.join(t.name for t in types)}"
        )


@functools.cache
def _table() -> Mapping[str, Allowed]:
    """The recorded table (tests/golden/record/record_allowed_types.py)."""
    found: dict[str, dict[str, tuple[DType, ...]]] = {}
    for line in Path(__file__).with_name("allowed_types.txt").read_text().splitlines():
        names, _, attrs = line.partition(": ")
        types = tuple(dtypes.as_dtype(name) for name in names.split())
        for place in attrs.split():
            op_type, _, attr = place.partition(".")
            found.setdefault(op_type, {})[attr] = types
    return found

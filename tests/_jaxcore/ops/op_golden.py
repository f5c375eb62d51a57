"""The recorded values of op cases, and the declared op of a case with its attrs in the registry's own types."""

from __future__ import annotations

import functools
import importlib
import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

HERE = Path(__file__).parent
GOLDEN = HERE.parents[1] / "golden"
if str(HERE) not in sys.path:
    sys.path.insert(0, str(HERE))

from case import Case, keyed  # noqa: E402

import tf1compat._jaxcore.ops  # noqa: E402, F401  (declares them all)
from tf1compat._jaxcore.base import dtypes  # noqa: E402
from tf1compat._jaxcore.schema import opdef as registry  # noqa: E402

FAMILIES = sorted(p.stem.removeprefix("cases_") for p in HERE.glob("cases_*.py"))


class Row(NamedTuple):
    """One case with what TF 1.15.5 recorded for it."""

    family: str
    key: str
    case: Case

    @property
    def facts(self) -> dict[str, Any]:
        """What was recorded beside arrays; empty where the case is not recorded yet."""
        return _facts(self.family).get(self.key, {})

    def array(self, name: str) -> np.ndarray[Any, Any]:
        """The recorded array `out0`, `grad1`, `state0`…"""
        if name in self.facts.get("strings", {}):
            shape, text = self.facts["strings"][name]
            out = np.empty(shape, object)
            out.ravel()[:] = [t.encode("latin-1") for t in text]
            return out
        found = _arrays(self.family)[f"{self.key}|{name}"]
        return found.view(dtypes.bfloat16.np) if name in self.facts.get("bfloat16", ()) else found

    @property
    def opdef(self) -> registry.OpDef:
        return registry.get(self.case.op)

    def attrs(self) -> dict[str, Any]:
        """All attrs: defaults, given ones, those that follow from the inputs."""
        types = [dtypes.string if x.dtype == object else dtypes.as_dtype(x.dtype) for x in self.case.flat]
        kinds = op_defs()[self.case.op][1]
        given = {name: attr_value(kinds[name][0], value) for name, value in self.case.attrs.items()}
        full = {**self.opdef.attrs, **given}
        return {**full, **self.opdef.type_attrs(types, full), **given}


@functools.cache
def op_defs() -> dict[str, Any]:
    """The signatures of all ops of TF 1.15.5 by type: [signature, attrs, is_stateful]."""
    return json.loads((GOLDEN / "op_defs.json").read_text())


@functools.cache
def _facts(family: str) -> dict[str, Any]:
    path = GOLDEN / "ops" / f"{family}.json"
    return json.loads(path.read_text()) if path.exists() else {}


@functools.cache
def _arrays(family: str) -> dict[str, Any]:
    with np.load(GOLDEN / "ops" / f"{family}.npz") as stored:
        return dict(stored)


@functools.cache
def rows() -> list[Row]:
    """All cases of all families."""
    return [Row(f, key, case) for f in FAMILIES for key, case in keyed(module(f).CASES).items()]


def module(family: str) -> Any:
    return importlib.import_module(f"cases_{family}")


def table(name: str) -> dict[str, str]:
    """The tables called `name` of all families in one."""
    return {key: why for f in FAMILIES for key, why in getattr(module(f), name, {}).items()}


def attr_value(kind: str, value: Any) -> Any:
    """An attr written down with plain values (or recorded in JSON) as the registry holds it."""
    if kind.startswith("list("):
        return [attr_value(kind[5:-1], v) for v in value]
    if kind == "type":
        return dtypes.as_dtype(value)
    if kind == "shape":
        return None if value is None else tuple(None if d in (None, -1) else d for d in value)
    if kind == "string" and isinstance(value, str):
        return value.encode("latin-1")
    return value

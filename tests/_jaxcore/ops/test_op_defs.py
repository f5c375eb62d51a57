"""The schema of every declared op equals TF 1.15.5's OpDef: arguments, types, attrs, defaults."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from op_golden import attr_value, op_defs

from tf1compat._jaxcore.schema import opdef as registry
from tf1compat._jaxcore.schema import signature
from tf1compat._jaxcore.schema.opdef import REQUIRED, OpDef

OUR_OWN = {
    "Gradient": "the one composite node of tf.gradients",
    "FirstWorkers": "starting values of the first worker, where workers average their gradients among themselves",
    "OptaxInit": "the state of an Optax transformation",
    "OptaxUpdate": "a step of an Optax transformation",
    "WorkersMean": "the mean over all workers, in place of accumulators on a parameter server",
}
DECLARED = registry.all_ops()


@pytest.mark.parametrize("type", sorted(set(DECLARED) - set(OUR_OWN)))
def test_schema(type: str) -> None:
    ours = DECLARED[type]
    text, attrs, stateful = op_defs()[type]
    theirs = signature.parse(text)
    assert ours.inputs == theirs.inputs
    assert ours.outputs == theirs.outputs
    assert ours.stateful == bool(stateful)
    inferred = inferred_attrs(ours)
    assert set(ours.attrs) == set(attrs) - inferred
    for name, (kind, *default) in attrs.items():
        wanted: Any = attr_value(kind, default[0]) if default else REQUIRED
        if kind == "type" and default and name in inferred:
            assert ours.type_defaults.get(name) is wanted, f"types={{{name!r}: …}}"
        if kind == "tensor" and default:
            assert isinstance(ours.attrs[name], np.ndarray)  # its elements are not recorded
        elif name not in inferred:
            assert same(ours.attrs[name], wanted), name


def inferred_attrs(ours: OpDef) -> set[str]:
    found = {n for a in ours.inputs for n in (a.type_attr, a.number_attr, a.type_list_attr)}
    return {n for n in found if n is not None}


def same(a: Any, b: Any) -> bool:
    if isinstance(a, float) and isinstance(b, float):
        return np.float32(a) == np.float32(b)  # float attrs are stored in single precision
    return a is b or (a.__class__ is b.__class__ and a == b)


def test_own_ops_are_declared() -> None:
    assert not [t for t in OUR_OWN if t in op_defs()]

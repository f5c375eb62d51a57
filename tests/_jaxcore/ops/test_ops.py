"""Every op case against TF 1.15.5: concrete, compiled, differentiated, and its static shapes."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import jax
import numpy as np
import pytest
from case import MODES, cotangent, is_float, unknown_shape
from op_golden import Row, op_defs, rows, table

from tf1compat._jaxcore.base import dtypes, shapes
from tf1compat._jaxcore.base.host_context import Unattached
from tf1compat._jaxcore.ir.build import GraphBuilder
from tf1compat._jaxcore.ops.philox import Stream, normalize_seeds
from tf1compat._jaxcore.schema import opdef as registry
from tf1compat._runtime.resources import LocalResources

ALL_ROWS = rows()
ROWS = [r for r in ALL_ROWS if r.facts and registry.find(r.case.op)]
COMPILED_ROWS = [
    r for r in ROWS if not r.opdef.host and r.opdef.effect != "io" and not any(x.dtype == object for x in r.case.flat)
]
# compiled one by one, each primitive by itself, which is slow: of an op of the device, its first case
CONCRETE_ROWS = list({r.case.op if r in COMPILED_ROWS else r.key: r for r in reversed(ROWS)}.values())[::-1]
TOGETHER = 16  # cases in a program
_SCALE = {"float64": 1e-4, "complex128": 1e-4, "float16": 2e3, "bfloat16": 1e4}


def named(some: list[Row]) -> Any:
    return pytest.mark.parametrize("row", some, ids=[f"{r.family}-{r.key}" for r in some])


@pytest.fixture(autouse=True)
def x64() -> Any:
    with jax.enable_x64(True):
        yield


@named(ALL_ROWS)
def test_recorded(row: Row) -> None:
    """The golden values are of this very case."""
    again = f"python tests/golden/record/record_ops.py {row.family}, with TF 1.15's Python"
    assert row.facts.get("digest") == row.case.digest(), again


@named(CONCRETE_ROWS)
def test_concrete(row: Row) -> None:
    check_results(row, run(row, given(row)))


@named(COMPILED_ROWS)
def test_compiled(row: Row) -> None:
    """The outputs, and the gradients where TF gave any."""
    results, found = compiled(COMPILED_ROWS.index(row) // TOGETHER)[f"{row.family}-{row.key}"]()
    check_results(row, results)
    for p, got in found.items():
        if row.facts["grads"][str(p)]:
            check_array(np.conj(np.asarray(got)), row.array(f"grad{p}"), row.case.rtol, f"gradient of input {p}")
        elif got is not None:
            assert not np.asarray(got).any(), f"TF has no gradient for input {p}"


@functools.cache
def compiled(chunk: int) -> dict[str, Callable[[], tuple[Any, dict[int, Any]]]]:
    """What some neighbouring cases give in one program, because compiling is what these tests take their time for."""
    rows = COMPILED_ROWS[chunk * TOGETHER : (chunk + 1) * TOGETHER]
    functions = {f"{row.family}-{row.key}": program(row) for row in rows}
    failed: dict[str, Exception] = {}

    def together(given: dict[str, Any]) -> dict[str, Any]:
        found = {}
        for key, (function, _) in functions.items():
            try:
                found[key] = function(*given[key])
            except Exception as e:
                failed[key] = e
        return found

    found = jax.jit(together)({key: arguments for key, (_, arguments) in functions.items()})

    def result(key: str) -> Any:
        if key in failed:
            raise failed[key]
        return found[key]

    return {key: functools.partial(result, key) for key in functions}


def program(row: Row) -> tuple[Any, tuple[list[Any], list[Any]]]:
    """A function that gives all outputs and the cotangents of the inputs by JAX's convention: TF's, conjugated.

    And its arguments: the inputs that are traced, and the cotangents of the outputs.
    """
    values, place = split(row)
    if row.case.grad is not True or not any(row.facts.get("grads", {}).values()):
        return (lambda values, _: (run(row, place(values)), {})), (values, [])
    positions = [int(p) for p in row.facts["grads"]]
    kinds = [dtypes.as_dtype(d).np for d in row.facts["dtypes"]]
    arriving = [
        np.conj(cotangent(row.array(f"out{i}").shape, kind, i)) if is_float(kind) else None
        for i, kind in enumerate(kinds)
    ]
    rule = row.opdef.grad
    attrs = row.attrs()
    chosen = {name: attrs[name] for name in row.opdef.kernel_attrs if name in attrs}

    def by_rule(values: list[Any], cotangents: list[Any]) -> Any:
        inputs = place(values)
        outputs = run(row, inputs)
        found = rule(inputs, outputs, cotangents, **chosen)
        assert len(found) == len(inputs)
        return outputs, {p: found[p] for p in positions}

    def by_jax(values: list[Any], cotangents: list[Any]) -> Any:
        inputs = place(values)

        def forward(*chosen_inputs: Any) -> Any:
            full = [chosen_inputs[positions.index(i)] if i in positions else x for i, x in enumerate(inputs)]
            outputs = run(row, full)
            return [o for o, c in zip(outputs, cotangents) if c is not None], outputs

        _, pull_back, outputs = jax.vjp(forward, *(inputs[p] for p in positions), has_aux=True)
        return outputs, dict(zip(positions, pull_back([c for c in cotangents if c is not None])))

    return (by_jax if rule is None else by_rule), (values, arriving)


def split(row: Row) -> tuple[list[Any], Any]:
    """The inputs that are traced, and a function that puts traced values among the fixed ones."""
    flat, fixed = given(row), static_positions(row)
    traced = [i for i in range(len(flat)) if i not in fixed]

    def place(values: list[Any]) -> list[Any]:
        inputs = list(flat)
        for i, value in zip(traced, values):
            inputs[i] = value
        return inputs

    return [flat[i] for i in traced], place


def run(row: Row, inputs: list[Any]) -> tuple[Any, ...]:
    return row.opdef(inputs, row.attrs(), **extra(row))


def given(row: Row) -> list[Any]:
    return list(row.case.flat)


def extra(row: Row) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if row.opdef.wants_context:
        found["context"] = Unattached("case")
        found["context"].resources = LocalResources()
    if row.opdef.effect == "random":
        seeds = normalize_seeds(row.case.attrs.get("seed", 0), row.case.attrs.get("seed2", 0))
        found["stream"] = Stream(*seeds, np.uint64(0))
    return found


def static_positions(row: Row) -> set[int]:
    found: set[int] = set()
    at = 0
    for arg, value in zip(row.opdef.inputs, row.case.inputs):
        size = len(value) if isinstance(value, list) else 1
        if arg.name in row.opdef.static:
            found.update(range(at, at + size))
        at += size
    return found


def written_positions(row: Row) -> list[int]:
    """Which of the recorded variables the op's `writes` are."""
    places = [a.name for a in row.opdef.inputs if a.is_ref or a.fixed is dtypes.resource]
    return [places.index(name) for name in row.opdef.writes]


def check_results(row: Row, results: tuple[Any, ...]) -> None:
    wanted = [f"state{i}" for i in written_positions(row)]
    recorded = row.facts["dtypes"]
    wanted += [f"out{i}" for i, d in enumerate(recorded) if not d.endswith("_ref") and d not in ("resource", "variant")]
    assert len(results) == len(wanted)
    for name, value in zip(wanted, results):
        check_array(np.asarray(value), row.array(name), row.case.rtol, name)


def check_array(got: np.ndarray[Any, Any], wanted: np.ndarray[Any, Any], rtol: float, name: str) -> None:
    assert got.shape == wanted.shape, name
    assert got.dtype == wanted.dtype, name
    if not is_float(wanted.dtype):
        np.testing.assert_array_equal(got, wanted, name)
        return
    scaled = rtol * _SCALE.get(wanted.dtype.name, 1.0)
    wide = np.complex128 if wanted.dtype.kind == "c" else np.float64
    np.testing.assert_allclose(got.astype(wide), wanted.astype(wide), rtol=scaled, atol=scaled / 10, err_msg=name)


@pytest.mark.parametrize("type", sorted({r.case.op for r in ROWS}))
def test_differentiable(type: str) -> None:
    """`grad="none"` is declared exactly where TF says that no gradient flows.

    Where TF has no gradient function at all and refuses, ours may know one, but must not pass silently for none.
    """
    mine = [r for r in ROWS if r.case.op == type]
    recorded = [r.facts["grads"] for r in mine if "grads" in r.facts]
    registered = mine[0].facts["gradient"]
    if recorded:
        assert mine[0].opdef.differentiable == any(any(g.values()) for g in recorded)
    elif registered == "no":
        assert not mine[0].opdef.differentiable
    elif registered == "missing" and not mine[0].opdef.host and not mine[0].opdef.effect:
        assert mine[0].opdef.differentiable or not any(joins_floats(r) for r in mine)


def joins_floats(row: Row) -> bool:
    """Has it float inputs and float outputs?"""
    kinds = [dtypes.as_dtype(d).np for d in row.facts["dtypes"]]
    return any(is_float(x.dtype) for x in row.case.flat) and any(is_float(k) for k in kinds)


@named([r for r in ROWS if not any(a.is_ref or a.fixed is dtypes.resource for a in r.opdef.inputs)])
def test_static_shapes(row: Row) -> None:
    limits = table("SHAPE_LIMITS")
    reason = limits.get(row.key, limits.get(row.case.op))
    for mode in MODES:
        wanted = recorded_shapes(row, mode)
        if wanted is None:
            continue
        got = [v.dims for v in build(row, mode).outputs]
        assert len(got) == len(wanted), mode
        if reason is None:
            assert got == wanted, mode
        else:
            assert all(shapes.is_compatible(g, w) for g, w in zip(got, wanted)), f"{mode}: {reason}"


def recorded_shapes(row: Row, mode: str) -> list[Any] | None:
    """TF's static shapes; None where TF refuses to build the op from so little."""
    recorded = row.facts["shapes"][mode]
    return None if isinstance(recorded, str) else [None if s is None else tuple(s) for s in recorded]


def build(row: Row, mode: str) -> Any:
    """The case as a node of a graph in which the inputs are known as far as `mode` says."""
    graph = GraphBuilder()
    inputs = []
    for i, value in enumerate(row.case.flat):
        dtype = dtypes.string if value.dtype == object else dtypes.as_dtype(value.dtype)
        shape = unknown_shape(value, mode)
        if shape == value.shape:
            node = graph.add_node(registry.get("Const"), f"in{i}", (), {"value": value, "dtype": dtype})
        else:
            node = graph.add_node(registry.get("Placeholder"), f"in{i}", (), {"shape": shape, "dtype": dtype})
        inputs.append(node.outputs[0])
    return graph.add_node(row.opdef, "case", tuple(inputs), row.attrs())


def test_every_op_has_a_case() -> None:
    tested = {r.case.op for r in ROWS}
    excused = table("WITHOUT_CASE")
    missing = [t for t in registry.all_ops() if t not in tested and t not in excused]
    assert not missing, "add a Case in tests/_jaxcore/ops/cases_<family>.py and record it"
    assert not [t for t in excused if t in tested or registry.find(t) is None]


def test_shape_limits_are_needed() -> None:
    """A row in SHAPE_LIMITS that no longer makes a difference is removed."""
    needed: set[str] = set()
    limits = table("SHAPE_LIMITS")
    for row in ROWS:
        if row.key not in limits and row.case.op not in limits:
            continue
        for mode in MODES:
            wanted = recorded_shapes(row, mode)
            if wanted is not None and [v.dims for v in build(row, mode).outputs] != wanted:
                needed |= {row.key, row.case.op}
    assert not set(limits) - needed


def test_cases_are_of_declared_ops() -> None:
    assert not [r.key for r in ALL_ROWS if registry.find(r.case.op) is None]
    assert not [r.key for r in ALL_ROWS if r.case.op not in op_defs()]

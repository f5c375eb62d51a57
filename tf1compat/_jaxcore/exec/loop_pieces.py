"""`cut`: a traced program cut at its loops, so that programs for other lengths of a sequence share what is the same.

The program for a new number of steps differs from the one before in sizes only. Cut at its scans it falls into

    pieces that see the length     compiled for each length: transpositions, sums over the outputs, …
    pieces that do not             the optimizer's updates: compiled once
    loops                          compiled once, for `CHUNK` steps or fewer; called as often as the length needs

A scan's `xs` are cut into chunks of `CHUNK` steps, the last one filled up with zeros that no step looks at, and its
`ys` come in such chunks. Every step does what it does in the whole program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.extend.core import ClosedJaxpr, Jaxpr, JaxprEqn, Var, gensym, jaxpr_as_fun

CHUNK: Final = 32  # steps that one call of a loop's program makes at most

Part = Literal["varying", "fixed", "loop"]


class Key(NamedTuple):
    """A value of the program: as one array, or as chunks of its first axis."""

    var: Any
    in_chunks: bool = False


class Known:
    """A number that stands in the program, given to a loop like a value."""

    def __init__(self, literal: Any) -> None:
        self.aval = literal.aval
        self.val = np.asarray(literal.val, literal.aval.dtype)


class Sketch(NamedTuple):
    """What of an equation is compared with that of the program for another length."""

    primitive: str
    types: tuple[str, ...]
    steps: int = 0  # of a scan
    body: tuple[str, ...] = ()  # types of a scan's body
    numbers: tuple[tuple[str, ...], ...] = ()  # that stand in the equations of a scan's body


@dataclass(frozen=True)
class Piece:
    """A part of the program: a function of arrays, or a loop.

    Attributes:
      function: takes the values of `reads`, gives those of `writes`. Chunks are one after the other in one array.
      loop: the equation of a scan; `function` makes up to `CHUNK` of its steps, of one chunk of each sequence.
      reads: what it needs; of a loop constants, initial values and `xs`.
      writes: what it makes; of a loop final values and `ys`.
    """

    function: Callable[..., Any]
    loop: JaxprEqn | None
    reads: tuple[Key, ...]
    writes: tuple[Key, ...]


@dataclass(frozen=True)
class _Item:
    """One equation, or the splitting or joining of one value."""

    part: Part
    reads: tuple[Key, ...]
    writes: tuple[Key, ...]
    equation: JaxprEqn | None = None


def sketch(program: ClosedJaxpr) -> list[Sketch]:
    """The outline of a program."""
    return [_sketch(e) for e in program.jaxpr.eqns]


def scan_sizes(equation: JaxprEqn) -> tuple[int, int]:
    """How many constants a scan has, and how many values it carries."""
    params = equation.params
    if "num_consts" in params:
        return params["num_consts"], params["num_carry"]
    constants, carry, _ = params["ft_in"].unpack()  # jax 0.12
    return len(constants), len(carry)


def _sketch(equation: JaxprEqn) -> Sketch:
    name = equation.primitive.name
    types = tuple(str(v) if _is_literal(v) else str(v.aval) for v in (*equation.invars, *equation.outvars))
    if name != "scan":
        return Sketch(name, types)
    body = equation.params["jaxpr"]
    numbers = tuple(tuple(str(v) if _is_literal(v) else "" for v in e.invars) for e in body.jaxpr.eqns)
    bounds = tuple(map(str, (*body.in_avals, *body.out_avals)))
    return Sketch(name, types, equation.params["length"], bounds, numbers)


def cut(program: ClosedJaxpr, first: Sequence[Sketch]) -> list[Piece] | None:
    """The pieces of `program` in order; None where it does not differ from `first` by the length of a loop."""
    own = sketch(program)
    if program.effects or [s.primitive for s in own] != [s.primitive for s in first]:
        return None
    parts: list[Part] = [_part(a, b) for a, b in zip(own, first)]
    if "loop" not in parts:
        return None
    equations = [_with_numbers_given(e, _differing(*both)) for e, *both in zip(program.jaxpr.eqns, own, first)]
    stages = _stages(_items(equations, parts, program.jaxpr.outvars), program.jaxpr)
    return _pieces(stages, program.jaxpr)


def _part(own: Sketch, first: Sketch) -> Part:
    if own.steps != first.steps and own.body == first.body:
        return "loop"
    return "fixed" if own == first else "varying"


def _differing(own: Sketch, first: Sketch) -> list[tuple[int, int]]:
    """Where other numbers stand in a loop's body: the number of steps, usually. They are given to its program."""
    return [
        (i, j)
        for i, (mine, other) in enumerate(zip(own.numbers, first.numbers))
        for j, (a, b) in enumerate(zip(mine, other))
        if a != b and a and b
    ]


def _with_numbers_given(equation: JaxprEqn, where: Sequence[tuple[int, int]]) -> JaxprEqn:
    """A scan that gets some of the numbers in its body as constants from outside."""
    if not where:
        return equation
    body = equation.params["jaxpr"]
    inner = list(body.jaxpr.eqns)
    numbers = [inner[i].invars[j] for i, j in where]
    new = gensym()
    given = [new(n.aval) for n in numbers]
    for (i, j), v in zip(where, given):
        invars = list(inner[i].invars)
        invars[j] = v
        inner[i] = inner[i].replace(invars=invars)
    jaxpr = _jaxpr([*given, *body.jaxpr.invars], body.jaxpr.outvars, inner, body.jaxpr, body.jaxpr.constvars)
    constants, carried = scan_sizes(equation)
    sizes = {"num_consts": constants + len(given), "num_carry": carried}
    params = {**equation.params, **sizes, "jaxpr": ClosedJaxpr(jaxpr, body.consts)}
    return equation.replace(invars=[*numbers, *equation.invars], params=params)


def _jaxpr(
    inputs: Sequence[Any], outputs: Sequence[Any], equations: Sequence[JaxprEqn], like: Jaxpr, constants: Any = ()
) -> Jaxpr:
    """A part of the program `like`."""
    names = like.debug_info.with_unknown_names()
    return Jaxpr(constants, inputs, outputs, equations, like.effects, names)


def _is_literal(atom: Any) -> bool:
    return not isinstance(atom, Var)


def _keys(atoms: Iterable[Any], in_chunks: bool = False) -> list[Key]:
    return [Key(v, in_chunks) for v in atoms if not _is_literal(v)]


def _items(equations: Sequence[JaxprEqn], parts: Sequence[Part], results: Sequence[Any]) -> list[_Item]:
    """The equations, and what splits and joins the sequences of the loops."""
    found: list[_Item] = []
    split: set[Any] = set()  # values that are there in chunks
    whole: set[Any] = set()  # values of loops that are joined, too
    made_by_loops: set[Any] = set()

    def joined(atoms: Iterable[Any]) -> None:
        for v in atoms:
            if not _is_literal(v) and v in made_by_loops and v not in whole:
                whole.add(v)
                found.append(_Item("varying", (Key(v, True),), (Key(v),)))

    for equation, part in zip(equations, parts):
        if part != "loop":
            joined(equation.invars)
            found.append(_Item(part, tuple(_keys(equation.invars)), tuple(_keys(equation.outvars)), equation))
            continue
        outer, xs, finals, ys = _loop_values(equation)
        joined(outer)
        for v in dict.fromkeys(xs):
            if v not in split:
                split.add(v)
                found.append(_Item("varying", (Key(v),), (Key(v, True),)))
        reads = (*(Key(Known(v) if _is_literal(v) else v) for v in outer), *_keys(xs, True))
        found.append(_Item("loop", reads, (*_keys(finals), *_keys(ys, True)), equation))
        split.update(ys)
        made_by_loops.update(ys)
    joined(results)
    return found


def _loop_values(equation: JaxprEqn) -> tuple[list[Any], list[Any], list[Any], list[Any]]:
    """Constants and initial values, `xs`, final values, `ys` of a scan."""
    constants, carried = scan_sizes(equation)
    before_xs = constants + carried
    ins, outs = list(equation.invars), list(equation.outvars)
    return ins[:before_xs], ins[before_xs:], outs[:carried], outs[carried:]


def _stages(items: Sequence[_Item], program: Jaxpr) -> list[list[_Item]]:
    """The items in few groups of one kind, each after those it needs; a loop is a group by itself."""
    there = {Key(v) for v in (*program.invars, *program.constvars)}
    remaining = list(items)
    found: list[list[_Item]] = []
    while remaining:
        for part in ("fixed", "varying", "loop"):
            stage = _ready(remaining, part, there)
            if stage:
                found += [[item] for item in stage] if part == "loop" else [stage]
                taken = set(map(id, stage))
                remaining = [item for item in remaining if id(item) not in taken]
    return found


def _ready(items: Sequence[_Item], part: Part, there: set[Key]) -> list[_Item]:
    """Those items of one kind that need nothing but what is `there` and what they make themselves, which is added."""
    found: list[_Item] = []
    for item in items:
        if item.part == part and all(k in there or isinstance(k.var, Known) for k in item.reads):
            found.append(item)
            there.update(item.writes)
    return found


def _pieces(stages: Sequence[Sequence[_Item]], program: Jaxpr) -> list[Piece]:
    wanted = {Key(v) for v in program.outvars if not _is_literal(v)}
    found: list[Piece] = []
    for stage in reversed(stages):
        made = dict.fromkeys(k for item in stage for k in item.writes)
        if stage[0].part == "loop":
            assert stage[0].equation is not None
            piece = Piece(_loop(stage[0].equation), stage[0].equation, stage[0].reads, tuple(made))
        else:
            reads = tuple(k for k in dict.fromkeys(k for item in stage for k in item.reads) if k not in made)
            writes = tuple(k for k in made if k in wanted)
            piece = Piece(_function(stage, reads, writes, program), None, reads, writes)
        found.append(piece)
        wanted.update(piece.reads)
    return found[::-1]


def _function(
    stage: Sequence[_Item], reads: Sequence[Key], writes: Sequence[Key], program: Jaxpr
) -> Callable[..., Any]:
    """Equations, and what is joined before and split after them, as a function."""
    equations = [item.equation for item in stage if item.equation is not None]
    made = {v for e in equations for v in e.outvars}
    needed = list(dict.fromkeys(v for e in equations for v in e.invars if not _is_literal(v) and v not in made))
    results = list(dict.fromkeys(k.var for k in writes if k.var in made))
    inner = jaxpr_as_fun(ClosedJaxpr(_jaxpr(needed, results, equations, program), ()))

    def run(*args: Any) -> list[Any]:
        values = {k.var: _cut(x, k) if k.in_chunks else x for k, x in zip(reads, args)}
        values.update(zip(results, inner(*(values[v] for v in needed))))
        return [_filled_up(values[k.var]) if k.in_chunks else values[k.var] for k in writes]

    return run


def _loop(equation: JaxprEqn) -> Callable[..., Any]:
    """Up to `CHUNK` steps of a scan as a function of their number, constants, values that are carried, and `xs`."""
    params = equation.params
    first, carried = scan_sizes(equation)
    step, is_backward = jaxpr_as_fun(params["jaxpr"]), params["reverse"]
    rows = params["jaxpr"].out_avals[carried:]

    def run(count: Any, *args: Any) -> list[Any]:
        constants, xs = args[:first], args[first + carried :]

        def one(state: Any) -> Any:
            i, values, made = state
            at = count - 1 - i if is_backward else i
            x = [lax.dynamic_index_in_dim(a, at, keepdims=False) for a in xs]
            results = step(*constants, *values, *x)
            made = [lax.dynamic_update_index_in_dim(a, y, at, 0) for a, y in zip(made, results[carried:])]
            return i + 1, list(results[:carried]), made

        made = [jnp.zeros((CHUNK, *r.shape), r.dtype) for r in rows]
        start = (jnp.int32(0), list(args[first : first + carried]), made)
        _, values, made = lax.while_loop(lambda state: state[0] < count, one, start)
        return [*values, *made]

    return run


def rows_of(key: Key) -> int:
    """How many rows a value has that is cut into chunks."""
    return -(-key.var.aval.shape[0] // CHUNK) * CHUNK


def counts(steps: int) -> tuple[np.int32, ...]:
    """The numbers of steps of a loop's calls."""
    return tuple(np.int32(min(CHUNK, steps - begin)) for begin in range(0, steps, CHUNK))


def _cut(x: Any, key: Key) -> Any:
    return lax.slice_in_dim(x, 0, key.var.aval.shape[0])


def _filled_up(x: Any) -> Any:
    return lax.pad(x, np.zeros((), x.dtype), [(0, -x.shape[0] % CHUNK, 0), *[(0, 0, 0)] * (x.ndim - 1)])

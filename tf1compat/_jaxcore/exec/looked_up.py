"""The gradient of a table by the rows that loops and conditions look up in it: which rows, and their gradients.

    a loop of T steps that looks up n rows in each   ->   values (1 + T n, …), indices (1 + T n,)

Every lookup gets two tangents, a row for each step among the scan's `xs`. One is added to what was looked up: its
cotangent is the gradient of these rows. That of the other, a mark, is 1 + the index, and stays 0 where nothing was
looked up. TF1: a row of zeros for index 0 comes before those of a loop, whose last step comes first; where a condition
did not look up, all rows of the table get zeros.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from tf1compat._jaxcore.ir.node import Node, Value
from tf1compat._jaxcore.ir.region import Region, all_nodes
from tf1compat._jaxcore.passes.lookups import Inside, nodes_of


class Tangents(NamedTuple):
    """Of one lookup: those of its rows, and its marks; for all steps of the loops around it, or for one."""

    rows: Any
    marks: Any


class Found(NamedTuple):
    """What a dry run tells of a lookup."""

    rows: jax.ShapeDtypeStruct
    marks: jax.ShapeDtypeStruct
    is_certain: bool  # nothing around it decides whether it runs


@dataclass(frozen=True)
class Lookups:
    """What an evaluator knows of lookups that are differentiated by row.

    Attributes:
      nodes: these lookups.
      tangents: of each; in a dry run there are none, and `found` is filled.
      found: None for what runs an unknown number of times.
      steps: the numbers of steps of the loops around; None where one is unknown.
      is_certain: does what is evaluated now run in any case?
      is_masked: may steps be without effect?
    """

    nodes: frozenset[Node]
    tangents: Mapping[Node, Tangents] | None = None
    found: dict[Node, Found | None] = field(default_factory=dict[Node, "Found | None"])
    steps: tuple[int, ...] | None = ()
    is_certain: bool = True
    is_masked: bool = False

    def in_loop(self, trips: int | None, exact: bool) -> Lookups:
        """Inside a loop of `trips` steps, or at most so many."""
        steps = None if trips is None or self.steps is None else (*self.steps, trips)
        return dataclasses.replace(self, steps=steps, is_masked=self.is_masked or not exact)

    def perhaps(self) -> Lookups:
        """Inside a condition."""
        return dataclasses.replace(self, is_certain=False, steps=None if self.is_masked else self.steps)

    def of(self, part: Region) -> tuple[list[Node], list[Tangents]]:
        """The lookups in `part` that have tangents, and these."""
        tangents = self.tangents or {}
        nodes = [n for n in all_nodes(part.nodes) if n in tangents]
        return nodes, [tangents[n] for n in nodes]

    def with_tangents(self, nodes: Sequence[Node], tangents: Sequence[Tangents]) -> Lookups:
        """In one step of a loop."""
        if self.tangents is None:
            return self
        return dataclasses.replace(self, tangents={**self.tangents, **dict(zip(nodes, tangents))})

    def looked_up(self, node: Node, rows: Any, indices: Any) -> Any:
        """`rows`, joined to their tangents."""
        if self.tangents is not None:
            own = self.tangents.get(node)
            return rows if own is None else _joined(rows, indices, *own)
        if self.steps is None or node in self.found and self.found[node] is None:
            self.found[node] = None
            return rows
        rest = rows.shape[np.ndim(indices) :]
        count = (*self.steps, np.size(indices))
        self.found[node] = Found(
            jax.ShapeDtypeStruct((*count, *rest), rows.dtype), jax.ShapeDtypeStruct(count, jnp.float64), self.is_certain
        )
        return rows


@jax.custom_vjp
def _joined(rows: Any, indices: Any, row_tangents: Any, marks: Any) -> Any:
    return rows


def _forward(rows: Any, indices: Any, row_tangents: Any, marks: Any) -> Any:
    return rows, jnp.asarray(indices)


def _backward(indices: Any, bar: Any) -> Any:
    flat = jnp.ravel(indices)
    return bar, None, lax.reshape(bar, (flat.size, *bar.shape[indices.ndim :])), (flat + 1).astype(jnp.float64)


_joined.defvjp(_forward, _backward)


@dataclass(frozen=True)
class Tables:
    """Tables whose gradients are found by row.

    Attributes:
      items: where each is looked up.
      shapes: of each table.
      found: what a dry run told of the lookups.
      tangents: of the lookups that run at all.
    """

    items: Mapping[Value, tuple[Inside, ...]] = field(default_factory=dict[Value, "tuple[Inside, ...]"])
    shapes: Mapping[Value, jax.ShapeDtypeStruct] = field(default_factory=dict[Value, jax.ShapeDtypeStruct])
    found: Mapping[Node, Found | None] = field(default_factory=dict[Node, "Found | None"])
    tangents: Mapping[Node, Tangents] = field(default_factory=dict[Node, Tangents])

    @classmethod
    def of(
        cls,
        items: Mapping[Value, tuple[Inside, ...]],
        shapes: Mapping[Value, jax.ShapeDtypeStruct],
        found: Mapping[Node, Found | None],
    ) -> Tables:
        """Without those that are looked up an unknown number of times."""
        kept = {x: each for x, each in items.items() if all(found.get(n, True) for n in nodes_of(each))}
        ran = [(n, found.get(n)) for each in kept.values() for n in nodes_of(each)]
        zeros = {n: Tangents(*(jnp.zeros(s.shape, s.dtype) for s in f[:2])) for n, f in ran if f is not None}
        return cls(kept, shapes, found, zeros)

    def lookups(self, tangents: Sequence[Tangents]) -> Lookups | None:
        """For an evaluator, with these tangents."""
        return Lookups(frozenset(self.tangents), dict(zip(self.tangents, tangents))) if self.tangents else None

    def by_row(self, bars: Sequence[Tangents]) -> dict[Value, tuple[Any, Any]]:
        """The gradient of each table, as values and indices of rows, for the cotangents of the tangents."""
        given = dict(zip(self.tangents, bars))
        return {x: self._of_table(self.shapes[x], items, given) for x, items in self.items.items()}

    def _of_table(
        self, table: jax.ShapeDtypeStruct, items: Sequence[Inside], bars: Mapping[Node, Tangents]
    ) -> tuple[Any, Any]:
        rows, marks = _in_order(items, bars, (), table.shape[1:], table.dtype)
        indices = jnp.maximum(marks - 1, 0)
        missed = _missed(items, bars, self.found)
        if missed is not None:  # every row, or one that is there already once more
            every = jnp.arange(table.shape[0], dtype=indices.dtype)
            again = indices[0] if indices.size else jnp.zeros((), indices.dtype)
            indices = jnp.concatenate([indices, jnp.where(missed, every, again)])
            rows = jnp.concatenate([rows, jnp.zeros(table.shape, table.dtype)])
        return rows, indices.astype(jnp.int64)


def whole(gradient: Any) -> tuple[Any, Any]:
    """The gradient of a table as values and indices of all its rows."""
    return gradient, jnp.arange(gradient.shape[0], dtype=jnp.int64)


def _in_order(
    items: Iterable[Inside | Node], bars: Mapping[Node, Tangents], steps: tuple[int, ...], rest: Any, dtype: Any
) -> tuple[Any, Any]:
    """Rows and marks of all `items`: shape (*steps, how many, …)."""
    rows = [jnp.zeros((*steps, 0, *rest), dtype)]
    marks = [jnp.zeros((*steps, 0), jnp.float64)]
    for item in items:
        if isinstance(item, Inside):
            part = _of_loop(item, bars, steps, rest, dtype) if item.is_loop else None
            part = part or _in_order(item.items, bars, steps, rest, dtype)
        elif item in bars:
            part = bars[item]
        else:
            continue  # did not run
        rows.append(part[0])
        marks.append(part[1])
    return jnp.concatenate(rows, len(steps)), jnp.concatenate(marks, len(steps))


def _of_loop(
    loop: Inside, bars: Mapping[Node, Tangents], steps: tuple[int, ...], rest: Any, dtype: Any
) -> tuple[Any, Any]:
    first = jnp.zeros((*steps, 1, *rest), dtype), jnp.ones((*steps, 1), jnp.float64)
    ran = [bars[n] for n in nodes_of(loop.items) if n in bars]
    if not ran:
        return first
    at = len(steps)
    trips = ran[0].marks.shape[at]
    both = [jnp.flip(x, at) for x in _in_order(loop.items, bars, (*steps, trips), rest, dtype)]
    flat = [lax.reshape(x, (*steps, x.shape[at] * x.shape[at + 1], *x.shape[at + 2 :])) for x in both]
    return jnp.concatenate([first[0], flat[0]], at), jnp.concatenate([first[1], flat[1]], at)


def _missed(items: Iterable[Inside], bars: Mapping[Node, Tangents], found: Mapping[Node, Found | None]) -> Any:
    """Did a condition not look something up? None if all of them did for sure."""
    result: Any = None
    for node in _conditional(items, inside=False):
        each = found.get(node)
        if each is None:
            result = True
        elif not each.is_certain:
            here = jnp.any(bars[node].marks == 0)
            result = here if result is None else result | here
    return result


def _conditional(items: Iterable[Inside | Node], inside: bool) -> Iterable[Node]:
    for item in items:
        if isinstance(item, Inside):
            yield from _conditional(item.items, inside or not item.is_loop)
        elif inside:
            yield item

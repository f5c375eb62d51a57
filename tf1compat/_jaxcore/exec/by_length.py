"""`ByLength`: a compiled function that, for the second length of its sequences, is compiled in pieces it can share."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.extend.core import ClosedJaxpr, Var

from tf1compat._jaxcore.exec import loop_pieces
from tf1compat._jaxcore.exec.loop_pieces import Key, Known, Piece, Sketch

Compiled = Callable[..., Any]
_MOST_OUTLINES: Final = 8  # for so many sizes of batches lengths are looked for


class SharedPieces:
    """What the programs of one segment share: outlines of those compiled whole, and compiled pieces by their text."""

    def __init__(self) -> None:
        self.outlines: list[list[Sketch]] = []
        self._compiled: dict[bytes, Compiled] = {}

    def cut(self, program: ClosedJaxpr) -> list[Piece] | None:
        """The pieces of `program` if it differs from an earlier one only by its lengths; else it is kept in mind."""
        for outline in self.outlines:
            pieces = loop_pieces.cut(program, outline)
            if pieces is not None:
                return pieces
        if len(self.outlines) < _MOST_OUTLINES:
            self.outlines.append(loop_pieces.sketch(program))
        return None

    def compiled(self, function: Callable[..., Any], types: Sequence[Any], donated: Sequence[int]) -> Compiled:
        """`function` for arguments of these types, compiled if no function like it has been."""
        lowered = jax.jit(function, donate_argnums=tuple(donated), keep_unused=True).lower(*types)
        key = hashlib.sha256(lowered.as_text().encode()).digest()
        if key not in self._compiled:
            self._compiled[key] = lowered.compile()
        return self._compiled[key]


class ByLength:
    """`function`, jitted. Call inside `compile.x64()`.

    The first shapes are compiled as they are. Those of which only loops get longer or shorter are compiled in pieces
    (`loop_pieces.cut`); all others as they are.
    """

    def __init__(
        self, function: Callable[..., Any], donated: Sequence[int], sized: Sequence[int], shared: SharedPieces
    ) -> None:
        """`sized`: the arguments whose shapes may differ. `donated`: those whose buffers are given away."""
        self._function = jax.jit(function, donate_argnums=tuple(donated))
        self._donated = frozenset(donated)
        self._sized = tuple(sized)
        self._shared = shared
        self._by_shapes: dict[Any, Callable[..., Any]] = {}

    def __call__(self, *args: Any) -> Any:
        key = tuple([np.shape(args[i]) for i in self._sized])
        function = self._by_shapes.get(key)
        if function is None:
            function = self._by_shapes[key] = self._prepared(args)
        return function(*args)

    def _prepared(self, args: Sequence[Any]) -> Callable[..., Any]:
        traced = self._function.trace(*args)
        pieces = self._shared.cut(traced.jaxpr)
        if pieces is None or not all(map(_is_plain, args)):
            return self._function
        return _InPieces(traced.jaxpr, pieces, jax.tree.structure(traced.out_info), self._donated, self._shared)


_LEAF = jax.tree.structure(0)


def _is_plain(arg: Any) -> bool:
    """Is it an array that is not distributed?"""
    return jax.tree.structure(arg) == _LEAF and (not isinstance(arg, jax.Array) or len(arg.devices()) == 1)


class _Call(NamedTuple):
    """One piece, compiled, and the values that nobody needs after it."""

    function: Compiled
    piece: Piece
    counts: tuple[np.int32, ...]  # of a loop: the steps of its calls
    done: tuple[Key, ...]


class _InPieces:
    """A program as compiled pieces that are called one after the other."""

    def __init__(
        self,
        program: ClosedJaxpr,
        pieces: Sequence[Piece],
        structure: Any,
        donated: frozenset[int],
        shared: SharedPieces,
    ) -> None:
        self._inputs = [Key(v) for v in program.jaxpr.invars]
        self._outputs = [Key(v) if isinstance(v, Var) else Key(Known(v)) for v in program.jaxpr.outvars]
        self._structure = structure
        known = {k: k.var.val for k in (*self._outputs, *(k for p in pieces for k in p.reads)) if _is_known(k)}
        known.update((Key(v), c) for v, c in zip(program.jaxpr.constvars, program.consts))
        self._known = {k: jnp.asarray(x) for k, x in known.items()}
        given = {self._inputs[i] for i in donated}.difference(self._outputs)
        remaining = {*self._known, *self._outputs}
        self._calls: list[_Call] = []
        for piece in reversed(pieces):
            done = tuple(k for k in dict.fromkeys((*piece.reads, *piece.writes)) if k not in remaining)
            remaining.update(done)
            positions = _donated(piece, given.intersection(done))
            if positions:
                given.clear()  # between two pieces that take them Ctrl-C would leave variables without values
            function = shared.compiled(piece.function, _types(piece), positions)
            self._calls.append(_Call(function, piece, _counts(piece), done))
        self._calls.reverse()

    def __call__(self, *args: Any) -> Any:
        env: dict[Key, Any] = {**self._known, **dict(zip(self._inputs, args))}
        for call in self._calls:
            if call.counts:
                _run_loop(call, env)
            else:
                _run_piece(call, env)
            for key in call.done:
                del env[key]
        return jax.tree.unflatten(self._structure, [env[k] for k in self._outputs])


def _is_known(key: Key) -> bool:
    return isinstance(key.var, Known)


def _run_piece(call: _Call, env: dict[Key, Any]) -> None:
    piece = call.piece
    results = call.function(*(_joined(env[k]) if k.in_chunks else env[k] for k in piece.reads))
    env.update((k, _chunks(r) if k.in_chunks else r) for k, r in zip(piece.writes, results))


@jax.jit
def _concatenated(parts: Sequence[Any]) -> Any:
    return lax.concatenate(parts, 0)


@jax.jit
def _chunk(x: Any, begin: Any) -> Any:
    return lax.dynamic_slice_in_dim(x, begin, loop_pieces.CHUNK)


def _joined(parts: Sequence[Any]) -> Any:
    return parts[0] if len(parts) == 1 else _concatenated(parts)


def _chunks(x: Any) -> list[Any]:
    if x.shape[0] == loop_pieces.CHUNK:
        return [x]
    return [_chunk(x, np.int32(begin)) for begin in range(0, x.shape[0], loop_pieces.CHUNK)]


def _run_loop(call: _Call, env: dict[Key, Any]) -> None:
    """Call a loop's program for one chunk after the other, or from the last one to the first."""
    assert call.piece.loop is not None
    params = call.piece.loop.params
    first, carried = loop_pieces.scan_sizes(call.piece.loop)
    values = [env[k] for k in call.piece.reads]
    constants, carry, xs = values[:first], values[first : first + carried], values[first + carried :]
    made: list[list[Any]] = []
    order = range(len(call.counts))
    for i in reversed(order) if params["reverse"] else order:
        results = call.function(call.counts[i], *constants, *carry, *(x[i] for x in xs))
        carry = results[:carried]
        made.append(results[carried:])
    if params["reverse"]:
        made.reverse()
    env.update(zip(call.piece.writes, [*carry, *map(list, zip(*made))]))


def _counts(piece: Piece) -> tuple[np.int32, ...]:
    return () if piece.loop is None else loop_pieces.counts(piece.loop.params["length"])


def _types(piece: Piece) -> list[Any]:
    """What the compiled function is called with."""
    if piece.loop is None:
        return [_type(k, loop_pieces.rows_of(k)) if k.in_chunks else _type(k) for k in piece.reads]
    chunk = loop_pieces.CHUNK
    return [
        jax.ShapeDtypeStruct((), np.int32),
        *(_type(k, chunk) if k.in_chunks else _type(k) for k in piece.reads),
    ]


def _type(key: Key, rows: int | None = None) -> Any:
    shape = key.var.aval.shape if rows is None else (rows, *key.var.aval.shape[1:])
    return jax.ShapeDtypeStruct(shape, key.var.aval.dtype)


def _donated(piece: Piece, given: set[Key]) -> list[int]:
    """Positions of the arguments that give their buffers to a result of the same type."""
    if piece.loop is not None:
        return []
    free = [_type(k) for k in piece.writes if not k.in_chunks]
    found: list[int] = []
    for i, key in enumerate(piece.reads):
        if key in given and _type(key) in free:
            free.remove(_type(key))
            found.append(i)
    return found

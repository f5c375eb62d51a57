"""Rules of rows: what an op does with arrays that have more rows than they should (`@op(rows=…)`).

Where the number of rows differs from step to step (entries of sparse tensors, distinct ids), a program is compiled for
more rows than there are, and the last true row fills the rest. A rule says what becomes of the rows too many:

    values  ── Mul ── SparseTensorDenseMatMul ── product        Mul keeps them, the product is made without them

A rule gets a `Question` about a node of which some inputs have such rows. It answers with `Rows`, or with None: the op
cannot have them, and the program is compiled for each number of rows. What it answers holds for the op's derivative
(`jax.vjp`) as well: a row too many has no part in it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol

import numpy as np

from tf1compat._jaxcore.base.shapes import Shape

Group = int  # arrays of one group have the same number of rows


class Varied(NamedTuple):
    """How a value depends on the number of rows of `group`: it has them, its shape has, or it is that number."""

    kind: Literal["rows", "shape", "size"]
    group: Group


class Question(Protocol):
    """What a rule may ask about a node (flattened positions of inputs)."""

    @property
    def attrs(self) -> Any: ...

    @property
    def n_outputs(self) -> int: ...

    @property
    def differentiated(self) -> bool:
        """Is the node's derivative taken?"""
        ...

    def __len__(self) -> int: ...

    def varied(self, i: int) -> Varied | None:
        """How input `i` varies."""
        ...

    def rows(self, i: int) -> Group | None:
        """The group whose rows input `i` has."""
        ...

    def shape(self, i: int) -> Shape: ...

    def out(self, i: int) -> Shape:
        """The static shape of output `i`."""
        ...

    def value(self, i: int) -> Any:
        """Input `i`, if it is a constant."""
        ...


@dataclass(frozen=True)
class Rows:
    """An answer.

    Attributes:
      outputs: how each output varies.
      together: groups that must have the same number of rows.
      outside: inputs (row numbers) whose rows too many must point to no place.
      spread: inputs whose derivative is a sum over rows in an order that depends on their number.
      counted: the input (sorted group numbers) of which the op must know the last, and only that, to compile.
      within: pairs (row numbers, what has the rows): none of the numbers is one of a row too many.
      single: inputs that must have one element in each row.
      checked: inputs that decide the op's check, which looks at all rows at once; it is made before the program runs.
    """

    outputs: tuple[Varied | None, ...]
    together: tuple[Group, ...] = ()
    outside: tuple[int, ...] = ()
    spread: tuple[int, ...] = ()
    counted: int | None = None
    within: tuple[tuple[int, int], ...] = ()
    single: tuple[int, ...] = ()
    checked: tuple[int, ...] = ()


class RowRule(NamedTuple):
    """How an op answers.

    Attributes:
      takes_entries: the op is made for arrays whose number of rows differs; others just let them pass.
      only: the inputs that may have rows too many; none named: all.
    """

    answer: Callable[[Question], Rows | None]
    takes_entries: bool = False
    only: tuple[int, ...] = ()


def _kept(x: Question, group: Group) -> tuple[Varied, ...]:
    return (Varied("rows", group),) * x.n_outputs


def _each(x: Question) -> Rows | None:
    ranks = [_rank(x.shape(i)) for i in range(len(x))]
    groups = [x.rows(i) for i in range(len(x))]
    rank = max((r for r in ranks if r is not None), default=0)
    spread: list[int] = []
    for i, (r, group) in enumerate(zip(ranks, groups)):
        if r is None or (x.varied(i) is not None and group is None):
            return None
        if group is not None and r != rank:
            return None
        if group is None:
            if r == rank and (x.shape(i) or (None,))[0] != 1:
                return None
            spread.append(i)
    found = tuple(g for g in groups if g is not None)
    return Rows(_kept(x, found[0]), found, spread=tuple(spread))


def _rank(shape: Shape) -> int | None:
    return None if shape is None else len(shape)


each = RowRule(_each)
"""Each row of the outputs is made of the same row of the inputs, or of inputs that are broadcast to the rows."""


def entries(*together: int) -> RowRule:
    """These inputs are entries, one in each row; the first are row numbers or indices by which the others are added to
    the outputs, or put into them, one after the other: entries that point to no place make no difference."""

    def answer(x: Question) -> Rows | None:
        groups = [x.rows(i) for i in together]
        if None in groups:
            return None
        return Rows((None,) * x.n_outputs, tuple(g for g in groups if g is not None), together[:1])

    return RowRule(answer, takes_entries=True, only=together)


def _reduced(x: Question) -> Rows | None:
    kept = not x.attrs.get("keep_dims") and bool(x.out(0))
    return _ENTRIES.answer(x) if kept else None  # the order of a sum of everything depends on how much it is


_ENTRIES = entries(0, 1)
reduced = RowRule(_reduced, takes_entries=True, only=(0, 1))
"""SparseReduceSum, if some dimensions stay."""


def _same_entries(x: Question) -> Rows | None:
    groups = [x.rows(i) for i in (0, 1)]
    if None in groups:
        return None
    return Rows(_kept(x, groups[0] or 0), tuple(g for g in groups if g is not None))


same_entries = RowRule(_same_entries, takes_entries=True, only=(0, 1))
"""Inputs 0 and 1 are indices and values of entries, as many as the output has rows."""


def _picks(x: Question) -> Rows | None:
    group = x.rows(1)
    axis = x.value(2) if len(x) > 2 else 0
    if (
        axis is None
        or np.asarray(axis).item() != 0
        or x.attrs.get("batch_dims", 0)
        or (len(x) > 2 and x.varied(2) is not None)
    ):
        return None
    if x.varied(0) is not None and x.rows(0) is None or x.varied(1) is not None and group is None:
        return None
    outputs = (None,) * x.n_outputs if group is None else _kept(x, group)
    return Rows(outputs, within=((1, 0),) if x.rows(0) is not None else ())


picks = RowRule(_picks)
"""Rows of input 0, chosen by input 1."""


def sorted_groups(*picked: int) -> RowRule:
    """The last input numbers groups of rows, in order; with `picked`, rows of input 0 that this input chooses."""

    def answer(x: Question) -> Rows | None:
        ids = len(x) - 1
        rows = [*picked, ids] if picked else [0, ids]
        groups = [x.rows(i) for i in rows]
        if None in groups or (x.varied(0) is not None and x.rows(0) is None):
            return None
        within = tuple((i, 0) for i in picked if x.rows(0) is not None)
        found = tuple(g for g in groups if g is not None)
        return Rows((None,), found, (ids,), counted=ids, within=within)

    return RowRule(answer, takes_entries=True)


def unsorted_groups(sums: bool) -> RowRule:
    """Input 1 numbers groups of rows of input 0, input 2 is how many groups there are."""

    def answer(x: Question) -> Rows | None:
        groups, number = [x.rows(i) for i in (0, 1)], x.varied(2)
        if None in groups or len(x.shape(1) or ()) != 1 or (x.differentiated and not sums):
            return None
        if number is not None and number.kind != "size":
            return None
        made = None if number is None else Varied("rows", number.group)
        found = tuple(g for g in groups if g is not None)
        return Rows((made,), found, (1,), within=() if number is None else ((1, 2),))

    return RowRule(answer, takes_entries=True)


def _to_dense(x: Question) -> Rows | None:
    if x.rows(0) is None:
        return None
    groups = tuple(g for g in (x.rows(0), x.rows(2)) if g is not None)
    if len(groups) == 1 and x.shape(2) != ():
        return None
    return Rows((None,), groups, (0,), checked=(0, 1))


to_dense = RowRule(_to_dense, takes_entries=True, only=(0, 2))
"""SparseToDense."""


# ---- shapes and views -----------------------------------------------------------------------------------------------


def _shape_of(x: Question) -> Rows | None:
    group = x.rows(0)
    return None if group is None or len(x) != 1 else Rows((Varied("shape", group),))


shape_of = RowRule(_shape_of)
"""The vector of sizes."""


def _sliced(x: Question) -> Rows | None:
    varied, attrs = x.varied(0), x.attrs
    begin, end, strides = (x.value(i) for i in (1, 2, 3))
    if varied is None or varied.kind == "size" or begin is None or end is None or strides is None or not len(begin):
        return None
    masks = {name: int(attrs.get(f"{name}_mask", 0)) & 1 for name in ("begin", "end", "shrink_axis")}
    if attrs.get("ellipsis_mask", 0) or attrs.get("new_axis_mask", 0):
        return None
    if varied.kind == "rows":
        whole = (masks["begin"] or begin[0] == 0) and masks["end"] and strides[0] == 1 and not masks["shrink_axis"]
        return Rows((varied,)) if whole else None
    first = masks["begin"] or begin[0] == 0
    if masks["shrink_axis"]:
        return Rows((Varied("size", varied.group) if begin[0] == 0 else None,)) if begin[0] >= 0 else None
    if strides[0] != 1:
        return None
    return Rows((varied if first else None,)) if first or begin[0] > 0 else None


sliced = RowRule(_sliced)
"""StridedSlice: all rows, or a part of a vector of sizes."""


def _reshaped(x: Question) -> Rows | None:
    group, varied = x.rows(0), x.varied(1)
    before, after = x.shape(0), x.out(0)
    target = x.value(1)
    flat = target is not None and target.tolist() == [-1]
    if group is not None and before and None in before[1:] and flat:
        return Rows((Varied("rows", group),), single=(0,))
    if group is None or not before or not after or None in (*before[1:], *after[1:]):
        return None
    if _product(before) != _product(after):
        return None
    if varied is not None:
        return Rows((Varied("rows", group),), (group, varied.group)) if varied.kind == "shape" else None
    return Rows((Varied("rows", group),)) if target is not None and target[0] == -1 else None


def _product(shape: tuple[int | None, ...]) -> int:
    found = 1
    for d in shape[1:]:
        found *= d or 0
    return found


reshaped = RowRule(_reshaped)
"""Reshape of each row."""


def _expanded(x: Question) -> Rows | None:
    axis, shape = x.value(1), x.shape(0)
    if x.rows(0) is None or axis is None or shape is None:
        return None
    return Rows((x.varied(0),)) if np.asarray(axis).item() % (len(shape) + 1) != 0 else None


expanded = RowRule(_expanded)
"""ExpandDims behind the rows."""


def _joined(x: Question) -> Rows | None:
    axis = x.value(len(x) - 1)
    first = x.varied(0)
    if axis is None or np.asarray(axis).item() != 0 or first is None or first.kind != "shape":
        return None
    return Rows((first,)) if all(x.varied(i) is None for i in range(1, len(x))) else None


joined = RowRule(_joined)
"""ConcatV2 of a vector of sizes with constants behind it."""


def _packed(x: Question) -> Rows | None:
    first = x.varied(0)
    if first is None or first.kind != "size" or x.attrs.get("axis", 0) != 0:
        return None
    return Rows((Varied("shape", first.group),)) if all(x.varied(i) is None for i in range(1, len(x))) else None


packed = RowRule(_packed)
"""Pack of a number of rows with other sizes behind it."""


def _cast(x: Question) -> Rows | None:
    varied = x.varied(0)
    return None if varied is None else Rows((varied,) * x.n_outputs)


cast = RowRule(_cast)
"""Whatever it is, it stays that."""


def _filled(x: Question) -> Rows | None:
    varied = x.varied(0)
    if varied is None or varied.kind != "shape" or len(x) != 2 or x.varied(1) is not None:
        return None
    return Rows((Varied("rows", varied.group),), spread=(1,))


filled = RowRule(_filled)
"""Fill."""
